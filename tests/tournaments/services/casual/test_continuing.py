"""A casual game begins from a position of another one: of a match's game, or a casual one."""

import pytest

from engine import record
from tests.tournaments.casual import at, opened, person
from tests.tournaments.factories import NOW, BotFactory, VersionFactory
from tournaments.errors import Invalid
from tournaments.queries.casual import courses
from tournaments.services.casual import continuing, moves

pytestmark = pytest.mark.django_db

VISITOR = person(token="0123")


def play_on(game, ply, who=VISITOR):
    return continuing.play_on(game, ply=ply, who=who, now=NOW)


def rolled_on(game, *, until):
    """The casual game, in which the first legal action is taken until so many events are there."""
    while len(game.events) < until:
        state = courses.course_of(game).state
        action = state.action_to_string(state.legal_actions()[0])
        game = moves.act(game, who=VISITOR, state=game.state, action=action, now=NOW)
    return game


def test_the_person_takes_the_seat_to_act_and_the_bots_of_then_go_on(einstein_played):
    document = einstein_played.kept_record
    ply = next(n for n, event in enumerate(document["events"]) if event["seat"] == 1 and n > 4)

    game = play_on(einstein_played, ply)

    seats = list(game.seats.all())
    assert [seat.is_bot for seat in seats] == [True, False]
    assert seats[0].version == einstein_played.seats.get(number=0).version
    given = [(event["seat"], event.get("action", event.get("throw"))) for event in game.events]
    then = [
        (event["seat"], event.get("action", event.get("throw")))
        for event in document["events"][:ply]
    ]
    assert given[:ply] == then
    assert all(event.keys() <= {"seat", "action", "throw", "opening"} for event in game.events)


def test_the_throws_after_the_position_are_of_its_own_dice_and_its_record_says_so(einstein_played):
    game = play_on(einstein_played, 6)
    seat = next(seat.number for seat in game.seats.all() if not seat.is_bot)

    game = moves.resign(game, who=VISITOR, seat=seat, now=at(seconds=5))

    document = courses.document(game)
    finding = record.check(document)
    assert (finding["code"], finding["params"]["given"]) == ("record-holds-from-position", 6)
    document["events"][1] |= {"throw": "s123456"}
    assert not record.verify(document).ok


def test_nothing_of_the_position_is_taken_back(einstein_played):
    game = play_on(einstein_played, 6)

    with pytest.raises(Invalid, match="nothing to take back"):
        moves.take_back(game, who=VISITOR, event=5, now=NOW)


def test_who_may_not_play_is_replaced_by_the_easiest_house_bot(einstein_played):
    easy = VersionFactory(bot=BotFactory(is_house=True, open_to_all=True), games=["einstein"])
    for seat in einstein_played.seats.all():
        seat.version.bot.open_to_all = False
        seat.version.bot.save()

    game = play_on(einstein_played, 6)

    assert [seat.version for seat in game.seats.all() if seat.is_bot] == [easy]


def test_a_casual_game_is_played_on_too():
    bot = VersionFactory()
    game = rolled_on(opened(["me", "here"], who=VISITOR), until=3)
    game = moves.resign(game, who=VISITOR, seat=game.due_seat, now=NOW)
    bot.bot.is_house = bot.bot.open_to_all = True
    bot.bot.save()

    again = play_on(game, 2)

    assert [event["action"] for event in again.events] == [e["action"] for e in game.events[:2]]
    assert again.seats.get(version=bot)


@pytest.mark.parametrize(("ply", "why"), [(-1, "has events 0 to"), (10_000, "has events 0 to")])
def test_a_position_that_is_not_there_is_refused(einstein_played, ply, why):
    with pytest.raises(Invalid, match=why):
        play_on(einstein_played, ply)


def test_a_game_that_is_over_there_is_not_played_on(einstein_played):
    with pytest.raises(Invalid, match="is over in this position"):
        play_on(einstein_played, len(einstein_played.kept_record["events"]))


def test_after_somebody_has_left_nobody_plays_on():
    game = opened(["me", "here"], who=VISITOR)
    game = moves.resign(game, who=VISITOR, seat=game.due_seat, now=NOW)

    with pytest.raises(Invalid, match="Somebody has left"):
        play_on(game, len(game.events))
    with pytest.raises(Invalid, match="no bot that could play on"):
        play_on(game, 0)


def test_a_running_game_is_not_copied_since_it_may_hide_an_arrangement():
    game = opened(["me", "here"], who=VISITOR, key="einstein(setup=chosen)")

    with pytest.raises(Invalid, match="not over yet"):
        play_on(game, 0)


def test_rules_that_are_played_here_no_longer_are_a_refusal(einstein_played):
    einstein_played.record["variant"]["rules"] = 99
    einstein_played.save()

    with pytest.raises(Invalid, match="Nobody can play on from here"):
        play_on(einstein_played, 4)
