"""Boards of running games on pages: only what everybody may see, and drawn once for all."""

import json
import random
import re

import pytest
from django.urls import reverse
from django.utils import timezone

import engine
from agents import values
from engine.record import Recorder
from tests.tournaments.factories import (
    PlayerFactory,
    VersionFactory,
    check_match,
    claimed,
    play_out,
    tournament,
)
from tests.tournaments.remote import connected, remote_bot
from tournaments.machinery.messages import live_logs
from tournaments.machinery.messages.live_logs import Key
from tournaments.models import CasualGame, Match, Rating, Tournament
from tournaments.queries.games import closeness, live
from tournaments.services.casual import rated
from tournaments.services.playing.publishing import Sheet, _Script

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_logs(tmp_path, monkeypatch):
    monkeypatch.setattr(live_logs, "logs", lambda: live_logs.FileLogs(tmp_path / "live"))
    monkeypatch.setattr(live, "logs", live_logs.logs)


BOARD = b'data-board="%d"'


def play(**chosen):
    """A match that is being played, of a tournament of its own."""
    row = tournament([VersionFactory(), VersionFactory()], **chosen)
    return claimed(Match.objects.get(tournament=row))


def boards(client, **asked):
    return client.get(reverse("boards"), asked)


def test_the_home_page_shows_at_most_three_games(client):
    matches = [play(name=f"Cup {number}") for number in range(4)]

    page = client.get(reverse("home")).content

    assert [BOARD % match.pk in page for match in matches] == [False, True, True, True]


def test_the_game_with_the_closest_position_by_the_judge_comes_first(client):
    leads = {}
    for number in range(3):
        match, rng = play(name=f"Cup {number}"), random.Random(number)
        state, events = engine.load_game("kalah").new_initial_state(), []
        for _ply in range(14 - 4 * number):
            action = rng.choice(state.legal_actions())
            events.append(
                {"seat": state.current_player(), "action": state.action_to_string(action)}
            )
            state.apply_action(action)
        publish(match, events)
        value = values.load(engine.load_game("kalah")).value(state)
        leads[match.pk] = max(value) - min(value)
    assert len(set(leads.values())) == 3

    page = client.get(reverse("home")).content

    order = [int(pk) for pk in re.findall(rb'data-board="(\d+)"', page)]
    assert order == sorted(leads, key=leads.__getitem__)


def test_the_closest_game_by_ratings_comes_first_and_then_the_newest(client, monkeypatch):
    monkeypatch.setattr(closeness, "lead", lambda _document: None)
    far, close, unrated = (play(name=f"Cup {number}") for number in range(3))
    for match, gap in ((far, 400_000), (close, 10_000)):
        for number, seat in enumerate(match.games.get(number=1).seats.all()):
            value = 1_500_000 + number * gap
            Rating.objects.create(
                version=seat.version, variant=seat.game.variant, value=value, games=9
            )

    page = client.get(reverse("home")).content

    assert re.findall(rb'data-board="(\d+)"', page) == [
        b"%d" % match.pk for match in (close, far, unrated)
    ]


def test_a_page_without_games_has_room_for_them(client):
    page = client.get(reverse("home")).content

    assert b'id="boards"' in page
    assert b"Being played now" not in page


def test_private_matches_and_checks_are_on_no_common_page(client):
    private = play(access=Tournament.Access.PRIVATE)
    check = claimed(check_match(VersionFactory()))

    page = client.get(reverse("home")).content

    assert BOARD % private.pk not in page
    assert BOARD % check.pk not in page


def test_a_tournament_shows_its_own_games(client):
    own, other = play(name="Own"), play(name="Other")

    page = client.get(own.tournament.get_absolute_url()).content

    assert BOARD % own.pk in page
    assert BOARD % other.pk not in page


def test_the_games_of_a_private_tournament_are_for_who_may_see_it(client):
    organiser = PlayerFactory()
    match = play(organiser=organiser, access=Tournament.Access.PRIVATE)
    slug = match.tournament.slug
    assert boards(client, tournament=slug).status_code == 404

    client.force_login(organiser)

    assert BOARD % match.pk in boards(client, tournament=slug).content


def test_who_has_the_boards_already_gets_none(client):
    match = play()

    assert boards(client, seen=str(match.pk)).status_code == 204
    assert boards(client, seen="").status_code == 200


def test_boards_are_made_once_for_all_who_look(client, django_assert_max_num_queries):
    for number in range(3):
        play(name=f"Cup {number}")
    boards(client)

    with django_assert_max_num_queries(3):
        boards(client)


def test_the_page_of_a_running_match_shows_the_board(client):
    match = play()

    assert BOARD % match.pk in client.get(match.get_absolute_url()).content


