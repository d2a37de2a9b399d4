"""What notices have queued reaches webhooks and mail boxes, in the end or with a notice."""

import json
import smtplib
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress

from tests.tournaments.factories import NOW
from tests.tournaments.listener import listening
from tests.tournaments.services.notices.test_notices import choose, failed
from tournaments.models import Delivery
from tournaments.services.notices import deliveries, hearing_changes, mailing, notices
from tournaments.services.notices.deliveries import PAUSES, TRIES
from tournaments.services.notices.notices import Kind
from tournaments.services.upkeep import retention
from tournaments.words import Sentence

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("webhooks")]

HOSTILE = "\u202eTurned\x07\r\nBcc: eve@example.org <b>&\U0001f3b2"


@pytest.fixture(scope="module")
def program():
    """A program of Alice's on this machine."""
    with listening() as one:
        yield one


@pytest.fixture
def hooked(alice, settings, program):
    """Alice, whose failures go to her program."""
    program.got.clear()
    program.status = 204
    settings.WEBHOOK_HOSTS = [program.place]
    hearing_changes.set_webhook(alice, program.url, now=NOW)
    choose(alice, Kind.FAILURE, site=True, webhook=True)
    return alice


@pytest.fixture
def mailed(alice):
    """Alice, whose failures come by mail."""
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    choose(alice, Kind.FAILURE, site=True, mail=True)
    return alice


def soon(**passed):
    return NOW + notices.MAIL_WAITS + timedelta(**passed)


def test_a_webhook_gets_the_notice_once_as_json(hooked, program, settings):
    failed(hooked, number=7)

    deliveries.send(now=NOW)
    deliveries.send(now=NOW + timedelta(days=1))

    ((_path, headers, body),) = program.got
    told = json.loads(body)
    assert headers["Content-Type"] == "application/json"
    assert told["type"] == "notice.failure"
    assert told["data"] == {
        "id": hooked.notices.get().pk,
        "kind": "failure",
        "code": "version-failed",
        "params": {"fault": "crash", "variant": "Kalah", "version": "Sower v7"},
        "text": "Sower v7 failed in a rated game of Kalah: crash.",
        "count": 1,
        "url": f"{settings.SITE}/matches/7/games/1/",
        "reproduce": "kauri reproduce 7/1 sower/3 --seat 0",
    }
    assert hooked.deliveries.get().done_at == NOW


def test_hostile_names_stay_inside_the_json(hooked, program):
    failed(hooked, name=HOSTILE)

    deliveries.send(now=NOW)

    (_path, _headers, body) = program.got[0]
    assert body.isascii()
    assert json.loads(body)["data"]["params"]["version"] == f"{HOSTILE} v1"


def test_a_failed_delivery_is_tried_again_later_and_then_given_up_with_a_notice(hooked, program):
    program.status = 500
    failed(hooked)

    now = NOW
    for pause in PAUSES:
        deliveries.send(now=now)
        deliveries.send(now=now + pause - timedelta(seconds=1))
        now += pause
    deliveries.send(now=now)

    row = hooked.deliveries.get()
    assert (len(program.got), row.tries, row.done_at) == (TRIES, TRIES, None)
    assert row.given_up_at is not None
    told = hooked.notices.get(kind=Kind.DELIVERY)
    assert str(told) == (
        "A notice did not reach your webhook in 6 tries. The answer was 500, not 2xx."
    )


def test_a_webhook_that_fails_is_not_tried_with_the_next_notice_at_once(hooked, program):
    program.status = 503
    failed(hooked)
    hearing_changes.test_webhook(hooked, now=NOW)

    deliveries.send(now=NOW)
    deliveries.send(now=NOW)

    assert len(program.got) == 1


def test_what_a_worker_died_over_is_sent_again(hooked, program):
    failed(hooked)
    row = hooked.deliveries.get()
    assert row.take(until=NOW + PAUSES[0])
    assert not row.take(until=NOW + PAUSES[0])

    deliveries.send(now=NOW)
    assert program.got == []

    deliveries.send(now=NOW + PAUSES[0])
    assert len(program.got) == 1


def test_what_a_worker_died_over_in_its_last_try_is_given_up(hooked, program):
    failed(hooked)
    hooked.deliveries.update(tries=TRIES)

    deliveries.send(now=NOW)

    assert program.got == []
    assert hooked.deliveries.get().given_up_at == NOW


