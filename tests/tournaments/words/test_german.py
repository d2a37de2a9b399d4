"""German: every template marks what it says, and all that is said has its German."""

import ast
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import override

from agents import words as agents_words
from agents.words import Sentence, speech
from tests.agents.test_words import VALUES as LISTS
from tests.agents.test_words import values
from tests.tournaments.words.test_words import VALUES
from tests.untranslated import of_mail, of_page
from tools.words import catalogue
from tournaments.forms.fields import EntrantsField
from tournaments.forms.leaderboards import LeaderboardForm
from tournaments.mathematics import charts
from tournaments.models import Bot, Tournament
from tournaments.queries import shipped
from tournaments.services.tournaments.configuration import entitled
from tournaments.templatetags import kauri
from tournaments.views import documents
from tournaments.words import SENTENCES
from tournaments.words.conditions import options_stated

TEMPLATES = Path(settings.BASE_DIR) / "templates"

OTHERS_WORDS = {"bot-fault", "format-refused", "forecast-note", "platform-failed",
                "broker-silent", "verdict", "unexpected", "about-option",
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
    found = [said for one in templates() for said in untranslated(one)]

    assert found == []


def test_no_tag_counts_by_a_name_to_which_it_gives_another_value():
    """Django gives the names of `with` their values first, and would count a text."""
    tags = [
        (name(one), tag)
        for one in templates()
        for tag in re.findall(r"{% blocktranslate ([^%]+) %}", one.read_text(encoding="utf-8"))
    ]

    counted = [(one, tag, re.search(r"count \w+=(\w+)(.*)", tag)) for one, tag in tags]
    assert any(found for _one, _tag, found in counted)
    assert [
        (one, tag)
        for one, tag, found in counted
        if found and re.search(rf"\b{found[1]}=", found[2])
    ] == []


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


def test_names_of_games_are_looked_up_wherever_a_page_shows_them():
    shown = {
        name(one): re.findall(
            r"{{ \w*\.?(?:info|game)\.name[^}]*}}", one.read_text(encoding="utf-8")
        )
        for one in templates()
    }

    assert any(shown.values())
    assert [(page, tag) for page, tags in shown.items() for tag in tags if "|said" not in tag] == []


@pytest.mark.parametrize("code", sorted(agents_words._SENTENCES.keys() - OTHERS_WORDS))
def test_each_sentence_of_the_catalogue_is_looked_up(code, monkeypatch):
    given = values(agents_words._SENTENCES[code], VALUES if code in SENTENCES else LISTS)
    looked_up = []
    monkeypatch.setattr(speech._READER, "look_up", lambda text: looked_up.append(text) or text)
    monkeypatch.setattr(
        speech._READER, "choose", lambda one, many, _n: looked_up.append(one) or one
    )

    str(Sentence(code, **given))

    assert looked_up


def test_a_sentence_is_said_in_the_language_of_whoever_reads_it():
    stored = Sentence("version-paused", version="Sower v1",
                      why=Sentence("keeps-failing", failed=5, games=10)).stored()  # fmt: skip

    with override("de"):
        said = str(Sentence.read(stored))

    assert said == (
        "Sower v1 ist pausiert: 5 ihrer letzten 10 Partien endeten durch eigene Pannen."
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
        assert speech.mebibytes(12_345_678) == "11,77 MiB"
        assert speech.said("Round 3") == "Runde 3"
        assert speech.said("A name of somebody's own 7") == "A name of somebody's own 7"


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        (timedelta(hours=5, minutes=1), "vor 5 Stunden"),
        (timedelta(days=1, hours=3), "vor 1 Tag, 3 Stunden"),
        (timedelta(days=400), "vor 1 Jahr, 1 Monat"),
        (timedelta(days=800), "vor 2 Jahren, 2 Monaten"),
    ],
)
def test_how_long_ago_something_was_has_the_case_that_german_wants(passed, said):
    with override("de"):
        shown = kauri.ago(timezone.now() - passed).replace("\N{NO-BREAK SPACE}", " ")

    assert f">{said}</time>" in shown


def test_charts_and_choices_of_forms_are_in_german():
    with override("de"):
        plot = charts.rating_plot([(1, 30, [900.0, 1100.0])], band=None, width=460, height=200)
        assert "1.000" in [tick.label for tick in plot.values]
        assert 'placeholder="wie er beginnt"' in str(LeaderboardForm()["bot"])
        assert "nur diese" in str(LeaderboardForm()["house"])


@pytest.mark.parametrize(
    ("title", "name", "said"),
    [
        (Sentence("trial-of", challenger="Sower v2", incumbent="Sower v1"),
         "Trial of Sower v2 against Sower v1", "Erprobung von Sower v2 gegen Sower v1"),
        (Sentence("ladder-of", variant="Pachisi in teams"),
         "Ladder: Pachisi in teams", "Stufenleiter: Pachisi in Teams"),
        (Sentence("opening-tournament", variant="Pachisi in teams"),
         "Opening tournament: Pachisi in teams", "Eröffnungsturnier: Pachisi in Teams"),
    ],
)  # fmt: skip
def test_names_that_the_site_gives_are_in_the_language_of_whoever_reads_them(title, name, said):
    with override("de"):
        cup = Tournament(**entitled(title))
        assert str(cup) == said
    assert str(cup) == cup.name == name


def test_names_that_people_give_stay_as_they_are():
    with override("de"):
        assert str(Tournament(name="Opening tournament: Round 3")) == "Opening tournament: Round 3"


