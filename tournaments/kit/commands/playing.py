"""`kauri play`: bots against each other in a series, with several games at once."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import click
from rich.console import RenderableType

import engine
from agents.desk import scoresheet, series
from agents.desk.contenders import Misuse
from agents.desk.session import Session, check_block, drawing, game_of
from agents.desk.status import DONE
from agents.table.referee import GameReport
from agents.words import Sentence
from engine.openings import MOST
from tournaments.kit import completing, options, pool, tables, versions
from tournaments.kit.output import Output, speaks
from tournaments.mathematics.statistics.head_to_head import Comparison, compare

_FIRST = "Who sits first in the next game; by winner or loser, one game is played at a time."


@click.command("play", epilog=options.KNOWN)
@click.argument("variant", shell_complete=completing.variants)
@click.argument("bots", nargs=-1, required=True, shell_complete=completing.bots)
@click.option("--games", type=click.IntRange(min=1), default=2, show_default=True)
@click.option("game_options", "--option", multiple=True, metavar="NAME=VALUE", help="Of the game.")
@click.option("--same-dice", is_flag=True, help="Give each order of seats the same dice.")
@click.option("--first", type=click.Choice(series.ORDERS), default="alternate", help=_FIRST)
@click.option("--openings", type=click.IntRange(0, MOST), default=0, metavar="N")
@click.option("--save", metavar="DIR", help="Write records and logs to this folder.")
@options.jobs
@options.conditions(time="blitz")
@options.in_process
@speaks
def play_series(
    output: Output, *, variant: str, bots: Sequence[str], game_options: Sequence[str], **chosen: Any
) -> int:
    """Play bots against each other: VARIANT is kalah, or 'kalah(seeds=4)'.

    A bot is a file, a folder, a zip, a bot that comes with the kit, or a version on your site such
    as sower/3. Seats alternate.
    """
    session = options.opened(chosen)
    game = game_of(variant, game_options)
    entrants = versions.named(bots, sandboxed=session.sandboxed)
    if len(entrants) != game.num_players():
        raise Misuse("name-as-many-bots", game=game.name, seats=game.num_players())
    Series(game, entrants, session, **chosen).play(output)
    return DONE


@dataclass(frozen=True)
class Series:
    """A series of a game between these bots, with its conditions."""

    game: engine.Game
    entrants: Sequence[series.Contender]
    session: Session
    games: int
    same_dice: bool = False
    first: str = "alternate"
    openings: int = 0
    save: str | None = None
    jobs: int = 1

    def play(self, output: Output) -> None:
        """Play it, print each game as it ends, and the score so far."""
        check_block(self.game, same_dice=self.same_dice, first=self.first, opening=self.openings)
        if self.first != "alternate" and self.jobs > 1:
            raise Misuse("first-and-jobs")
        folder = scoresheet.folder_of(self.save)
        control = self.session.conditions.time_control
        said = f"{self.game.variant}, {control.name}"
        seed = self.session.seed.hex()
        output.tell(f"{said}\nseed {seed}", variant=self.game.variant, seed=seed)
        played: list[series.SeriesGame] = []
        try:
            with output.footing(lambda: self._progress(played)) as changed:
                for game in self.results():
                    played.append(game)
                    output.tell(scoresheet.line(game, self.entrants), **self._facts(game))
                    scoresheet.save(game, folder, control)
                    changed()
        finally:
            self.tell_score(output, played)

    def _progress(self, played: Sequence[series.SeriesGame]) -> RenderableType:
        return tables.progress(len(played), self.games, self._score(played))

    def _score(self, played: Sequence[series.SeriesGame]) -> str:
        """The table, and what it says about two bots."""
        table = scoresheet.table(played, self.entrants)
        comparison = self._comparison(played)
        return table if comparison is None else f"{table}\n{self._difference(comparison)}"

    def _comparison(self, played: Sequence[series.SeriesGame]) -> Comparison | None:
        """The first bot against the second, where there are two; None for more, or no game."""
        if len(self.entrants) != 2 or not played:
            return None
        block = 2 if self.first == "alternate" else 1
        points: dict[int, list[float]] = {}
        for game in played:
            points.setdefault(game.seating.number // block, []).append((game.result(0) + 1) / 2)
        return compare(list(points.values()))

    def _difference(self, comparison: Comparison) -> Sentence:
        first, second = (entrant.name for entrant in self.entrants)
        low, high = (f"{bound:+.0f}" for bound in (comparison.low, comparison.high))
        return Sentence(
            "elo-difference", bot=first, other=second, low=low, high=high,
            elo=f"{comparison.elo:+.0f}", percent=f"{min(99.9, 100 * comparison.superiority):.1f}",
        )  # fmt: skip

    def results(self) -> Iterator[series.SeriesGame]:
        """The games as they end."""
        dealt: dict[str, Any] = {
            "games": self.games,
            "seats": len(self.entrants),
            "seed": self.session.seed,
            "same_dice": self.same_dice,
            "draw": drawing(self.game, self.openings),
        }
        if self.first != "alternate":
            yield from series.play(self._play, first=self.first, **dealt)
            return
        jobs = map(self._job, series.seatings(block=len(self.entrants), **dealt))
        for job, report in pool.play_all(jobs, processes=self.jobs):
            yield series.SeriesGame(job.key, report)

    def _play(self, seating: series.Seating) -> GameReport:
        return pool.play(self._job(seating))

    def _job(self, seating: series.Seating) -> pool.Job[series.Seating]:
        bots = self.session.seated(self.entrants, seating)
        return pool.Job(seating, self.game.variant, bots, seating.deal, self.session)

    def _facts(self, played: series.SeriesGame) -> dict[str, Any]:
        names = [self.entrants[number].name for number in played.seating.entrants]
        report = played.report
        faults = [fault and fault.kind for fault in report.faults]
        return {
            "game": played.seating.number + 1,
            "seats": names,
            "returns": report.returns,
            "reason": report.reason,
            "faults": faults,
        }

    def tell_score(self, output: Output, played: Sequence[series.SeriesGame]) -> None:
        """Print the score, and what it says about two bots."""
        tallies = {
            entrant.name: asdict(series.score(played, entrant=number))
            for number, entrant in enumerate(self.entrants)
        }
        comparison = self._comparison(played)
        output.tell(
            self._score(played), score=tallies, comparison=comparison and _finite(comparison)
        )


def _finite(comparison: Comparison) -> dict[str, float | None]:
    """Its members for JSON, which has no infinity."""
    return {name: value if isfinite(value) else None for name, value in asdict(comparison).items()}