def test_the_board_of_a_remote_bot_is_a_picture_that_comes_again_with_each_action(client):
    far = connected(remote_bot(PlayerFactory(), "Far"), now=timezone.now())
    tournament([far, VersionFactory()], is_open=True)
    rated.tend(now=timezone.now())
    board = CasualGame.objects.get()
    match = board.game.match

    first = boards(client).content.decode()
    asked = {"seen": f"{match.pk}.{board.state}"}
    assert f'hx-get="{reverse("boards")}?seen={asked["seen"]}"' in first
    assert f'href="{board.get_absolute_url()}"' in first
    assert "<svg" in first
    assert "data-board" not in first
    assert boards(client, **asked).status_code == 204
    board.change(events=[{"seat": 0, "action": "C"}])

    assert boards(client, **asked).content.decode() != first
    assert "<svg" in client.get(match.get_absolute_url()).content.decode()


class TestTheGameItself:
    """The page of a game that is being played, as it is without scripts, too."""

    def page(self, client, match, **asked):
        return client.get(match.games.get(number=1).get_absolute_url(), asked).content.decode()

    def test_its_page_follows_the_film_of_the_match(self, client):
        match = play()

        page = self.page(client, match)

        assert f'data-live="/live/matches/{match.pk}/film/"' in page
        assert 'data-film="' not in page

    def test_without_scripts_it_shows_what_is_published_and_asks_again(self, client):
        match = play()
        publish(match, [{"seat": 0, "action": "B"}, {"seat": 1, "action": "b"}])

        page = self.page(client, match)

        assert "2 of 2" in page
        assert "<svg" in page
        assert '<meta http-equiv="refresh" content="5">' in page

    def test_one_can_step_back_and_the_page_stays_there(self, client):
        match = play()
        publish(match, [{"seat": 0, "action": "B"}, {"seat": 1, "action": "b"}])

        page = self.page(client, match, ply="1")

        assert "1 of 2" in page
        assert "http-equiv" not in page
        assert "2 of 2" in self.page(client, match, ply="99")

    def test_a_log_of_another_game_of_the_match_is_not_taken_for_its_own(self, client):
        match = play()
        publish(match, [{"seat": 0, "action": "B"}], number=2)

        assert "0 of 0" in self.page(client, match)

    def test_a_log_that_comes_in_pieces_is_read_to_its_last_whole_line(self, client, monkeypatch):
        monkeypatch.setattr(live, "PIECE_BYTES", 40)
        monkeypatch.setattr(live_logs, "PIECE_BYTES", 40)
        match = play()
        publish(match, [{"seat": 0, "action": "B"}, {"seat": 1, "action": "b"}], torn=b'{"n": 3')

        assert "2 of 2" in self.page(client, match)

    def test_it_is_for_who_may_see_the_match(self, client):
        match = play(access=Tournament.Access.PRIVATE)

        assert client.get(match.games.get(number=1).get_absolute_url()).status_code == 404

    def test_a_secret_arrangement_is_not_on_it(self, client):
        versions = [VersionFactory(games=["einstein"]) for _ in range(2)]
        match = claimed(Match.objects.get(tournament=tournament(versions, key=CHOSEN)))
        nothing = self.page(client, match)
        sheet = Sheet(Key(match.pk, match.attempt), 1, "bullet", heading(match), [])
        script = _Script(sheet, live_logs.logs())
        sheet.events.append({"seat": 0, "action": "s231456", "note": "s231456"})
        script.write()

        page = self.page(client, match)

        assert "0 of 0" in page
        assert len(page) == len(nothing)

    def test_it_turns_to_the_replay_with_all_that_belongs_to_it(self, client):
        match = Match.objects.get(tournament=tournament([VersionFactory(), VersionFactory()]))
        play_out(match)

        page = self.page(client, match)

        assert 'data-film="' in page
        assert "data-live" not in page
        for late in ("game-told", "game-rest", "sharing", "step-last"):
            assert f'id="{late}"' in page


CHOSEN = "einstein(setup=chosen)"


def heading(match):
    game = match.games.get(number=1)
    seats = [{"name": "Ann", "version": 1}] * 2
    return Recorder(engine.parse_variant(game.variant.key), seats, "ab" * 32, 1).heading()


def publish(match, events, *, number=1, torn=b""):
    """The log of a game, as its worker writes it."""
    told = [heading(match), *({"n": n, **event} for n, event in enumerate(events, start=1))]
    lines = b"".join(json.dumps(one).encode() + b"\n" for one in told) + torn
    live_logs.logs().write(Key(match.pk, match.attempt), 0, live_logs.head(number) + lines)


def test_the_end_of_a_game_is_told_with_its_record():
    row = tournament([VersionFactory(), VersionFactory()])
    match = Match.objects.get(tournament=row)
    assert live.look({match.pk: 1, 999: None}) == {match.pk: live.Look("queued", 0)}

    play_out(match)

    (look,) = live.look({match.pk: 1}).values()
    assert (look.status, look.attempt) == ("finished", 1)
    assert look.record == match.games.get(number=1).record
