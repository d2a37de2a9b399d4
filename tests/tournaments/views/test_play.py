"""The pages of casual games, with JavaScript and without."""

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from agents import samples
from agents.bots.archive import pack
from engine import record as records
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import NOW, BotFactory, PlayerFactory, VersionFactory, variant
from tournaments.models import Bot, CasualGame
from tournaments.services.casual import moves, opening

pytestmark = pytest.mark.django_db

JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def greedy():
    return VersionFactory(bot=BotFactory(name="Greedy", slug="greedy"))


def play(client, *, variant="kalah", **chosen):
    """Open a game by the form, and return it."""
    body = {"seat_0": "me", "seat_1": "greedy", "time_control": "blitz", "clock": ""} | chosen
    answer = client.post(reverse("play", query={"variant": variant}), body)
    assert answer.status_code == 302, answer.content.decode()
    return CasualGame.objects.get(key=answer.url.split("/")[2])


def send(client, route, game, **body):
    return client.post(reverse(route, args=[game.key]), {"state": game.state, **body})


def test_a_visitor_opens_a_game_by_one_form_and_moves_without_javascript(client, greedy):
    game = play(client)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Your turn." in page
    assert all(f'value="{pit}"' in page for pit in "ABCDEF")

    answer = send(client, "play-move", game, action="B")

    assert answer.url == game.get_absolute_url()
    page = client.get(answer.url).content.decode()
    assert "Greedy v1 thinks." in page
    assert "Look again" in page


def test_the_form_needs_no_choice_beyond_the_game(client, greedy):
    Bot.objects.update(is_house=True)
    page = client.get(reverse("play", query={"variant": "kalah"}))
    form = page.context["form"]
    chosen = {name: field.initial or "" for name, field in form.fields.items()}

    game = play(client, **chosen)

    assert [seat.name for seat in game.seats.all()] == ["Guest", "Greedy v1"]


def test_the_opponent_is_a_house_bot_of_stated_strength_and_never_the_newest_upload(client):
    variant("kalah")
    for name in ("Random", "Greedy", "Search"):
        code = samples.read(name.lower())
        made = BotFactory(name=name, slug=name.lower(), is_house=True)
        VersionFactory(bot=made, code=code, sha256=pack("bot.py", code).sha256)
    VersionFactory(bot=BotFactory(name="Upload", slug="upload"))

    for route in ("play", "challenge"):
        client.force_login(PlayerFactory())
        form = client.get(reverse(route, query={"variant": "kalah"})).context["form"]
        assert form.fields["seat_1"].initial == "greedy"


def test_a_challenge_sets_the_bot_of_which_it_is_asked_against_the_house_bot(client, alice):
    VersionFactory(bot=BotFactory(name="Greedy", slug="greedy", is_house=True))
    VersionFactory(bot=BotFactory(name="Stone", slug="stone"))
    client.force_login(alice)

    query = {"variant": "kalah", "bot": "stone"}
    form = client.get(reverse("challenge", query=query)).context["form"]

    assert [form.fields[f"seat_{seat}"].initial for seat in (0, 1)] == ["stone", "greedy"]


def test_without_a_house_bot_no_upload_takes_its_place(client, greedy):
    form = client.get(reverse("play", query={"variant": "kalah"})).context["form"]

    assert form.fields["seat_1"].initial == "here"


def test_play_against_a_bot_leads_to_a_game_that_it_plays(client):
    VersionFactory(bot=BotFactory(name="Stone", slug="stone"), games=["einstein"])
    page = client.get(reverse("play", query={"bot": "stone"}))

    assert page.context["rules"].id == "einstein"
    assert page.context["form"].fields["seat_1"].initial == "stone"


def test_the_lobby_names_the_variants_with_a_leaderboard(client):
    variant("einstein")
    assert "einstein for tests" in client.get(reverse("play")).content.decode()


def test_an_unknown_variant_is_named(client):
    page = client.get(reverse("play", query={"variant": "chess"})).content.decode()
    assert "No game here has these options: chess" in page


def test_an_unknown_bot_is_refused_beside_its_seat(client):
    body = {"seat_0": "me", "seat_1": "nobody", "time_control": "blitz", "clock": ""}
    page = client.post(reverse("play", query={"variant": "kalah"}), body)

    assert page.context["form"].errors["seat_1"] == ["No bot of this name plays this game now."]


def test_a_refused_action_says_why_and_a_second_post_changes_nothing(client, greedy):
    game = play(client, seat_1="here")
    send(client, "play-move", game, action="B")
    answer = client.post(
        reverse("play-move", args=[game.key]), {"state": game.state, "action": "A"}, follow=True
    )

    assert "The board has changed since you looked." in answer.content.decode()
    game.refresh_from_db()
    assert len(game.events) == 1


