"""Pages of docs/ as HTML. HTML inside them is escaped, although they are our own."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from markdown_it import MarkdownIt
from markdown_it.token import Token

import engine
from agents.words.speech import say
from engine import record, svg

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_OF_PLAYERS = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_CODE = re.compile(r"`[^`]*`")
_WORD = re.compile(r"[^\W\d_]{2,}")
DOCS = Path(settings.BASE_DIR) / "docs"
GUIDE = DOCS / "10-writing-a-bot.md"
KIT = DOCS / "13-kit.md"
EXAMPLE = "http://127.0.0.1:8000"
"""The placeholder for a site's address in the pages of docs/."""

SHOWN = {
    "house-bots": DOCS / "12-house-bots.md",
    "notices": DOCS / "14-notices.md",
    "organisers": DOCS / "15-organisers.md",
    "workshop": DOCS / "16-workshop.md",
    "records": DOCS / "20-records-and-dice.md",
    "engine": DOCS / "21-engine.md",
    "ratings": DOCS / "23-ratings-and-standings.md",
    "formats": DOCS / "24-formats.md",
    "analysis": DOCS / "27-analysis.md",
    "research": DOCS / "28-research.md",
    "luck": DOCS / "29-values-and-luck.md",
    "protocol": DOCS / "40-protocol.md",
    "sandbox": DOCS / "41-sandbox.md",
    "remote-bots": DOCS / "42-remote-bots.md",
    "production": DOCS / "49-production.md",
}
"""The other pages that the site shows, by their addresses under guide/."""


def rules(game_id: str) -> Path:
    """The rules page of a game: docs/3x-<game>.md, or `rules.md` of its package."""
    info = engine.load_game(game_id).info
    if info.is_package:
        return Path(info.folder, "rules.md")
    (path,) = DOCS.glob(f"3?-{game_id}.md")
    return path


def shown() -> list[Path]:
    """All pages of docs/ that the site shows, each in the reader's language."""
    return [GUIDE, KIT, *SHOWN.values(), *(rules(game.id) for game in engine.games())]


def paragraphs(path: Path) -> Iterator[str]:
    """Each heading, paragraph and cell of a page that is not empty, as Markdown."""
    yield from inlines(path.read_text(encoding="utf-8"))


def inlines(text: str) -> Iterator[str]:
    """The same of a text in Markdown."""
    for token in _MARKDOWN.parse(text):
        if token.type == "inline" and _WORD.search(_CODE.sub("", token.content)):
            yield token.content


def title(path: Path) -> str:
    """The title of a page."""
    with path.open(encoding="utf-8") as lines:
        name = next(lines).removeprefix("# ").strip()
    return gettext(name)


def render(path: Path) -> SafeString:
    """The page as HTML."""
    return html_of(path.read_text(encoding="utf-8"))


def html_of(text: str) -> SafeString:
    """Markdown as HTML: headings have ids, and links lead to pages of this site or away.

    A link to a file that the site does not show becomes its text. Drawings become part of the page,
    so that its style sheet recolours them; any other image becomes its description.
    """
    tokens = _MARKDOWN.parse(text)
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", slugify(tokens[position + 1].content))
        if token.type == "inline":
            _translate(token)
    return _written(tokens, _addresses())


def html_of_players(text: str) -> SafeString:
    """Markdown that a player wrote as HTML: no pictures, and headings below those of the page.

    Links lead away from the site, or to a place of the page.
    """
    tokens = _OF_PLAYERS.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = "h3"
    return _written(tokens, {})


def _written(tokens: list[Token], addresses: Mapping[str, str]) -> SafeString:
    for position, token in enumerate(tokens):
        # Columns of numbers come with a style of their own, which no page of this site may have.
        if token.attrs.pop("style", None) == "text-align:right":
            token.attrSet("class", "num")
            # The corner of a table is no heading: screen readers would read out an empty one.
        if token.type == "th_open" and not tokens[position + 1].content:
            token.tag = tokens[position + 2].tag = "td"
        if token.children:
            token.children = _harmless(token.children, addresses)
    html: str = _MARKDOWN.renderer.render(_boxed(tokens), _MARKDOWN.options, {})
    # A scrollable box must be reachable with the keyboard.
    scrollable = html.replace("<pre>", '<pre tabindex="0">')
    return mark_safe(scrollable)  # noqa: S308 - html=False: markdown-it escapes what the page says


def of_this_site(text: SafeString, request: HttpRequest) -> SafeString:
    """The page with this site's address in place of the one in examples."""
    own = conditional_escape(request.build_absolute_uri(reverse("home")).rstrip("/"))
    return mark_safe(text.replace(EXAMPLE, own))  # noqa: S308 - both are escaped


def _translate(token: Token) -> None:
    """Translate a paragraph into the reader's language; links stay the same."""
    said = gettext(token.content)
    if said != token.content:
        token.children = _MARKDOWN.parseInline(said)[0].children


def _addresses() -> Mapping[str, str]:
    """The address on this site of every page of docs/ that it shows."""
    games = {
        rules(game.id).name: reverse("specification", args=[game.id]) for game in engine.games()
    }
    others = {path.name: reverse("guide-page", args=[name]) for name, path in SHOWN.items()}
    return games | others | {GUIDE.name: reverse("guide"), KIT.name: reverse("kit")}


def _harmless(tokens: list[Token], addresses: Mapping[str, str]) -> list[Token]:
    harmless = []
    dropped = False
    for token in tokens:
        if token.type == "link_open":
            address = _address(str(token.attrs["href"]), addresses)
            dropped = address is None
            token.attrSet("href", address or "")
        if token.type == "image":
            harmless.append(_picture(token))
        elif not (dropped and token.type in {"link_open", "link_close"}):
            harmless.append(token)
    return harmless


def _picture(image: Token) -> Token:
    path = DOCS / str(image.attrs["src"])
    if path.suffix != ".svg":
        return Token("text", "", 0, content=image.content)
    return Token("html_inline", "", 0, content=_figure(path, get_language()))


@cache
def _figure(path: Path, _language: str | None) -> str:
    """A drawing of the record with its name, in the reader's language."""
    game = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    *_, state = record.states(game)
    return f'<span class="k-figure">{svg.draw(state, ids=f"k-{path.stem}", translate=say)}</span>'


def _address(target: str, addresses: Mapping[str, str]) -> str | None:
    """The address on the site of a link's target; None if the site does not have it."""
    if target.startswith(("#", "https://", "http://")):
        return target
    name, hash_, part = target.partition("#")
    page = addresses.get(name.rpartition("/")[2])
    return f"{page}{hash_}{part}" if page else None


def _boxed(tokens: list[Token]) -> list[Token]:
    """The tokens with tables in boxes, which can be scrolled on a small screen."""
    box = {"class": "table-box", "tabindex": "0", "role": "group", "aria-label": gettext("Table")}
    boxed = []
    for token in tokens:
        if token.type == "table_open":
            boxed.append(Token("div_open", "div", 1, attrs=dict(box), block=True))
        boxed.append(token)
        if token.type == "table_close":
            boxed.append(Token("div_close", "div", -1, block=True))
    return boxed
