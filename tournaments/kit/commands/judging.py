"""`kauri judge`: what each seat of a recorded game could expect, and the largest mistakes."""

from typing import TYPE_CHECKING, Any

import click
from rich.console import RenderableType

from agents.desk.contenders import Misuse
from agents.desk.status import DONE
from agents.judge import Analysis
from agents.words import Sentence
from engine import record
from tournaments.kit import games, tables
from tournaments.kit.output import Output, speaks

if TYPE_CHECKING:
    from agents.values import Kept


@click.command("judge")
@click.argument("game")
@click.option("--curve", is_flag=True, help="Show also what each seat could expect at each event.")
@click.option("--luck", is_flag=True, help="Show only luck and what play made: in no time.")
@speaks
def judge_game(output: Output, *, game: str, curve: bool, luck: bool) -> int:
    """Estimate what each seat of GAME could expect: a record's file, or 12/1 or its address.

    The site computes the same. It takes some seconds.
    """
    document = games.find(game)
    if luck:
        return _tell_luck(output, document)
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
    """The analysis of a record. Raises Misuse without a value function for it."""
    # Imported here since it imports numpy, which other commands do without.
    from agents.judge.analysis import analyse  # noqa: PLC0415

    return analyse(document, _function_of(document))


def _tell_luck(output: Output, document: dict[str, Any]) -> int:
    """Print what luck and play made of a game."""
    from agents.judge.luck import luck  # noqa: PLC0415
    from agents.values import load  # noqa: PLC0415

    name, sha256 = _function_of(document)
    gained = luck(document, load(record.load_variant(document), name))
    names = [seat["name"] for seat in document["seats"]]
    facts = {"value_function": name, "value_sha256": sha256, "luck": gained}
    output.tell(tables.luck(names, document["result"]["returns"], gained), **facts)
    if not output.as_json:
        output.say(Sentence("luck-by", function=name, sha256=sha256))
    return DONE


def _function_of(document: dict[str, Any]) -> "Kept":
    """The value function that a record names, or the newest one. Raises Misuse without it."""
    from agents.values import Kept, newest, store  # noqa: PLC0415

    if not document.get("value_function"):
        game = record.load_variant(document)
        function = newest(game)
        if function is None:
            raise Misuse("no-value-function", variant=game.variant)
        return function
    function = Kept(document["value_function"], document.get("value_sha256", ""))
    if store.kept().get(function.name) != function.sha256:
        raise Misuse("other-value-function", name=function.name, sha256=function.sha256)
    return function


def _mistakes(analysis: Analysis, document: dict[str, Any], names: list[str]) -> RenderableType:
    if not analysis.swings:
        return str(Sentence("no-mistake"))
    played = [document["events"][swing.ply - 1].get("action", "") for swing in analysis.swings]
    return tables.mistakes(analysis, played, names)
