"""The package that `kauri new-game` writes: Nim, under another name."""

import re
from pathlib import Path

import engine
from agents.desk.contenders import Misuse

_HOME = Path(__file__).parent
_ROOT = _HOME.parents[1]
NIM = next(path for path in (_HOME / "nim", _ROOT / "examples" / "nim") if path.is_dir())
SUITE = next(path for path in (_HOME / "suite", _ROOT) if (path / "tests").is_dir())
"""Where the tests of every game lie, in `tests/engine`: in the kit, or in a checkout."""

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
_LONGEST = 40


def write(name: str, folder: Path) -> Path:
    """Write the package of a game with this id into a folder; return its own folder there.

    Raises Misuse for a name that is none, or is taken.
    """
    if not _ID.fullmatch(name) or len(name) > _LONGEST:
        raise Misuse("no-game-id", name=name, most=_LONGEST)
    if name in {info.id for info in engine.games()}:
        raise Misuse("game-taken", name=name)
    made = folder / f"kauri-{name}"
    if made.exists():
        raise Misuse("folder-there", folder=made)
    for path in sorted(NIM.rglob("*")):
        if path.is_file() and not _is_left_out(path.relative_to(NIM)):
            target = made / _renamed(path.relative_to(NIM).as_posix(), name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_renamed(path.read_text("utf-8"), name), "utf-8")
    return made


def _is_left_out(place: Path) -> bool:
    """Whether a file was made, and not written."""
    return "__pycache__" in place.parts or "egg-info" in str(place) or place.parent.name == "golden"


def _renamed(text: str, name: str) -> str:
    """A text about Nim as one about another game."""
    title = name.replace("-", " ").title()
    text = re.sub(r"Nim(?=Game|State)", title.replace(" ", ""), text)
    text = re.sub(
        r"(?<=import )Nim\b|(?<=PLAIN = )Nim\b|(?<=class )Nim\b", title.replace(" ", ""), text
    )
    text = re.sub(
        r"\bkauri_nim\b|\bnim(?=_)", lambda at: at[0].replace("nim", name.replace("-", "_")), text
    )
    return re.sub(r"\bNim\b", title, re.sub(r"\bnim\b", name, text))
