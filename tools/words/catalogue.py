"""All that pages say, found in templates, sentences, data and docs; and what is translated."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po
from django.template import engines
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.translation import trim_whitespace

from agents.words import catalogue as agents_words
from agents.words import speech
from agents.words.speech import pattern
from tools.words import data
from tournaments.views import documents
from tournaments.words import SENTENCES

ROOT = Path(__file__).resolve().parent.parent.parent
PO = ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po"
PACKAGES = ("agents", "tournaments")
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
_IN_TAG = re.compile(r"""\b_\((?:"([^"]*)"|'([^']*)')\)""")

_WHEN = {"naturaltime-past": "%(delta)s ago", "naturaltime-future": "%(delta)s from now"}
_SPANS = ("year", "month", "week", "day", "hour", "minute")
"""Django's words for how long ago something was: its German has the wrong case."""

Said = tuple[str | tuple[str, str], str | None, str]
"""A text, or one for each number; its context; and where it stands."""


def catalogue() -> Catalog:
    """All that is said, without any German."""
    found = Catalog(locale="de", header_comment=HEADER, fuzzy=False)
    for text, context, place in sorted(_all(), key=str):
        plain = found.get(text if isinstance(text, str) else text[0], context)
        if plain is not None and isinstance(text, str):
            plain.locations.append((place, None))
            continue
        found.add(text, context=context, locations=[(place, None)])
    for message in found:
        message.locations = sorted(set(message.locations))
    return found


def kept() -> Catalog:
    """What is translated."""
    with PO.open("rb") as file:
        return read_po(file, locale="de")


def missing(known: Catalog) -> list[Message]:
    """The messages that have no German, or not for each number."""
    return [one for one in known if one.id and not all(_texts(one.string))]


def wrong_fields(known: Catalog) -> list[Message]:
    """The messages whose German has other fields than their English."""
    return [
        one
        for one in known
        if one.id and any(_fields(german) != _fields(_texts(one.id)[-1]) for german in _given(one))
    ]


def update() -> None:
    """Write the catalogue anew, with the German that there is."""
    found, known = catalogue(), kept() if PO.exists() else Catalog(locale="de")
    # Without it each update would change a line, and any two would be in conflict.
    found.creation_date = known.creation_date
    for one in found:
        before = known.get(one.id, one.context)
        if one.id and before is not None and before.pluralizable == one.pluralizable:
            one.string = before.string
    PO.parent.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, found, width=100, sort_by_file=True, include_lineno=False)


def _given(message: Message) -> list[str]:
    return [one for one in _texts(message.string) if one]


def _texts(text: Any) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _fields(text: str) -> list[str]:
    """Its fields; `count` may be left out of a text that stands for one thing."""
    found = {one or other for one, other in FIELD.findall(text)}
    return sorted(found - {"count"})


def _all() -> Iterator[Said]:
    yield from _of_templates()
    yield from _of_code()
    yield from _of_sentences()
    yield from _of_data()
    yield from _of_times()
    yield from _of_pages()


def _of_templates() -> Iterator[Said]:
    for path in sorted((ROOT / "templates").rglob("*.*")):
        place = str(path.relative_to(ROOT))
        for text, context in _of_template(path.read_text(encoding="utf-8")):
            yield text, context, place


def _of_template(source: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    for one, other in _IN_TAG.findall(source):
        yield one or other, None
    nodelist = engines["django"].from_string(source).template.nodelist
    for node in nodelist.get_nodes_by_type(Node):
        literal = isinstance(node, TranslateNode) and node.filter_expression.var.literal
        if isinstance(literal, str):
            context = node.message_context
            # Django looks texts of templates up with each % doubled.
            yield literal.replace("%", "%%"), context and str(context.var)
        if isinstance(node, BlockTranslateNode):
            clean = trim_whitespace if node.trimmed else str
            context = node.message_context
            texts = [clean(node.render_token_list(part)[0]) for part in _parts(node)]
            yield (
                texts[0] if len(texts) == 1 else (texts[0], texts[1]),
                context and str(context.var),
            )


def _parts(node: Any) -> list[Any]:
    return [node.singular, node.plural] if node.plural else [node.singular]


def _of_code() -> Iterator[Said]:
    for package in PACKAGES:
        for path, _line, texts, _comments, context in extract_from_dir(
            ROOT / package, METHODS, keywords=KEYWORDS
        ):
            text = texts if isinstance(texts, str) else (texts[0], texts[1])
            yield text, context, f"{package}/{path}"


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
