"""All that pages say, found in templates, sentences, data and docs; and what is translated."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_from_dir
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

import engine
from agents.words import catalogue as agents_words
from agents.words import speech
from agents.words.speech import pattern
from tools.words import data
from tournaments.queries.games import tutorials
from tournaments.views import documents
from tournaments.words import SENTENCES

ROOT = Path(__file__).resolve().parent.parent.parent
PO = ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po"
PACKAGES = ("engine", "agents", "tournaments")
METHODS = [("**.py", "python")]
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "say": None,
    "say_count": (1, 2),
}
HEADER = "# What Kauri's pages say, in German. docs/71-german.md has the terms.\n#"
FIELD = re.compile(r"%\((\w+)\)s|\{(\w+(?::[^{}]+)?)\}")

_WHEN = {"naturaltime-past": "%(delta)s ago", "naturaltime-future": "%(delta)s from now"}
_SPANS = ("year", "month", "week", "day", "hour", "minute")
"""Django's words for how long ago something was: its German has the wrong case."""

Said = tuple[str | tuple[str, str], str | None, str]
"""A text, or one for each number; its context; and where it stands."""


def catalogue() -> Catalog:
    """All that is said, without any German."""
    catalog = Catalog(locale="de", header_comment=HEADER, fuzzy=False)
    for text, context, place in sorted(_all(), key=str):
        plain = catalog.get(text if isinstance(text, str) else text[0], context)
        if plain is not None and isinstance(text, str):
            plain.locations.append((place, None))
            continue
        catalog.add(text, context=context, locations=[(place, None)])
    for message in catalog:
        message.locations = sorted(set(message.locations))
    return catalog


def kept() -> Catalog:
    """What is translated."""
    with PO.open("rb") as file:
        return read_po(file, locale="de")


def missing(catalog: Catalog) -> list[Message]:
    """The messages that have no German, or not for each number."""
    return [message for message in catalog if message.id and not all(_texts(message.string))]


def wrong_fields(catalog: Catalog) -> list[Message]:
    """The messages whose German has other fields than their English."""
    return [
        message
        for message in catalog
        if message.id
        and any(_fields(german) != _fields(_texts(message.id)[-1]) for german in _german(message))
    ]


def update() -> None:
    """Write the catalogue anew, with the German that there is."""
    catalog, before = catalogue(), kept() if PO.exists() else Catalog(locale="de")
    # Without it each update would change a line, and any two would be in conflict.
    catalog.creation_date = before.creation_date
    for message in catalog:
        old = before.get(message.id, message.context)
        if message.id and old is not None and old.pluralizable == message.pluralizable:
            message.string = old.string
    PO.parent.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)


def _german(message: Message) -> list[str]:
    return [text for text in _texts(message.string) if text]


def _texts(text: Any) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _fields(text: str) -> list[str]:
    """Its fields; `count` may be left out of a text that stands for one thing."""
    names = {name or other for name, other in FIELD.findall(text)}
    return sorted(names - {"count"})


def _all() -> Iterator[Said]:
    yield from _of_templates()
    yield from _of_code()
    yield from _of_sentences()
    yield from _of_data()
    yield from _of_times()
    yield from _of_pages()
    yield from _of_tutorials()


def _of_templates() -> Iterator[Said]:
    for path in sorted((ROOT / "templates").rglob("*.*")):
        # As Django itself does it. Indentation would mean something in Python.
        lines = templatize(path.read_text(encoding="utf-8")).splitlines()
        code = "\n".join(line.strip() for line in lines)
        texts = extract("python", io.BytesIO(code.encode()))
        yield from (_said(*text, str(path.relative_to(ROOT))) for text in texts)


def _of_code() -> Iterator[Said]:
    for package in PACKAGES:
        for path, *text in extract_from_dir(ROOT / package, METHODS, keywords=KEYWORDS):
            yield _said(*text, f"{package}/{path}")


def _said(_line: int, texts: Any, _comments: list[str], context: str | None, place: str) -> Said:
    return (texts if isinstance(texts, str) else (texts[0], texts[1])), context, place


def _of_sentences() -> Iterator[Said]:
    """The catalogues of both packages, which are data."""
    for package, sentences in (("agents", agents_words.SENTENCES), ("tournaments", SENTENCES)):
        for one in sentences.values():
            if isinstance(one, str) and FIELD.sub("", one).strip():
                yield one, None, f"{package}/words"
    for things in speech.THINGS.values():
        yield things, None, "agents/words/speech.py"


def _of_data() -> Iterator[Said]:
    """What stands as English in facts, and is looked up where it is shown."""
    yield "1,000.5", None, "agents/words/speech.py"
    for place, text in data.texts():
        if re.search("[A-Za-z]", text):
            yield pattern(text), None, place


def _of_times() -> Iterator[Said]:
    place = "tournaments/templatetags/kauri.py"
    yield "now", None, place
    for context, sentence in _WHEN.items():
        yield sentence, None, place
        for one in _SPANS:
            yield (f"%(num)d {one}", f"%(num)d {one}s"), context, place


def _of_pages() -> Iterator[Said]:
    """The paragraphs of the pages of docs/ that the site shows."""
    for path in documents.shown():
        for text in documents.paragraphs(path):
            yield text, None, str(path.relative_to(ROOT))


def _of_tutorials() -> Iterator[Said]:
    """The title and the paragraphs of each step for the workshop."""
    for info in engine.games():
        for step in tutorials.steps(info.id):
            for text in (step.title, *documents.inlines(step.text)):
                yield text, None, f"tournaments/tutorials/{step.key}.md"


def main(arguments: list[str], usage: str) -> int:
    """Do what is asked; 1 where a text has no German."""
    if arguments == ["update"]:
        update()
        return 0
    if arguments == ["missing"]:
        lacking = missing(kept())
        for one in lacking:
            print(one.id)
        return 1 if lacking else 0
    print(usage)
    return 2
