"""The games that a new version plays against itself before it is accepted, as on the server."""

from collections.abc import Collection
from dataclasses import replace

import engine
from agents.table.conditions import Conditions
from agents.terms import repertoire
from engine.shelf import shelves

MODES = (
    "kalah",
    "kalah(seeds=4)",
    "kalah(sowing=cross)",
    "einstein",
    "einstein(setup=chosen)",
    "pachisi",
    "pachisi(mode=two)",
    "pachisi(mode=teams)",
    "ashte-kashte",
    "ashte-kashte(seats=2)",
    "ashte-kashte(seats=3)",
    "alquerque",
    "alquerque(mode=two)",
    "alquerque(mode=teams)",
    *(board.key for _info, shelf in shelves() for board in shelf.leaderboards),
)
"""Every mode and every number of seats that the platform's leaderboards have."""

CUTS = {
    "pachisi": {"turn_limit": 100},
    "ashte-kashte": {"turn_limit": 100},
    "alquerque": {"quiet_limit": 20},
    **{info.id: dict(shelf.short) for info, shelf in shelves()},
}
"""Options that shorten the games that take long."""

SHOWN = 1 / 40
"""The share of its clock that a bot sees after its first action, to make it play quickly."""


def modes_of(entries: Collection[str]) -> list[engine.Game]:
    """Return the games that a check plays with a bot that has these entries in its repertoire.

    The first mode of each entry is played in full; the others are shortened if they take long. An
    entry that allows none of the modes is played as it is spelt, with defaults for all other
    options.
    """
    modes = [_modes(entry) for entry in entries]
    full = dict.fromkeys(first for (first, _cut), *_others in modes)
    cut = (short for _first, *others in modes for long, short in others if long not in full)
    return list(dict.fromkeys([*full, *cut]))


def _modes(entry: str) -> list[tuple[engine.Game, engine.Game]]:
    """Return the modes that an entry allows, each in full and shortened; limits it names stay."""
    game_id, named = engine.options_from_text(entry)
    cuts = CUTS.get(game_id, {})
    limits = {name: value for name, value in named.items() if name in cuts}
    games = [
        tuple(engine.load_game(game_id, **mode.options | more) for more in (limits, cuts | limits))
        for mode in map(engine.parse_variant, MODES)
        if mode.id == game_id
    ]
    allowed = [(long, cut) for long, cut in games if repertoire.plays([entry], long.variant)]
    spelt = engine.parse_variant(entry)
    return allowed or [(spelt, spelt)]


def hurried(conditions: Conditions) -> Conditions:
    """Return these conditions with the same clock, of which a bot sees only a small share."""
    return replace(conditions, time_control=replace(conditions.time_control, shown=SHOWN))
