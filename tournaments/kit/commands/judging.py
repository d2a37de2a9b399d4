"""`kauri judge`: what each seat of a recorded game could expect, and the largest mistakes."""

from typing import Any

import click
from rich.console import RenderableType

from agents import judge
from agents.desk.status import DONE
from agents.judge import Analysis
from agents.words import Sentence
from tournaments.kit import games, tables
from tournaments.kit.output import Output, speaks


@click.command("judge")
@click.argument("game")
@click.option("--curve", is_flag=True, help="Show also what each seat could expect at each event.")
@speaks
def judge_game(output: Output, *, game: str, curve: bool) -> int:
    """Estimate what each seat of GAME could expect: a record's file, or 12/1 or its address.

    The site computes the same. It takes some seconds, and up to a minute for a long game.
    """
    document = games.find(game)
    analysis = judge.analyse(document)
    if output.as_json:
        output.tell("", **analysis.document())
        return DONE
    names = [seat["name"] for seat in document["seats"]]
    output.tell(tables.chances(analysis, names))
    output.tell(_mistakes(analysis, document, names))
    if curve:
        output.tell(tables.curve(analysis, names))
    counts = {
        "simulations": analysis.simulations,
        "judged": analysis.judged,
        "events": analysis.events,
    }
    output.say(Sentence("judged", **counts))
    return DONE


def _mistakes(analysis: Analysis, document: dict[str, Any], names: list[str]) -> RenderableType:
    if not analysis.swings:
        return str(Sentence("no-mistake"))
    played = [document["events"][swing.ply - 1].get("action", "") for swing in analysis.swings]
    return tables.mistakes(analysis, played, names)
