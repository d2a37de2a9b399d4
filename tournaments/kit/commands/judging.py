"""`kauri judge`: what each seat of a recorded game could expect, and the largest mistakes."""

from typing import Any

import click
from rich.console import RenderableType

from agents.desk.contenders import Misuse
from agents.desk.status import DONE
from agents.judge import Analysis
from agents.judge.analysis import analyse
from agents.values import NoValueFunction
from agents.words import Sentence
from engine import record
from tournaments.kit import games, tables
from tournaments.kit.output import Output, speaks


@click.command("judge")
@click.argument("game")
@click.option("--curve", is_flag=True, help="Show also what each seat could expect at each event.")
@speaks
def judge_game(output: Output, *, game: str, curve: bool) -> int:
    """Estimate what each seat of GAME could expect: a record's file, or 12/1 or its address.

    The site computes the same. It takes some seconds.
    """
    document = games.find(game)
    analysis = judged(document)
    if output.as_json:
        output.tell("", **analysis.document())
        return DONE
    names = [seat["name"] for seat in document["seats"]]
    output.tell(tables.chances(analysis, names))
    output.tell(_mistakes(analysis, document, names))
    if curve:
        output.tell(tables.curve(analysis, names))
    output.say(Sentence("judged", function=analysis.function))
    return DONE


def judged(document: dict[str, Any]) -> Analysis:
    """The analysis of a record. Raises Misuse for a variant without a value function."""
    try:
        return analyse(document)
    except NoValueFunction:
        variant = record.load_variant(document).variant
        raise Misuse("no-value-function", variant=variant) from None


def _mistakes(analysis: Analysis, document: dict[str, Any], names: list[str]) -> RenderableType:
    if not analysis.swings:
        return str(Sentence("no-mistake"))
    played = [document["events"][swing.ply - 1].get("action", "") for swing in analysis.swings]
    return tables.mistakes(analysis, played, names)
