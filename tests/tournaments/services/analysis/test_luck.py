"""Luck is judged when a match is over, by the value function that it had named, and shown."""

import re

import pytest

from agents.judge.luck import luck as judged_by
from agents.values import load, newest
from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    claimed,
    outcome,
    play_all,
    play_out,
    tournament,
)
from tournaments import dispatch, tasks
from tournaments.models import Game, Incident, Match, Seat
from tournaments.queries.games import game_lines
from tournaments.queries.playing import luck as waiting
from tournaments.queries.playing import metrics
from tournaments.queries.tournaments import exports
from tournaments.services.analysis import luck
from tournaments.services.playing import reports

pytestmark = pytest.mark.django_db


def finished(key="einstein", **terms):
    row = tournament([VersionFactory(), VersionFactory()], key=key, **terms)
    play_all(row)
    return row.matches.latest("pk")


def make_once():
    return finished()


@pytest.fixture
def einstein(made):
    return made


def judge(*, enough=lambda: False):
    return luck.judge_due(now=NOW, enough=enough)


def gains(match):
    """The stored luck by game and seat."""
    rows = Seat.objects.filter(game__match=match).order_by("game__number", "number")
    return list(rows.values_list("luck", flat=True))


def test_each_seat_gets_what_the_named_function_says(einstein):
    assert not judge()

    due = []
    for game in einstein.games.order_by("number"):
        function = load(game.variant.load(), einstein.value_function)
        due += judged_by(game.record, function)
    assert gains(einstein) == due
    assert len(set(due)) == 4


def test_a_match_is_judged_once(einstein):
    assert list(waiting.due()) == [einstein]
    judge()
    assert list(waiting.due()) == []


@pytest.mark.once
@pytest.mark.usefixtures("einstein")
def test_looking_for_matches_reads_only_those_that_wait():
    assert "matches_to_judge" in waiting.due()[:50].explain()


def test_what_play_made_is_the_result_less_luck(einstein):
    seat = Seat.objects.first()
    assert seat.play is None
    judge()
    seat.refresh_from_db()
    assert seat.play == seat.returns - seat.luck


def test_a_match_names_no_function_where_nothing_is_left_to_luck():
    first, second = tournament(
        [VersionFactory(), VersionFactory()], key="kalah", games_per_pairing=4, opening_actions=4
    ).matches.order_by("pk")

    assert (first.opening, first.value_function, first.value_sha256) == ([], "", "")
    named = newest(second.tournament.variant.load())
    assert (second.value_function, second.value_sha256) == named


def test_the_luck_of_an_opening_is_judged():
    match = finished("kalah", games_per_pairing=4, opening_actions=4)
    judge()
    one, other, *_again = gains(match)
    assert one == -other
    assert gains(match) == [one, other] * 2


def test_the_end_of_a_match_wakes_a_judge(sent, django_capture_on_commit_callbacks):
    tournament([VersionFactory(), VersionFactory()], key="einstein")
    with django_capture_on_commit_callbacks(execute=True):
        play_out(Match.objects.get())
    assert dispatch.LUCK in sent


def test_no_judge_is_woken_without_luck(sent, django_capture_on_commit_callbacks):
    tournament([VersionFactory(), VersionFactory()], key="kalah")
    with django_capture_on_commit_callbacks(execute=True):
        play_out(Match.objects.get())
    assert dispatch.LUCK not in sent


def test_nothing_is_due_before_the_match_is_over():
    tournament([VersionFactory(), VersionFactory()], key="einstein")
    match = claimed(Match.objects.get())
    game = match.games.get(number=1)
    reports.report(match, game, outcome(game), now=NOW, lease=LEASE)

    assert not waiting.due().exists()


@pytest.mark.usefixtures("einstein")
def test_the_tick_wakes_a_judge_for_what_waits(sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tasks.tick()
    assert dispatch.LUCK in sent


@pytest.mark.usefixtures("own_slots")
def test_the_task_judges_and_is_sent_again_only_if_something_is_left(
    einstein, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        tasks.judge_luck()
    assert None not in gains(einstein)
    assert sent == []


def test_a_run_is_bounded_and_goes_on_the_next_time(einstein):
    assert judge(enough=lambda: True)
    assert gains(einstein) == [None] * 4
    assert not judge()


def test_another_function_of_that_name_judges_nothing_and_staff_hear_of_it(einstein):
    Match.objects.update(value_sha256="ab" * 32)

    judge()

    assert gains(einstein) == [None] * 4
    assert not waiting.due().exists()
    said = str(Incident.objects.get().text)
    assert einstein.value_function in said
    assert "ab" * 32 in said


def test_a_failure_leaves_luck_null_and_judges_the_other_matches(einstein, monkeypatch):
    other = finished(name="Other Cup")
    of_game = waiting.of_game
    monkeypatch.setattr(
        waiting, "of_game", lambda match, game: 1 / 0 if match == einstein else of_game(match, game)
    )

    judge()

    assert gains(einstein) == [None] * 4
    assert None not in gains(other)
    assert "ZeroDivisionError" in str(Incident.objects.get().text)
    assert not waiting.due().exists()


def test_a_game_without_a_record_has_none(einstein):
    Game.objects.filter(number=1).update(record_in_row=None, record_removed_at=NOW)
    judge()
    first, second, *others = gains(einstein)
    assert (first, second) == (None, None)
    assert None not in others


def test_a_match_without_a_function_is_left_alone():
    tournament([VersionFactory(), VersionFactory()], key="einstein")
    Match.objects.update(value_function="", value_sha256="")
    match = play_out(Match.objects.get())
    judge()
    assert gains(match) == [None] * 4
    assert not Incident.objects.exists()


def test_another_host_that_was_first_is_not_overwritten(einstein):
    Match.objects.update(luck_due_at=None)
    luck.judge(einstein, now=NOW)
    assert gains(einstein) == [None] * 4


def test_the_page_shows_result_luck_and_play_and_who_judged(einstein, client):
    assert 'id="luck"' not in client.get(einstein.get_absolute_url()).content.decode()

    judge()

    page = client.get(einstein.get_absolute_url()).content.decode()
    rows = page.partition('id="luck"')[2].partition("</table>")[0].count("<tr>")
    assert rows == 1 + 4
    assert re.search(rf"{einstein.value_function} <code[^>]*>{einstein.value_sha256}", page)


def test_the_function_stands_on_the_page_before_the_first_game(client):
    tournament([VersionFactory(), VersionFactory()], key="einstein")
    match = Match.objects.get()
    for address in (match.get_absolute_url(), f"{match.get_absolute_url()}verify/"):
        page = client.get(address).content.decode()
        assert match.value_function in page
        assert match.value_sha256 in page


def test_the_api_tells_it_by_seat(einstein, client):
    judge()
    told = client.get(f"/api/v1/matches/{einstein.pk}/").json()
    seats = [seat["luck"] for game in told["games"] for seat in game["seats"]]
    assert seats == gains(einstein)
    assert told["value_function"] == einstein.value_function
    assert told["value_sha256"] == einstein.value_sha256


def test_files_of_games_have_it(einstein):
    judge()
    lines = list(game_lines.of_tournament(einstein.tournament))
    assert [one for line in lines for one in line["luck"]] == gains(einstein)
    assert {line["value_sha256"] for line in lines} == {einstein.value_sha256}
    games = list(exports._games(einstein.tournament))
    assert [one for game in games for one in game["luck"]] == gains(einstein)


@pytest.mark.usefixtures("einstein")
def test_figures_count_what_waits():
    assert 'kauri_queue_length{queue="luck"} 1.0' in metrics.exposition(now=NOW).decode()
