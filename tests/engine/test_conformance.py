"""What every game promises, for every option set of `walks.VARIANTS`."""

import json
import random
from fractions import Fraction

import pytest

import engine
from engine.values import returns_of
from tests.engine.plain import GAMES
from tests.engine.walks import VARIANTS, legal_texts, random_walk

pytestmark = pytest.mark.parametrize("variant", VARIANTS)

NONSENSE = ["", " ", "?", "C C", "pass", "r0", "r7", "z", "7-b4", "3-f4", "3-b6", "s11", "\u0661"]


def limit(actions, count=24):
    """At most this many of the actions, the first and the last among them."""
    return actions if len(actions) <= count else actions[: count - 1] + actions[-1:]


def test_the_canonical_text_names_the_variant(variant):
    assert engine.parse_variant(variant).variant == variant


def test_ids_are_sorted_unique_and_below_their_bounds(variant):
    for state in random_walk(variant, 1):
        legal = state.legal_actions()
        game = state.get_game()
        chance = state.is_chance_node()
        bound = game.max_chance_outcomes() if chance else game.num_distinct_actions()
        assert legal == sorted(set(legal))
        assert all(0 <= action < bound for action in legal)
        assert bool(legal) != state.is_terminal()


def test_only_the_one_to_act_has_legal_actions(variant):
    for state in random_walk(variant, 2):
        for player in (0, 1, engine.CHANCE):
            expected = state.legal_actions() if player == state.current_player() else []
            assert state.legal_actions(player) == expected


def test_an_id_always_names_the_same_pit_stone_throw_or_arrangement(variant):
    meanings = {}
    for state in [*random_walk(variant, 3), *random_walk(variant, 4)]:
        for action in limit(state.legal_actions()):
            text = state.action_to_string(action)
            named = text[0] if "-" in text or "x" in text else text
            assert meanings.setdefault((state.current_player(), action), named) == named


def test_notation_round_trips(variant):
    for state in random_walk(variant, 5):
        for action in limit(state.legal_actions()):
            text = state.action_to_string(action)
            assert state.string_to_action(text) == action
            assert state.action_to_string(state.current_player(), action) == text
            assert state.get_game().is_notation(text)


def test_nonsense_is_invalid_notation_everywhere(variant):
    for state in random_walk(variant, 6):
        for text in NONSENSE:
            with pytest.raises(engine.InvalidNotation):
                state.string_to_action(text)


def test_illegal_actions_are_refused_and_change_nothing(variant):
    for state in random_walk(variant, 7):
        before = json.dumps(state.to_dict())
        legal = set(state.legal_actions())
        for action in {-4, -1, 5, 17, 18, 737, 738, 10**6} - legal:
            with pytest.raises(engine.IllegalAction):
                state.apply_action(action)
        for wrong in ("C", 1.0, None):
            with pytest.raises(engine.IllegalAction):
                state.apply_action(wrong)
        assert json.dumps(state.to_dict()) == before


def test_notation_that_is_legal_elsewhere_is_an_illegal_action_here(variant):
    everything = {text for state in random_walk(variant, 8) for text in limit(legal_texts(state))}
    for state in random_walk(variant, 9):
        for text in sorted(everything - set(legal_texts(state)))[:10]:
            with pytest.raises(engine.IllegalAction):
                state.string_to_action(text)


def test_a_document_restores_the_state_at_every_node(variant):
    for state in random_walk(variant, 10):
        document = json.loads(json.dumps(state.to_dict()))
        restored = state.get_game().state_from_dict(document)
        assert restored.to_dict() == state.to_dict()
        assert restored.legal_actions() == state.legal_actions()
        assert str(restored) == str(state)
        assert restored.playout(1) == state.playout(1)


def test_the_history_restores_the_state_at_every_node(variant):
    for state in random_walk(variant, 11):
        replayed = state.get_game().state_from_history(state.history())
        assert replayed.to_dict() == state.to_dict()
        assert eval(repr(state), {"engine": engine}).to_dict() == state.to_dict()


