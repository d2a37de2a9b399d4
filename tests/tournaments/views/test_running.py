"""What people see and do about pauses, withdrawals, notices and workers: pages and API."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    FAILING,
    NO_RULES,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    tournament,
)
from tournaments.errors import Invalid
from tournaments.models import Bot, Match, Version
from tournaments.services.bots import health
from tournaments.services.notices import notices
from tournaments.services.playing import hosts
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

FAILING_BOT = {"kind": notices.Kind.PAUSED, "link": "/bots/failing/", "now": NOW}


@pytest.fixture
def paused(alice):
    version = VersionFactory(bot=BotFactory(owner=alice, name="Failing"))
    version.pause(reason=FAILING, now=NOW)
    return version


@pytest.fixture
def see(client):
    """The text of a page, as a player sees it."""

    def fetch(path, player=None):
        client.logout()
        if player:
            client.force_login(player)
        answer = client.get(path)
        assert answer.status_code == 200
        return answer.content.decode()

    return fetch


def test_everybody_reads_that_a_version_is_paused_and_its_owner_has_the_button(see, paused, alice):
    path = paused.get_absolute_url()

    assert str(FAILING) in see(path)
    assert "Try it again" not in see(path)
    assert "Try it again" in see(path, alice)


@pytest.mark.parametrize(("versions", "told"), [(2, "1 match"), (3, "3 matches")])
def test_the_queue_says_how_many_matches_of_a_tournament_wait(see, versions, told):
    row = tournament([VersionFactory() for _ in range(versions)])

    page = see("/workers/")

    assert row.name in page
    assert re.search(rf"\b{told}\b", page)


def test_one_click_tries_it_again(client, paused, alice, bob):
    path = reverse("version-resume", args=["failing", 1])
    client.force_login(bob)
    assert client.post(path).status_code == 403
    client.force_login(alice)
    assert client.get(path).status_code == 405

    answer = client.post(path, follow=True)

    paused.refresh_from_db()
    assert paused.paused_at is None
    assert "Its earlier faults no longer count." in answer.content.decode()


def test_the_api_tries_it_again_too(client, paused, alice, bob):
    path = "/api/v1/bots/failing/versions/1/resume/"
    assert client.post(path).status_code == 401
    client.force_login(bob)
    assert client.post(path).status_code == 403
    client.force_login(alice)

    answer = client.post(path).json()

    assert (answer["paused_at"], answer["pause_reason"]) == (None, "")


def test_the_api_has_a_version_checked_again(client, paused, alice):
    Version.objects.update(status=Version.Status.UNCHECKED)
    client.force_login(alice)

    answer = client.post("/api/v1/bots/failing/versions/1/check/").json()

    assert (answer["status"], answer["check"]["status"]) == ("checking", "queued")


def test_a_notice_is_shown_until_it_is_read(client, see, alice):
    notices.tell(alice, Sentence("bot-was-unbanned", bot="Failing"), **FAILING_BOT)
    assert "1<span" in see("/", alice)
    assert "Failing is no longer banned." in see("/accounts/", alice)

    client.post(reverse("notices-read"))

    assert "unread notice" not in see("/", alice)
    assert "Failing is no longer banned." in see("/accounts/", alice)


def test_nobody_reads_the_notices_of_others(see, alice, bob):
    notices.tell(alice, Sentence("bot-was-unbanned", bot="Failing"), **FAILING_BOT)

    assert "Failing is no longer banned." not in see("/accounts/", bob)
    assert "unread notice" not in see("/", bob)


def test_the_organiser_withdraws_an_entrant_by_a_button(client, see, alice, bob):
    row = tournament([VersionFactory() for _ in range(3)], organiser=alice)
    entry = row.entries.first()
    path = reverse("tournament-withdraw", args=[row.slug])
    assert "Withdraw an entrant" in see(row.get_absolute_url(), alice)
    assert "Withdraw an entrant" not in see(row.get_absolute_url(), bob)
    assert client.post(path, {"entrant": entry.pk}).status_code == 403
    client.force_login(alice)

    client.post(path, {"entrant": entry.pk})

    assert "Withdrawn by alice." in see(row.get_absolute_url())
    assert Match.objects.filter(status="void").count() == 2


@pytest.mark.parametrize("entrant", ["", "x", "-1", "9" * 30])
def test_an_entrant_that_is_none_is_not_found(client, alice, entrant):
    row = tournament([VersionFactory() for _ in range(3)], organiser=alice)
    client.force_login(alice)

    answer = client.post(reverse("tournament-withdraw", args=[row.slug]), {"entrant": entrant})

    assert answer.status_code == 404


def test_a_tournament_without_its_rules_says_that_it_is_paused(see):
    row = tournament([VersionFactory(), VersionFactory()])
    row.move(
        from_status="running",
        to_status="paused",
        pause_reason=NO_RULES,
    )

    assert str(NO_RULES) in see(row.get_absolute_url())
    assert row.name in see("/tournaments/")


def test_the_public_knows_hosts_by_aliases_and_staff_by_name(see, client, carol):
    host = hosts.register(
        "secret-box", isolation="bubblewrap", slots=3, speed_index=1.25, now=timezone.now()
    )

    assert "secret-box" not in see("/workers/")
    assert host.alias in see("/workers/")
    assert "1.25" in see("/workers/")
    assert "secret-box" in see("/workers/", carol)
    (told,) = client.get("/api/v1/workers/").json()["results"]
    assert (told["alias"], told["name"], told["slots"]) == (host.alias, "secret-box", 3)
    client.logout()
    assert client.get("/api/v1/workers/").json()["results"][0]["name"] is None


def test_staff_see_that_a_host_has_a_weaker_sandbox_than_before(see, carol):
    for layer in ("bubblewrap", "chroot"):
        hosts.register("box", isolation=layer, slots=3, speed_index=None, now=timezone.now())

    assert "weaker than" not in see("/workers/")
    assert "weaker than bubblewrap before" in see("/workers/", carol)


def test_a_host_that_fell_silent_is_shown_for_a_day(see):
    hours = timezone.now() - timedelta(hours=2)
    hosts.register("box", isolation="bubblewrap", slots=3, speed_index=None, now=hours)
    assert "offline" in see("/workers/")

    hosts.seen("box", now=timezone.now() - timedelta(days=2))

    assert "No worker has reported today" in see("/workers/")


def test_staff_ban_a_bot_with_a_reason_and_lift_it_again(client, see, paused):
    client.force_login(PlayerFactory(username="root", is_staff=True, is_superuser=True))
    bot = paused.bot
    path = reverse("admin:tournaments_bot_change", args=[bot.pk])
    inline = {"versions-TOTAL_FORMS": "0", "versions-INITIAL_FORMS": "0"}
    form = inline | {"name": bot.name, "description": "", "ban_reason": "It attacks others."}

    client.post(path, form)

    assert Bot.objects.get(pk=bot.pk).banned_at is not None
    assert "It attacks others." in see(bot.get_absolute_url())
    assert "is banned" in see(paused.get_absolute_url())
    client.force_login(PlayerFactory(username="boss", is_staff=True, is_superuser=True))
    client.post(path, form | {"ban_reason": ""})
    assert Bot.objects.get(pk=bot.pk).banned_at is None


def test_a_ban_needs_a_reason(paused):
    with pytest.raises(Invalid, match="needs a reason"):
        health.ban(paused.bot, reason="  ", now=NOW)
