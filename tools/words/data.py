"""What the program's data says in English: names, summaries and helps, each with its place."""

from collections.abc import Iterable, Iterator

import engine
from agents.terms import faults, limit_facts
from agents.words import machines
from engine import canvas, record, svg
from engine.facts import OptionSpec
from tournaments.admin import words as administration
from tournaments.mathematics import formats, tiebreaks
from tournaments.mathematics.formats import words
from tournaments.queries import shipped
from tournaments.queries.games import lessons
from tournaments.words import films
from tournaments.words.conditions import label

Placed = tuple[str, str]


def texts() -> Iterator[Placed]:
    """All of them."""
    yield from _games()
    yield from _formats()
    yield from _rounds()
    yield from _administration()
    yield from _others()


def _games() -> Iterator[Placed]:
    for info in engine.games():
        place = f"engine/games/{info.id.replace('-', '_')}/facts.py"
        yield from ((place, one) for one in (info.name, info.summary, *_options(info.options)))
        for part in ("text", "words"):
            sentences = info.part(part).SENTENCES.values()
            yield from ((place.replace("facts", part), english) for english in sentences)
        yield from ((f"tournaments/lessons/{info.id}.json", text) for text in _lessons(info.id))
    yield from (("engine/canvas.py", name) for name in canvas.SEAT_NAMES)
    for one in shipped.VARIANTS:
        yield "tournaments/queries/shipped.py", one.name
        for look in svg.seat_looks(engine.parse_variant(one.key)):
            yield "engine/canvas.py", look.colour


def _lessons(game_id: str) -> Iterator[str]:
    document = lessons.written(game_id)
    yield from (each["says"] for each in document["rules"])
    for each in document["lessons"]:
        yield from (each["asks"], each["well"])


def _options(options: Iterable[OptionSpec]) -> Iterator[str]:
    for spec in options:
        yield from (label(spec.name), label(spec.name).lower(), spec.help)
        if spec.kind == "choice":
            yield from (str(value) for value in spec.allowed)


def _formats() -> Iterator[Placed]:
    for one in formats.FORMATS.values():
        for text in (one.name, one.summary, *_options(one.options)):
            yield "tournaments/mathematics/formats", text
    for each in tiebreaks.TIE_BREAKS.values():
        for text in (each.name, each.summary):
            yield "tournaments/mathematics/tiebreaks", text


def _rounds() -> Iterator[Placed]:
    said = (
        words.BRACKET, words.UPPER, words.LOWER, words.FINALS, words.THIRD_PLACE,
        words.round_name(1), words.pairing_name(1), words.group_round_name(1),
        *(words.knockout_name(matches) for matches in (1, 2, 4, 8)),
        *(words.double_name(number, 4) for number in range(1, 6)),
        words.upper_name(1), words.lower_name(1),
    )  # fmt: skip
    yield from (("tournaments/mathematics/formats/words.py", one) for one in said)


def _administration() -> Iterator[Placed]:
    for model, text in administration.names():
        yield f"{model.__module__.replace('.', '/')}.py", text


def _others() -> Iterator[Placed]:
    yield from (("tournaments/queries/shipped.py", one.description) for one in shipped.HOUSE_BOTS)
    for fact in limit_facts.FACTS:
        for text in (fact.title, fact.meaning, fact.exceeding):
            yield "agents/terms/limit_facts.py", text
    yield from (("agents/words", text) for text in machines.LANDLOCK.values())
    yield from (("agents/terms/faults.py", meaning) for meaning in faults.KINDS.values())
    yield from (("tournaments/words/films.py", text) for text in films.TEXTS)
    yield from (("engine/record.py", text) for text in record.FINDINGS.values())
    for text in ("1st", "2nd", "3rd", "4th", "2 days", "2 h", "2 min", "2 s"):
        yield "agents/words/speech.py", text
