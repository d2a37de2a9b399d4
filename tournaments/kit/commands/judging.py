"""`kauri judge`: what each seat of a recorded game could expect, and the largest mistakes."""

from collections.abc import Sequence
from typing import Any

import click
from rich.console import RenderableType

from agents.desk.contenders import Misuse
from agents.desk.status import DONE
from agents.judge import Analysis
from agents.judge.accuracy import accuracies
from agents.judge.analysis import analyse
from agents.judge.luck import luck as luck_of
from agents.values import Edition, editions, load, newest
from agents.words import Sentence
from engine import record, words
from tournaments.kit import games, tables
from tournaments.kit.output import Output, speaks

_EXACT = "Show only which choices in solved positions kept their value: GAME may be a folder."


@click.command("judge")
@click.argument("game")
@click.option("--curve", is_flag=True, help="Show also what each seat could expect at each event.")
@click.option("--luck", is_flag=True, help="Show only luck and what play made: in no time.")
@click.option("--exact", is_flag=True, help=_EXACT)
@speaks
def judge_game(output: Output, *, game: str, curve: bool, luck: bool, exact: bool) -> int:
    """Estimate what each seat of GAME could expect: a record's file, or 12/1 or its address.

    The site computes the same. It takes some seconds.
    """
    if exact:
        return _tell_accuracies(output, games.all_in(game))
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
    """The analysis of a record. Raises Misuse without the value function of its match."""
    return analyse(document, _judge_of(document))


def _tell_luck(output: Output, document: dict[str, Any]) -> int:
    """Print what luck and play made of a game, by the value function of its match or the newest."""
    judge = _judge_of(document)
    gained = luck_of(document, load(record.load_variant(document), judge.name))
    names = [seat["name"] for seat in document["seats"]]
    facts = {"value_function": judge.name, "value_sha256": judge.sha256, "luck": gained}
    output.tell(tables.luck(names, document["result"]["returns"], gained), **facts)
    if not output.as_json:
        output.say(Sentence("luck-by", function=judge.name, sha256=judge.sha256))
    return DONE


def _tell_accuracies(output: Output, documents: Sequence[dict[str, Any]]) -> int:
    """Print for each bot how many of its choices in solved positions kept the value."""
    rows = accuracies(documents)
    if not rows:
        raise Misuse("nothing-solved")
    facts = [vars(row) | {"percent": round(row.percent, 2)} for row in rows]
    output.tell(tables.accuracies(rows), accuracies=facts)
    return DONE


def _judge_of(document: dict[str, Any]) -> Edition:
    """The value function that the match of a record named, or the newest. Raises Misuse."""
    game = record.load_variant(document)
    named = Edition(*(str(document.get(key) or "") for key in ("value_function", "value_sha256")))
    judge = named if named.name else newest(game)
    if judge is None:
        raise Misuse("no-value-function", variant=game.variant)
    is_of_game = judge.name.rpartition("-")[0] == editions.stem_of(game)
    if not is_of_game or editions.hashes().get(judge.name) != judge.sha256:
        raise Misuse("other-value-function", name=judge.name, sha256=judge.sha256)
    return judge


def _mistakes(analysis: Analysis, document: dict[str, Any], names: list[str]) -> RenderableType:
    if not analysis.swings:
        return str(Sentence("no-mistake"))
    game = record.load_variant(document)
    return tables.mistakes(analysis, names, words.english(game.info))
