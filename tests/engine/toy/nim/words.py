from engine.sentences import sentence

SENTENCES = {
    "nim-take": "Take {count}",
    "nim-take-told": "{seats} takes {count}",
    "nim-take-label": "{count}",
    "nim-only": "There is only one counter left",
}


def deed(_state, action):
    return sentence("nim-take", count=action + 1)


def effects(_before, _action, _after):
    return []


def duty(state):
    return sentence("nim-only") if state.left == 1 else None
