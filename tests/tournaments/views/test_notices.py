"""The page on which a player chooses what to hear and how, the feed, and the end of mail."""

import xml.etree.ElementTree as ET
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from tests.tournaments.factories import NOW
from tests.tournaments.services.notices.test_notices import URL, choose, failed, reached
from tournaments.services.notices import hearing_changes, mailing
from tournaments.services.notices.notices import Kind

pytestmark = pytest.mark.django_db

PAGE = "/accounts/notices/"
ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "\u202eTurned\x07\r\n</title><script>&\U0001f3b2"


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def text(answer):
    return unescape(answer.content.decode())


def path(address):
    """An address of the site without its beginning."""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}"


def test_a_player_chooses_by_kind_and_way_and_the_page_shows_it(browser, alice):
    chosen = {"language": "de", "failure-mail": "on", "failure-webhook": "on", "trial-site": "on"}

    answer = browser.post(PAGE, chosen, follow=True)

    rows = {row.kind: row for row in alice.notice_choices.all()}
    failure, trial = rows["failure"], rows["trial"]
    assert (failure.site, failure.mail, failure.webhook, failure.feed) == (False, True, True, False)
    assert (trial.site, trial.mail) == (True, False)
    alice.refresh_from_db()
    assert alice.language == "de"
    table = answer.context["choices"].table()
    boxes = {kind: {way: box.value() for way, box in row} for kind, _words, row in table}
    assert boxes["failure"] == {"site": False, "mail": True, "webhook": True, "feed": False}


def test_a_language_that_nobody_speaks_is_refused_beside_its_field(browser, alice):
    answer = browser.post(PAGE, {"language": "xx"})

    assert answer.context["choices"].errors.keys() == {"language"}
    assert not alice.notice_choices.exists()


def test_who_has_no_confirmed_address_reads_that_no_mail_comes(browser, alice, settings):
    before = text(browser.get(PAGE))
    settings.EMAIL_HOST = "mail.example.org"

    assert ("sends no mail yet" in before, "so no mail is sent" in before) == (True, False)
    assert "so no mail is sent" in text(browser.get(PAGE))

    reached(alice)

    assert "Mail goes to alice@example.org" in text(browser.get(PAGE))


def test_a_webhook_is_set_shown_tested_and_removed(browser, alice, sent):
    page = browser.post(reverse("webhook"), {"url": URL}, follow=True)
    first = alice.webhook.secret
    assert first in text(page)

    browser.post(reverse("webhook-secret"))
    alice.refresh_from_db()
    assert alice.webhook.secret != first

    assert "A test" in text(browser.post(reverse("webhook-test"), follow=True))
    assert alice.deliveries.get().notice is None

    browser.post(reverse("webhook-remove"))
    assert first not in text(browser.get(PAGE))
    assert not alice.deliveries.exists()


def test_an_address_inside_the_network_is_refused_beside_its_field(browser, alice):
    answer = browser.post(reverse("webhook"), {"url": "https://127.0.0.1/"})

    assert "not on the public internet" in str(answer.context["form"].errors["url"])
    assert not hasattr(alice, "webhook")


def test_without_a_webhook_there_is_nothing_to_test(browser):
    answer = browser.post(reverse("webhook-test"), follow=True)

    assert "You have no webhook." in text(answer)


def test_the_feed_tells_what_is_chosen_for_it_in_the_players_language(browser, client, alice):
    hearing_changes.choose(alice, {}, language="de")
    address = browser.post(reverse("feed")).context["feed_address"]
    failed(alice, number=7)
    choose(alice, Kind.TRIAL, site=True)
    client.logout()

    answer = client.get(path(address))

    (entry,) = ET.fromstring(answer.content).iter(f"{ATOM}entry")
    assert answer["Content-Type"].startswith("application/atom+xml")
    assert "Sower v7 hat in einer gewerteten Partie" in entry.find(f"{ATOM}title").text
    assert entry.find(f"{ATOM}link").get("href").endswith("/matches/7/games/1/")
    assert entry.find(f"{ATOM}summary").text == "kauri reproduce 7/1 sower/3 --seat 0"


def test_a_reader_asks_whether_the_feed_has_changed(client, alice):
    address = path(hearing_changes.make_feed(alice, now=NOW))
    failed(alice)
    first = client.get(address)
    asked = {"If-None-Match": first["ETag"]}

    assert first["Last-Modified"] == "Fri, 02 Jan 2026 12:00:00 GMT"
    assert client.get(address, headers=asked).status_code == 304
    failed(alice, number=2)
    assert client.get(address, headers=asked).status_code == 200


def test_a_new_address_ends_the_one_before_and_only_a_hash_is_kept(client, alice):
    first = path(hearing_changes.make_feed(alice, now=NOW))
    second = path(hearing_changes.make_feed(alice, now=NOW))

    assert alice.notice_feed.digest not in second
    assert [client.get(one).status_code for one in (first, second)] == [404, 200]
    hearing_changes.remove_feed(alice)
    assert client.get(second).status_code == 404


def test_hostile_names_leave_the_feed_well_formed(client, alice):
    failed(alice, name=HOSTILE)

    answer = client.get(path(hearing_changes.make_feed(alice, now=NOW)))

    (entry,) = ET.fromstring(answer.content).iter(f"{ATOM}entry")
    assert entry.find(f"{ATOM}title").text.startswith("Turned </title><script>&\U0001f3b2 v1")


def test_the_address_in_a_mail_ends_mail_by_one_post_without_a_login(client, alice):
    choose(alice, Kind.FAILURE, site=True, mail=True)
    address = path(mailing.ending_address(alice))

    assert "End it" in text(client.get(address))
    assert alice.notice_choices.get().mail
    answer = client.post(address, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert not alice.notice_choices.get().mail
    assert client.post(f"{address}x").status_code == 404


def test_the_account_page_shows_the_command_that_reproduces_a_failure(browser, alice):
    failed(alice, number=7)

    assert "kauri reproduce 7/1 sower/3 --seat 0" in text(browser.get(reverse("account")))
