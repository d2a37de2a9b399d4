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
    "pachisi": "pachisi(capture=forced)",
    "pachisi-teams": "pachisi(barriers=true,dice=2,mode=teams)",
    "pachisi-two": "pachisi(dice=2,mode=two,passing=true)",
    "pachisi-limit": "pachisi(dice=2,playout=true,track=52,turn_limit=60)",
    "pachisi-forfeit": "pachisi(playout=true,track=68)",
    "ashte-kashte": "ashte-kashte",
    "ashte-kashte-2": "ashte-kashte(seats=2)",
    "ashte-kashte-3": "ashte-kashte(passing=true,playout=true,seats=3)",
    "ashte-kashte-limit": "ashte-kashte(turn_limit=60)",
    "ashte-kashte-forfeit": "ashte-kashte(playout=true,seats=3)",
    "alquerque": "alquerque",
    "alquerque-blocks": "alquerque(capture=forced,layout=blocks)",
    "alquerque-quick": "alquerque(ending=quick)",
    "alquerque-teams": "alquerque(mode=teams)",
    "alquerque-two": "alquerque(mode=two)",
    "alquerque-quiet": "alquerque(capture=forced,mode=two,quiet_limit=4)",
    "alquerque-forfeit": "alquerque",
    "alquerque-quick-forfeit": "alquerque(ending=quick)",
    "alquerque-teams-forfeit": "alquerque(mode=teams)",
    "einstein-own-dice": "einstein",
    "pachisi-own-dice": "pachisi",
    "ashte-kashte-own-dice": "ashte-kashte",
}
# The number that keys the dice, by name; all others follow the rule of old records.
NUMBERS = {"einstein-own-dice": 2, "pachisi-own-dice": 4, "ashte-kashte-own-dice": 0}
# By move number, the seat that gives up then.
FORFEITS = {
    "kalah-forfeit": {9: 1},
    "pachisi-forfeit": {2: 1, 40: 3, 90: 0},
    "ashte-kashte-forfeit": {20: 2, 51: 0},
    "alquerque-forfeit": {12: 2, 25: 0},
    "alquerque-quick-forfeit": {9: 1},
    "alquerque-teams-forfeit": {15: 1},
}
NAMES = ("alice/first", "bob/second", "charlie/third", "dave/fourth")


def choice(state):
    """An action that depends on nothing but the number of moves so far."""
    legal = state.legal_actions()
    return legal[(7 * state.move_number() + 3) % len(legal)]


def play(name):
    game = engine.parse_variant(VARIANTS[name])
    seats = [{"name": NAMES[s], "version": s + 1} for s in range(game.num_players())]
    forfeits = dict(FORFEITS.get(name, {}))
    number = NUMBERS.get(name)
    recorder = record.Recorder(game, seats, dice.commitment(SEED), number)
    state, throws = game.new_initial_state(), dice.Dice(SEED, number)
    while not state.is_terminal():
        if state.move_number() in forfeits:
            seat = forfeits.pop(state.move_number())
            recorder.forfeit(seat, "timeout")
            state.forfeit(seat)
        elif state.is_chance_node():
            outcome = throws.throw(state)
            recorder.throw(state, outcome)
            state.apply_action(outcome)
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
