"""Players who enter their own bots while a tournament's registration is open."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, tournament
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Tournament
from tournaments.queries import competition as queries
from tournaments.services import competition, registration

pytestmark = pytest.mark.django_db

OPENS, CLOSES = NOW - timedelta(hours=1), NOW + timedelta(hours=1)
STARTS = NOW + timedelta(hours=2)


@pytest.fixture
def cup(carol):
    return tournament(
        [], organiser=carol, starts_at=STARTS, registration_opens_at=OPENS,
        registration_closes_at=CLOSES,
    )  # fmt: skip


def _bot(owner):
    return VersionFactory(bot=BotFactory(owner=owner)).bot


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

    competition.start_due(now=STARTS)
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

    with pytest.raises(Invalid, match="No version"):
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

    competition.start_due(now=STARTS)

    cup.refresh_from_db()
    assert cup.status == Tournament.Status.CANCELLED
    assert "at least two entrants" in carol.notices.get().text


def test_a_private_tournament_is_seen_by_those_who_take_part(cup, alice, bob, carol, client):
    registration.enter(cup, _bot(alice), player=alice, now=NOW)
    cup.access = Tournament.Access.PRIVATE
    cup.save()

    seen_by = {
        player: queries.visible_to(player).filter(pk=cup.pk).exists()
        for player in (alice, bob, carol)
    }

    assert seen_by == {alice: True, bob: False, carol: True}
