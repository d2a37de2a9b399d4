"""German: every template marks what it says, and all that is said has its German."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from agents import words as agents_words
from agents.words import Sentence, speech
from tests.agents.test_words import VALUES as LISTS
from tests.tournaments.words.test_words import VALUES
from tests.untranslated import of_mail, of_page
from tools.words import catalogue
from tournaments.machinery.environment import VARIABLES
from tournaments.views import documents
from tournaments.words import SENTENCES

TEMPLATES = Path(settings.BASE_DIR) / "templates"

LEFT = frozenset(
    [
        "bots/_check.html",
        "bots/_code.html",
        "bots/_games.html",
        "bots/_met.html",
        "bots/_rights.html",
        "bots/_rights_version.html",
        "bots/_standing.html",
        "bots/_table.html",
        "bots/_verdict.html",
        "bots/_versions.html",
        "bots/_why_unchecked.html",
        "bots/against.html",
        "bots/create.html",
        "bots/detail.html",
        "bots/edit.html",
        "bots/hidden.html",
        "bots/list.html",
        "bots/source.html",
        "bots/upload.html",
        "bots/version.html",
        "home.html",
        "includes/desk.html",
        "includes/hero.html",
        "leaderboards/_compare.html",
        "leaderboards/_how_to_read.html",
        "leaderboards/_ladder.html",
        "leaderboards/_ledger_check.html",
        "leaderboards/_search.html",
        "leaderboards/_seats.html",
        "leaderboards/_table.html",
        "leaderboards/_voided.html",
        "leaderboards/compare.html",
        "leaderboards/detail.html",
        "leaderboards/list.html",
        "live/_board.html",
        "live/_boards.html",
        "matches/_afterwards.html",
        "matches/_crumbs.html",
        "matches/_dice.html",
        "matches/_incidents.html",
        "matches/_log.html",
        "matches/_luck.html",
        "matches/_match.html",
        "matches/_plates.html",
        "matches/_replay.html",
        "matches/_seats.html",
        "matches/_story.html",
        "matches/_voided.html",
        "matches/_voiding.html",
        "matches/embed.html",
        "matches/game.html",
        "matches/game_without_replay.html",
        "matches/match.html",
        "matches/verify.html",
        "play/_list.html",
        "play/_panel.html",
        "play/_plates.html",
        "play/against.html",
        "play/game.html",
        "play/games.html",
        "play/lobby.html",
        "tournaments/choose_game.html",
        "tournaments/create.html",
        "trials/_of_version.html",
        "trials/_preview.html",
        "trials/detail.html",
        "trials/start.html",
        "workers.html",
    ]
)
"""Templates that still say something themselves. Whoever marks the last of one takes it away."""

LEFT_PAGES: frozenset[str] = frozenset()
"""Pages of docs/ for everybody that have no German yet."""

LEFT_CODE = frozenset(
    {"forms/casual.py", "views/bots.py", "views/trials.py", "forms/tournaments/create.py"}
)
"""Modules that still write texts for people themselves."""

LEFT_SCRIPTS = frozenset(
    {"live.js", "play/page.js", "play/taps.js", "replay/page.js", "replay/printed.js"}
)
"""Scripts that still say something themselves; words come from the page."""

OTHERS_WORDS = {"bot-fault", "format-refused", "forecast-note", "platform-failed", "ended",
                "never-rated", "broker-silent", "verdict", "unexpected", "about-option",
                "unreadable", "about-seat"}  # fmt: skip
"""Sentences that are nothing but what somebody else has said."""


def untranslated(path: Path) -> list[str]:
    found = (of_page if path.suffix == ".html" else of_mail)(path.read_text(encoding="utf-8"))
    return [f"{path.relative_to(TEMPLATES)}:{line}: {said}" for line, said in found]


def templates() -> list[Path]:
    return sorted(one for one in TEMPLATES.rglob("*.*") if one.suffix in {".html", ".txt"})


def name(path: Path) -> str:
    return str(path.relative_to(TEMPLATES))


def test_templates_say_nothing_outside_of_the_tags_that_translate():
    found = [said for one in templates() if name(one) not in LEFT for said in untranslated(one)]

    assert found == []


def test_a_template_that_is_still_to_be_marked_says_something_itself():
    assert {name(one) for one in templates()} >= LEFT
    assert [one for one in sorted(LEFT) if not untranslated(TEMPLATES / one)] == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<p>Two words</p>", "Two words"),
        ("<p>{{ count }} game{{ count|pluralize }}</p>", "game"),
        ('<img alt="A board">', "A board"),
        ('<a aria-label="Close it">x</a>', "Close it"),
        ('{{ row.name|default:"nobody" }}', '|default:"nobody"'),
        ('{% include "a.html" with label="Close" %}', '"Close"'),
        ("{% if one %}yes{% endif %}", "yes"),
    ],
)
def test_words_outside_of_the_tags_are_found(source, said):
    assert said in [words for _line, words in of_page(source)]


@pytest.mark.parametrize(
    "source",
    [
        '<p title="{% translate "Two words" %}">{% translate "Two words" %}</p>',
        "<p>{% blocktranslate trimmed %}\n  Two <b>words</b>\n{% endblocktranslate %}</p>",
        "<p><code>kalah</code> {{ game.name }}, 12 ms</p>",
        '{% include "a.html" with label=_("Close") %}',
        "{% comment %}Two words{% endcomment %}",
    ],
)
def test_marked_words_names_and_code_are_left_alone(source):
    assert of_page(source) == []


def test_the_catalogue_has_all_that_is_said_and_nothing_else():
    found, kept = catalogue.catalogue(), catalogue.kept()

    wanted = {(str(one.id), one.context) for one in found}
    assert {(str(one.id), one.context) for one in kept} ^ wanted == set(), (
        "run python -m tools.words update"
    )


def test_all_that_is_said_has_its_german():
    assert [one.id for one in catalogue.missing(catalogue.kept())] == []


def test_the_german_has_the_same_fields_as_the_english_and_is_certain():
    kept = catalogue.kept()

    assert [(one.id, one.string) for one in catalogue.wrong_fields(kept)] == []
    assert [one.id for one in kept if one.fuzzy] == []
    assert not kept.obsolete


@pytest.mark.parametrize("code", sorted(agents_words._SENTENCES.keys() - OTHERS_WORDS))
def test_each_sentence_of_the_catalogue_is_looked_up(code, monkeypatch):
    said = agents_words._SENTENCES[code]
    given = VALUES if code in SENTENCES else LISTS
    values = {one: given.get(one, 7) for one in inspect.signature(said).parameters}
    looked_up = []
    monkeypatch.setattr(speech._READER, "look_up", lambda text: looked_up.append(text) or text)
    monkeypatch.setattr(
        speech._READER, "choose", lambda one, many, _n: looked_up.append(one) or one
    )

    said(**values)

    assert looked_up


def test_a_sentence_is_said_in_the_language_of_whoever_reads_it():
    stored = Sentence("version-paused", version="Sower v1",
                      why=Sentence("keeps-failing", failed=5, games=10)).stored()  # fmt: skip

    with override("de"):
        said = str(Sentence.read(stored))

    assert said == (
        "Sower v1 ist pausiert: 5 ihrer letzten 10 Partien endeten durch eigene Fehler."
    )
    assert str(Sentence.read(stored)).startswith("Sower v1 is paused: ")


@pytest.mark.parametrize("name", ["{0.__class__}", "%(x)s", "{reason}", "%s <b>"])
def test_names_are_never_read_as_fields_in_german_either(name):
    with override("de"):
        assert str(Sentence("bot-banned", bot=name, reason="{bot}")) == (
            f"{name} ist gesperrt: {{bot}}"
        )


def test_numbers_are_written_as_germans_write_them():
    with override("de"):
        assert str(Sentence("too-many-games", games=10_001, most=10_000)) == (
            "Das ergibt 10.001 Partien; höchstens 10.000 sind erlaubt."
        )
        assert speech.number(1234.5, ",.2f") == "1.234,50"
        assert speech.said("Round 3") == "Runde 3"
        assert speech.said("A name of somebody's own 7") == "A name of somebody's own 7"


def test_pages_for_everybody_are_translated_or_still_to_be():
    everybodys = [documents.GUIDE.name, *(path.name for path in documents.DOCS.glob("3?-*.md"))]

    assert {*documents.TRANSLATED} | LEFT_PAGES == {*everybodys}
    assert not {*documents.TRANSLATED} & LEFT_PAGES


def test_german_is_offered_by_default_as_soon_as_nothing_is_left():
    (german,) = (one for one in VARIABLES if one.name == "KAURI_GERMAN")

    assert german.default is not (LEFT | LEFT_PAGES | LEFT_CODE | LEFT_SCRIPTS)


def test_what_people_read_of_the_code_goes_through_the_catalogue():
    """No f-string and no plain text becomes a message or a refusal of a form or a view."""
    package = Path(settings.BASE_DIR) / "tournaments"
    found = [
        f"{path.relative_to(package)}:{call.lineno}"
        for folder in ("views", "forms")
        for path in sorted((package / folder).rglob("*.py"))
        if str(path.relative_to(package)) not in LEFT_CODE
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and _speaks(call)
    ]

    assert found == []


@pytest.mark.parametrize("one", sorted(LEFT_CODE))
def test_a_module_that_is_still_to_be_marked_says_something_itself(one):
    tree = ast.parse((Path(settings.BASE_DIR) / "tournaments" / one).read_text(encoding="utf-8"))

    assert any(isinstance(call, ast.Call) and _speaks(call) for call in ast.walk(tree))


def test_scripts_say_nothing_themselves():
    folder = Path(settings.BASE_DIR) / "tournaments" / "static" / "kauri"
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.js")
        if _SENTENCE.search(re.sub(r"^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.M))
    }

    assert found == LEFT_SCRIPTS


_SENTENCE = re.compile(r"""["'`][A-Z][a-z]+(?: [^"'`\n]*|\.)["'`]""")


def _speaks(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    is_said = name.startswith("messages.") or name.split(".")[-1] in {
        "PermissionDenied",
        "ValidationError",
        "add_error",
    }
    return is_said and any(_is_prose(one) for one in call.args)


def _is_prose(node: ast.expr) -> bool:
    if isinstance(node, ast.JoinedStr):
        return True
    return isinstance(node, ast.Constant) and bool(re.search(r"\w \w", str(node.value)))
