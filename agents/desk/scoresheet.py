"""A series as text and files: a line for each game, the score as a table, records and logs."""

import json
from collections.abc import Sequence
from pathlib import Path

from agents.desk import series
from agents.desk.contenders import Misuse
from agents.table.referee import GameReport
from agents.terms.clock import TimeControl
from engine import record


def folder_of(save: str | None) -> Path | None:
    """Return the folder for records, created if needed. Raises Misuse."""
    if save is None:
        return None
    folder = Path(save)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("unreadable", path=f"--save {save}", why=error.strerror) from None
    return folder


def save(played: series.SeriesGame, folder: Path | None, control: TimeControl) -> None:
    """Write a game's record and its bots' logs, if there is a folder for them."""
    if folder is not None:
        stem = folder / f"game-{played.seating.number + 1:04}"
        write(stem, played.report, played.seating.deal.seed, control)


def write(stem: Path, report: GameReport, seed: bytes, control: TimeControl) -> None:
    """Write STEM.json, the record with its seed and time control, and STEM-seatN.log."""
    document = record.reveal(report.record, seed) | {"time_control": control.name}
    stem.with_name(f"{stem.name}.json").write_text(json.dumps(document, indent=1) + "\n")
    for seat, log in enumerate(report.logs):
        if log:
            stem.with_name(f"{stem.name}-seat{seat}.log").write_text(log)


def line(played: series.SeriesGame, entrants: Sequence[series.Contender]) -> str:
    """Return a game in one line, and a line for each fault with its traceback."""
    names = [entrants[number].name for number in played.seating.entrants]
    results = (f"{n} {v:+g}" for n, v in zip(names, played.report.returns, strict=True))
    events = len(played.report.record["events"])
    head = f"{played.seating.number + 1:4}  {', '.join(results)}  {played.report.reason}"
    lines = [f"{head}, {events} events"]
    for number, fault in played.faults():
        lines.append(f"      {entrants[number].name}: {fault.kind}: {fault.summary}")
        lines += [f"        {line}" for line in fault.detail.splitlines()]
    return "\n".join(lines)


def table(games: Sequence[series.SeriesGame], entrants: Sequence[series.Contender]) -> str:
    """Return the score of a series as a table."""
    width = max(8, *(len(entrant.name) for entrant in entrants))
    heads = ("games", "wins", "draws", "losses", "points", "faults", "ms/action", "cpu ms")
    lines = [f"\n{'':{width}}" + "".join(f"{head:>10}" for head in heads)]
    for number, entrant in enumerate(entrants):
        got = series.score(games, entrant=number)
        counts = (got.games, got.wins, got.draws, got.losses, f"{got.points:g}", got.faults)
        times = (f"{1000 * t / max(1, got.actions):.1f}" for t in (got.wall, got.cpu))
        cells = "".join(f"{cell:>10}" for cell in (*counts, *times))
        lines.append(f"{entrant.name:{width}}{cells}")
    return "\n".join(lines)
