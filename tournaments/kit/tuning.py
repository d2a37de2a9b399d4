"""A tuning in a file: a line with the terms and the bot, and a line for each iteration.

A line that was torn by the end of the machine counts as none. What the constants were follows from
the differences of the lines before.
"""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import engine
from agents.desk.contenders import Misuse
from agents.desk.series import Contender, Seating
from agents.desk.session import Session, drawing
from agents.table.conditions import Deal
from agents.table.referee import GameReport
from tournaments.kit import tunable
from tournaments.kit.pool import Job
from tournaments.kit.spsa import Shares, Spsa


@dataclass(frozen=True)
class Plan:
    """The terms of a tuning. `openings` are the random actions before each pair of games."""

    variant: str
    archive: bytes
    seed: bytes
    iterations: int
    pairs: int
    step: float
    perturb: float
    openings: int
    conditions: Mapping[str, Any]

    @cached_property
    def game(self) -> engine.Game:
        """The game that is played."""
        return engine.parse_variant(self.variant)

    @cached_property
    def bot(self) -> tunable.Tunable:
        """The bot with its constants. Raises Misuse."""
        return tunable.read(self.archive)

    @cached_property
    def spsa(self) -> Spsa:
        """The search over its constants."""
        return Spsa(self.bot.constants, self.iterations, self.step, self.perturb, self.seed)

    def jobs(self, shares: Shares, k: int, session: Session) -> Iterator[Job[Seating]]:
        """The games of an iteration: in each pair, both sides change seats with the same dice."""
        sides = [
            Contender(name, self.bot.packed(side))
            for name, side in zip("+-", self.spsa.sides(shares, k), strict=True)
        ]
        draw = drawing(self.game, self.openings)
        for pair in range(self.pairs):
            dice = hashlib.sha256(f"kauri-tune-1:{self.seed.hex()}:{k}:{pair}".encode()).digest()
            deal = Deal(dice, 1, draw(dice, ()) if draw else ())
            for turn in (0, 1):
                number = 2 * (k * self.pairs + pair) + turn
                by_seat = tuple((side + turn) % 2 for side in self.game.sides())
                seating = Seating(number, by_seat, deal)
                bots = session.seated(sides, seating)
                yield Job(seating, self.variant, bots, deal, session)


def difference(seating: Seating, report: GameReport) -> float:
    """How much higher the first side's mean return is than the second's, from -1 to 1."""
    first, second = (
        [value for side, value in zip(seating.entrants, report.returns, strict=True) if side == own]
        for own in (0, 1)
    )
    return (sum(first) / len(first) - sum(second) / len(second)) / 2


@dataclass(frozen=True)
class File:
    """The file of one tuning."""

    path: Path

    @classmethod
    def make(cls, path: Path, plan: Plan) -> "File":
        """A new one. Raises Misuse where there is a file already."""
        written = asdict(plan) | {
            "archive": base64.b64encode(plan.archive).decode(),
            "seed": plan.seed.hex(),
        }
        try:
            with path.open("x") as file:
                file.write(json.dumps(written))
        except OSError as error:
            raise Misuse("unreadable", path=path, why=error.strerror) from None
        return cls(path)

    def read(self) -> tuple[Plan, list[float]]:
        """The terms, and the difference of each iteration so far. Raises Misuse."""
        try:
            first, *lines = self.path.read_text().splitlines()
            terms = json.loads(first)
            terms["archive"] = base64.b64decode(terms["archive"])
            terms["seed"] = bytes.fromhex(terms["seed"])
            return Plan(**terms), list(_differences(lines))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Misuse("no-tuning", path=self.path, why=error) from None

    def keep(self, value: float, constants: Sequence[str]) -> None:
        """Add the difference of an iteration; the constants after it are for people."""
        with self.path.open("a") as file:
            # A torn line before this one ends here.
            file.write(f"\n{json.dumps({'difference': value, 'constants': constants})}")


def _differences(lines: Sequence[str]) -> Iterator[float]:
    for line in lines:
        try:
            yield float(json.loads(line)["difference"])
        except ValueError:
            continue