def test_the_history_in_notation_replays(variant):
    *_, last = random_walk(variant, 12)
    state = last.get_game().new_initial_state()
    for text in last.history_str().split():
        state.apply_action(state.string_to_action(text))
    assert state.to_dict() == last.to_dict()


def test_a_clone_shares_nothing(variant):
    for state in random_walk(variant, 13):
        before = json.dumps(state.to_dict())
        clone = state.clone()
        while not clone.is_terminal():
            clone.apply_action(clone.legal_actions()[-1])
        if not state.is_terminal():
            state.clone().forfeit(0)
        state.to_dict()["history"].append(0)
        state.legal_actions().append(0)
        state.history().append(0)
        assert json.dumps(state.to_dict()) == before


def test_child_and_previous_are_each_others_inverse(variant):
    for state in random_walk(variant, 14):
        before = json.dumps(state.to_dict())
        for action in limit(state.legal_actions(), 3):
            previous = state.child(action).previous()
            assert json.dumps(previous.to_dict()) == before
        assert json.dumps(state.to_dict()) == before


def test_returns_are_zero_sum_and_follow_from_the_ranks(variant):
    for seed in range(5):
        *_, last = random_walk(variant, seed)
        assert last.returns() == returns_of(last.ranks(), [0, 1])
        assert sum(last.returns()) == 0
        assert last.ranks() in ([1, 2], [2, 1], [1, 1])
        assert [last.player_return(seat) for seat in (0, 1)] == last.returns()


def test_a_game_under_way_has_no_result_yet(variant):
    *states, _ = random_walk(variant, 15)
    for state in states:
        assert state.returns() == [0.0, 0.0]
        assert state.outcome() is None
        with pytest.raises(engine.EngineError, match="not over"):
            state.ranks()


def test_a_finished_game_says_why_and_takes_no_more(variant):
    *_, last = random_walk(variant, 16)
    outcome = last.outcome()
    assert outcome.reason in {"empty", "quiet", "corner", "captured"}
    assert outcome.text in str(last)
    assert last.current_player() == engine.TERMINAL
    with pytest.raises(engine.IllegalAction, match="over"):
        last.apply_action(0)
    with pytest.raises(engine.IllegalAction, match="over"):
        last.forfeit(0)


def test_every_seat_can_forfeit_at_every_point(variant):
    for state in random_walk(variant, 17):
        if state.is_terminal():
            continue
        for seat in (0, 1):
            after = state.clone()
            after.forfeit(seat)
            assert after.is_terminal()
            assert after.returns() == ([-1.0, 1.0] if seat == 0 else [1.0, -1.0])
            assert after.outcome().reason == "forfeit"
            assert after.forfeited() == [seat]


def test_a_forfeit_survives_documents_histories_and_clones(variant):
    for state in list(random_walk(variant, 18))[:-1]:
        state.forfeit(1)
        document = state.to_dict()
        game = state.get_game()
        assert game.state_from_dict(json.loads(json.dumps(document))).to_dict() == document
        assert game.state_from_history(state.history(), document["forfeits"]).to_dict() == document
        assert state.clone().to_dict() == document
        assert eval(repr(state), {"engine": engine}).to_dict() == document


@pytest.mark.parametrize("seat", [-4, -1, 2, 99])
def test_a_seat_that_does_not_exist_can_do_nothing(variant, seat):
    state = engine.parse_variant(variant).new_initial_state()
    with pytest.raises(engine.IllegalAction, match="seats are 0 to 1"):
        state.forfeit(seat)
    with pytest.raises(engine.IllegalAction, match="seats are 0 to 1"):
        state.player_return(seat)