def test_a_test_goes_out_without_a_notice_and_never_tells_that_it_failed(hooked, program):
    program.status = 404
    hearing_changes.test_webhook(hooked, now=NOW)
    Delivery.objects.update(tries=TRIES - 1)

    deliveries.send(now=NOW)

    row = hooked.deliveries.get()
    assert json.loads(program.got[0][2])["type"] == "test"
    assert (str(row.problem), row.given_up_at) == ("The answer was 404, not 2xx.", NOW)
    assert not hooked.notices.exists()


def test_the_site_s_own_network_is_not_reached_without_the_operator(hooked, program, settings):
    settings.WEBHOOK_HOSTS = []
    failed(hooked)

    deliveries.send(now=NOW)

    assert program.got == []
    assert hooked.deliveries.get().problem.code == "webhook-internal"


def test_what_happens_within_a_few_minutes_comes_in_one_mail(mailed, mailoutbox, settings):
    failed(mailed, number=7)
    choose(mailed, Kind.PAUSED, mail=True)
    notices.tell(
        mailed,
        Sentence("bot-was-unbanned", bot="Sower"),
        kind=Kind.PAUSED,
        link="/bots/sower/",
        now=NOW + timedelta(minutes=4),
    )

    deliveries.send(now=NOW + timedelta(minutes=4))
    assert mailoutbox == []
    deliveries.send(now=soon())
    deliveries.send(now=soon(days=2))

    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == (["alice@example.org"], "Kauri: 2 notices")
    assert f"{settings.SITE}/matches/7/games/1/" in mail.body
    assert "kauri reproduce 7/1 sower/3 --seat 0" in mail.body
    assert f"{settings.SITE}/accounts/notices/" in mail.body
    assert mail.extra_headers["List-Unsubscribe"] == f"<{mailing.ending_address(mailed)}>"
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_what_was_read_meanwhile_is_not_mailed(mailed, mailoutbox):
    failed(mailed)
    notices.mark_read(mailed, now=NOW)

    deliveries.send(now=soon())

    assert mailoutbox == []
    assert not mailed.deliveries.exists()


def test_mail_speaks_the_language_that_its_reader_chose(mailed, mailoutbox):
    hearing_changes.choose(mailed, {}, language="de")
    failed(mailed)

    deliveries.send(now=soon())

    assert "Neu für alice:" in mailoutbox[0].body


def test_hostile_names_stay_inside_the_subject_and_their_line(mailed, mailoutbox):
    failed(mailed, name=HOSTILE)

    deliveries.send(now=soon())

    text = mailoutbox[0].message().as_string()
    subject = mailoutbox[0].subject
    assert subject.startswith("Kauri: Turned Bcc: eve@example.org <b>&\U0001f3b2 v1 failed")
    assert subject.isprintable()
    assert "\nBcc:" not in text
    assert mailoutbox[0].recipients() == ["alice@example.org"]


def test_a_mail_server_that_is_away_delays_mail_and_loses_none(mailed, mailoutbox, monkeypatch):
    failed(mailed)
    with monkeypatch.context() as away:
        away.setattr(mailing, "send", lambda *_given: (_ for _ in ()).throw(smtplib.SMTPException))
        deliveries.send(now=soon())
    assert mailed.deliveries.get().problem.code == "mail-unsent"

    deliveries.send(now=soon(minutes=1))

    assert len(mailoutbox) == 1


def test_who_has_no_confirmed_address_any_more_gets_a_notice_instead(mailed, mailoutbox):
    failed(mailed)
    EmailAddress.objects.all().delete()

    deliveries.send(now=soon())

    assert mailoutbox == []
    assert mailed.notices.get(kind=Kind.DELIVERY).text.code == "mail-gave-up"


def test_ending_mail_drops_what_waits_and_keeps_the_other_ways(mailed):
    failed(mailed)

    (key,) = parse_qs(urlsplit(mailing.ending_address(mailed)).query)["key"]
    hearing_changes.end_mail(mailing.player_of(key))

    choice = mailed.notice_choices.get()
    assert (choice.site, choice.mail, mailed.deliveries.count()) == (True, False, 0)


def test_what_became_of_deliveries_is_forgotten_after_a_while_but_nothing_that_waits(hooked):
    failed(hooked)
    deliveries.send(now=NOW)
    hearing_changes.test_webhook(hooked, now=NOW)

    retention.prune(now=NOW + timedelta(days=91))

    assert hooked.deliveries.get().notice is None
