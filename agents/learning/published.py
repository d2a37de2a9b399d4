"""Read the files of games that a site publishes: JSON Lines, gzipped or plain.

A file holds a month of a leaderboard, or the games of a tournament; docs/28-research.md lists the
members of a line. Nothing here connects to a site: download the files first, or let the client of
the kit do so (`games_of_leaderboard`).
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import IO, Any, Final

from engine import State, record

FORMAT: Final = 1
SUMS: Final = "SHA256SUMS"
LONGEST: Final = 1 << 26
"""The longest line of a download that is read, in characters."""

_DAMAGE: Final = (
    EOFError, OSError, RecursionError, zlib.error, UnicodeDecodeError, json.JSONDecodeError,
)  # fmt: skip

Line = dict[str, Any]
Place = str | PathLike[str]


class DamagedFile(ValueError):
    """A file differs from what the site has published, or is no file of games."""


def verify(folder: Place) -> list[Path]:
    """Return the files of a folder that its SHA256SUMS lists, each compared with its checksum.

    Raises DamagedFile for one that differs, and if there is no list. Files that the list names
    and the folder does not have are left out.
    """
    listed = Path(folder) / SUMS
    if not listed.exists():
        raise DamagedFile(f"{listed} is missing; the site has it beside the files")
    entries = [line.split(maxsplit=1) for line in listed.read_text().splitlines() if line]
    listed_files = [(listed.parent / name, sha256) for sha256, name in entries]
    there = [(path, sha256) for path, sha256 in listed_files if path.exists()]
    for path, sha256 in there:
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                raise DamagedFile(f"{path} is not the file that {SUMS} lists; download it again")
    return [path for path, _sha256 in there]


def lines(path: Place) -> Iterator[Line]:
    """Yield every line of a file, its heading first.

    Raises DamagedFile for a file that is cut off, or of another format.
    """
    opened = gzip.open if str(path).endswith(".gz") else open
    try:
        with opened(path, "rt", encoding="utf-8") as file:
            yield from _lines(path, file)
    except _DAMAGE as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise DamagedFile(f"{path} cannot be read: {error}") from error


def games(paths: Sequence[Place]) -> Iterator[Line]:
    """Yield the games of some files, without those that one of these files withdraws.

    The withdrawn games are read first, so every file is opened twice.
    """
    gone = withdrawn(paths)
    for path in paths:
        for line in lines(path):
            if line["kind"] == "game" and (line["match"], line["number"]) not in gone:
                yield line


def games_of_months(download: IO[bytes]) -> Iterator[Line]:
    """Yield the games of gzipped files that come one after another, the latest month first.

    Each file names the games that it withdraws before those of earlier files, so one pass leaves
    them out. Raises DamagedFile for a download that is cut off, or of another format.
    """
    gone = set()
    for line in _unpacked(download):
        kind, game = line.get("kind"), f"{line.get('match')}/{line.get('number')}"
        if kind == "withdrawn":
            gone.add(game)
        elif kind == "game" and game not in gone:
            yield line


def withdrawn(paths: Sequence[Place]) -> set[tuple[int, int]]:
    """Return match and number of every game that one of these files withdraws."""
    games = set()
    for path in paths:
        for line in lines(path):
            if line["kind"] == "game":
                break
            if line["kind"] == "withdrawn":
                games.add((line["match"], line["number"]))
    return games


def states(game: Line) -> Iterator[State]:
    """Yield the states of a game, from the first to the last, each a copy of its own.

    Raises ValueError if the site has removed the record, and an EngineError for other rules.
    """
    return record.states(_record(game))


def decisions(game: Line) -> Iterator[tuple[State, int]]:
    """Yield each state in which a bot chose, and its action, for programs that imitate bots.

    Throws, openings and forfeits are left out. Raises as `states` does.
    """
    document = _record(game)
    for state, event in zip(record.states(document), document["events"], strict=False):
        if "action" in event and not event.get("opening"):
            yield state, state.string_to_action(event["action"])


def _record(game: Line) -> dict[str, Any]:
    document: dict[str, Any] | None = game["record"]
    if document is None:
        raise ValueError(f"game {game['match']}/{game['number']} has no record any more")
    return document


def _unpacked(download: IO[bytes]) -> Iterator[Line]:
    name = "the download"
    try:
        with gzip.open(download, "rt", encoding="utf-8") as file:
            yield from _lines(name, iter(lambda: file.readline(LONGEST), ""))
    except _DAMAGE as error:
        raise DamagedFile(f"{name} cannot be read: {error}") from error


def _lines(path: Place, texts: Iterator[str]) -> Iterator[Line]:
    yield _heading(path, next(texts, ""))
    for text in texts:
        line = json.loads(text)
        if not isinstance(line, dict):
            raise DamagedFile(f"{path} has a line that is no object")
        yield _heading(path, text) if line.get("kind") == "file" else line


def _heading(path: Place, text: str) -> Line:
    heading: Line = json.loads(text) if text else {}
    if not isinstance(heading, dict) or heading.get("kind") != "file":
        raise DamagedFile(f"{path} does not begin with the heading of a file of games")
    if heading.get("format") != FORMAT:
        raise DamagedFile(f"{path} has format {heading.get('format')}; this kit reads {FORMAT}")
    return heading
