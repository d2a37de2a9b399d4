"""Matches with a remote seat: boards one after the other, reported once, whoever is killed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents import samples
from agents.desk.rerun import NotRepeatable
from agents.sandbox import Isolation
from agents.terms.limits import Limits
from engine import record
from tests.tournaments.factories import (
    PlayerFactory,
    VersionFactory,
    tournament,
)
from tests.tournaments.remote import connected, remote_bot
from tournaments.errors import Invalid
from tournaments.models import Bot, CasualGame, Incident, Rating, Seat, Unrated, Variant
from tournaments.queries.casual.courses import course_of, document
from tournaments.queries.games import matches
from tournaments.queries.playing import queue, verification
from tournaments.services.analysis import luck
from tournaments.services.casual import absence, hosting, rated, remote
from tournaments.services.house import opening as house
from tournaments.services.playing import play, reruns, workers
from tournaments.services.ratings import ledger
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


@pytest.fixture
def _leaderboards():
    house.ensure_variants()


def far(name, *, is_connected=True):
    version = remote_bot(PlayerFactory(), name, games=["einstein"])
    return connected(version, now=timezone.now(), at_once=1) if is_connected else version


def near(**terms):
    return VersionFactory(code=samples.read("random"), games=["einstein"], **terms)


def cup(versions, **chosen):
    chosen = {"key": "einstein", "is_open": True, "rated": False} | chosen
    return tournament(versions, **chosen)


def worker(**changes):
    details = {
        "name": "worker-1",
        "isolation": Isolation.BUBBLEWRAP,
        "lease": timedelta(seconds=15),
        "now": timezone.now,
    }
    return workers.Worker(**details | changes)


def board_of(match):
    return CasualGame.objects.filter(game__match=match, game__ended_at=None).first()


def act(board, *, resigns):
    """The first legal action of the remote seat that is due, as its program takes it."""
    bot = board.seats.get(number=board.due_seat).version.bot
    state, now = course_of(board).state, board.due_since + timedelta(seconds=0.1)
    if resigns:
        remote.resign(board, bot=bot, now=now)
    else:
        action = state.action_to_string(state.legal_actions()[0])
        remote.act(board, bot=bot, ply=len(board.events), action=action, now=now)


def play_board(board, *, most=1000):
    """Play a board to its end, the hosted seats by a worker; who is due after `most` resigns."""
    while not board.is_over:
        if board.bot_due:
            hosting.host_next(worker())
        else:
            act(board, resigns=len(board.events) > most)
        board.refresh_from_db()


def play_match(match, *, most=1000):
    while match.status == "running":
        play_board(board_of(match), most=most)
        rated.tend(now=timezone.now() + rated.REST)
        match.refresh_from_db()


@pytest.mark.usefixtures("_leaderboards")
def test_a_match_with_a_remote_seat_is_played_at_boards_and_reported():
    match = cup([far("Far"), near()]).matches.get()
    assert match.is_remote
    assert not play.play_next(worker(), validation=False)

    rated.tend(now=timezone.now())
    match.refresh_from_db()
    assert (match.status, match.worker) == ("running", "boards")
    play_match(match, most=3)

    games = list(match.games.order_by("number"))
    assert match.status == "finished"
    for game in games:
        document = matches.public_record(game)
        assert record.verify(document).ok
        assert document["dice"]["game"] == game.number
        assert game.unrated_reason == ""
    variant = Variant.objects.get(key="einstein", is_open=True)
    assert Rating.objects.filter(variant=variant).count() == 2
    assert not Rating.objects.exclude(variant=variant).exists()
    assert ledger.check(now=timezone.now()).differences == []
    luck.judge_due(now=timezone.now(), enough=lambda: False)
    assert not [str(row.what) for row in verification.findings(match) if not row.holds]
    with pytest.raises(NotRepeatable, match="A remote bot plays in Match"):
        list(reruns.rerun(match, limits=Limits(), isolation=Isolation.BUBBLEWRAP))


def begun(*versions, **chosen):
    """The first match of a tournament of remote bots, with its first board."""
    match = cup(list(versions or (far("Far"), far("Away"))), **chosen).matches.first()
    rated.tend(now=timezone.now())
    match.refresh_from_db()
    return match


@pytest.mark.usefixtures("_leaderboards")
def test_a_report_whose_process_was_killed_is_made_once_by_the_next():
    match = begun()
    board = board_of(match)
    play_board(board)
    assert not match.games.get(number=1).is_over

    rated.tend(now=timezone.now())
    stored = match.games.get(number=1)
    assert stored.is_over
    entries = list(stored.ledger.values_list("version", "total"))
    assert rated.settle(CasualGame.objects.get(pk=board.pk), now=timezone.now()) is False
    rated.tend(now=timezone.now())

    assert list(stored.ledger.values_list("version", "total")) == entries
    assert board_of(match).game.number == 2
    assert not Incident.objects.exists()


def test_the_page_of_a_running_game_is_its_board_which_names_the_match(client):
    match = begun()
    game = match.games.get(number=1)
    board = board_of(match)

    page = client.get(game.get_absolute_url(), follow=True)
    assert page.redirect_chain == [(board.get_absolute_url(), 302)]
    assert f'href="{match.get_absolute_url()}"' in page.content.decode()
    play_board(board)
    rated.tend(now=timezone.now())
    assert client.get(game.get_absolute_url()).context["replay"]


@pytest.mark.usefixtures("_leaderboards")
def test_a_match_that_was_claimed_by_a_process_that_was_killed_gets_its_board():
    match = cup([far("Far"), far("Away")]).matches.get()
    assert match.claim(worker=rated.WORKER, now=timezone.now(), lease=rated.LEASE)

    rated.tend(now=timezone.now())
    rated.tend(now=timezone.now())

    assert CasualGame.objects.get().game.number == 1


def test_the_seed_stays_secret_until_the_match_is_over():
    match = begun()
    board = board_of(match)
    play_board(board)
    assert board.revealed_seed is None
    assert record.verify(document(board)).ok
    assert document(board)["dice"]["seed"] is None

    play_match(match)
    board.game.match.refresh_from_db()
    assert board.revealed_seed == match.revealed_seed


@pytest.mark.usefixtures("_leaderboards")
def test_a_failure_of_the_platform_costs_nobody_a_game_and_the_dice_are_new():
    match = begun()
    board, seed = board_of(match), match.seed
    board.change(**CasualGame.ending("platform", now=timezone.now()))

    rated.tend(now=timezone.now())
    match.refresh_from_db()
    assert (match.status, match.failures, Rating.objects.count()) == ("queued", 1, 0)
    assert match.seed != seed
    assert Incident.objects.get().kind == Incident.Kind.PLATFORM_FAULT

    later = timezone.now() + timedelta(minutes=1)
    rated.tend(now=later)
    rated.tend(now=later + rated.REST)
    assert board_of(match).pk != board.pk
    assert CasualGame.objects.count() == 1


def test_the_board_of_a_match_that_is_called_off_ends_without_a_result():
    match = begun()
    board = board_of(match)
    match.tournament.matches.call_off(reason=Sentence("ladder-off"), now=timezone.now())

    rated.tend(now=timezone.now())
    board.refresh_from_db()
    assert (board.status, board.result) == ("over", None)
    rated.tend(now=timezone.now() + rated.REST)
    assert not CasualGame.objects.exists()
    assert not Incident.objects.exists()


def test_a_match_waits_for_a_bot_that_is_not_connected_but_not_for_ever():
    match = cup([far("Far", is_connected=False), far("Away")]).matches.get()
    soon = match.queued_at + timedelta(seconds=1)
    rated.tend(now=soon)
    assert board_of(match) is None
    assert queue.why_waiting(match, now=soon) == Sentence("waits-for-remote-bots")

    rated.tend(now=match.queued_at + rated.PATIENCE)
    assert board_of(match) is not None


def test_a_bot_plays_no_more_games_at_once_than_it_wants_to():
    bots = [far(name) for name in ("Far", "Away", "Afar")]
    cup(bots)
    rated.tend(now=timezone.now())
    assert CasualGame.objects.count() == 1

    Bot.objects.update(at_once=2)
    rated.tend(now=timezone.now())
    assert CasualGame.objects.count() == 3


def test_a_remote_bot_is_refused_by_a_tournament_that_is_not_open():
    with pytest.raises(Invalid, match="Only a tournament that is open"):
        cup([far("Far"), far("Away")], is_open=False)


@pytest.mark.usefixtures("_leaderboards")
def test_a_remote_bot_never_gets_a_rating_on_a_hosted_leaderboard():
    match = begun()
    hosted = Variant.objects.get(key="einstein", is_open=False)
    match.games.update(variant=hosted)
    play_match(match)

    assert {game.unrated_reason for game in match.games.all()} == {Unrated.REMOTE}
    assert not Rating.objects.exists()


def test_a_bot_that_stays_away_loses_its_games_by_a_fault_and_is_paused():
    away = far("Far", is_connected=False)
    cup([away, far("Away")], games_per_pairing=10)
    while not (away.paused_at or Seat.objects.finished().filter(fault=None, version=away)):
        board = CasualGame.objects.going_on().first()
        if board is None:
            rated.tend(now=timezone.now())
        elif board.seats.get(number=board.due_seat).version == away:
            absence.end_overdue(now=board.due_since + timedelta(minutes=2))
        else:
            act(board, resigns=False)
        away.refresh_from_db()

    faults = Seat.objects.finished().filter(version=away).values_list("fault__kind", flat=True)
    assert list(faults) == ["away"] * 5
    assert away.pause_reason == Sentence("keeps-failing", failed=5, games=5)
