"""The pictures of docs/, drawn by the engine. `python -m tests.engine.pictures` draws them anew.

Each shows a golden game after so many of its events, which stand beside it as a record that has no
end: the site draws from it, in the reader's language.
"""

import json
from pathlib import Path

from engine import record, svg
from tests.engine.golden import FOLDER

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
KINDS = ("seat", "action", "throw", "forfeit")
SHOWN = {
    "kalah-start": ("kalah", 0),
    "kalah-game": ("kalah", 9),
    "einstein-start": ("einstein", 2),
    "einstein-game": ("einstein", 13),
    "pachisi-start": ("pachisi", 0),
    "pachisi-game": ("pachisi", 150),
    "ashte-kashte-start": ("ashte-kashte", 0),
    "ashte-kashte-game": ("ashte-kashte", 120),
    "alquerque-start": ("alquerque", 0),
    "alquerque-game": ("alquerque", 25),
    "alquerque-two": ("alquerque-two", 0),
}


def position(name):
    """The beginning of the record of a picture's game, up to what it shows."""
    game, events = SHOWN[name]
    document = json.loads((FOLDER / f"{game}.json").read_text())["record"]
    kept = [event.items() for event in document["events"][:events]]
    moves = [{key: value for key, value in event if key in KINDS} for event in kept]
    return {"format": document["format"], "variant": document["variant"], "events": moves}


def drawn(name):
    """The picture of that name, with ids that no other picture has."""
    *_, state = record.states(position(name))
    return svg.draw(state, ids=f"k-{name}") + "\n"


if __name__ == "__main__":
    for name in SHOWN:
        (PICTURES / f"{name}.svg").write_text(drawn(name))
        (PICTURES / f"{name}.json").write_text(json.dumps(position(name)) + "\n")
