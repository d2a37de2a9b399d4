"""Games are opened with somebody at each seat, within limits, and turned for a rematch."""

import pytest

from tests.tournaments.casual import opened, person
from tests.tournaments.factories import NOW, BotFactory, VersionFactory
from tournaments.errors import Invalid, NotAllowed
from tournaments.queries.casual import courses
from tournaments.queries.casual.people import Person
from tournaments.services.casual import moves, opening

pytestmark = pytest.mark.django_db

VISITOR = person(token="0123")


def test_a_visitor_without_an_account_plays_a_bot():
    game = opened(["me", VersionFactory()], who=VISITOR)

    assert (game.status, game.due_seat, game.bot_due) == ("playing", 0, False)
    assert game.seats.get(number=0).name == "Guest"


def test_nobody_opens_a_game_without_being_known():
    with pytest.raises(NotAllowed, match="cookies"):
        opened(["me", VersionFactory()], who=Person())


def test_a_bot_that_moves_first_is_due_at_once(sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = opened([VersionFactory(), "me"], who=VISITOR)

    assert game.bot_due
    assert sent == ["kauri.casual"]


def test_a_game_waits_for_a_friend_who_comes_by_its_address(alice, bob):
    game = opened(["me", "friend"], who=person(alice))
    assert game.is_open

    game = opening.sit_down(game, number=1, who=person(bob), now=NOW)

    assert [seat.name for seat in game.seats.all()] == ["alice", "bob"]
    assert game.status == "playing"


def names(game):
    return [seat.name for seat in game.seats.order_by("number")]


def test_two_strangers_without_a_name_are_numbered():
    game = opened(["me", "friend"], who=VISITOR)
    assert names(game) == ["Guest", ""]

    game = opening.sit_down(game, number=1, who=person(token="5"), now=NOW)

    assert names(game) == ["Guest 1", "Guest 2"]


def test_two_at_the_same_screen_are_numbered_too():
    game = opened(["me", "here", "here", "friend"], key="pachisi", who=VISITOR)

    assert names(game) == ["Guest", "Friend 1", "Friend 2", ""]


def test_a_name_of_a_guest_is_shown_as_such_and_recorded_as_it_was_typed():
    game = opened(["me", "friend"], who=VISITOR, guest="Ann")

    game = opening.sit_down(game, number=1, who=person(token="5"), guest="Ben", now=NOW)

    assert names(game) == ["Ann (guest)", "Ben (guest)"]
    over = moves.resign(game, who=VISITOR, seat=0, now=NOW)
    assert [seat["name"] for seat in courses.document(over)["seats"]] == ["Ann", "Ben"]


def test_two_guests_of_a_game_have_different_names():
    game = opened(["me", "friend"], who=VISITOR, guest="Ann")

    with pytest.raises(Invalid, match="Somebody at this board has this name"):
        opening.sit_down(game, number=1, who=person(token="5"), guest="ann", now=NOW)


def test_a_player_sits_by_the_own_name_whatever_is_typed(alice):
    game = opened(["me", "friend"], who=person(alice), guest="Ann")

    assert names(game) == ["alice", ""]


def test_a_seat_is_taken_once(alice, bob, carol):
    game = opened(["me", "friend"], who=person(alice), friends=[person(bob)])
    with pytest.raises(Invalid, match="else has taken"):
        opening.sit_down(game, number=1, who=person(carol), now=NOW)


def test_visitors_open_fewer_games_than_players(alice):
    bot = VersionFactory()
    for _ in range(opening.MOST_OPEN_AS_VISITOR):
        opened(["me", bot], who=VISITOR)
        opened(["me", bot], who=person(alice))

    with pytest.raises(Invalid, match="2 games that are not over"):
        opened(["me", bot], who=VISITOR)
    opened(["me", bot], who=person(alice))


def test_bots_alone_play_for_players_one_game_at_a_time(alice):
    bots = [VersionFactory(), VersionFactory()]
    with pytest.raises(NotAllowed, match="Log in"):
        opened(bots, who=VISITOR)

    game = opened(bots, who=person(alice))

    assert (game.has_people, game.bot_due) == (False, True)
    with pytest.raises(Invalid, match="challenge"):
        opened(bots, who=person(alice))


@pytest.mark.parametrize(
    ("sitters", "said"),
    [(["me"], "2 seats"), (["me", "me"], "one seat for yourself"), ([], "2 seats")],
)
def test_seats_that_make_no_game_are_refused(sitters, said, alice):
    with pytest.raises(Invalid, match=said):
        opened(sitters, who=person(alice))


@pytest.mark.parametrize("chosen", [{"clock": "never"}, {"time_control": "never"}])
def test_unknown_clocks_are_refused(chosen, alice):
    with pytest.raises(Invalid, match="allowed are"):
        opened(["me", "here"], who=person(alice), **chosen)


def test_a_closed_bot_plays_its_owner_alone(alice, bob):
    version = VersionFactory(bot=BotFactory(owner=alice, open_to_all=False))
    opened(["me", version], who=person(alice))

    with pytest.raises(Invalid, match="not open to everybody"):
        opened(["me", version], who=person(bob))


def test_a_bot_plays_only_its_games(alice):
    version = VersionFactory(games=["kalah"])
    with pytest.raises(Invalid, match="does not play"):
        opened(["me", version], key="einstein", who=person(alice))


def test_a_rematch_turns_the_seats_and_there_is_one(alice):
    who = person(alice)
    game = opened(["me", VersionFactory()], who=who)
    over = moves.resign(game, who=who, seat=0, now=NOW)
    rematch = opening.play_again(over, who=who, now=NOW)

    assert [seat.is_bot for seat in rematch.seats.all()] == [True, False]
    assert opening.play_again(over, who=who, now=NOW) == rematch
    assert rematch.commitment != over.commitment


def test_there_is_no_rematch_of_a_game_that_goes_on_nor_for_strangers(alice, bob):
    who = person(alice)
    game = opened(["me", VersionFactory()], who=who)
    with pytest.raises(Invalid, match="not over"):
        opening.play_again(game, who=who, now=NOW)
    over = moves.resign(game, who=who, seat=0, now=NOW)
    with pytest.raises(NotAllowed):
        opening.play_again(over, who=person(bob), now=NOW)


def test_a_rematch_of_bots_alone_is_one_game_of_bots_at_a_time(alice):
    who = person(alice)
    bots = [VersionFactory(), VersionFactory()]
    over = opened(bots, who=who)
    type(over).objects.filter(pk=over.pk).update(status="over", ended_at=NOW)
    opened(bots, who=who)

    with pytest.raises(Invalid, match="challenge"):
        opening.play_again(over, who=who, now=NOW)
