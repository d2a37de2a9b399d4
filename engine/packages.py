"""Games that are packages of their own: which there are, and the hash of what each is made of.

An installed package names its game's module as an entry point of the group `kauri.games`. Where
the environment has `KAURI_GAMES`, only the games count that it names: modules, or folders of
games, with commas between them. docs/22-adding-a-game.md is the way to one.
"""

import os
import sys
from functools import cache
from importlib import import_module
from typing import Final

from engine.errors import EngineError

GROUP: Final = "kauri.games"
SETTING: Final = "KAURI_GAMES"


def modules() -> tuple[str, ...]:
    """Return the names of the games' modules, each a package with the parts of a game."""
    return _named(os.environ.get(SETTING))


def facts(module: str) -> object:
    """Return the `INFO` of a game's module. Raises EngineError if there is no such game."""
    try:
        info: object = import_module(f"{module}.facts").INFO
    except (ImportError, AttributeError) as error:
        raise EngineError(f"{module} is no game: {error} ({SETTING} names the games)") from error
    return info


def folder(module: str) -> str:
    """Return the path of a package's folder."""
    return os.path.dirname(str(import_module(module).__file__))


@cache
def sha256(module: str) -> str:
    """Return the hash, in hex, of the names and contents of all files of a game's package."""
    import hashlib  # noqa: PLC0415 - bots play without

    total = hashlib.sha256()
    for name, path in files(folder(module)):
        with open(path, "rb") as file:
            total.update(f"{name}\0{hashlib.sha256(file.read()).hexdigest()}\n".encode())
    return total.hexdigest()


def files(place: str) -> list[tuple[str, str]]:
    """Return (place in it, path) of each file of a folder, sorted, without what is hidden."""
    places = []
    for parent, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name != "__pycache__" and name[0] != "."]
        paths = [os.path.join(parent, name) for name in names if name[0] != "."]
        places += [(os.path.relpath(path, place).replace(os.sep, "/"), path) for path in paths]
    return sorted(places)


@cache
def _named(setting: str | None) -> tuple[str, ...]:
    if setting is None:
        from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and bots never need it

        return tuple(sorted({point.value for point in entry_points(group=GROUP)}))
    return tuple(_module(part.strip()) for part in setting.split(",") if part.strip())


def _module(name: str) -> str:
    """Return the module that an entry of the setting names; a folder becomes one."""
    if "/" not in name and os.sep not in name:
        return name
    parent, module = os.path.split(os.path.abspath(name))
    if parent not in sys.path:
        sys.path.append(parent)
    return module
