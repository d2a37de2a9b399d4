"""`kauri tune`: the numbers of a bot, moved towards those that win."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType

from agents.desk import contenders
from agents.desk.contenders import Misuse
from agents.desk.session import Session, check_block, game_of, seed_of
from agents.desk.status import DONE
from agents.words import Sentence
from engine.openings import ACTIONS, MOST
from tournaments.kit import completing, options, pool, tables, tunable
from tournaments.kit.output import Output, speaks
from tournaments.kit.tuning import File, Plan, difference

_SHARE = click.FloatRange(0, 0.5, min_open=True)
_GAME = "A game, or a variant such as 'kalah(seeds=4)'."
_STEP = "How far an iteration moves a constant at first if one side wins all, as a share."
_PERTURB = "How far both sides stand from the constants at first, as a share of their ranges."
_OPENINGS = "Random actions before each pair: 4 in a game without dice, by default."


@click.command("tune")
@click.argument("bot", required=False, shell_complete=completing.bots)
@click.option("--game", "variant", shell_complete=completing.variants, help=_GAME)
@click.option("--iterations", type=click.IntRange(1), default=200, show_default=True)
@click.option("--pairs", type=click.IntRange(1), default=4, show_default=True, help="In each.")
@click.option("--step", type=_SHARE, default=0.05, show_default=True, help=_STEP)
@click.option("--perturb", type=_SHARE, default=0.1, show_default=True, help=_PERTURB)
@click.option("--openings", type=click.IntRange(0, MOST), metavar="N", help=_OPENINGS)
@click.option("--file", type=click.Path(path_type=Path), help="Where to keep it.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with the one kept there.")
@options.jobs
@options.conditions(time="bullet")
@options.in_process
@speaks
def tune_bot(
    output: Output, *, bot: str | None, resume: Path | None, jobs: int, **chosen: Any
) -> int:
    """Tune the constants that BOT names as `tunable`, by SPSA in games against itself.

    Each iteration is kept in a file. Interrupt it as you like, and go on with --resume FILE.
    """
    if resume is not None and (bot or chosen["variant"]):
        raise Misuse("resume-alone")
    plan, differences = (_plan(bot, chosen), []) if resume is None else File(resume).read()
    session = options.opened({**plan.conditions, "seed": plan.seed.hex()})
    path = chosen["file"] or Path(f"tuning-{plan.seed.hex()[:8]}.jsonl")
    file = File.make(path, plan) if resume is None else File(resume)
    _Tuning(file, plan, session, output, differences).play(jobs)
    return DONE


def _plan(bot: str | None, chosen: Mapping[str, Any]) -> Plan:
    """The terms of a tuning by these options. Raises Misuse."""
    if not bot or not chosen["variant"]:
        raise Misuse("no-tuned-bot")
    game, opening, seed = game_of(chosen["variant"], []), chosen["openings"], chosen["seed"]
    if opening is None:
        opening = 0 if game.info.has_chance else ACTIONS
    check_block(game, opening=opening)
    plan = Plan(
        variant=game.variant,
        archive=contenders.packed(bot),
        seed=seed_of(seed) if seed else secrets.token_bytes(32),
        openings=opening,
        conditions={name: chosen[name] for name in options.CONDITIONS},
        **{name: chosen[name] for name in ("iterations", "pairs", "step", "perturb")},
    )
    tunable.read(plan.archive)
    return plan


@dataclass
class _Tuning:
    """A running tuning, and the output for its progress."""

    file: File
    plan: Plan
    session: Session
    output: Output
    differences: list[float]

    def __post_init__(self) -> None:
        self.shares = self.plan.spsa.replayed(self.differences)

    def play(self, jobs: int) -> None:
        """Play the iterations left, and print the constants so far, also if interrupted."""
        total, done = self.plan.iterations, len(self.differences)
        said = Sentence("tuning-begins", file=self.file.path, iterations=total, done=done)
        self.output.say(said, seed=self.plan.seed.hex())
        try:
            with self.output.footing(self._progress) as changed, pool.players(jobs) as play:
                for k in range(done, total):
                    self._iterate(k, play)
                    changed()
        finally:
            lines = self._lines()
            self.output.tell("\n".join(lines), constants=lines)

    def _iterate(self, k: int, play: pool.Player) -> None:
        """Play an iteration, and move the constants."""
        games = list(play(self.plan.jobs(self.shares, k, self.session)))
        value = sum(difference(job.key, report) for job, report in games) / len(games)
        faults = sum(fault is not None for _job, report in games for fault in report.faults)
        self.differences.append(value)
        self.shares = self.plan.spsa.moved(self.shares, k, value)
        self.file.keep(value, self._lines())
        facts = {"iteration": k + 1, "difference": value, "faults": faults}
        self.output.tell(self._line(k, value, faults), **facts, constants=self._lines())

    def _line(self, k: int, value: float, faults: int) -> str:
        spsa = self.plan.spsa
        values = (
            f"{constant.name} {constant.value(share):.4g}"
            for constant, share in zip(spsa.constants, self.shares, strict=True)
        )
        failed = Sentence("tuning-faults", faults=faults) if faults else ""
        return f"{k + 1}/{spsa.iterations}  {value:+.2f}  {', '.join(values)}  {failed}".rstrip()

    def _lines(self) -> list[str]:
        return self.plan.bot.lines(self.shares)

    def _progress(self) -> RenderableType:
        lines = "\n".join(self._lines())
        return tables.progress(len(self.differences), self.plan.iterations, lines)
