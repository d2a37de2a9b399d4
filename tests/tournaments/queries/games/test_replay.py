"""Stepping through a finished game."""

import re
from dataclasses import replace

import pytest

from engine import record
from tests.tournaments.factories import VersionFactory, play_out, tournament
from tournaments.models import Game, Match
from tournaments.queries.games import replay

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def finished(key):
    tournament([VersionFactory(), VersionFactory()], key=key)
    return play_out(Match.objects.last()).games.get(number=1)


def make_once():
    return finished("kalah")


@pytest.fixture
def kalah(made):
    return made


@pytest.fixture
def einstein(db):
    return finished("einstein")


def step(client, game, ply):
    return client.get(game.get_absolute_url(), {"ply": ply})


@pytest.mark.parametrize("key", ["kalah", "einstein", "einstein(setup=chosen)"])
def test_every_ply_shows_the_position_of_its_record(key):
    game = finished(key)

    for ply, state in enumerate(record.states(game.record)):
        assert replay.replay(game, ply).state.to_dict() == state.to_dict()


def test_the_board_is_drawn_in_the_page(client, kalah):
    page = step(client, kalah, 3).content.decode()

    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page
    assert 'id="board-pit-0-0"' in page


def test_an_action_that_the_host_stalled_says_for_how_long(client, kalah):
    assert "Stalled" not in step(client, kalah, 1).content.decode()
    kalah.record["events"][0]["stall"] = 0.25
    Game.objects.filter(pk=kalah.pk).update(record_in_row=kalah.record)

    page = step(client, kalah, 1).content.decode()

    assert '<th scope="col" class="num">Stalled</th>' in page
    assert page.count("250 ms") == 1


def test_an_opening_is_shown_as_one_and_the_replay_begins_behind_it(client, kalah):
    kalah.record["events"][0]["opening"] = True
    Game.objects.filter(pk=kalah.pk).update(record_in_row=kalah.record)

    page = client.get(kalah.get_absolute_url()).content.decode()

    assert page.count('<span class="soft">opening</span>') == 1
    assert "as part of the opening" in page


def test_a_page_allows_nothing_inline(client, einstein):
    page = step(client, einstein, 5).content.decode()

    assert " style=" not in page
    assert "<style" not in page
    assert "<script>" not in page


def test_links_lead_to_the_first_previous_next_and_last_ply(kalah):
    shown = replay.replay(kalah, 3)

    assert (shown.first, shown.previous, shown.next, shown.end) == (0, 2, 4, shown.last)


def test_nothing_leads_beyond_the_ends(kalah):
    start, end = replay.replay(kalah, 0), replay.replay(kalah, len(kalah.record["events"]))

    assert (start.first, start.previous) == (None, None)
    assert (end.next, end.end) == (None, None)


def test_a_replay_begins_where_the_first_seat_is_to_act(kalah, einstein):
    assert replay.replay(kalah, None).ply == 0
    assert replay.replay(einstein, None).state.current_player() == 0
    assert replay.replay(einstein, None).ply == 3


@pytest.mark.parametrize("ply", ["9999", "9" * 40])
def test_a_ply_beyond_the_end_shows_the_last_position(client, kalah, ply):
    shown = step(client, kalah, ply).context["replay"]

    assert shown.ply == shown.last > 0
    assert step(client, kalah, "-1").context["replay"].ply == 0


@pytest.mark.parametrize("ply", ["x", ""])
def test_a_ply_that_is_no_number_is_not_found(client, kalah, ply):
    assert step(client, kalah, ply).status_code == 404


def test_steps_show_what_was_done_with_time_and_note(client, kalah):
    page = step(client, kalah, 1).content.decode()

    first = kalah.record["events"][0]
    assert f"<strong>pit {first['action']}</strong>" in page
    assert "10 ms" in page
    assert "8 ms" in page
    assert '<q class="note">a note</q>' in page


def test_a_throw_is_shown_as_a_throw(einstein):
    third = replay.replay(einstein, 3).step

    assert (third.kind, third.seat.number) == ("throw", 0)
    assert re.fullmatch("a [1-6]", third.text)


def test_a_note_is_text_and_never_code(client, kalah):
    kalah.record["events"][0]["note"] = "<script>alert(1)</script>"
    kalah.save()

    page = step(client, kalah, 1).content.decode()

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_time_used_is_the_sum_of_a_seats_actions(kalah):
    steps = replay.replay(kalah, 0).steps
    seat = kalah.seats.get(number=0)

    used = replay.time_used(steps, seat)

    actions = [event for event in kalah.record["events"] if event["seat"] == 0]
    assert used.actions == len(actions)
    assert used.wall == pytest.approx(0.01 * len(actions))
    assert used.cpu == pytest.approx(0.008 * len(actions))


def test_a_record_of_other_rules_says_that_it_cannot_be_drawn(client, kalah):
    kalah.record["variant"]["rules"] = 99
    kalah.save()

    page = step(client, kalah, 1).content.decode()

    assert "This position cannot be drawn: rules is 99; this engine reads 1" in page
    assert "under rules that this engine no longer has" in page


def test_a_replay_takes_as_many_queries_at_every_ply(client, kalah, django_assert_max_num_queries):
    with django_assert_max_num_queries(7):
        step(client, kalah, 9)


def test_a_rated_game_tells_what_it_gave_and_took(client, kalah):
    page = client.get(kalah.get_absolute_url())

    changes = [one["change"] for one in page.context["seats"]]
    assert sum(changes) == 0
    assert all(change is not None for change in changes)


def test_an_unrated_game_says_so(client):
    tournament([VersionFactory(), VersionFactory()], key="kalah(pits=3)", rated=False)
    play_out(Match.objects.get())

    assert "not rated" in client.get(Game.objects.first().get_absolute_url()).content.decode()


def test_a_page_lists_the_events_around_its_position_and_not_those_of_a_long_game(einstein):
    einstein.record["events"] *= 20
    shown = replay.replay(einstein, 3)
    long = replace(shown, ply=300)

    assert [step.ply for step in long.near] == list(range(201, 401))
    assert [step.ply for step in shown.near][:2] == [1, 2]


def test_the_plates_of_a_game_sit_as_its_board_does():
    versions = [VersionFactory(games=["pachisi"]) for _ in range(4)]
    tournament(versions, key="pachisi", games_per_pairing=4)
    game = play_out(Match.objects.get()).games.get(number=1)

    plates = replay.plates(game)

    assert [(one.row, one.look.colour) for one in plates] == [
        ("above", "blue"),
        ("above", "yellow"),
        ("below", "red"),
        ("below", "green"),
    ]
    assert {one.team for one in plates} == {None}


def test_partners_have_one_team():
    versions = [VersionFactory(games=["pachisi"]) for _ in range(2)]
    tournament(versions, key="pachisi(mode=teams)")
    game = play_out(Match.objects.get()).games.get(number=1)

    teams = {one.look.colour: one.team for one in replay.plates(game)}

    assert teams == {"red": 1, "yellow": 1, "blue": 2, "green": 2}
