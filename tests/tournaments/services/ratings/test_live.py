"""Games that wait are entered together, and count as if each had been entered by itself."""

import re
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from agents.terms.faults import Fault
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    play_out,
    tournament,
    variant,
)
from tournaments.models import Bot, Game, Incident, LedgerEntry, Meeting, Notice, Rating
from tournaments.queries.games import game_lines
from tournaments.queries.playing import metrics
from tournaments.queries.ratings import audit
from tournaments.queries.ratings.scope import Scope
from tournaments.services.playing import reports
from tournaments.services.ratings import entering, ledger, live, voiding

pytestmark = pytest.mark.django_db

ENTER = live.enter
CRASH = Fault("crash", 3, "It raised ValueError.")


@pytest.fixture
def waiting(monkeypatch):
    """Every process dies between a report and what comes after it."""
    monkeypatch.setattr(live, "enter", lambda _game: None)


@pytest.fixture
def board():
    return variant("kalah")


def play(row, *, seed=1, now=NOW):
    for number, match in enumerate(row.matches.order_by("pk")):
        play_out(match, seed=seed + 10 * number, now=now)


def written():
    """All that entering writes."""
    ratings = Rating.objects.order_by("version").values_list(*Rating.COUNTED, "is_listed")
    entries = LedgerEntry.objects.order_by("version", "number")
    games = Game.objects.order_by("pk").values_list("unrated_reason", "is_repetition", "is_waiting")
    return {
        "ratings": list(ratings),
        "entries": list(entries.values_list("version", "game", "delta", "total")),
        "tallies": [row.tally for row in Meeting.objects.order_by("version", "opponent")],
        "games": list(games),
    }


def after_entering(at_once, monkeypatch):
    """What is written once all that waits has been entered in transactions of this size."""
    monkeypatch.setattr(live, "AT_ONCE", at_once)
    with transaction.atomic():
        live.enter_left(now=NOW)
        assert ledger.check(now=NOW + timedelta(days=1), full=True).differences == []
        rows = written()
        transaction.set_rollback(True)
    return rows


def test_games_count_together_as_they_do_one_by_one(waiting, monkeypatch):
    owner = PlayerFactory()
    first, second = (VersionFactory(bot=BotFactory(owner=owner)) for _ in range(2))
    third = VersionFactory()
    # Two owners have more games than count on a day, and two games repeat others.
    play(tournament([first, third], games_per_pairing=8, name="A"))
    play(tournament([second, third], games_per_pairing=6, name="B"), seed=3)
    play(tournament([first, third], games_per_pairing=2, name="C"))
    play(tournament([first, second, third], name="D"), now=NOW + timedelta(days=1))
    # A new version starts with what the games before its first have made of the one before it.
    heir = VersionFactory(bot=third.bot, number=2)
    play(tournament([heir, first], name="E"), now=NOW + timedelta(days=1, hours=1))

    alone, in_parts, together = (after_entering(most, monkeypatch) for most in (1, 7, 100))

    assert alone == in_parts == together
    reasons, repetitions, waits = zip(*alone["games"], strict=True)
    assert set(reasons) == {"", "daily-cap", "one-owner"}
    assert sum(repetitions) == 2
    assert not any(waits)


def test_a_game_whose_process_died_after_its_report_is_entered_by_the_tick(waiting, board):
    play(tournament([VersionFactory(), VersionFactory()]))
    assert not LedgerEntry.objects.exists()
    # Nothing is wrong meanwhile: what waits belongs to no sum yet.
    assert ledger.check(now=NOW).differences == []

    live.enter_left(now=NOW)

    assert [row.games for row in board.ratings.all()] == [2, 2]
    assert ledger.check(now=NOW).differences == []


def test_a_game_that_waits_is_held_against_no_rule(waiting, board):
    bots = BotFactory.create_batch(2, owner=PlayerFactory())
    play(tournament([VersionFactory(bot=bot) for bot in bots]))

    assert list(audit.wrong(board, Scope(None, NOW))) == []


