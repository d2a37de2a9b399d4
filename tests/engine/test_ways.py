"""Where pictures show the actions that are allowed."""

import random

import pytest

import engine
from engine.ways import Guide


def walked(text, seed, plies):
    """A guide some way into a random game, at an action."""
    guide, rng = Guide(engine.parse_variant(text)), random.Random(seed)
    while not guide.state.is_terminal():
        state = guide.state
        if state.is_chance_node():
            outcome = rng.choice([one for one, _weight in state.chance_weights()])
            thrown = state.action_to_string(outcome)
            guide.add({"seat": state.chance_seat(), "throw": thrown})
        elif plies:
            plies -= 1
            action = state.action_to_string(rng.choice(state.legal_actions()))
            guide.add({"seat": state.current_player(), "action": action})
        else:
            break
    return guide


@pytest.mark.parametrize("game", [info.id for info in engine.games()])
def test_every_action_that_moves_a_piece_leads_to_where_it_stands_afterwards(game):
    guide = walked(game, seed=4, plies=9)
    actions = [guide.state.action_to_string(one) for one in guide.state.legal_actions()]
    ways = guide.ways(guide.state)

    assert [way.action for way in ways] == actions
    assert any(way.start for way in ways)
    assert all(way.end != way.start or way.via for way in ways if way.start)


def test_looking_for_ways_changes_nothing():
    guide, other = walked("kalah", 1, 8), walked("kalah", 1, 8)
    guide.ways(guide.state)

    action = guide.state.action_to_string(guide.state.legal_actions()[0])
    event = {"seat": guide.state.current_player(), "action": action}
    assert guide.add(event) == other.add(event)


def test_a_stone_of_einstein_goes_to_the_square_of_its_notation():
    guide = walked("einstein", 2, 0)
    ways = guide.ways(guide.state)
    squares = [("abcde".index(way.action[-2]), 5 - int(way.action[-1])) for way in ways]

    assert [way.end for way in ways] == [(92 + 96 * x, 64 + 96 * y) for x, y in squares]


def test_actions_in_a_position_that_hides_something_have_names_alone():
    guide = Guide(engine.parse_variant("einstein(setup=chosen)"))
    state = guide.state.clone()
    state.apply_action(state.legal_actions()[3])

    ways = guide.ways(state)

    assert len(ways) == 720
    assert not any(way.start or way.end for way in ways)


def led(text, seed, plies):
    """The ways of a position by their actions."""
    guide = walked(text, seed, plies)
    return {way.action: way for way in guide.ways(guide.state)}


def spot(point):
    return 104 + 88 * "abcdefg".index(point[0]), 608 - 88 * (int(point[1]) - 1)


@pytest.mark.parametrize("seed", range(3))
def test_an_action_of_alquerque_names_each_point_and_each_stone_that_it_takes_on_its_way(seed):
    for action, way in led("alquerque", seed, plies=30).items():
        points, _, lost = action.partition("!")
        path = points.replace("x", "-").split("-")

        assert (way.start, way.end) == (spot(path[0]), spot(path[-1]))
        passed = [spot(point) for point in path[1:-1] if point != path[-1]]
        assert way.via[: len(passed)] == passed
        if lost and lost not in (path[0], path[-1]):
            assert spot(lost) in way.via


@pytest.mark.parametrize("text", ["alquerque", "pachisi(dice=2)", "kalah"])
def test_no_two_actions_have_the_same_way(text):
    for plies in range(0, 60, 6):
        ways = led(text, 5, plies).values()
        assert len({(way.start, way.end, *way.via) for way in ways}) == len(ways)
