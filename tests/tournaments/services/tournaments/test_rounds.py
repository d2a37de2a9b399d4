"""Tournaments of every format, from the first round to the last, through the database."""

from collections import Counter
from datetime import timedelta
from itertools import combinations

import pytest

from tests.tournaments.factories import (
    LEASE,
    NOW,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    play_round,
    play_to_the_end,
    tournament,
)
from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics import formats
from tournaments.models import Game, Match, Tournament
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.playing import reports
from tournaments.services.tournaments import create, lifecycle, withdrawals

pytestmark = pytest.mark.django_db


def _versions(number: int, *, games: list[str] | None = None) -> list:
    return [VersionFactory(games=games or ["kalah"]) for _ in range(number)]


def _strengths(versions: list) -> dict:
    """The first is the strongest."""
    return {version: -number for number, version in enumerate(versions)}


OPTIONS = {"groups-knockout": {"groups": 2, "advance": 2}}
"""Where the usual ones are for more entrants than these tests have."""


@pytest.mark.parametrize("format_id", formats.FORMATS)
def test_every_format_is_played_to_its_end_and_its_strongest_entrant_wins(format_id):
    versions = _versions(8)
    row = tournament(versions, format=format_id, format_options=OPTIONS.get(format_id, {}))

    while not row.is_over:
        play_round(row, strengths=_strengths(versions))
        before = _drawn(row)
        # Whoever was told to take it further and died is told again.
        lifecycle.advance(now=NOW)
        assert _drawn(row) == before

    assert row.status == Tournament.Status.FINISHED
    numbers = list(row.rounds.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    winner = standings.lines(format_input(row))[0].row
    assert (winner.place, winner.entrant.version) == (1, versions[0])


def _drawn(row: Tournament) -> list[tuple]:
    return list(row.rounds.values_list("number", "pairings__number", "pairings__entries"))


def test_two_cycles_are_two_round_robins():
    versions = _versions(4)

    row = tournament(versions, format_options={"cycles": 2})

    assert row.rounds.count() == 6
    met = Counter(
        frozenset(match.pairing.entries.values_list("pk", flat=True)) for match in row.matches.all()
    )
    assert set(met.values()) == {2}
    assert len(met) == 6


def test_partners_are_played_by_one_entrant_and_both_orders_are_played():
    versions = _versions(3, games=["alquerque"])

    row = tournament(versions, key="alquerque(mode=teams)")

    assert len(set(row.variant.load().sides())) == 2
    for game in Game.objects.filter(match__tournament=row):
        seated = [seat.version for seat in game.seats.order_by("number")]
        assert seated[0] == seated[2] != seated[1] == seated[3]
    orders = Game.objects.filter(match__tournament=row, seats__number=0)
    assert set(Counter(orders.values_list("seats__version", flat=True)).values()) == {2}


def test_four_seats_are_filled_by_four_and_everybody_sits_everywhere_equally_often():
    versions = _versions(5, games=["ashte-kashte"])

    row = tournament(versions, key="ashte-kashte", games_per_pairing=4)

    seats = Counter(
        Game.objects.filter(match__tournament=row).values_list("seats__version", "seats__number")
    )
    assert len(seats) == 20
    assert len(set(seats.values())) == 1


def test_games_per_pairing_that_leave_a_seat_out_are_refused():
    with pytest.raises(Invalid, match="multiple of 4"):
        tournament(_versions(4, games=["ashte-kashte"]), key="ashte-kashte", games_per_pairing=2)


def test_a_knockout_waits_for_the_whole_round_and_names_it():
    versions = _versions(4)
    row = tournament(versions, format="knockout")

    play_round(row, strengths=_strengths(versions))

    assert str(row.rounds.first()) == "Semi-finals"
    assert row.rounds.count() == 2


def test_who_is_tied_in_a_knockout_plays_another_block():
    versions = _versions(2)
    row = tournament(versions, format="knockout")
    # Whoever has the first seat loses: every block ends even.
    for _time in range(2):
        for match in row.matches.filter(status=Match.Status.QUEUED):
            _lose_the_first_seat(match)
        lifecycle.advance(now=NOW)

    assert row.matches.count() == 3
    assert row.rounds.count() == 1


def _lose_the_first_seat(match: Match) -> None:
    claimed(match)
    for game in match.games.all():
        reports.report(match, game, outcome(game, forfeits=0), now=NOW, lease=LEASE)


def test_openings_differ_from_block_to_block_and_the_first_has_none():
    row = tournament(_versions(2), games_per_pairing=8)

    first, *others = [tuple(match.opening) for match in row.matches.order_by("number")]

    assert first == ()
    assert len(set(others)) == 3
    assert all(len(opening) == 4 for opening in others)


def test_games_with_dice_need_no_openings():
    row = tournament(_versions(2, games=["einstein"]), key="einstein", games_per_pairing=4)

    assert [match.opening for match in row.matches.all()] == [[], []]


def test_a_second_cycle_does_not_repeat_the_first():
    row = tournament(_versions(2), format_options={"cycles": 2})

    openings = [len(match.opening) for match in row.matches.order_by("pk")]

    assert openings == [0, 4]


def test_a_paused_tournament_waits_and_goes_on(alice):
    row = tournament(_versions(2), organiser=alice)

    assert lifecycle.pause(row, player=alice, now=NOW)
    lifecycle.advance(now=NOW)
    assert row.status == Tournament.Status.PAUSED
    assert "alice" in str(row.pause_reason)

    assert lifecycle.resume(row, player=alice)
    assert (row.status, str(row.pause_reason)) == (Tournament.Status.RUNNING, "")


def test_only_an_organiser_pauses(alice, bob):
    row = tournament(_versions(2), organiser=alice)

    with pytest.raises(NotAllowed):
        lifecycle.pause(row, player=bob, now=NOW)
    row.co_organisers.add(bob)
    assert lifecycle.pause(row, player=bob, now=NOW)


def test_an_extended_round_robin_has_one_cycle_more(alice):
    row = tournament(_versions(3), organiser=alice)

    assert lifecycle.extend(row, player=alice, now=NOW)

    assert row.format_options["cycles"] == 2
    play_to_the_end(row, strengths=_strengths([e.version for e in row.entries.all()]))
    assert row.matches.count() == 6


def test_a_knockout_cannot_be_extended(alice):
    row = tournament(_versions(4), organiser=alice, format="knockout")

    with pytest.raises(Invalid, match="cannot be extended"):
        lifecycle.extend(row, player=alice, now=NOW)


def test_an_entrant_that_withdraws_leaves_byes_and_what_it_played_counts(alice):
    versions = _versions(4)
    row = tournament(versions, organiser=alice, format="swiss", format_options={"rounds": 3})
    play_round(row, strengths=_strengths(versions))

    entry = row.entries.get(version=versions[3])
    withdrawals.withdraw(entry, player=alice, now=NOW + timedelta(hours=1))
    play_to_the_end(row, strengths=_strengths(versions))

    assert row.status == Tournament.Status.FINISHED
    met_after = row.rounds.filter(number__gt=2, pairings__entries=entry)
    assert not met_after.exists()
    assert entry in [line.row.entrant for line in standings.lines(format_input(row))]


@pytest.mark.parametrize(
    ("played", "points", "against"),
    # The last leaves before half of its pairings, or after: then the third gets what was to come.
    [(1, [4, 2, 0, 0], [4, 0, 0, 0]), (2, [6, 4, 2, 0], [12, 4, 0, 0])],
)
def test_after_a_withdrawal_tie_breaks_are_of_what_counts(alice, played, points, against):
    versions = _versions(4)
    strengths = _strengths(versions)
    row = tournament(versions, organiser=alice, tie_breaks=["SB"])
    play_round(row, strengths=strengths, last=played)

    withdrawals.withdraw(row.entries.get(version=versions[3]), player=alice, now=NOW)
    play_round(row, strengths=strengths)
    table = standings.lines(format_input(row))

    assert [line.row.points for line in table] == points
    assert [line.progress[-1] for line in table] == points
    assert [line.values[0] for line in table] == against


def test_the_ratings_at_the_start_are_noted_for_seeding():
    versions = _versions(2)
    first = tournament(versions)
    play_to_the_end(first, strengths=_strengths(versions))

    second = tournament(versions, name="Second Cup")

    ratings = [entry.rating for entry in second.entries.order_by("number")]
    assert ratings[0] > 1_500_000 > ratings[1]


def test_too_many_games_are_refused_by_their_number():
    with pytest.raises(Invalid, match="at most 10,000"):
        tournament(_versions(3), games_per_pairing=9_998)


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"format": "chess"}, "format"),
        ({"format_options": {"cycles": 0}}, "format_cycles"),
        ({"format_options": {"laps": 2}}, "format_laps"),
        ({"tie_breaks": ["XX"]}, "tie_breaks"),
        ({"opening_actions": 21}, "opening_actions"),
        ({"registration_opens_at": NOW}, "registration_closes_at"),
    ],
)
def test_terms_that_cannot_be_played_are_named(terms, field):
    with pytest.raises(Invalid) as refused:
        tournament(_versions(2), **terms)

    assert refused.value.field == field


def test_a_game_with_dice_has_no_openings():
    with pytest.raises(Invalid, match="each game has its own: choose 0 opening actions") as refused:
        tournament(_versions(2), key="einstein", opening_actions=1)
    assert refused.value.field == "opening_actions"


def test_one_player_has_so_many_tournaments_at_once(alice, monkeypatch):
    monkeypatch.setattr(create, "MAX_OPEN", 2)
    versions = _versions(2)
    for number in range(2):
        tournament(versions, organiser=alice, name=f"Cup {number}")

    with pytest.raises(Invalid, match="not over"):
        tournament(versions, organiser=alice, name="One too many")
    assert tournament(versions, organiser=PlayerFactory(is_staff=True))


def test_every_two_of_a_round_robin_meet_once():
    versions = _versions(5)

    row = tournament(versions)

    met = [
        frozenset(match.pairing.entries.values_list("version", flat=True))
        for match in row.matches.all()
    ]
    assert sorted(map(sorted, met)) == sorted(
        sorted(pair) for pair in combinations([v.pk for v in versions], 2)
    )
