"""A tournament in a folder: its terms, its bots, and each game as it ends.

tournament.json     the terms, and the conditions of its games
bots/0.zip ...      the bots as they were at the start, in the order of the entrants
games.jsonl         a line a game; one that was torn by the end of the machine counts as none
records/R.P.B.G.json and -seatN.log
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agents.desk import scoresheet
from agents.desk.contenders import Misuse
from agents.desk.series import Contender
from agents.table.referee import GameReport
from agents.terms.clock import TimeControl
from tournaments.kit.contest import Due, Fixture, Result, Terms


@dataclass(frozen=True)
class Folder:
    """The folder of one tournament."""

    path: Path

    @classmethod
    def make(
        cls,
        path: Path,
        terms: Terms,
        bots: Sequence[Contender],
        conditions: Mapping[str, object],
    ) -> "Folder":
        """A new one. Raises Misuse where there is one already."""
        try:
            path.mkdir(parents=True)
        except OSError as error:
            raise Misuse("unreadable", path=path, why=error.strerror) from None
        (path / "bots").mkdir()
        (path / "records").mkdir()
        for number, bot in enumerate(bots):
            (path / "bots" / f"{number}.zip").write_bytes(bot.archive)
        (path / "games.jsonl").touch()
        written = {**asdict(terms), "seed": terms.seed.hex(), "conditions": dict(conditions)}
        # Written last, since it marks the folder as complete.
        (path / "tournament.json").write_text(json.dumps(written, indent=1) + "\n")
        return cls(path)

    def terms(self) -> tuple[Terms, dict[str, Any]]:
        """The terms and the conditions. Raises Misuse if this is no such folder."""
        try:
            written = json.loads((self.path / "tournament.json").read_text())
            conditions = written.pop("conditions")
            written["seed"] = bytes.fromhex(written["seed"])
            return Terms(**{name: _tuple(value) for name, value in written.items()}), conditions
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Misuse("no-tournament", path=self.path, why=error) from None

    def bots(self, terms: Terms) -> list[Contender]:
        """The bots as they were at the start."""
        return [
            Contender(name, (self.path / "bots" / f"{number}.zip").read_bytes())
            for number, name in enumerate(terms.names)
        ]

    def results(self) -> dict[Fixture, Result]:
        """The results so far."""
        lines = (self.path / "games.jsonl").read_text().splitlines()
        results = [_result(line) for line in lines]
        return {result.fixture: result for result in results if result is not None}

    def keep(self, due: Due, report: GameReport, control: TimeControl) -> Result:
        """Keep a game that has ended: first its record, then the line that makes it count."""
        stem = self.path / "records" / str(due.fixture)
        scoresheet.write(stem, report, due.deal.seed, control)
        faults = tuple(fault.kind if fault else None for fault in report.faults)
        result = Result(due.fixture, due.seats, report.ranks, report.reason, faults)
        with (self.path / "games.jsonl").open("a") as games:
            # A torn line before this one ends here.
            games.write(f"\n{json.dumps(asdict(result) | {'fixture': due.fixture})}\n")
        return result


def _result(line: str) -> Result | None:
    """The result in a line; None for an empty one or a torn one."""
    try:
        written = json.loads(line)
    except ValueError:
        return None
    fixture = Fixture(*written.pop("fixture"))
    return Result(fixture=fixture, **{name: _tuple(value) for name, value in written.items()})


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
