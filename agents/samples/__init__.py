"""Sample bots: readable `bot.py` texts that play every game. They are the house bots too."""

from __future__ import annotations

from importlib import resources

NAMES: tuple[str, ...] = ("random", "greedy", "search")
"""The samples, from the weakest to the strongest."""


def read(name: str) -> bytes:
    """The text of a sample's `bot.py`. Raises KeyError for a name that is not in `NAMES`."""
    if name not in NAMES:
        raise KeyError(f"there is no sample bot {name!r}; the samples are {', '.join(NAMES)}")
    return resources.files(__name__).joinpath(f"{name}.py").read_bytes()