def test_a_game_that_waits_is_called_rated_nowhere(waiting, board, client):
    play(tournament([VersionFactory(), VersionFactory()]))

    assert b"not yet rated" in client.get(Game.objects.all()[0].get_absolute_url()).content
    assert not game_lines.rated(board).exists()
    assert 'kauri_queue_length{queue="ratings"} 2.0' in metrics.exposition(now=NOW).decode()


def test_a_leaderboard_that_enters_nothing_fails_no_report_and_holds_up_no_other(
    board, monkeypatch
):
    enter = entering.enter

    def enter_elsewhere(row, games):
        if row == board:
            raise ValueError("a game that cannot be entered")
        enter(row, games)

    monkeypatch.setattr(entering, "enter", enter_elsewhere)
    play(tournament([VersionFactory(), VersionFactory()], name="Stuck"))
    play(tournament([VersionFactory(), VersionFactory()], name="Free", key="einstein"))
    live.enter_left(now=NOW)

    assert {game.variant for game in Game.objects.waiting()} == {board}
    assert Incident.objects.get().kind == Incident.Kind.PLATFORM_FAULT


def test_a_report_enters_what_others_left(waiting, board, monkeypatch):
    play(tournament([VersionFactory(), VersionFactory()], name="Left"))
    monkeypatch.setattr(live, "enter", ENTER)

    play(tournament([VersionFactory(), VersionFactory()], name="Next"))

    assert not Game.objects.waiting().exists()
    assert [row.games for row in board.ratings.all()] == [2, 2, 2, 2]


def test_more_than_fit_into_a_transaction_are_entered_by_several(waiting, monkeypatch):
    monkeypatch.setattr(live, "AT_ONCE", 2)
    row = tournament([VersionFactory(), VersionFactory()], games_per_pairing=8)
    play(row)

    ENTER(Game.objects.waiting().last())

    assert not Game.objects.waiting().exists()


def test_a_void_counts_what_waits_first(waiting, board):
    row = tournament([VersionFactory(), VersionFactory()])
    play(row)
    chosen = Game.objects.filter(match__tournament=row)[:1]

    voiding.void(chosen, player=PlayerFactory(is_staff=True), reason="A wrong rule.", now=NOW)

    assert LedgerEntry.objects.filter(is_correction=True).count() == 2
    assert [rating.games for rating in board.ratings.all()] == [1, 1]
    assert ledger.check(now=NOW).differences == []


def test_a_void_locks_bots_before_ratings_as_a_ban_does(waiting):
    rows = [tournament([VersionFactory(), VersionFactory()], name=name) for name in "AB"]
    play(rows[0])
    live.enter_left(now=NOW)
    play(rows[1], seed=7)
    chosen = Game.objects.filter(match__tournament=rows[0])[:1]

    with CaptureQueriesContext(connection) as seen:
        voiding.void(chosen, player=PlayerFactory(is_staff=True), reason="A wrong rule.", now=NOW)

    read = [re.match(r'SELECT .* FROM "tournaments_(bot|rating)" (.*)', q["sql"]) for q in seen]
    table, which = next(match.groups() for match in read if match)
    assert table == "bot"
    bots = Bot.objects.values_list("pk", flat=True)
    assert {str(bot) for bot in bots} <= {*re.findall(r"\d+", which)}


def test_as_many_statements_enter_a_game_as_very_many(waiting):
    def statements(number):
        row = tournament([VersionFactory() for _ in range(number)], name=f"Cup of {number}")
        play(row, seed=1000 * number)
        # Their ratings have begun, which takes statements for each.
        live.enter_left(now=NOW)
        play(tournament([e.version for e in row.entries.all()], name=f"{number}"), seed=number)
        with CaptureQueriesContext(connection) as seen:
            live.enter_left(now=NOW)
        return len(seen)

    assert statements(2) == statements(6)


def test_the_owner_of_a_bot_that_failed_is_told_once_its_game_is_rated(waiting):
    match = claimed(tournament([VersionFactory(), VersionFactory()]).matches.get())
    game = match.games.get(number=1)
    reports.report(match, game, outcome(game, forfeits=0, fault=CRASH), now=NOW, lease=LEASE)
    failures = Notice.objects.filter(kind="failure")
    assert not failures.exists()

    live.enter_left(now=NOW)

    assert failures.count() == 1
