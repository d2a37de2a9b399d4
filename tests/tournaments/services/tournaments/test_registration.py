"""Players who enter their own bots while a tournament's registration is open."""

from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    tournament,
    variant,
)
from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics import formats
from tournaments.models import Entry, Tournament
from tournaments.queries import tournament_lists
from tournaments.services.tournaments import ladder, lifecycle, registration, withdrawals

pytestmark = pytest.mark.django_db

OPENS, CLOSES = NOW - timedelta(hours=1), NOW + timedelta(hours=1)
STARTS = NOW + timedelta(hours=2)


@pytest.fixture
def cup(carol):
    return tournament(
        [], organiser=carol, starts_at=STARTS, registration_opens_at=OPENS,
        registration_closes_at=CLOSES,
    )  # fmt: skip


def _bot(owner, **version):
    return VersionFactory(bot=BotFactory(owner=owner), **version).bot


def test_a_player_enters_a_bot_once(cup, alice):
    bot = _bot(alice)

    first = registration.enter(cup, bot, player=alice, now=NOW)
    again = registration.enter(cup, bot, player=alice, now=NOW)

    assert first == again
    assert cup.entries.get().newest


def test_it_plays_with_the_version_that_is_newest_at_the_start(cup, alice, bob):
    registration.enter(cup, bot := _bot(alice), player=alice, now=NOW)
    registration.enter(cup, _bot(bob), player=bob, now=NOW)
    newer = VersionFactory(bot=bot)

    lifecycle.start_due(now=STARTS)
    VersionFactory(bot=bot)

    assert newer in [entry.version for entry in cup.entries.all()]


def test_a_bot_can_be_taken_out_until_registration_closes(cup, alice):
    entry = registration.enter(cup, _bot(alice), player=alice, now=NOW)

    assert not registration.leave(entry, player=alice, now=CLOSES)
    assert registration.leave(entry, player=alice, now=NOW)
    assert not cup.entries.exists()


@pytest.mark.parametrize(
    ("when", "said"), [(OPENS - timedelta(seconds=1), "opens on"), (CLOSES, "is closed")]
)
def test_before_and_after_nobody_can_enter(cup, alice, when, said):
    with pytest.raises(Invalid, match=said):
        registration.enter(cup, _bot(alice), player=alice, now=when)


def test_somebody_elses_bot_cannot_be_entered(cup, alice, bob):
    with pytest.raises(NotAllowed, match="Only alice"):
        registration.enter(cup, _bot(alice), player=bob, now=NOW)


def test_a_bot_that_does_not_play_the_game_is_refused(cup, alice):
    bot = VersionFactory(bot=BotFactory(owner=alice), games=["pachisi"]).bot

    with pytest.raises(Invalid, match="No version of"):
        registration.enter(cup, bot, player=alice, now=NOW)


def test_only_who_is_invited_enters_an_invited_tournament(cup, alice, bob):
    cup.access = Tournament.Access.INVITED
    cup.save()
    cup.invited.add(alice)

    assert registration.enter(cup, _bot(alice), player=alice, now=NOW)
    with pytest.raises(NotAllowed, match="invited"):
        registration.enter(cup, _bot(bob), player=bob, now=NOW)


def test_a_tournament_whose_entrants_are_chosen_has_no_registration(alice):
    row = tournament([VersionFactory(), VersionFactory()], starts_at=STARTS)

    with pytest.raises(Invalid, match="chosen by its organisers"):
        registration.enter(row, _bot(alice), player=alice, now=NOW)


def test_a_tournament_to_which_too_few_came_is_called_off_and_its_organiser_told(cup, carol, alice):
    registration.enter(cup, _bot(alice), player=alice, now=NOW)

    lifecycle.start_due(now=STARTS)

    cup.refresh_from_db()
    assert cup.status == Tournament.Status.CANCELLED
    assert "at least two entrants" in str(carol.notices.get().text)


