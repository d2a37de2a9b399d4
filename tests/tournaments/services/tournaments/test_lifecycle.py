import uuid
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

import engine
from tests.tournaments.factories import (
    CRASHED,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    tournament,
)
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Game, Match, Pairing, Seat, Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.tournaments import create, lifecycle
from tournaments.services.tournaments.configuration import Configuration

pytestmark = pytest.mark.django_db

CUP = Configuration(
    name="Cup",
    game=engine.load_game("kalah"),
    time_control="bullet",
    starts_at=NOW,
    games_per_pairing=2,
)


@pytest.fixture
def four():
    return [VersionFactory() for _ in range(4)]


def test_every_pairing_plays_every_seat_order_equally_often(four):
    row = tournament(four, games_per_pairing=4)

    seats = Seat.objects.filter(game__match__pairing__round__tournament=row)
    places = Counter(seats.values_list("version", "number"))
    assert Match.objects.count() == 6 * 2
    assert set(places.values()) == {6}


def test_the_games_of_a_match_share_their_dice_and_matches_do_not(four):
    tournament(four, games_per_pairing=4)

    seeds = {bytes(match.seed) for match in Match.objects.all()}
    assert len(seeds) == Match.objects.count()
    assert all(match.games.count() == 2 for match in Match.objects.all())


def test_an_odd_number_of_entrants_gives_a_bye_each_round():
    tournament([VersionFactory() for _ in range(3)])

    byes = [pairing for pairing in Pairing.objects.all() if pairing.sides.count() == 1]
    assert len(byes) == 3
    assert not Match.objects.filter(pairing__in=byes).exists()


def test_a_tournament_for_later_waits(four):
    row = tournament(four, starts_at=NOW + timedelta(hours=1))

    assert lifecycle.start_due(now=NOW + timedelta(minutes=59)) == 0
    assert lifecycle.start_due(now=NOW + timedelta(hours=1)) == 1
    row.refresh_from_db()
    assert row.status == Tournament.Status.RUNNING


def test_it_starts_only_once(four):
    row = tournament(four)

    assert lifecycle.start(row, now=NOW) is False
    assert row.rounds.count() == 3


def test_it_is_finished_with_its_last_match(four):
    row = tournament(four)
    assert lifecycle.advance(now=NOW) == 0

    play_all(row)

    assert row.status == Tournament.Status.FINISHED
    assert tournament_lists.progress(row) == tournament_lists.Progress(
        games=12, finished=12, playing=0, void=0
    )


def test_void_matches_do_not_hold_it_up(four):
    row = tournament(four)
    Match.objects.update(status=Match.Status.VOID)

    assert lifecycle.advance(now=NOW) == 1
    assert tournament_lists.progress(row).percent == 100


def test_standings_add_up_to_the_games(four):
    row = play_all(tournament(four))

    lines = standings.lines(format_input(row))

    assert sum(line.row.points for line in lines) == Game.objects.count()
    assert [line.row.played for line in lines] == [6] * 4


def test_the_table_takes_few_queries(four, django_assert_max_num_queries):
    row = play_all(tournament(four))

    with django_assert_max_num_queries(7):
        standings.lines(format_input(row))


def test_a_second_click_is_the_same_tournament(four):
    alice = PlayerFactory()
    click = {"organiser": alice, "versions": four, "submission": uuid.uuid4(), "now": NOW}

    first, second = create.create(CUP, **click), create.create(CUP, **click)

    assert (first[0], first[1], second[1]) == (second[0], True, False)
    assert Match.objects.count() == 6


def test_the_same_name_gets_another_address(four):
    assert [tournament(four).slug for _ in range(3)] == [
        "autumn-cup",
        "autumn-cup-2",
        "autumn-cup-3",
    ]


def test_no_tournament_takes_the_address_of_the_form(four):
    assert tournament(four, name="New").slug == "new-2"


def test_an_address_that_another_takes_at_the_same_moment_is_asked_for_again(four, monkeypatch):
    taken = tournament(four).slug
    monkeypatch.setattr(create, "free_slug", lambda *_arguments: taken)

    with pytest.raises(Invalid, match="Try again") as caught:
        tournament(four)

    assert caught.value.field == "name"


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"versions": []}, "entrants", "at least two entrants"),
        ({"time_control": "eternity"}, "time_control", "allowed are bullet, blitz"),
        ({"games_per_pairing": 3}, "games_per_pairing", "a multiple of 2"),
        ({"games_per_pairing": 0}, "games_per_pairing", "a multiple of 2"),
        ({"games_per_pairing": 10_000}, "games_per_pairing", "at most 10,000"),
    ],
)
def test_what_cannot_be_played_names_the_field(four, changes, field, message):
    versions = changes.pop("versions", four)
    click = {"organiser": PlayerFactory(), "submission": uuid.uuid4(), "now": NOW}

    with pytest.raises(Invalid, match=message) as caught:
        create.create(replace(CUP, **changes), versions=versions, **click)

    assert caught.value.field == field
    assert not Tournament.objects.exists()


def test_one_bot_entered_twice_has_nobody_to_play():
    version = VersionFactory()

    with pytest.raises(Invalid, match="at least two"):
        tournament([version, version])


def test_a_version_that_is_not_accepted_cannot_play(four):
    refused = VersionFactory(
        status="refused",
        refusal=CRASHED,
    )

    with pytest.raises(Invalid, match="has not been accepted"):
        tournament([*four, refused])


def test_a_bot_that_does_not_play_the_game_cannot_enter(four):
    with pytest.raises(Invalid, match="does not play kalah"):
        tournament([*four, VersionFactory(games=["einstein"])])


def test_a_version_that_is_held_back_plays_in_no_tournament_not_even_its_owners(four, alice):
    held = VersionFactory(bot__owner=alice, held_back=True)

    with pytest.raises(Invalid, match="held back until a trial shows it is better"):
        tournament([*four, held], organiser=alice)


def test_a_private_bot_is_entered_by_its_owner_alone(four, alice):
    private = VersionFactory(bot=BotFactory(owner=alice, open_to_all=False))

    with pytest.raises(Invalid, match="Only alice may enter"):
        tournament([*four, private])

    assert tournament([*four, private], organiser=alice).entries.count() == 5


def test_the_organiser_cancels_what_has_not_been_played(four, alice):
    row = tournament(four, organiser=alice)

    assert lifecycle.cancel(row, player=alice, now=NOW) is True
    assert set(Match.objects.values_list("status", flat=True)) == {Match.Status.VOID}
    assert lifecycle.cancel(row, player=alice, now=NOW) is False


def test_owners_of_entrants_hear_once_that_it_is_cancelled(four, alice):
    row = tournament(four, organiser=alice)

    for _click in range(2):
        lifecycle.cancel(row, player=alice, now=NOW)

        news = [str(notice) for notice in four[0].bot.owner.notices.all()]
        assert len([text for text in news if text.startswith(f"{row} is cancelled.")]) == 1


def test_a_stranger_cannot_cancel(four, alice, bob):
    with pytest.raises(NotAllowed, match="Only alice may cancel"):
        lifecycle.cancel(tournament(four, organiser=alice), player=bob, now=NOW)


def test_the_staff_may_cancel(four, carol):
    assert lifecycle.cancel(tournament(four), player=carol, now=NOW) is True
