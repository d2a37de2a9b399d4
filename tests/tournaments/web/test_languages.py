"""The reader's language: the switch, what is shared and kept, and what stays English."""

import re

import pytest
from django.core import mail
from django.template import engines
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    play_all,
    tournament,
)
from tournaments.machinery.caches.shared import shared
from tournaments.models import Match
from tournaments.services.notices.notices import tell
from tournaments.web.conditional import tag_of
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-DE,de;q=0.9,en;q=0.5"}


@pytest.fixture(autouse=True)
def in_german(settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]


@pytest.fixture
def cup(alice):
    bot = BotFactory(owner=alice, name="Anna")
    return play_all(tournament([VersionFactory(bot=bot), VersionFactory()]))


def page(client, address, **asked):
    return client.get(address, **asked).content.decode()


def test_a_browser_that_asks_for_german_reads_german(client):
    german = page(client, reverse("tournaments"), **GERMAN)

    assert '<html lang="de"' in german
    assert "<h1>Turniere</h1>" in german
    assert "<h1>Tournaments</h1>" in page(client, reverse("tournaments"))


def test_the_switch_keeps_the_choice_and_leads_back(client):
    answer = client.post(reverse("language"), {"language": "de", "next": reverse("games")})

    assert answer.url == reverse("games")
    assert "<h1>Spiele</h1>" in page(client, reverse("games"))
    client.post(reverse("language"), {"language": "en"})
    assert "<h1>Games</h1>" in page(client, reverse("games"), **GERMAN)


SWITCH = re.compile(r'value="(\w+)"\s+lang="\1">(\w+)</button>')


def test_every_page_has_the_switch_to_the_other_language(client):
    assert SWITCH.findall(page(client, reverse("games"))) == [("de", "Deutsch")]
    assert SWITCH.findall(page(client, reverse("games"), **GERMAN)) == [("en", "English")]


def test_without_the_setting_there_is_no_german(client, settings):
    settings.LANGUAGES = [("en", "English")]

    english = page(client, reverse("games"), **GERMAN)

    assert "<h1>Games</h1>" in english
    assert "Deutsch" not in english


def test_the_switch_leads_nowhere_else(client):
    answer = client.post(reverse("language"), {"language": "de", "next": "https://evil.example/"})

    assert answer.url == "/"


def test_caches_are_told_what_a_page_depends_on(client):
    answer = client.get(reverse("games"), **GERMAN)

    assert answer["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))


def test_what_programs_read_is_english_and_the_same_for_all(client, cup):
    files = [
        reverse("tournament-export", args=[cup.slug, "csv"]),
        "/api/v1/tournaments/",
        reverse("game-film", args=[Match.objects.first().pk, 1]),
    ]

    for one in files:
        german, english = client.get(one, **GERMAN), client.get(one)
        assert german.getvalue() == english.getvalue()
        assert german.get("ETag") == english.get("ETag")
        assert "Accept-Language" not in german.get("Vary", "")


def test_the_api_refuses_in_english(client):
    answer = client.get("/api/v1/tournaments/none/", **GERMAN)

    assert answer.json()["detail"] == "There is no tournament “none”."


def test_readers_of_two_languages_share_no_results(client, cup):
    english = page(client, cup.get_absolute_url())
    german = page(client, cup.get_absolute_url(), **GERMAN)

    assert '<h2 id="standings">Standings</h2>' in english
    assert '<h2 id="standings">Rangliste</h2>' in german
    assert page(client, cup.get_absolute_url()).count("Rangliste") == 0


def test_the_live_part_has_another_tag_in_another_language(client, cup):
    address = reverse("tournament-live", args=[cup.slug])
    english = client.get(address)

    german = client.get(address, HTTP_IF_NONE_MATCH=english["ETag"], **GERMAN)

    assert german.status_code == 200
    assert client.get(address, HTTP_IF_NONE_MATCH=english["ETag"]).status_code == 304
    again = client.get(address, HTTP_IF_NONE_MATCH=german["ETag"], **GERMAN)
    assert again.status_code == 304


def test_shared_texts_and_tags_hold_the_language():
    one = shared("a", "mark", lambda: "English")
    with override("de"):
        other, tag = shared("a", "mark", lambda: "Deutsch"), tag_of("x")

    assert (one.text, other.text) == ("English", "Deutsch")
    assert shared("a", "mark", lambda: "").text == "English"
    assert tag != tag_of("x")


def test_a_notice_is_read_in_the_readers_language(client, alice):
    tell(alice, Sentence("bot-banned", bot="Anna", reason="Spam"), kind="paused", link="/", now=NOW)
    client.force_login(alice)

    assert "Anna ist gesperrt: Spam" in page(client, reverse("account"), **GERMAN)
    assert "Anna is banned: Spam" in page(client, reverse("account"))


def test_a_mail_comes_in_the_language_of_whoever_asked_for_it(client, alice):
    alice.emailaddress_set.create(email="alice@example.org", verified=True, primary=True)

    client.post(reverse("account_reset_password"), {"email": "alice@example.org"}, **GERMAN)

    (sent,) = mail.outbox
    assert sent.subject == "Wähle ein neues Passwort"
    assert "Wenn nicht, musst du nichts tun: Dein Passwort bleibt." in sent.body


def test_refusals_are_read_in_german(client, alice):
    client.force_login(alice)

    answer = client.post(reverse("clubs"), {"code": "wrong"}, **GERMAN)

    assert "Kein Klub hat diesen Code." in answer.content.decode()


def test_numbers_in_drawings_keep_their_points():
    source = "{% load kauri %}{% ratio_chart values -2.5 2.5 %}"

    with override("de"):
        drawn = engines["django"].from_string(source).render({"values": [0.5, 1.25]})

    assert re.search(r'points="\d+\.\d,\d+\.\d ', drawn)
    assert "1,25" in drawn
