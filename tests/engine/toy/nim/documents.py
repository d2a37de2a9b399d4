from engine.games.nim.rules import NimState

from engine.values import integer


def position(state):
    return {"left": state.left}


def restore(rules, document):
    return NimState(rules, integer(document["left"], 0, rules.heap))
