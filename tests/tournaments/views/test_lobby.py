"""The lobby: one click opens a game against a level, a bot or anybody."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import engine
from tests.tournaments.factories import NOW, BotFactory, PlayerFactory, VersionFactory, variant
from tests.tournaments.remote import connected, remote_bot
from tournaments.models import CasualGame, Game, Rating
from tournaments.queries.casual import opponents

pytestmark = pytest.mark.django_db


def house(*names, games=("kalah",)):
    return [
        VersionFactory(bot=BotFactory(name=name, slug=name.lower(), is_house=True), games=[*games])
        for name in names
    ]


def start(client, **body):
    return client.post(reverse("play-start"), {"variant": "kalah"} | body)


def names(game):
    return [seat.name for seat in game.seats.all()]


def levels(game):
    return {
        level: version.bot.name for level, version in opponents.Opponents(game).by_level.items()
    }


@pytest.fixture
def kalah():
    return variant("kalah")


def test_levels_follow_measured_strength(kalah):
    made = house("A", "B", "C", "D", "E")
    for version, elo in zip(made, (1900, 1000, 1500, 1200, 1300), strict=True):
        Rating.objects.create(version=version, variant=kalah, value=1000 * elo, games=9)

    assert levels(kalah.load()) == {"easy": "B", "medium": "D", "strong": "C", "best": "A"}


def test_levels_follow_the_shipped_order_where_little_is_measured(kalah):
    house("Search", "Greedy", "Random")

    assert levels(kalah.load()) == {"easy": "Random", "medium": "Greedy", "strong": "Search"}


def test_uploads_have_no_level(kalah):
    VersionFactory(bot__name="Upload")

    assert levels(kalah.load()) == {}


def test_a_click_on_a_level_opens_a_game(client):
    house("Random", "Greedy")

    answer = start(client, level="easy")

    game = CasualGame.objects.get()
    assert answer.url == game.get_absolute_url()
    assert names(game) == ["Guest", "Random v1"]


def test_the_first_action_comes_with_the_click(client):
    house("Random")

    start(client, level="easy", first="B")

    game = CasualGame.objects.get()
    assert [event["action"] for event in game.events] == ["B"]
    assert game.bot_due


def test_a_first_action_against_the_rules_opens_nothing(client):
    house("Random")

    answer = client.post(
        reverse("play-start"), {"variant": "kalah", "level": "easy", "first": "Z"}, follow=True
    )

    assert not CasualGame.objects.exists()
    assert "Z" in answer.content.decode()


def test_one_bot_takes_all_other_seats(client):
    house("Random", games=["pachisi"])

    start(client, variant="pachisi", bot="random")

    assert names(CasualGame.objects.get()) == ["Guest", "Random v1", "Random v1", "Random v1"]


def test_a_level_without_a_bot_is_refused_in_words(client):
    answer = client.post(reverse("play-start"), {"variant": "kalah", "level": "easy"}, follow=True)

    assert "No bot of this name plays this game now." in answer.content.decode()
    assert not CasualGame.objects.exists()


def test_an_unknown_variant_is_not_found(client):
    assert start(client, variant="chess").status_code == 404


def test_a_seat_for_anybody_is_offered_to_others_and_taken(client, alice):
    start(client)
    game = CasualGame.objects.get()

    other = client_of(alice)
    page = other.get(reverse("play"))
    assert [row["game"] for row in page.context["seats"]] == [game]
    other.post(reverse("play-sit", args=[game.key]), {"seat": "1"})

    assert names(game) == ["Guest", "alice"]
    assert list(other.get(reverse("play")).context["seats"]) == []


def client_of(player):
    client = Client()
    client.force_login(player)
    return client


def test_a_seat_for_a_friend_is_not_offered(client, alice):
    body = {"seat_0": "me", "seat_1": "friend", "time_control": "blitz", "clock": ""}
    client.post(reverse("play", query={"variant": "kalah"}), body)

    assert list(client_of(alice).get(reverse("play")).context["seats"]) == []


def test_a_running_game_is_resumed_from_the_lobby(client):
    house("Random")
    start(client, level="easy")

    page = client.get(reverse("play"))

    (row,) = page.context["running"]
    assert (row["game"], row["is_mine"]) == (CasualGame.objects.get(), True)
    assert row["game"].get_absolute_url() in page.content.decode()
    assert f'id="{row["game"].key}' in page.content.decode()


def test_many_boards_take_as_many_queries_as_one(client, django_assert_num_queries):
    house("Random")
    client.force_login(PlayerFactory())
    start(client, level="easy")
    start(Client())
    client.get("/")  # whose answer about hosts every page shares for seconds
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("play"))
    most = len(few)
    for _game in range(3):
        start(client, level="easy")
        start(Client())

    with django_assert_num_queries(most):
        client.get(reverse("play"))


def test_a_game_that_cannot_be_replayed_is_listed_without_a_board(client):
    start(client)
    CasualGame.objects.update(events=[{"seat": 0, "action": "Z"}])

    (row,) = client.get(reverse("play")).context["running"]

    assert row["position"] is None


def test_a_search_finds_a_bot_by_its_name_with_its_rating(client, kalah):
    stone = VersionFactory(bot=BotFactory(name="Stone", slug="stone"))
    VersionFactory(bot=BotFactory(name="Other", slug="other"))
    Rating.objects.create(version=stone, variant=kalah, value=1_234_000, games=9)

    page = client.get(reverse("play", query={"variant": "kalah", "name": "sto"}))

    assert page.context["others"] == [(stone, 1234.0)]
    assert "1234.0" in page.content.decode()


def test_the_first_page_has_a_board_with_the_first_move(client):
    house("Random")

    page = client.get(reverse("home")).content.decode()

    assert all(f'name="first"\n              value="{pit}"' in page for pit in "ABCDEF")


def test_the_first_page_without_a_house_bot_shows_the_board_alone(client):
    page = client.get(reverse("home"))

    assert page.context["choices"] == []
    assert 'class="k-picture' in page.content.decode()


def test_a_replay_is_played_on_from_the_position_that_is_shown(client, einstein_played):
    shown = client.get(f"{einstein_played.get_absolute_url()}?ply=6").content.decode()
    address = reverse("game-play-on", args=[einstein_played.match_id, einstein_played.number])
    assert f'action="{address}"' in shown
    assert '<input type="hidden" name="ply" value="6">' in shown

    page = client.post(address, {"ply": 6}, follow=True)

    game = CasualGame.objects.get()
    assert page.redirect_chain[0][0] == game.get_absolute_url()
    assert [event.get("opening") for event in game.events[:6]] == [True] * 6


@pytest.mark.parametrize("ply", ["", "x", "-1", "99999"])
def test_a_position_that_is_not_there_leads_back_with_a_sentence(client, einstein_played, ply):
    address = reverse("game-play-on", args=[einstein_played.match_id, einstein_played.number])

    page = client.post(address, {"ply": ply}, follow=True)

    assert page.redirect_chain[0][0] == einstein_played.get_absolute_url()
    assert 'class="message' in page.content.decode()
    assert not CasualGame.objects.exists()


def test_a_game_whose_record_was_removed_is_not_played_on(client, einstein_played):
    Game.objects.update(record_in_row=None, record_removed_at=NOW)
    address = reverse("game-play-on", args=[einstein_played.match_id, einstein_played.number])

    assert client.post(address, {"ply": 6}).status_code == 404


@pytest.mark.django_db
def test_the_asked_bot_is_offered_first_whoever_else_is_connected(monkeypatch):
    monkeypatch.setattr(opponents, "OFFERED", 4)
    far, _newer = (connected(remote_bot(PlayerFactory(), name)) for name in ("Far", "Newer"))
    bots = opponents.Opponents(engine.load_game("kalah"))

    offered = bots.offered(None, far.bot.slug, now=NOW)

    assert offered[0] == far
    assert far not in bots.offered(None, "", now=NOW)