def test_a_script_gets_the_news_with_what_it_sends(client, greedy):
    game = play(client, seat_1="here")
    body = {"state": game.state, "action": "B", "have": 0, "rewinds": 0}
    told = client.post(reverse("play-move", args=[game.key]), body, **JSON).json()

    assert [event["action"] for event in told["events"]] == ["B"]
    assert told["mine"]
    assert {way["action"] for way in told["ways"]} == set("abcdef")


def test_a_script_hears_of_a_refusal(client, greedy):
    game = play(client)
    body = {"state": game.state, "action": "x", "have": 0, "rewinds": 0}
    answer = client.post(reverse("play-move", args=[game.key]), body, **JSON)

    assert answer.status_code == 409
    assert answer.json()["refusal"].startswith("'x' is not allowed now.")


def test_nothing_new_is_a_short_answer(client, greedy):
    game = play(client)
    query = {"seen": game.state, "rewinds": 0, "have": 0}
    told = client.get(reverse("play-news", args=[game.key], query=query)).json()

    assert told == {"state": game.state, "same": True}


def test_a_taken_back_action_brings_the_film_anew(client, greedy):
    game = play(client)
    send(client, "play-move", game, action="B")
    game.refresh_from_db()
    send(client, "play-back", game, event=0)
    query = {"seen": 2, "rewinds": 0, "have": 1}
    told = client.get(reverse("play-news", args=[game.key], query=query)).json()

    assert told["film"]["events"] == []
    assert told["rewinds"] == 1


def test_a_stranger_sees_the_board_and_moves_nothing(client, alice, greedy):
    game = opened(["me", greedy], who=person(alice))
    page = client.get(game.get_absolute_url()).content.decode()

    assert "alice is to act." in page
    assert ">Resign<" not in page
    assert send(client, "play-move", game, action="B").status_code == 403


def test_a_friend_sits_down_by_the_address(client, alice):
    game = opened(["me", "friend"], who=person(alice))
    assert "Sit down as" in client.get(game.get_absolute_url()).content.decode()

    client.post(reverse("play-sit", args=[game.key]), {"seat": "1"})

    game.refresh_from_db()
    assert (game.status, game.seats.get(number=1).name) == ("playing", "Guest")


def sit(client, game, guest):
    answer = client.post(
        reverse("play-sit", args=[game.key]), {"seat": 1, "guest": guest}, follow=True
    )
    game.refresh_from_db()
    return answer.content.decode()


def test_a_guest_gives_a_name_when_sitting_down(client, alice):
    game = opened(["me", "friend"], who=person(alice))
    assert "Your name here" in client.get(game.get_absolute_url()).content.decode()

    page = sit(client, game, "Ann")

    assert "Ann (guest)" in page
    assert game.status == "playing"


@pytest.mark.parametrize(
    ("guest", "refusal"),
    [
        ("alice", "A player has this username"),
        ("admin", "sounds like the site itself"),
        ("..", "at least one letter or digit"),
        ("a b", "valid username"),
        ("a" * 31, "at most 30 characters"),
    ],
)
def test_a_guest_has_no_name_that_a_player_could_not_take(client, alice, guest, refusal):
    game = opened(["me", "friend"], who=person(alice))

    assert refusal in sit(client, game, guest)
    assert game.is_open


def test_a_guest_gives_a_name_in_the_form_of_a_game(client, greedy):
    game = play(client, guest="Ann")

    assert game.seats.get(number=0).name == "Ann (guest)"


def test_a_player_is_asked_for_no_name(client, alice):
    game = opened(["me", "friend"], who=person(token="5"))
    client.force_login(alice)

    assert "Your name here" not in client.get(game.get_absolute_url()).content.decode()


def test_the_heading_tells_who_are_partners(client):
    sitters = ["me", "here", "here", "here"]
    teams = opened(sitters, key="pachisi(mode=teams)", who=person(token="5"))
    alone = opened(sitters, key="pachisi", who=person(token="5"))

    assert heading(client, teams) == "Guest and Friend 2 against Friend 1 and Friend 3"
    assert heading(client, alone) == "Guest against Friend 1 against Friend 2 against Friend 3"


def heading(client, game):
    page = client.get(game.get_absolute_url()).content.decode()
    return " ".join(
        strip_tags(page.partition("<h1")[2].partition("</h1>")[0]).partition(">")[2].split()
    )


def film(client, game):
    return client.get(reverse("play-news", args=[game.key])).json()["film"]


