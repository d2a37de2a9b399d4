"""`kauri reproduce` and `kauri rerun`: a bot is asked again, or a whole game is played again."""

from collections.abc import Sequence
from typing import Any

import click

from agents.desk.contenders import Misuse
from agents.desk.debugging import Debugger
from agents.desk.reproducing import Reproduction, reproduce
from agents.desk.rerun import play_again
from agents.desk.status import DONE, REFUSED
from agents.words import Sentence
from tournaments.kit import completing, games, options, versions
from tournaments.kit.output import Output, speaks

_AT = "Go line by line through the answer at this event."


@click.command("reproduce")
@click.argument("game")
@click.argument("bot", shell_complete=completing.bots)
@click.option("--seat", type=click.IntRange(min=0), help="By default the one that left the game.")
@click.option("with_pdb", "--pdb", is_flag=True, help="Look at a crash in Python's debugger.")
@click.option("--at", type=click.IntRange(min=1), metavar="EVENT", help=_AT)
@options.conditions(time=None)
@options.in_process
@speaks
def reproduce_game(
    output: Output,
    *,
    game: str,
    bot: str,
    seat: int | None,
    with_pdb: bool,
    at: int | None,
    **chosen: Any,
) -> int:
    """Ask BOT again what it was asked in GAME, and say where it fails or acts differently.

    GAME is a record's file, or a game on your site: 12/1, or its address. BOT is a file, a folder,
    a zip, or a version on your site such as sower/3. The states are those of the record, in order
    and with the clock of then. It stops at the first fault.
    """
    if (with_pdb or at) and output.as_json:
        raise Misuse("pdb-and-json")
    document = games.find(game)
    place = _left(document) if seat is None else seat
    debugger = Debugger(at and at - 1) if with_pdb or at else None
    time = chosen["time"] or games.time_of(document)
    here = chosen["in_process"] or debugger is not None
    session = options.opened({**chosen, "time": time, "in_process": here})
    (contender,) = versions.named([bot], sandboxed=session.sandboxed)
    again = reproduce(
        document,
        place,
        contender.archive,
        session.conditions,
        in_process=here,
        debugger=debugger,
    )
    _tell(output, again)
    return DONE if again.fault is None and again.difference is None else REFUSED


def _left(document: dict[str, Any]) -> int:
    """The seat that left the game first; the first seat if none did."""
    return next((event["seat"] for event in document["events"] if "forfeit" in event), 0)


def _tell(output: Output, again: Reproduction) -> None:
    differs, fault = again.difference, again.fault
    output.tell(str(Sentence("asked-again", answers=len(again.answers))), asked=len(again.answers))
    if differs is not None:
        said = Sentence("differs", ply=differs.ply + 1, then=differs.then, now=differs.now)
        output.tell(str(said), **said.stored())
    if fault is not None:
        ply = 0 if fault.ply is None else fault.ply + 1
        said = Sentence("fails-again", ply=ply, kind=fault.kind, why=fault.summary)
        texts = fault.told_with(again.log)
        output.tell("\n\n".join([str(said), *texts]), **said.stored(), texts=texts)


@click.command("rerun")
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, shell_complete=completing.bots)
@options.conditions(time=None)
@options.in_process
@speaks
def rerun_game(output: Output, *, game: str, bots: Sequence[str], **chosen: Any) -> int:
    """Play GAME again with its BOTS, one for each seat in order, and say where it differs.

    GAME is a record's file, or a game on your site: 12/1, or its address.
    """
    document = games.find(game)
    seed = chosen["seed"]
    session = options.opened({**chosen, "time": chosen["time"] or games.time_of(document)})
    entrants = versions.named(bots, sandboxed=session.sandboxed)
    again = play_again(
        document,
        [entrant.archive for entrant in entrants],
        session.conditions,
        seed=session.seed if seed else None,
        in_process=session.in_process,
    )
    output.tell(str(again), identical=again.identical, actions=again.actions)
    return DONE if again.identical else REFUSED
