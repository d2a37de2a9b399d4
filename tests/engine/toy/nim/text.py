from engine.values import surrender


def ending(state):
    if state.forfeited():
        return surrender(state.forfeited()[0])
    return f"The heap is empty: seat {state.ranks().index(1)} wins."


def board(state):
    who = ending(state) if state.is_terminal() else f"Seat {state.current_player()} to take."
    return f"{state.left} left\n{who}"