def lobby_board(client):
    (small,) = client.get(reverse("play")).context["running"]
    return small


def test_a_setup_chosen_in_secret_is_not_shown_to_the_other_side(client, alice):
    game = opened(["me", "friend"], key="einstein(setup=chosen)", who=person(alice))
    before = film(client, game)
    client.post(reverse("play-sit", args=[game.key]), {"seat": "1"})
    game.refresh_from_db()
    game = moves.act(game, who=person(alice), state=game.state, action="s612345", now=NOW)

    page = client.get(game.get_absolute_url()).content.decode()
    during, small = film(client, game), lobby_board(client)
    send(client, "play-move", game, action="s123456")
    after = film(client, game)

    assert "Your turn." in page
    assert small["is_mine"]
    assert small["position"].history() == []
    assert (during["events"], during["start"]) == ([], before["start"])
    assert after["events"][0]["action"] == "s612345"


def test_who_has_set_up_sees_it(client, alice):
    client.force_login(alice)
    game = play(client, variant="einstein(setup=chosen)", seat_1="friend")
    opening.sit_down(game, number=1, who=person(token="5"), now=NOW)
    game.refresh_from_db()
    send(client, "play-move", game, action="s612345")

    assert [event["action"] for event in film(client, game)["events"]] == ["s612345"]
    assert len(lobby_board(client)["position"].history()) == 1


def test_another_at_the_same_screen_does_not_see_it(client):
    game = play(client, variant="einstein(setup=chosen)", seat_1="here")
    send(client, "play-move", game, action="s612345")

    assert film(client, game)["events"] == []


def test_the_record_is_there_after_the_game_and_holds(client, greedy):
    game = play(client)
    assert client.get(reverse("play-record", args=[game.key])).status_code == 404
    send(client, "play-resign", game, seat=0)

    kept = client.get(reverse("play-record", args=[game.key])).json()

    assert records.verify(kept).ok
    assert kept["seats"][0] == {"name": "Guest", "person": True}


def test_the_seed_is_shown_after_the_game_and_its_hash_before(client, greedy):
    game = play(client, variant="einstein")
    seed = bytes(game.seed).hex()
    before = client.get(game.get_absolute_url()).content.decode()
    send(client, "play-resign", game, seat=0)
    after = client.get(game.get_absolute_url()).content.decode()

    assert (game.commitment in before, seed in before, seed in after) == (True, False, True)


def test_a_rematch_is_one_click_for_both(client, alice, greedy):
    client.force_login(alice)
    game = play(client)
    send(client, "play-resign", game, seat=0)
    answer = client.post(reverse("play-again", args=[game.key]))

    assert answer.url != game.get_absolute_url()
    page = client.get(game.get_absolute_url()).content.decode()
    assert f'href="{answer.url}"' in page


def test_the_author_of_a_bot_sees_the_games_against_it(client, bob):
    author = PlayerFactory(username="author")
    bot = VersionFactory(bot=BotFactory(name="Mine", slug="mine", owner=author))
    game = opened(["me", bot], who=person(bob))

    client.force_login(author)
    assert game.key in client.get(reverse("play-against")).content.decode()
    client.force_login(bob)
    assert game.key not in client.get(reverse("play-against")).content.decode()


def test_ones_own_games_are_listed(client, greedy):
    game = play(client)

    assert game.key in client.get(reverse("play-games")).content.decode()
    client.cookies.clear()
    assert game.key not in client.get(reverse("play-games")).content.decode()


def test_a_list_needs_as_many_queries_for_many_games(
    client, alice, greedy, django_assert_max_num_queries
):
    client.force_login(alice)
    for _ in range(opening.MOST_OPEN):
        opened(["me", greedy], who=person(alice))

    with django_assert_max_num_queries(12):
        client.get(reverse("play-games"))


def test_a_board_needs_few_queries(client, alice, greedy, django_assert_max_num_queries):
    client.force_login(alice)
    game = opened(["me", greedy], who=person(alice))

    with django_assert_max_num_queries(12):
        client.get(game.get_absolute_url())


def test_a_challenge_is_for_players_and_is_watched_at_once(client, alice, greedy):
    VersionFactory(bot=BotFactory(name="Other", slug="other"))
    address = reverse("challenge", query={"variant": "kalah"})
    body = {"seat_0": "greedy", "seat_1": "other", "time_control": "blitz", "clock": ""}
    assert client.post(address, body).url.startswith("/accounts/login/")

    client.force_login(alice)
    page = client.get(client.post(address, body).url).content.decode()

    assert "Greedy v1 thinks." in page
