def paint(state, canvas):
    canvas.size(400, 40)
    for counter in range(state.left):
        canvas.circle("seed", (14 + 12 * counter, 20), 5, identity=f"counter-{counter}")
