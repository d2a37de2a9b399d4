"""The pictures of docs/, drawn by the engine. `python -m tests.engine.pictures` draws them anew.

Each shows a golden game after so many of its events.
"""

import json
from itertools import islice
from pathlib import Path

from engine import record, svg
from tests.engine.golden import FOLDER

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
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


def drawn(name):
    """The picture of that name, with ids that no other picture has."""
    game, events = SHOWN[name]
    document = json.loads((FOLDER / f"{game}.json").read_text())["record"]
    state = next(islice(record.states(document), events, None))
    return svg.draw(state, ids=f"k-{name}") + "\n"


if __name__ == "__main__":
    for name in SHOWN:
        (PICTURES / f"{name}.svg").write_text(drawn(name))
