"""`kauri benchmark`: the strength of a bot against fixed anchors, under fixed conditions."""

import hashlib
from pathlib import Path
from typing import Any

import click

from agents.desk.contenders import Misuse
from agents.desk.status import DONE
from agents.house import strengths
from agents.words import Sentence
from engine import Game, parse_variant
from tournaments.kit import completing, options, versions
from tournaments.kit.commands.contests import Tournament
from tournaments.kit.contest import Terms
from tournaments.kit.contest_folder import Folder
from tournaments.kit.measures import need_scipy
from tournaments.kit.output import Output, speaks

EDITION = 2
"""Goes up with every change that gives a bot another number."""

BLOCKS = 30
"""How many blocks it plays against each anchor."""

TIME = "blitz"

OPENING = 6
"""The actions at random that begin a block of a game without dice, but for the first block."""


@click.command("benchmark", epilog=options.KNOWN)
@click.argument("bot", shell_complete=completing.bots)
@click.option("--game", "variant", required=True, shell_complete=completing.variants)
@click.option("--blocks", type=click.IntRange(1), default=BLOCKS, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), help="Where to keep it.")
@options.jobs
@options.in_process
@speaks
def measure_bot(output: Output, *, bot: str, variant: str, jobs: int, **chosen: Any) -> int:
    """Measure BOT against the anchors of a game: its Elo with a 95 % interval.

    Anchors, dice, openings and time are the same for everybody. With fewer blocks it is a rough
    look, and no benchmark. Go on with `kauri tournament --resume FOLDER`.
    """
    need_scipy()
    game = parse_variant(variant)
    tournament = Tournament(_made(game, bot, **chosen), output)
    tournament.play(jobs)
    name, blocks = tournament.terms.names[0], chosen["blocks"]
    row = next(row for row in tournament.ratings() if row.name == name)
    elo, margin = round(row.rating), round(row.margin)
    measured = {"bot": name, "elo": elo, "margin": margin, "games": row.games}
    where = {"edition": EDITION, "variant": game.variant, "rules": game.rules_version}
    if blocks == BLOCKS:
        output.say(Sentence("benchmark", **measured, **where))
    else:
        output.say(Sentence("rough-benchmark", blocks=blocks, most=BLOCKS, **measured, **where))
    return DONE


def _made(game: Game, bot: str, *, blocks: int, folder: Path | None, in_process: bool) -> Folder:
    """The folder of the tournament that measures a bot. Raises Misuse where nothing is stated."""
    stated = strengths.anchors(game)
    seed = hashlib.sha256(f"kauri-benchmark-{EDITION}:{game.variant}".encode()).digest()
    conditions = {"time": TIME, "limits": [], "trusted": False, "in_process": in_process}
    session = options.opened({**conditions, "seed": seed.hex()})
    entrants = versions.named([bot, *stated], sandboxed=session.sandboxed)
    names = tuple(entrant.name for entrant in entrants)
    terms = Terms(
        variant=game.variant,
        names=names,
        seed=seed,
        format="gauntlet",
        blocks=blocks,
        openings=0 if game.info.has_chance else OPENING,
        strengths=dict(zip(names[1:], stated.values(), strict=True)),
    )
    if len(stated) < terms.sides - 1 or not stated:
        raise Misuse("no-anchors", variant=game.variant)
    path = folder or Path(f"benchmark-{names[0]}-{game.id}".replace("/", "-"))
    return Folder.make(path, terms, entrants, conditions)