def test_who_wrote_a_deleted_bot_is_said_in_the_readers_language():
    bot = Bot(deleted_at=timezone.now())

    with override("de"):
        assert bot.author == "früherer Autor"
    assert bot.author == "former author"


@pytest.mark.parametrize(("is_house", "said"), [(True, "Spielt irgendeinen"), (False, "Plays any")])
def test_descriptions_are_in_german_where_the_platform_has_written_them(is_house, said):
    (random,) = (one for one in shipped.HOUSE_BOTS if one.code == "random")
    bot = Bot(description=random.description, is_house=is_house)

    with override("de"):
        assert bot.about.startswith(said)


def test_options_are_stated_with_words_for_their_values():
    with override("de"):
        assert options_stated({"mode": "two", "capture": "forced", "pits": 6}) == (
            "Spielweise zu zweit, Schlagen erzwungen, Mulden 6"
        )


def test_every_page_of_the_guide_stands_in_the_catalogue():
    told = {place for said in catalogue.catalogue() for place, _line in said.locations}
    shown = {f"docs/{path.name}" for path in documents.shown()}

    assert len(shown) > 15
    assert shown <= told


def test_what_people_read_of_the_code_goes_through_the_catalogue():
    """No f-string and no plain text becomes a message or a refusal of a form or a view."""
    package = Path(settings.BASE_DIR) / "tournaments"
    found = [
        f"{path.relative_to(package)}:{call.lineno}"
        for folder in ("views", "forms", "admin")
        for path in sorted((package / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and _speaks(call)
    ]

    assert found == []


def test_what_models_call_their_choices_is_looked_up_when_somebody_reads_it():
    models = apps.get_app_config("tournaments").get_models()
    labels = [
        text
        for model in models
        for field in model._meta.concrete_fields
        for _value, text in field.flatchoices
    ]

    assert labels
    assert [one for one in labels if not isinstance(one, Promise)] == []


def test_what_models_and_their_forms_refuse_is_looked_up_when_somebody_reads_it():
    models = list(apps.get_app_config("tournaments").get_models())
    fields = [field for model in models for field in model._meta.concrete_fields]
    refusals = [
        *(check.message for field in fields for check in field.validators),
        *(text for field in fields for text in field.error_messages.values()),
        *(one.violation_error_message for model in models for one in model._meta.constraints),
        *(text for form in (EntrantsField,) for text in form.default_error_messages.values()),
    ]

    assert Bot._meta.get_field("name").validators[0].message in refusals
    assert [one for one in refusals if not isinstance(one, Promise)] == []


def scripts() -> dict[str, str]:
    """Their code without comments and what they write for programmers, by their paths."""
    folder = Path(settings.BASE_DIR) / "tournaments" / "static" / "kauri"
    return {
        str(path.relative_to(folder)): _UNREAD.sub("", path.read_text())
        for path in sorted(folder.rglob("*.js"))
    }


def test_scripts_say_nothing_themselves():
    found = [
        f"{name}: {said}"
        for name, code in scripts().items()
        for pattern in (_SENTENCE, _SHOWN)
        for said in pattern.findall(_WORD.sub("", code))
    ]

    assert found == []


def test_the_page_carries_just_the_words_that_scripts_look_up():
    carried = re.findall(r'data-word="([^"]+)"', (TEMPLATES / WORDS).read_text(encoding="utf-8"))
    asked = {
        name
        for code in scripts().values()
        for call in _WORD.findall(code)
        for name in re.findall(r'"([a-z-]+)"', call)
    }

    assert sorted(carried) == sorted(asked)


def test_every_page_with_a_script_that_speaks_carries_the_words():
    speaking = re.compile(r"kauri/(?:live|play/page|replay/page)\.js")
    pages = {name(one): one.read_text(encoding="utf-8") for one in templates()}

    speakers = {one: text for one, text in pages.items() if speaking.search(text)}
    assert speakers
    assert [one for one, text in speakers.items() if "{% words_of_scripts %}" not in text] == []


@pytest.mark.parametrize(
    "code",
    ['box.textContent = "gone";', "box.textContent = `${name} is gone`;", 'tell("It is gone.");'],
)
def test_words_of_scripts_are_found(code):
    assert _SENTENCE.search(code) or _SHOWN.search(code)


WORDS = "includes/words.html"
"""The template of what scripts say."""

_WORD = re.compile(r"\bword\([^()]*(?:\([^()]*\)[^()]*)*\)")
"""How a script looks up what it says, with one call inside at the most."""

_UNREAD = re.compile(r"^\s*//.*$|console\.\w+\(.*$", re.MULTILINE)
_SENTENCE = re.compile(r"""["'`][A-Z][a-z]+(?: [^"'`\n]*|\.)["'`]""")
_SHOWN = re.compile(
    r"""(?:textContent = |"aria-label", |confirm\()[^;\n]*?["'`](?:[^"'`\n]* )?[a-z]{2,}[ "'`]"""
)
"""What a script writes into the page by itself."""


def _speaks(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    is_said = name.startswith("messages.") or name.split(".")[-1] in {
        "PermissionDenied",
        "message_user",
        "ValidationError",
        "add_error",
    }
    return is_said and any(_is_prose(one) for one in call.args)


def _is_prose(node: ast.expr) -> bool:
    if isinstance(node, ast.JoinedStr):
        return True
    return isinstance(node, ast.Constant) and bool(re.search(r"\w \w", str(node.value)))
