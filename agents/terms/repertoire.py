"""The repertoire of a bot: games, or only some variants of them, such as numbers of seats.

A repertoire is a list of entries. The id of a game stands for all of its variants. With options, as
in `pachisi(mode=two)`, an entry stands for all variants that have these options. A bot plays what
any of its entries allows.
"""

from collections.abc import Iterable
from functools import lru_cache

import engine

MOST = 20
"""The most entries in a repertoire: a check plays each, and a database index holds them all."""

CHARACTERS = 80
"""The most characters of an entry."""


def read(entries: Iterable[str]) -> tuple[str, ...]:
    """Return the entries in their plain spelling, each once. Raises EngineError for unknown ones.

    Options keep the author's values, also where these are the defaults.
    """
    return tuple(dict.fromkeys(_spelt(entry) for entry in entries))


def plays(entries: Iterable[str], variant: str) -> bool:
    """Return whether a bot with these entries plays a variant, such as `kalah(seeds=4)`.

    No bot plays a variant that this engine does not know, such as one of a removed game.
    """
    return any(_allows(entry, variant) for entry in entries)


def knows(entries: Iterable[str], game_id: str) -> bool:
    """Return whether a bot with these entries plays any variant of a game."""
    return game_id in game_ids(entries)


def game_ids(entries: Iterable[str]) -> list[str]:
    """Return the ids of the games of these entries, in their order, each once."""
    return list(dict.fromkeys(entry.partition("(")[0] for entry in entries))


def narrowed(entries: Iterable[str], game_id: str) -> list[str]:
    """Return the entries for a game; none if a bot with these plays all of its variants."""
    about = [entry for entry in entries if knows([entry], game_id)]
    return [] if game_id in about else about


@lru_cache(maxsize=4096)
def _spelt(entry: str) -> str:
    game_id, named = engine.options_from_text(entry)
    if not named:
        return game_id  # making a game would take a millisecond at every load of a bot
    engine.parse_variant(entry)
    options = ",".join(f"{name}={engine.spell(value)}" for name, value in named.items())
    return f"{game_id}({options})"


@lru_cache(maxsize=4096)
def _allows(entry: str, variant: str) -> bool:
    try:
        game = engine.parse_variant(variant)
        game_id, named = engine.options_from_text(entry)
    except engine.EngineError:
        return False
    return game_id == game.id and named.items() <= game.options.items()
