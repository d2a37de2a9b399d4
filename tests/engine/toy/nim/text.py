from engine.sentences import SHARED, sentence, surrender

SENTENCES = {**SHARED, "heap-empty": "the heap is empty"}


def ending(state):
    if state.forfeited():
        return surrender(state.forfeited()[0])
    wins = sentence("wins", seats=[state.ranks().index(1)])
    return sentence("cause-result", cause=sentence("heap-empty"), result=wins)


def board(state):
    over = state.is_terminal()
    who = state.outcome().text if over else f"Seat {state.current_player()} to take."
    return f"{state.left} left\n{who}"
