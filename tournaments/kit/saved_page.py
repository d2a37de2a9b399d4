"""A game as one file of HTML with the site's board, which loads nothing else.

Style sheets and scripts are the site's own, and the game is its film (docs/25-films.md). A page
for files has no server that could join modules, so all scripts become one.
"""

import base64
import json
import posixpath
import re
from collections.abc import Mapping
from html import escape
from importlib import resources
from typing import Any

from agents.judge import Analysis
from agents.table import reels
from agents.terms.clock import TimeControl
from engine import record
from engine.printing import escaped

STYLES = (
    "base", "forms", "components", "board-colours", "seat-colours", "tournaments", "replay",
)  # fmt: skip
"""The style sheets of a replay, in the order of the site's pages."""

WORDS: Mapping[str, str] = {
    "and": "{others} and {last}",
    "better": "The judge prefers {better}: {lost} given away.",
    "before": "Before the first event",
    "evaluations": "The bots\u2019 own evaluations",
    "forfeit": "forfeits",
    "forfeits": "{who} forfeits: {why}",
    "in-time": "{deed} in {time}",
    "judged": "What each seat could expect, by the judge",
    "of": "{ply} of {last}",
    "opening": "opening",
    "pause": "Pause",
    "play": "Play",
    "plays-opening": "{deed}, as part of the opening",
    "resigned": "resigns",
    "resigns": "{who} resigns",
    "throw": "throw",
    "time": "Time for each action",
}
"""The texts of a replay's scripts, as in the site's templates/includes/words.html."""

_PACKAGE = __package__.rpartition(".")[0]
_FIELD = re.compile(r"\{\{ (\w+) \}\}")
_IMPORT = re.compile(r'^import (\{ .+ \}) from "(.+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:const|class|function|async function) (\w+))", re.MULTILINE)


def page(document: dict[str, Any], control: TimeControl, analysis: Analysis | None = None) -> str:
    """The page of a valid record, with the judge's curve if there is an `analysis`.

    Raises an EngineError for other rules.
    """
    names = [escaped(seat["name"]) for seat in document["seats"]]
    film = reels.document(document, names, control)
    ranks = ", ".join(
        f"{name} {rank}" for name, rank in zip(names, document["result"]["ranks"], strict=True)
    )
    plates = [(seat["place"], _plate(number, seat)) for number, seat in enumerate(film["seats"])]
    parts = {
        "title": escape(f"{film['title']}: {', '.join(names)}"),
        "facts": escape(f"{record.load_variant(document).variant} · {control} · {ranks}"),
        "film": _address(film),
        "analysis": "" if analysis is None else _analysis(analysis),
        "above": "".join(markup for place, markup in plates if place.startswith("above")),
        "below": "".join(markup for place, markup in plates if place.startswith("below")),
        "style": "\n".join(_static(f"{name}.css") for name in STYLES),
        "words": _texts("word", WORDS) + _texts("sentence", _sentences(document)),
        "script": bundle("replay/page.js"),
    }
    skeleton = resources.files(__package__).joinpath("replay.html").read_text("utf-8")
    return _FIELD.sub(lambda field: parts[field[1]], skeleton)


def _plate(number: int, seat: Mapping[str, Any]) -> str:
    dots = "".join(f'<span class="seat tone-{kind}"></span>' for kind in seat["kinds"])
    return (
        f'<p class="plate {seat["place"]}" data-seat="{number}">'
        f'<span class="seat-marks" aria-hidden="true">{dots}</span>'
        f'<span class="who">{escape(seat["name"])}</span>'
        f'<span class="facts-line"><span class="soft colour">{escape(seat["colour"])}</span>'
        '<span class="soft tally num"></span> <span class="clock num"></span></span></p>'
    )


def _texts(kind: str, texts: Mapping[str, str]) -> str:
    """The elements that scripts look texts up in."""
    return "".join(f'<p data-{kind}="{name}">{escape(text)}</p>' for name, text in texts.items())


def _sentences(document: dict[str, Any]) -> dict[str, str]:
    """What the record's game says of its actions and its end, by codes."""
    info = record.load_variant(document).info
    return {**info.part("text").SENTENCES, **info.part("words").SENTENCES}


def _analysis(analysis: Analysis) -> str:
    """The element with the data of the judge's curve, and the place to draw it."""
    return (
        f'<section id="analysis" data-analysis="{_address({"found": analysis.document()})}">'
        '<figure class="plot-box judged" data-part="plot-judge" hidden></figure></section>'
    )


def _address(data: Mapping[str, Any]) -> str:
    """A data URL."""
    text = base64.b64encode(json.dumps(data).encode()).decode()
    return f"data:application/json;base64,{text}"


def bundle(name: str) -> str:
    """A module of the site's scripts with all that it imports, as one script.

    Each module becomes a function that is called once, and returns what the module exports.
    """
    names: dict[str, str] = {}
    return "\n".join([*_bundled(name, names)])


def _bundled(name: str, names: dict[str, str]) -> list[str]:
    """A module after those that it imports; `names` has those that are there already."""
    if name in names:
        return []
    names[name] = f"module{len(names)}"
    text, folder = _static(name), posixpath.dirname(name)
    paths = [posixpath.normpath(posixpath.join(folder, link[2])) for link in _IMPORT.finditer(text)]
    before = [part for path in paths for part in _bundled(path, names)]
    named = iter(paths)
    text = _IMPORT.sub(lambda match: f"const {match[1]} = {names[next(named)]};", text)
    exported = ", ".join(match[2] for match in _EXPORT.finditer(text))
    text = _EXPORT.sub(r"\1", text)
    return [*before, f"const {names[name]} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();"]


def _static(name: str) -> str:
    return resources.files(_PACKAGE).joinpath("static", "kauri", name).read_text("utf-8")
