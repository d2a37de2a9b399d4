"""What is kept of who met whom: after any reports and voids it is what the games come to."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.factories import (
    NOW,
    PlayerFactory,
    VersionFactory,
    play_all,
    play_out,
    tournament,
    variant,
)
from tests.tournaments.services.playing.test_concurrency import in_threads
from tournaments.mathematics import meetings as mathematics
from tournaments.models import Game, Incident, Meeting, Rating
from tournaments.queries.ratings import met, scope
from tournaments.services.ratings import ledger, meetings, voiding

DAY = timedelta(days=1)
WHY = "A wrong rule."


def kept(board):
    return {row.two: row.tally for row in board.meetings.all()}


def counted(board):
    return mathematics.of_all(met.blocks(met.games(board)))


@pytest.fixture
def cup():
    return tournament([VersionFactory() for _ in range(3)], games_per_pairing=4)


@pytest.fixture
def staff():
    return PlayerFactory(is_staff=True)


@pytest.mark.django_db
@settings(
    max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["play", "repeat", "void"]), st.integers(0, 11)),
        min_size=6,
        max_size=12,
    )
)
def test_after_any_reports_voids_and_repetitions_the_rows_are_what_a_recount_finds(steps):
    row = tournament([VersionFactory() for _ in range(3)], games_per_pairing=4)
    staff = PlayerFactory(is_staff=True)

    for step, number in steps:
        waiting = row.matches.filter(status="queued")
        if step == "void":
            games = Game.objects.filter(match__tournament=row)
            voiding.void(games[number : number + 2], player=staff, reason=WHY, now=NOW)
        elif waiting:
            # The seed alone decides how a game goes, so some come to the same end.
            play_out(waiting[number % len(waiting)], seed=1 if step == "repeat" else 50 * number)

    assert kept(row.variant) == counted(row.variant)
    assert met.wrongly_repeated(met.games(row.variant), are_few=False) == {}
    assert ledger.check(now=NOW).sentences == []


@pytest.mark.django_db
def test_a_repetition_is_noted_and_takes_the_place_of_a_voided_first(staff):
    two = [VersionFactory(), VersionFactory()]
    for name in ("First Cup", "Second Cup"):
        play_out(tournament(two, name=name).matches.get(), seed=1)
    board = variant("kalah")
    first, again = Game.objects.filter(number=1).order_by("pk")
    assert first.final == again.final
    assert (first.is_repetition, again.is_repetition) == (False, True)
    assert (board.meetings.first().games, board.meetings.first().repeated) == (2, 2)

    voiding.void([first], player=staff, reason=WHY, now=NOW)

    again.refresh_from_db()
    assert not again.is_repetition
    assert (board.meetings.first().games, board.meetings.first().repeated) == (2, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "spoil",
    [
        lambda board: board.meetings.filter(pk=board.meetings.first().pk).delete(),
        lambda board: board.meetings.update(repeated=7),
        lambda board: board.meetings.update(last_matches=[]),
        lambda board: board.games.filter(number=1).update(is_repetition=True),
    ],
)
def test_the_check_replaces_what_differs_and_notes_an_incident(cup, spoil):
    board = play_all(cup).variant
    right = kept(board)
    spoil(board)

    said = ledger.check(now=NOW).sentences

    assert len(said) == 1
    assert "differed from their games; it was counted again" in said[0]
    assert kept(board) == right
    assert Incident.objects.get().kind == "wrong-record"
    assert ledger.check(now=NOW).sentences == []


@pytest.mark.django_db
@pytest.mark.parametrize(("cup", "noted"), [("First Cup", True), ("Second Cup", False)])
def test_a_night_finds_wrongly_noted_repetitions_among_older_games(cup, noted, monkeypatch):
    monkeypatch.setattr(scope, "NIGHTS", 1)
    two = [VersionFactory(), VersionFactory()]
    for name in ("First Cup", "Second Cup"):
        play_out(tournament(two, name=name).matches.get(), seed=1)
    board = variant("kalah")
    right = list(board.games.order_by("pk").values_list("is_repetition", flat=True))
    assert ledger.check(now=NOW + DAY).sentences == []
    board.games.filter(match__tournament__name=cup).update(is_repetition=noted)

    assert len(ledger.check(now=NOW + 2 * DAY).sentences) == 1
    assert list(board.games.order_by("pk").values_list("is_repetition", flat=True)) == right


@pytest.mark.django_db
def test_very_many_that_differ_are_all_counted_again(cup, monkeypatch):
    monkeypatch.setattr(meetings, "ONE_BY_ONE", 1)
    board = play_all(cup).variant
    right = kept(board)
    Meeting.objects.all().delete()

    assert len(ledger.check(now=NOW).sentences) == 1

    assert kept(board) == right


@pytest.mark.django_db
def test_a_rating_says_how_many_games_were_won_and_the_check_finds_a_wrong_number(cup):
    board = play_all(cup).variant
    rows = list(board.ratings.all())
    assert sum(row.wins for row in rows) == sum(row.losses for row in rows)
    assert sum(row.draws for row in rows) % 2 == 0
    Rating.objects.filter(pk=rows[0].pk, wins__gt=0).update(wins=0)
    Rating.objects.filter(pk=rows[0].pk, wins=0).update(draws=8)

    (said,) = ledger.check(now=NOW).sentences

    assert "its ledger replays to" in said


@pytest.mark.django_db(transaction=True)
def test_reports_of_two_matches_at_once_are_both_counted():
    two = [VersionFactory(), VersionFactory()]
    cups = [tournament(two, name=name) for name in ("First Cup", "Second Cup")]

    in_threads(lambda one: play_out(one.matches.get()), cups)

    board = variant("kalah")
    assert kept(board) == counted(board)
    assert board.meetings.first().games + board.meetings.first().repeated == 4
