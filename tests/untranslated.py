"""Finds what a template says outside of the tags that translate it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import ClassVar

SAID = ("title", "alt", "aria-label", "aria-description", "placeholder", "label")
"""Attributes that people read or hear."""

NAMES = frozenset(
    [
        "Kauri",
        "API",
        "CC BY",
        "Elo",
        "JSON",
        "CSV",
        "PGN",
        "TRF",
        "FIDE",
        "SHA-256",
        "SVG",
        "UTC",
        "URL",
        "CPU",
        "numpy",
        "TrueSkill",
        "Python",
        "Glicko",
        "GitHub",
        "DOCTYPE",
        "html",
        "v",
        "TB",
        "SE",
        "MiB",
        "KiB",
        "ms",
        "s",
        "h",
        "min",
        "A",
        "B",
        "C",
        "D",
        "x",
        "y",
        "n",
        "m",
    ]
)
"""What is the same in every language."""

_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_BLOCKS = re.compile(
    r"\{%-?\s*(?:blocktranslate\b.*?endblocktranslate|comment\b.*?endcomment)\s*%\}", re.DOTALL
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_LITERAL = re.compile(r"""(?<!_\()(?:"([^"]*)"|'([^']*)')""")
_FILTERED = re.compile(r"""\|(?:yesno|default|default_if_none|pluralize|join|add)(?::"[^"]*")?""")
_SPEAKING = re.compile(
    r"""\b(?:text|label|title|meaning|what|heading|says|name_of|caption|legend)=("[^"]*")"""
)
HOLE = "\x00"


@dataclass
class Page(HTMLParser):
    """Collects the words of a page that stand there as they are, with their lines."""

    QUIET: ClassVar = {"script", "style", "code", "pre", "kbd", "svg"}
    found: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.QUIET:
            self.inside.append(tag)
        given = dict(attrs)
        for name in SAID:
            self._look(given.get(name) or "")
        if tag == "meta" and given.get("name") == "description":
            self._look(given.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self._look(data)

    def _look(self, text: str) -> None:
        words = set(_WORD.findall(text)) - {part for one in NAMES for part in _WORD.findall(one)}
        if words:
            self.found.append((self.getpos()[0], " ".join(text.split())))


def of_page(source: str) -> list[tuple[int, str]]:
    """The lines of a template that say something themselves, each with what it says."""
    bare = _BLOCKS.sub(_same_lines, source)
    page = Page()
    page.feed(_TAG.sub(_same_lines, bare))
    page.close()
    return sorted(page.found + list(_of_tags(bare)))


def of_mail(source: str) -> list[tuple[int, str]]:
    """The same for a text that is no HTML."""
    bare = _TAG.sub(_same_lines, _BLOCKS.sub(_same_lines, source))
    return [
        (number, line.strip())
        for number, line in enumerate(bare.splitlines(), start=1)
        if set(_WORD.findall(line)) - NAMES
    ]


def _of_tags(source: str) -> Iterator[tuple[int, str]]:
    """Words that tags and filters bring: yesno:"On,Off", with label="Close"."""
    for tag in _TAG.finditer(source):
        line = source.count("\n", 0, tag.start()) + 1
        for said in [] if tag[0].startswith("{% url") else _FILTERED.findall(tag[0]):
            if said.startswith("|pluralize") or _WORD.search(said.partition(":")[2]):
                yield line, said
        if tag[0].startswith(("{% include", "{% with")):
            for said in _SPEAKING.findall(tag[0]):
                if set(_WORD.findall(said)) - NAMES:
                    yield line, said


def _same_lines(found: re.Match[str]) -> str:
    return " " + "\n" * found[0].count("\n")
