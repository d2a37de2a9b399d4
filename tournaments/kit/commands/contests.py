"""`kauri tournament`: bots in any format, in a folder from which it can be resumed."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType

from agents.desk.contenders import Misuse
from agents.desk.session import Session, check_block, game_of, seed_of
from agents.desk.status import DONE, REFUSED
from agents.table.conditions import SeatedBot
from agents.table.referee import bot_seeds_from
from agents.words import Sentence
from engine.openings import MOST
from tournaments.kit import completing, contest, options, pool, sequential, tables, versions
from tournaments.kit.contest import Due, Fixture, Result, Terms
from tournaments.kit.contest_folder import Folder
from tournaments.kit.measures import Measured, MeasuredGame, NeedsScipy, rate
from tournaments.kit.output import Output, speaks
from tournaments.kit.sequential import PairTest
from tournaments.mathematics import formats
from tournaments.mathematics.statistics.sprt import Decision, SequentialTest

_VERDICTS = {
    Decision.RUNNING: "sprt-running",
    Decision.BETTER: "sprt-better",
    Decision.NOT_BETTER: "sprt-not-better",
}
_SPRT = "Stop once it is clear whether the first of two bots is ELO0 or ELO1 stronger."


@click.command("tournament", epilog=options.KNOWN)
@click.argument("variant", required=False, shell_complete=completing.variants)
@click.argument("bots", nargs=-1, shell_complete=completing.bots)
@click.option("given", "--option", multiple=True, metavar="NAME=VALUE", help="Of the game.")
@click.option(
    "--format", "format_id", type=click.Choice(list(formats.FORMATS)), default="round-robin"
)
@click.option("format_options", "--format-option", multiple=True, metavar="NAME=VALUE")
@click.option("--blocks", type=click.IntRange(1), help="How many each pairing plays: 1 by default.")
@click.option("--sprt", metavar="ELO0,ELO1", help=_SPRT)
@click.option("--openings", type=click.IntRange(0, MOST), default=0, metavar="N")
@click.option("--folder", type=click.Path(path_type=Path), help="Where to keep it.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with the one kept there.")
@options.jobs
@options.conditions(time="blitz")
@options.in_process
@speaks
def hold_tournament(
    output: Output, *, resume: Path | None, jobs: int, bots: Sequence[str], **chosen: Any
) -> int:
    """Hold a tournament between bots: VARIANT is kalah, or 'kalah(seeds=4)'.

    A block is one game in each order of seats. Everything is kept in a folder. Interrupt it as you
    like, and go on with --resume FOLDER. With --sprt it ends well only if the first bot is better.
    """
    if resume is not None and (bots or chosen["variant"]):
        raise Misuse("resume-alone")
    folder = Folder(resume) if resume is not None else _made(bots, chosen)
    return Tournament(folder, output).play(jobs)


def _made(bots: Sequence[str], chosen: Mapping[str, Any]) -> Folder:
    """A folder for the tournament of these options."""
    if not chosen["variant"]:
        raise Misuse("no-variant")
    game = game_of(chosen["variant"], chosen["given"])
    check_block(game, opening=chosen["openings"])
    seed = seed_of(chosen["seed"]) if chosen["seed"] else secrets.token_bytes(32)
    conditions = {name: chosen[name] for name in options.CONDITIONS}
    session = options.opened({**conditions, "seed": seed.hex()})
    entrants = versions.named(bots, sandboxed=session.sandboxed)
    sprt = sequential.read(chosen["sprt"]) if chosen["sprt"] else None
    terms = Terms(
        variant=game.variant,
        names=tuple(entrant.name for entrant in entrants),
        seed=seed,
        format=chosen["format_id"],
        options=contest.format_options(chosen["format_id"], chosen["format_options"]),
        blocks=chosen["blocks"] or (sequential.MOST_PAIRS if sprt else 1),
        openings=chosen["openings"],
        sprt=sprt,
    )
    terms.plan()
    if sprt:
        sequential.check(terms)
    path = chosen["folder"] or Path(f"tournament-{seed.hex()[:8]}")
    return Folder.make(path, terms, entrants, conditions)


@dataclass
class Tournament:
    """A running tournament, and the output for its progress."""

    folder: Folder
    output: Output
    results: dict[Fixture, Result] = field(default_factory=dict)

    def play(self, jobs: int) -> int:
        """Play the games left, and print the table so far, also if interrupted.

        Returns the exit status.
        """
        self.terms, conditions = self.folder.terms()
        self.bots = self.folder.bots(self.terms)
        self.results = self.folder.results()
        session = options.opened({**conditions, "seed": self.terms.seed.hex()})
        control = session.conditions.time_control
        plan, done = self.terms.plan(), len(self.results)
        said = Sentence("tournament-begins", folder=self.folder.path, games=plan.games, done=done)
        self.output.say(said, seed=self.terms.seed.hex())
        self.test = None if self.terms.sprt is None else PairTest(SequentialTest(*self.terms.sprt))
        try:
            with self.output.footing(lambda: self._progress(plan.games)) as changed:
                while not self._is_decided() and (due := self._due()):
                    for job, report in pool.play_all(self._jobs(due, session), processes=jobs):
                        self._keep(self.folder.keep(job.key, report, control))
                        changed()
        finally:
            self._tell_table()
        return DONE if self.test is None else self._tell_test(self.test)

    def _progress(self, games: int) -> RenderableType:
        """The table so far, and how much is left."""
        table = tables.standings(self._lines(), self.terms.names, width=self.output.console.width)
        return tables.progress(len(self.results), games, table)

    def _due(self) -> Sequence[Due]:
        return contest.stand(self.terms, self.results).due

    def _is_decided(self) -> bool:
        """Whether a test has its verdict, so that no more games are needed."""
        return self.test is not None and self.test.follow(self.results) is not Decision.RUNNING

    def _tell_test(self, pair_test: PairTest) -> int:
        """Print the result of the test, and return the exit status for it."""
        test, decision = pair_test.test, pair_test.decision
        said = Sentence(
            "sprt", elo0=test.elo0, elo1=test.elo1, pairs=pair_test.pairs,
            ratio=round(pair_test.ratio, 2), lower=round(test.lower, 2), upper=round(test.upper, 2),
            verdict=Sentence(_VERDICTS[decision]),
        )  # fmt: skip
        self.output.say(said, decision=decision.value, counts=pair_test.counts)
        return DONE if decision is Decision.BETTER else REFUSED

    def _jobs(self, due: Sequence[Due], session: Session) -> Iterator[pool.Job[Due]]:
        """The games that are due, until a test has its verdict."""
        for game in due:
            if self._is_decided():
                return
            number = game.deal.game_number or 1
            seeds = bot_seeds_from(game.deal.seed, game_number=number, seats=len(game.seats))
            bots = [
                SeatedBot(self.bots[entrant].archive, self.terms.names[entrant], 1, seed)
                for entrant, seed in zip(game.seats, seeds, strict=True)
            ]
            yield pool.Job(game, self.terms.variant, bots, game.deal, session)

    def _keep(self, result: Result) -> None:
        """Add a game to the results, and print it."""
        self.results[result.fixture] = result
        names = [self.terms.names[entrant] for entrant in result.seats]
        order = sorted(zip(result.ranks, names, strict=True))
        places = ", ".join(f"{rank}. {name}" for rank, name in order)
        faults = [f"{n}: {f}" for n, f in zip(names, result.faults, strict=True) if f]
        line = f"{result.fixture}  {places}  {result.reason} {' '.join(faults)}".rstrip()
        facts = {**asdict(result), "fixture": str(result.fixture), "seats": names}
        self.output.tell(line, **facts, played=len(self.results))

    def _lines(self) -> Sequence[contest.Line]:
        rounds = contest.stand(self.terms, self.results).rounds
        return contest.table(self.terms, self.results, rounds)

    def _tell_table(self) -> None:
        lines, names = self._lines(), self.terms.names
        rows = [
            {
                "place": line.place, "name": names[line.entrant], "points": float(line.points),
                "games": line.row.played, "wins": line.row.wins, "draws": line.row.draws,
                "losses": line.row.losses,
            }
            for line in lines
        ]  # fmt: skip
        table = tables.standings(lines, names, width=self.output.console.width)
        self.output.tell(table, standings=rows)
        if self.results:
            self._tell_ratings()

    def ratings(self) -> list[Measured]:
        """The ratings after the games so far. Raises NeedsScipy."""
        names, strengths = self.terms.names, self.terms.strengths
        return rate([_measured(names, result) for result in self.results.values()], strengths)

    def _tell_ratings(self) -> None:
        try:
            measured = self.ratings()
        except NeedsScipy as missing:
            self.output.tell(str(missing))
            return
        self.output.tell(tables.ratings(measured), ratings=[asdict(row) for row in measured])


def _measured(names: Sequence[str], result: Result) -> MeasuredGame:
    seats = [names[entrant] for entrant in result.seats]
    return MeasuredGame(seats, result.ranks, result.fixture[:3])