def test_a_private_tournament_is_seen_by_those_who_take_part(cup, alice, bob, carol, client):
    registration.enter(cup, _bot(alice), player=alice, now=NOW)
    cup.access = Tournament.Access.PRIVATE
    cup.save()

    seen_by = {
        player: tournament_lists.visible_to(player).filter(pk=cup.pk).exists()
        for player in (alice, bob, carol)
    }

    assert seen_by == {alice: True, bob: False, carol: True}


def test_an_owner_withdraws_its_bot_at_any_time_and_the_organiser_is_told(alice, bob, carol):
    mine = VersionFactory(bot=BotFactory(owner=bob, name="Sower"))
    row = tournament([mine, VersionFactory(), VersionFactory()], organiser=alice)
    entry = row.entries.get(version=mine)

    with pytest.raises(NotAllowed, match="Only alice and bob may withdraw Sower v1"):
        withdrawals.withdraw(entry, player=PlayerFactory(), now=NOW)
    assert withdrawals.withdraw(entry, player=bob, now=NOW)

    assert row.matches.filter(status="void").count() == 2
    assert (
        str(alice.notices.get(text__code="taken-out"))
        == "Sower v1 was taken out of Autumn Cup. Withdrawn by bob."
    )
    assert not bob.notices.filter(text__code="taken-out").exists()


def test_an_owner_has_the_button_on_the_page_and_others_have_not(client, alice, bob):
    mine = VersionFactory(bot=BotFactory(owner=bob, name="Sower"))
    row = tournament([mine, VersionFactory(), VersionFactory()], organiser=alice)
    other = row.entries.exclude(version=mine).first()
    assert "Withdraw an entrant" not in client.get(row.get_absolute_url()).content.decode()

    client.force_login(bob)
    page = client.get(row.get_absolute_url()).content.decode()
    assert f'<option value="{row.entries.get(version=mine).pk}">Sower v1</option>' in page
    assert f'<option value="{other.pk}">' not in page
    address = reverse("tournament-withdraw", args=[row.slug])
    assert client.post(address, {"entrant": other.pk}).status_code == 403
    client.post(address, {"entrant": row.entries.get(version=mine).pk})

    assert str(row.entries.get(version=mine).withdrawal) == "Withdrawn by bob."
    assert "Withdraw an entrant" not in client.get(row.get_absolute_url()).content.decode()


def test_a_bot_leaves_a_ladder_by_its_own_switch_alone(bob):
    board = variant("kalah")
    board.ladder = True
    board.save()
    mine = VersionFactory(bot=BotFactory(owner=bob))
    VersionFactory()
    ladder.tend(now=NOW, rng=Random(1))

    with pytest.raises(NotAllowed):
        withdrawals.withdraw(Entry.objects.get(version=mine), player=bob, now=NOW)


def test_the_last_place_can_be_taken_and_none_after_it(cup, alice, bob, carol, monkeypatch):
    monkeypatch.setattr(type(formats.get(cup.format)), "most", 2)
    for player in (alice, bob):
        registration.enter(cup, _bot(player), player=player, now=NOW)

    with pytest.raises(Invalid, match="full"):
        registration.enter(cup, _bot(carol), player=carol, now=NOW)


def test_games_of_more_sides_have_their_own_number_of_places(alice, bob, carol, monkeypatch):
    cup = tournament(
        [], organiser=carol, starts_at=STARTS, registration_opens_at=OPENS,
        registration_closes_at=CLOSES, key="ashte-kashte(seats=3)", games_per_pairing=3,
    )  # fmt: skip
    monkeypatch.setattr(type(formats.get(cup.format)), "most_at_tables", 1)
    first, second = (_bot(player, games=["ashte-kashte"]) for player in (alice, bob))
    registration.enter(cup, first, player=alice, now=NOW)

    with pytest.raises(Invalid, match="full: it takes at most 1 entrant"):
        registration.enter(cup, second, player=bob, now=NOW)
