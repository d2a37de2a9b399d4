"""One whole game of each kind, written down. `python -m tests.engine.golden` makes them anew.

The players are simple and fixed, so that a change here is a change of rules, dice or records and
gets read in review.
"""

import json
from pathlib import Path

import engine
from engine import dice, record

FOLDER = Path(__file__).with_name("golden")
SEED = bytes(range(32))
VARIANTS = {
    "kalah": "kalah",
    "kalah-cross": "kalah(sowing=cross)",
    "kalah-empty-capture": "kalah(empty_capture=true,seeds=4)",
    "kalah-quiet": "kalah(quiet_limit=2)",
    "kalah-forfeit": "kalah(seeds=6)",
    "einstein": "einstein",
    "einstein-mirror": "einstein(mirror=true)",
    "einstein-chosen": "einstein(setup=chosen)",
    "einstein-fixed": "einstein(setup=fixed)",
}


def choice(state):
    """An action that depends on nothing but the number of moves so far."""
    legal = state.legal_actions()
    return legal[(7 * state.move_number() + 3) % len(legal)]


def play(name):
    game = engine.parse_variant(VARIANTS[name])
    seats = [{"name": "alice/first", "version": 1}, {"name": "bob/second", "version": 2}]
    recorder = record.Recorder(game, seats, dice.commitment(SEED))
    state, throws = game.new_initial_state(), dice.Dice(SEED)
    while not state.is_terminal():
        if state.is_chance_node():
            outcome = throws.throw(state)
            recorder.throw(state, outcome)
            state.apply_action(outcome)
        elif name == "kalah-forfeit" and state.move_number() == 9:
            recorder.forfeit(1, "timeout")
            state.forfeit(1)
        else:
            action = choice(state)
            recorder.action(state, action, wall=0.25, cpu=0.125)
            state.apply_action(action)
    return record.reveal(recorder.document(state), SEED), str(state)


def text(name):
    document, board = play(name)
    return json.dumps({"record": document, "board": board.splitlines()}, indent=1) + "\n"


def main():
    FOLDER.mkdir(exist_ok=True)
    for name in VARIANTS:
        (FOLDER / f"{name}.json").write_text(text(name))


if __name__ == "__main__":
    main()
