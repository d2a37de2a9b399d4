"""What ratings keep of their games by seat and by reason of loss."""

from collections import Counter

import pytest

from agents.terms.faults import Fault
from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    claimed,
    outcome,
    play_all,
    tournament,
)
from tournaments.models import Game, Rating, Seat
from tournaments.services.playing import reports
from tournaments.services.ratings import ledger, voiding

pytestmark = pytest.mark.django_db


def make_once():
    return play_all(tournament([VersionFactory() for _ in range(3)], games_per_pairing=4))


@pytest.fixture
def played(made):
    return made


def _by_hand(version):
    """Won, drawn and lost by seat, and the reasons of lost games for two, from the games."""
    seats, losses = {}, Counter()
    for seat in Seat.objects.filter(version=version, game__voided_at=None):
        ranks = list(seat.game.seats.values_list("rank", flat=True))
        end = 1 if len(set(ranks)) == 1 else 0 if seat.rank == 1 else 2
        seats.setdefault(str(seat.number), [0, 0, 0])[end] += 1
        if end == 2:
            losses[seat.fault["kind"] if seat.fault else seat.game.reason] += 1
    return seats, dict(losses)


def _are_exact():
    rows = Rating.objects.with_games()
    return all((row.by_seat, row.lost_by) == _by_hand(row.version) for row in rows)


def test_every_report_counts_the_seat_and_what_a_game_was_lost_by(played):
    assert Rating.objects.count() == 3
    assert _are_exact()
    assert ledger.check(now=NOW).differences == []


def test_a_fault_is_what_the_game_was_lost_by():
    match = tournament([VersionFactory(), VersionFactory()]).matches.get()
    game = match.games.order_by("number").first()
    report = outcome(game, forfeits=0, fault=Fault("timeout", 0, "It was late."))

    reports.report(claimed(match), game, report, now=NOW, lease=LEASE)

    loser = Rating.objects.get(version=game.seats.get(number=0).version)
    assert (loser.by_seat, loser.lost_by) == ({"0": [0, 0, 1]}, {"timeout": 1})
    assert ledger.check(now=NOW).differences == []


def test_a_voided_game_is_taken_back(played, carol):
    game = Game.objects.filter(seats__rank=2).first()

    voiding.void([game], player=carol, reason="The clock was wrong.", now=NOW)

    assert _are_exact()
    assert sum(sum(ends) for row in Rating.objects.all() for ends in row.by_seat.values()) == 22
    assert ledger.check(now=NOW).differences == []


@pytest.mark.parametrize("wrong", [{"by_seat": {"0": [9, 0, 0]}}, {"lost_by": {"crash": 1}}])
def test_wrong_counts_are_found_at_night(played, wrong):
    Rating.objects.filter(pk=Rating.objects.first().pk).update(**wrong)

    (told,) = ledger.check(now=NOW).sentences

    assert "is live at" in told


def test_partners_are_counted_as_one_side():
    pair = [VersionFactory(games=["alquerque"]) for _ in range(2)]
    play_all(tournament(pair, key="alquerque(mode=teams)"))

    for row in Rating.objects.all():
        assert sorted(row.by_seat) == ["0", "1"]
        assert sum(map(sum, row.by_seat.values())) == row.games
