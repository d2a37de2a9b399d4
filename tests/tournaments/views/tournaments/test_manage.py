"""What organisers do with a tournament on its page, and players who enter their bots there."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    tournament,
)
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Bot, Tournament
from tournaments.queries.tournaments import entrants
from tournaments.services.notices import notices
from tournaments.services.tournaments import create, people, registration

pytestmark = pytest.mark.django_db

Status = Tournament.Status


@pytest.fixture
def running(alice):
    return tournament([VersionFactory(), VersionFactory()], organiser=alice)


@pytest.fixture
def cup(carol):
    """A tournament whose registration is open."""
    now = timezone.now()
    return tournament(
        [], organiser=carol, starts_at=now + timedelta(hours=3),
        registration_opens_at=now - timedelta(hours=1),
        registration_closes_at=now + timedelta(hours=2),
    )  # fmt: skip


@pytest.fixture
def dora(db):
    return PlayerFactory(username="dora")


@pytest.fixture
def bot(bob):
    return VersionFactory(bot=BotFactory(owner=bob, name="Sower")).bot


def post(client, row, action, player=None, **data):
    """The page that a step leads back to."""
    if player:
        client.force_login(player)
    return client.post(reverse(f"tournament-{action}", args=[row.slug]), data, follow=True)


def text(page):
    return " ".join(page.content.decode().split())


def test_an_organiser_pauses_and_resumes(client, running, alice):
    page = post(client, running, "pause", alice)
    assert page.context["tournament"].status == Status.PAUSED
    assert "Paused by alice" in text(page)

    assert post(client, running, "resume").context["tournament"].status == Status.RUNNING


def test_an_organiser_adds_a_cycle(client, running, alice):
    page = post(client, running, "extend", alice)

    assert page.context["tournament"].format_options["cycles"] == 2
    assert play_all(running).status == Status.RUNNING
    assert running.matches.count() == 2


def test_what_has_no_length_cannot_be_extended(client, alice):
    row = tournament(
        [VersionFactory(), VersionFactory()], organiser=alice, format="knockout", format_options={}
    )

    assert "Add a cycle" not in text(client.get(row.get_absolute_url()))
    assert "cannot be extended" in text(post(client, row, "extend", alice))


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("pause", "is finished, so it cannot be paused."),
        ("resume", "No organiser has paused"),
        ("extend", "is over, so it cannot be extended."),
        ("start", "is finished, so it cannot be started."),
    ],
)
def test_what_is_over_says_that_there_is_nothing_to_do(client, running, alice, action, said):
    play_all(running)

    assert said in text(post(client, running, action, alice))


@pytest.mark.parametrize(
    "name",
    [
        "{row.move.__globals__[settings]}",
        "{row.__class__.objects.db}",
        "{0}{}{row",
        "%s %(row)s %",
    ],
)
def test_names_are_said_as_they_were_given(client, running, alice, name):
    entry = running.entries.first()
    Tournament.objects.filter(pk=running.pk).update(name=name)
    Bot.objects.filter(versions=entry.version).update(name=name)
    play_all(running)
    steps = dict.fromkeys(("start", "pause", "resume", "extend", "cancel", "withdraw"), alice)

    for action, player in {**steps, "leave": entry.version.bot.owner}.items():
        page = post(client, running, action, player, entrant=entry.pk)
        assert any(name in str(said) for said in page.context["messages"]), action
        assert settings.SECRET_KEY not in page.content.decode()


@pytest.mark.parametrize("action", ["pause", "resume", "extend", "people"])
def test_nobody_else_may(client, running, bob, action):
    page = post(client, running, action, bob, invited="bob")

    assert page.status_code == 403
    assert "Only alice may" in text(page)


def test_a_co_organiser_may_do_all_but_appoint_others(client, running, bob, dora):
    running.co_organisers.add(bob)

    page = post(client, running, "pause", bob)
    refused = post(client, running, "people", invited="", co_organisers="bob dora")

    assert page.context["tournament"].status == Status.PAUSED
    assert 'name="invited"' in text(page)
    assert 'name="co_organisers"' not in text(page)
    assert refused.status_code == 403
    assert not running.co_organisers.filter(pk=dora.pk).exists()


def test_whoever_is_newly_invited_or_appointed_is_told_once(running, alice, bob, dora):
    given = {"player": alice, "now": NOW}

    assert people.invite(running, [bob, dora], **given) == 2
    assert people.invite(running, [bob], **given) == 0
    assert people.appoint(running, [bob, alice], **given) == 1

    assert list(running.invited.all()) == list(running.co_organisers.all()) == [bob]
    assert {str(one.text) for one in bob.notices.all()} == {
        "alice has invited you to Autumn Cup.",
        "alice has made you a co-organiser of Autumn Cup.",
    }
    assert dora.notices.count() == 1


def test_too_many_cannot_be_named(running, alice, bob, monkeypatch):
    monkeypatch.setattr(people, "MOST", 0)

    with pytest.raises(Invalid, match="at most 0 players, not 1"):
        people.invite(running, [bob], player=alice, now=NOW)


def test_who_is_invited_again_and_again_is_not_buried_in_notices(running, alice, bob):
    for _again in range(3):
        people.invite(running, [bob], player=alice, now=NOW)
        people.invite(running, [], player=alice, now=NOW)
    assert bob.notices.count() == 1

    notices.mark_read(bob, now=NOW)
    people.invite(running, [bob], player=alice, now=NOW)
    assert bob.notices.count() == 2


def test_a_stranger_invites_nobody(running, bob):
    with pytest.raises(NotAllowed, match="Only alice may invite"):
        people.invite(running, [bob], player=bob, now=NOW)


def test_names_that_nobody_has_are_refused_and_nothing_changes(client, running, alice, bob):
    running.invited.add(bob)

    page = post(client, running, "people", alice, invited="bob ghost", co_organisers="")

    assert "There is no player “ghost”." in text(page)
    # What was typed is still there.
    assert "ghost" in page.context["people"]["invited"].value()
    assert 'id="people" hx-preserve="true" open>' in " ".join(page.content.decode().split())
    assert list(running.invited.all()) == [bob]


def test_a_player_enters_a_bot_and_takes_it_out(client, cup, bot, bob):
    client.force_login(bob)
    page = client.get(cup.get_absolute_url())
    assert "Registration is open. It closes in" in text(page)
    assert '<option value="sower">' in text(page)

    page = post(client, cup, "enter", bot="sower")
    entry = cup.entries.get()
    assert "Its newest version at the start will play." in text(page)

    page = post(client, cup, "leave", entrant=entry.pk)
    assert not cup.entries.exists()
    assert '<option value="sower">' in text(page)


def test_a_visitor_is_asked_to_log_in_before_entering(client, cup):
    assert "to enter your bot" in text(client.get(cup.get_absolute_url()))


def test_who_is_not_invited_is_told_so(client, cup, bot, bob):
    cup.access = Tournament.Access.INVITED
    cup.save()
    client.force_login(bob)

    assert "Only invited players may enter." in text(client.get(cup.get_absolute_url()))
    assert post(client, cup, "enter", bot="sower").status_code == 403


def test_a_bot_cannot_be_entered_once_registration_is_closed(client, cup, bot, bob):
    cup.registration_closes_at = timezone.now() - timedelta(minutes=1)
    cup.save()

    page = post(client, cup, "enter", bob, bot="sower")

    assert "Registration is closed." in text(page)
    assert not cup.entries.exists()


def test_a_tournament_takes_no_more_than_its_format_does(cup, bot, bob, monkeypatch):
    monkeypatch.setattr("tournaments.services.tournaments.registration.MAX_GAMES", 1)
    create.enter(cup, [VersionFactory()])

    with pytest.raises(Invalid, match="is full: it takes at most 1 entrant"):
        registration.enter(cup, bot, player=bob, now=timezone.now())


def test_entrants_are_seeded_by_rating_then_by_entry(alice):
    first, second, third = (VersionFactory() for _ in range(3))
    row = tournament([first, second, third], organiser=alice)
    for version, rating in ((first, None), (second, 1_400_000), (third, 1_600_000)):
        row.entries.filter(version=version).update(rating=rating)

    seeds = entrants.Seeds(row)

    assert [(one.entry.version, one.elo) for one in seeds] == [
        (third, 1600.0),
        (first, None),
        (second, 1400.0),
    ]


def test_news_of_who_entered_moves_the_live_part(client, cup, bot, bob):
    address = reverse("tournament-live", args=[cup.slug])
    seen = client.get(address).context["seen"]
    registration.enter(cup, bot, player=bob, now=timezone.now())

    assert client.get(address, {"seen": seen}).status_code == 200


def test_what_happens_to_a_paused_entrant_stands_on_the_page(client, running, settings):
    settings.PAUSE_HOURS = 7

    assert "stays paused for 7 hours" in text(client.get(running.get_absolute_url()))
