"""Which build of the engine runs: the source as it stands, or compiled modules made of it.

`tools/build-engine` copies the sources into `.compiled/` beside this file and puts the compiled
modules beside the copies. Importing this module puts that folder first on the package's path, but
only while every copy equals its source: an edited source is run as it stands, never as the code it
used to be.

An installed wheel has its compiled modules beside the sources instead; nobody edits those.

The environment variable ENGINE_BUILD may ask for one build, "compiled" or "interpreted".
"""

import os
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Final

COMPILED: Final = "compiled"
INTERPRETED: Final = "interpreted"

# Compiled modules belong to one version of Python on one kind of machine, which the suffix names.
SUFFIX: Final = EXTENSION_SUFFIXES[0]
SOURCES: Final = os.path.dirname(__file__)
FOLDER: Final = os.path.join(SOURCES, ".compiled", SUFFIX.split(".")[1])
# What compiled modules import of librt.
LIBRT: Final = ("strings", "vecs")
# `engine`, or its name in the wheel of the kit.
_PACKAGE: Final = __name__.rpartition(".")[0]


def build() -> str:
    """Return "compiled" or "interpreted": which build of the engine this process has loaded."""
    path = str(sys.modules[f"{_PACKAGE}.state"].__file__)
    return COMPILED if path.endswith(SUFFIX) else INTERPRETED


def is_fresh() -> bool:
    """Tell whether there are compiled modules, made of the very sources that lie here now."""
    copied = _files(FOLDER, ".py")
    # A source that is new has no copy.
    return bool(copied) and copied == _files(SOURCES, ".py") and all(map(_same, copied))


def compiled_files() -> dict[str, str]:
    """Return what else a copy of the sources needs to run compiled: places in it, files here.

    Nothing, where the engine runs interpreted or a source has been edited since.
    """
    if build() == INTERPRETED or not (_lies_beside() or is_fresh()):
        return {}
    files = {"mypy_extensions.py": str(import_module("mypy_extensions").__file__)}
    for name in LIBRT:
        files[f"librt/{name}{SUFFIX}"] = str(import_module(f"librt.{name}").__file__)
    folder = SOURCES if _lies_beside() else FOLDER
    for place in _files(folder, SUFFIX):
        files[f"{_PACKAGE.replace('.', '/')}/{place}"] = os.path.join(folder, place)
    return files


def use(path: list[str], build: str) -> None:
    """Put the compiled modules first on the package's path, if they may be used.

    `build` is "compiled", "interpreted" or, for whatever there is, "". Raises ImportError where
    that cannot be had.
    """
    if build not in {"", COMPILED, INTERPRETED}:
        raise ImportError(f"ENGINE_BUILD={build}: it must be {COMPILED} or {INTERPRETED}")
    # Arrays come from librt, which asks mypy_extensions; without them the source still runs.
    if build != INTERPRETED and is_fresh() and all(map(find_spec, ("librt", "mypy_extensions"))):
        path.insert(0, FOLDER)
    actual = COMPILED if _lies_beside() or FOLDER in path else INTERPRETED
    if build not in {"", actual}:
        raise ImportError(
            f"ENGINE_BUILD={build}, but the engine here is {actual}; "
            "tools/build-engine compiles it as it stands"
        )


def _lies_beside() -> bool:
    return os.path.exists(os.path.join(SOURCES, f"state{SUFFIX}"))


def _files(folder: str, ending: str) -> set[str]:
    """Return the files below a folder that end so, but for what is hidden: places in it."""
    files = set()
    for entry in os.scandir(folder) if os.path.isdir(folder) else ():
        if entry.name.endswith(ending):
            files.add(entry.name)
        elif entry.is_dir() and entry.name.isidentifier():
            files |= {f"{entry.name}/{place}" for place in _files(entry.path, ending)}
    return files


def _same(place: str) -> bool:
    with (
        open(os.path.join(FOLDER, place), "rb") as copy,
        open(os.path.join(SOURCES, place), "rb") as source,
    ):
        return copy.read() == source.read()


use(sys.modules[_PACKAGE].__path__, os.environ.get("ENGINE_BUILD", ""))  # type: ignore[arg-type]
