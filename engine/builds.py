"""Which build of the engine runs: the source as it stands, or compiled modules made of it.

`tools/build-engine` compiles the source and puts the compiled modules into `.compiled/` beside
this file, together with copies of all the sources they were made of. Importing this module puts
that folder first on the package's path, but only while every copy equals its source: an edited
source is run as it stands, never as the code it used to be.

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
COPIES: Final = os.path.join(FOLDER, "sources")
# What compiled modules import of librt.
LIBRT: Final = ("strings", "vecs")


def build() -> str:
    """Return "compiled" or "interpreted": which build of the engine this process has loaded."""
    path = str(sys.modules["engine.state"].__file__)
    return COMPILED if path.endswith(SUFFIX) else INTERPRETED


def is_fresh() -> bool:
    """Tell whether there are compiled modules, made of the very sources that lie here now."""
    try:
        copied = os.listdir(COPIES)
        # A source that is new has no copy.
        lying = [name for name in os.listdir(SOURCES) if name.endswith(".py")]
        return bool(copied) and all(_same(name) for name in {*copied, *lying})
    except FileNotFoundError:
        return False


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
    for name in os.listdir(folder):
        if name.endswith(SUFFIX):
            files[f"engine/{name}"] = os.path.join(folder, name)
    return files


def use(path: list[str], wanted: str) -> None:
    """Put the compiled modules first on the package's path, if they may be used.

    `wanted` is "compiled", "interpreted" or, for whatever there is, "". Raises ImportError where
    that cannot be had.
    """
    if wanted not in {"", COMPILED, INTERPRETED}:
        raise ImportError(f"ENGINE_BUILD={wanted}: it must be {COMPILED} or {INTERPRETED}")
    # Arrays come from librt, which asks mypy_extensions; without them the source still runs.
    if wanted != INTERPRETED and is_fresh() and all(map(find_spec, ("librt", "mypy_extensions"))):
        path.insert(0, FOLDER)
    found = COMPILED if _lies_beside() or FOLDER in path else INTERPRETED
    if wanted not in {"", found}:
        raise ImportError(
            f"ENGINE_BUILD={wanted}, but the engine here is {found}; "
            "tools/build-engine compiles it as it stands"
        )


def _lies_beside() -> bool:
    return os.path.exists(os.path.join(SOURCES, f"state{SUFFIX}"))


def _same(name: str) -> bool:
    with (
        open(os.path.join(COPIES, name), "rb") as copy,
        open(os.path.join(SOURCES, name), "rb") as source,
    ):
        return copy.read() == source.read()


use(sys.modules["engine"].__path__, os.environ.get("ENGINE_BUILD", ""))  # type: ignore[arg-type]