def test_chance_outcomes_are_exact_and_sum_to_one(variant):
    for state in random_walk(variant, 19):
        if not state.is_chance_node():
            for ask in (state.chance_outcomes, state.chance_weights, state.chance_seat):
                with pytest.raises(engine.IllegalAction, match="no chance node"):
                    ask()
            continue
        weights = state.chance_weights()
        total = sum(weight for _, weight in weights)
        assert [outcome for outcome, _ in weights] == state.legal_actions()
        assert sum(Fraction(weight, total) for _, weight in weights) == 1
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        assert state.chance_seat() in (0, 1)


def test_sampled_chance_is_legal_and_leaves_the_state_alone(variant):
    rng = random.Random(1)
    for state in random_walk(variant, 20):
        if state.is_chance_node():
            assert state.sample_chance(rng) in state.legal_actions()


def test_a_playout_is_decided_by_its_seed_and_leaves_the_state_alone(variant):
    for state in list(random_walk(variant, 21))[:6]:
        before = json.dumps(state.to_dict())
        results = [state.playout(seed) for seed in range(20)]
        assert results == [state.playout(seed) for seed in range(20)]
        assert all(sum(result) == 0 for result in results)
        assert json.dumps(state.to_dict()) == before


def test_no_game_outlasts_its_longest_length(variant):
    for seed in range(5):
        state = engine.parse_variant(variant).new_initial_state()
        rng, actions = random.Random(seed), 0
        while not state.is_terminal():
            actions += state.is_player_node()
            state.apply_action(rng.choice(state.legal_actions()))
        assert actions <= state.get_game().max_game_length()


def test_a_view_is_a_state_that_its_seat_can_play_on_from(variant):
    for state in random_walk(variant, 22):
        for seat in (0, 1):
            seen = state.get_game().state_from_dict(json.loads(json.dumps(state.view(seat))))
            assert seen.legal_actions(seat) == state.legal_actions(seat)
            assert seen.to_dict() == state.view(seat)
            assert sum(seen.playout(3)) == 0


def test_numpy_like_integers_are_accepted(variant):
    class Index:
        def __init__(self, value):
            self.value = value

        def __index__(self):
            return self.value

    state = engine.parse_variant(variant).new_initial_state()
    action = state.legal_actions()[0]
    assert state.child(Index(action)).to_dict() == state.child(action).to_dict()
    assert state.action_to_string(Index(action)) == state.action_to_string(action)


def test_the_engine_and_the_plain_rules_agree_through_whole_games(variant):
    game = engine.parse_variant(variant)
    plain = GAMES[game.id](**game.options)
    for seed in range(12):
        rng = random.Random(seed)
        state, position = game.new_initial_state(), plain.start()
        while moves := plain.moves(position):
            assert sorted(legal_texts(state)) == sorted(moves)
            text = rng.choice(sorted(moves))
            state.apply_action(state.string_to_action(text))
            position = moves[text]
        first, second = plain.scores(position)
        assert state.returns()[0] == (first > second) - (first < second)


def rotated(document):
    """The document of the position seen from the other side of the board."""
    other = document | {"history": [], "forfeits": [], "ranks": document["ranks"][::-1]}
    if document["player"] >= 0:
        other["player"] = 1 - document["player"]
    for key in {"pits", "stores"} & set(document):
        other[key] = document[key][::-1]
    if "stones" in document:
        other["turn"] = 1 - document["turn"]
        other["stones"] = [[turned(s) for s in row] for row in reversed(document["stones"])]
    return other


def turned(square):
    return square and "edcba"["abcde".index(square[0])] + str(6 - int(square[1]))


def test_rotating_board_and_seats_rotates_actions_and_results(variant):
    for state in random_walk(variant, 23):
        if "unplaced" in state.to_dict().get("stones", []):
            continue
        twin = state.get_game().state_from_dict(rotated(state.to_dict()))
        assert twin.legal_actions() == state.legal_actions()
        assert twin.returns() == [-value for value in state.returns()]
        for action in state.legal_actions():
            after = rotated(state.child(action).to_dict())
            assert twin.child(action).to_dict() == after | {"history": [action]}
