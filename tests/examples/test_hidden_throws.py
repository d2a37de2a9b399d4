"""Liar's Dice hides throws: each seat sees its own, and all see them when the game is over."""

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

import engine
from agents.learning import spiel
from engine import record
from engine.dice import commitment
from tests.engine.walks import played
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import NOW, PlayerFactory
from tournaments.queries.casual import boards
from tournaments.services.casual import moves, opening

SEED = bytes(32)


@pytest.fixture(autouse=True)
def _liars_dice(switch):
    switch("liars-dice")


@pytest.fixture
def seated():
    """A game of two people after their throws, and who they are."""
    people = person(PlayerFactory()), person(token="5")
    game = opened(["me", "friend"], key="liars-dice", who=people[0])
    opening.sit_down(game, number=1, who=people[1], now=NOW)
    game.refresh_from_db()
    return game, people


def throws(game, who):
    return [event["throw"] for event in boards.sight(game, who).events if "throw" in event]


@pytest.mark.django_db
def test_each_person_sees_ones_own_die_and_all_bids(seated):
    game, people = seated
    true = [event["throw"] for event in game.events]
    game = moves.act(game, who=people[0], state=game.state, action="1x4", now=NOW)

    assert [throws(game, who) for who in people] == [[true[0], "?"], ["?", true[1]]]
    assert [boards.sight(game, who).events[2]["action"] for who in people] == ["1x4", "1x4"]
    assert throws(game, person(token="6")) == ["?", "?"]
    sight = boards.sight(game, people[1])
    # Bids lie nowhere in the picture, and all of them would hide it.
    assert (len(sight.choices), sight.on_board) == (9, [])


@pytest.mark.django_db
def test_after_a_call_everybody_sees_everything(seated):
    game, people = seated
    true = [event["throw"] for event in game.events]
    onlooker = person(token="6")
    assert throws(game, onlooker) == ["?", "?"]
    for who, action in zip(people, ("2x6", "liar"), strict=True):
        game = moves.act(game, who=who, state=game.state, action=action, now=NOW)

    assert game.is_over
    assert [throws(game, who) for who in (*people, onlooker)] == 3 * [true]


def test_equal_texts_of_what_was_seen_are_alike_to_a_seat():
    states = [played("liars-dice", text) for text in ("r3 r1 1x2", "r3 r6 1x2", "r4 r1 1x2")]

    seen = [[state.information_state_string(seat) for state in states] for seat in (0, 1)]
    assert seen[0][0] == seen[0][1] != seen[0][2]
    assert seen[1][0] == seen[1][2] != seen[1][1]


def test_who_plays_on_from_a_view_throws_the_hidden_die_only_when_it_counts():
    state = played("liars-dice", "r3 r1 1x2")
    own = state.get_game().state_from_dict(state.view(1))

    own.apply_action(own.string_to_action("liar"))
    assert (own.is_chance_node(), own.chance_seat()) == (True, 0)
    own.apply_action(own.string_to_action("r2"))
    assert own.ranks() == [1, 2]
    assert own.history_str() == "r2 r1 1x2 liar"


def test_a_record_hides_no_throw():
    state = engine.load_game("liars-dice").new_initial_state()
    recorder = record.Recorder(
        state.get_game(), 2 * [{"name": "a", "version": 1}], commitment(SEED)
    )
    document = recorder.document(state) | {"events": [{"seat": 0, "throw": record.UNSEEN}]}

    assert record.verify(document).line == "refused at event 0: a record hides no throw"


def test_nothing_is_unseen_in_a_game_of_perfect_information():
    with pytest.raises(engine.IllegalAction, match="unseen action is not allowed"):
        engine.load_game("kalah").new_initial_state().apply_unseen()


@pytest.mark.parametrize("faces", [2, 3])
def test_random_play_is_exploited_by_as_much_as_in_openspiels_own_game(faces):
    games = [spiel.load(f"liars-dice(faces={faces})"), own(faces)]

    gains = [exploitability.nash_conv(one, policy.UniformRandomPolicy(one)) for one in games]
    assert gains[0] == pytest.approx(gains[1])


def test_counterfactual_regret_learns_the_same_policy_as_in_openspiels_own_game():
    gains = []
    for game in (spiel.load("liars-dice(faces=2)"), own(2)):
        solver = cfr.CFRSolver(game)
        for _iteration in range(20):
            solver.evaluate_and_update_policy()
        gains.append(exploitability.nash_conv(game, solver.average_policy()))

    assert gains[0] == pytest.approx(gains[1])
    assert gains[0] < 0.2


def own(faces):
    """OpenSpiel's game."""
    return pyspiel.load_game(f"liars_dice(dice_sides={faces})")
