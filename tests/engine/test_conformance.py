"""What every game promises, for every option set of `walks.VARIANTS`."""

import json
import random
import re
from fractions import Fraction

import pytest

import engine
from engine.values import returns_of
from tests.engine.cases import CASES
from tests.engine.english import english
from tests.engine.walks import VARIANTS, legal_texts, random_walk

pytestmark = pytest.mark.parametrize("variant", VARIANTS)

COLOUR = re.compile(r" \((?:White|Turquoise|Black|Red)\)")
NONSENSE = ["", " ", "?", "C C", "Pass", "r0", "r7", "z", "7-b4", "3-f4", "3-b6", "s11", "\u0661"]


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
        for player in (*range(state.num_players()), engine.CHANCE):
            expected = state.legal_actions() if player == state.current_player() else []
            assert state.legal_actions(player) == expected


def test_an_id_always_names_the_same_pit_stone_throw_or_arrangement(variant):
    meanings = {}
    for state in [*random_walk(variant, 3), *random_walk(variant, 4)]:
        for action in limit(state.legal_actions()):
            text = state.action_to_string(action)
            named = text[0] if "-" in text or "x" in text else text.partition("+")[0]
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
    for state in limit(list(random_walk(variant, 13)), 60):
        before = json.dumps(state.to_dict())
        clone, rng = state.clone(), random.Random(13)
        while not clone.is_terminal():
            clone.apply_action(rng.choice(clone.legal_actions()))
        if not state.is_terminal():
            state.clone().forfeit(0)
        state.to_dict()["history"].append(0)
        state.legal_actions().append(0)
        state.history().append(0)
        assert json.dumps(state.to_dict()) == before


def test_a_game_played_again_passes_the_same_states(variant):
    walk = list(random_walk(variant, 5))[:60]

    again = [(state.clone(), entry) for state, entry in walk[-1].replayed()]

    assert [state for state, _entry in again] == walk[:-1]
    assert [entry for _state, entry in again] == walk[-1].history()


def test_child_and_previous_are_each_others_inverse(variant):
    for state in limit(list(random_walk(variant, 14)), 60):
        before = json.dumps(state.to_dict())
        for action in limit(state.legal_actions(), 3):
            previous = state.child(action).previous()
            assert json.dumps(previous.to_dict()) == before
        assert json.dumps(state.to_dict()) == before


def test_returns_are_zero_sum_and_follow_from_the_ranks(variant):
    for seed in range(5):
        *_, last = random_walk(variant, seed)
        ranks, seats = last.ranks(), range(last.num_players())
        assert last.returns() == returns_of(ranks, last.get_game().sides())
        assert sum(last.returns()) == pytest.approx(0)
        assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
        assert [last.player_return(seat) for seat in seats] == last.returns()


def test_a_game_under_way_has_no_result_yet(variant):
    *states, _ = random_walk(variant, 15)
    for state in states:
        assert state.returns() == [0.0] * state.num_players()
        assert state.outcome() is None
        assert state.ending() is None
        with pytest.raises(engine.EngineError, match="not over"):
            state.ranks()


def test_a_finished_game_says_why_and_takes_no_more(variant):
    *_, last = random_walk(variant, 16)
    outcome = last.outcome()
    assert outcome.reason.isidentifier()
    assert outcome.reason != "forfeit"
    assert outcome.text in str(last)
    assert english(last.ending(), last) == COLOUR.sub("", outcome.text)
    assert last.current_player() == engine.TERMINAL
    with pytest.raises(engine.IllegalAction, match="over"):
        last.apply_action(0)
    with pytest.raises(engine.IllegalAction, match="over"):
        last.forfeit(0)


def test_every_seat_can_forfeit_at_every_point(variant):
    for state in random_walk(variant, 17):
        if state.is_terminal():
            continue
        for seat in range(state.num_players()):
            after = state.clone()
            after.forfeit(seat)
            assert after.forfeited() == [seat]
            assert after.current_player() != seat
            with pytest.raises(engine.IllegalAction):
                after.forfeit(seat)
            if state.num_players() == 2:
                assert after.returns() == ([-1.0, 1.0] if seat == 0 else [1.0, -1.0])
                assert after.outcome().reason == "forfeit"


def test_seats_may_forfeit_one_after_the_other_until_one_side_is_left(variant):
    rng = random.Random(24)
    for state in limit(list(random_walk(variant, 24))[:-1]):
        sides = state.get_game().sides()
        gone = rng.sample(range(len(sides)), len(sides))
        while not state.is_terminal():
            state.forfeit(gone[len(state.forfeited())])
            assert state.is_terminal() or state.legal_actions()
        beaten, ranks = beaten_sides(state), state.ranks()
        assert english(state.ending(), state) == COLOUR.sub("", state.outcome().text)
        last = [ranks[sides.index(side)] for side in beaten]
        assert last == sorted(last, reverse=True)
        assert beaten or state.outcome().reason != "forfeit"
        others = [rank for rank, side in zip(ranks, sides, strict=True) if side not in beaten]
        assert max(others) < min(last, default=len(sides) + 1)


def beaten_sides(state):
    """The sides out by forfeits, in that order: a side is out with the last of its seats."""
    sides = state.get_game().sides()
    out = [sides[seat] for seat in state.forfeited()]
    return [side for n, side in enumerate(out, 1) if out[:n].count(side) == sides.count(side)]


def test_a_forfeit_survives_documents_histories_and_clones(variant):
    for state in list(random_walk(variant, 18))[:-1]:
        state.forfeit(1)
        document = state.to_dict()
        game = state.get_game()
        assert game.state_from_dict(json.loads(json.dumps(document))).to_dict() == document
        assert game.state_from_history(state.history(), document["forfeits"]).to_dict() == document
        assert state.clone().to_dict() == document
        assert eval(repr(state), {"engine": engine}).to_dict() == document


@pytest.mark.parametrize("seat", [-4, -1, 6, 99])
def test_a_seat_that_does_not_exist_can_do_nothing(variant, seat):
    state = engine.parse_variant(variant).new_initial_state()
    allowed = f"seats are 0 to {state.num_players() - 1}"
    with pytest.raises(engine.IllegalAction, match=allowed):
        state.forfeit(seat)
    with pytest.raises(engine.IllegalAction, match=allowed):
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
        assert state.chance_seat() in range(state.num_players())


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
        assert all(sum(result) == pytest.approx(0) for result in results)
        assert json.dumps(state.to_dict()) == before


def test_playouts_draw_every_action_with_an_equal_share_of_their_numbers(variant):
    for state in random_walk(variant, 22):
        if state.is_player_node():
            legal = state.legal_actions()
            starts = [-(-(place << 32) // len(legal)) for place in range(len(legal) + 1)]
            for numbers in (starts[:-1], [start - 1 for start in starts[1:]]):
                assert sorted(state._choose(number) for number in numbers) == legal


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
        for seat in range(state.num_players()):
            seen = state.get_game().state_from_dict(json.loads(json.dumps(state.view(seat))))
            assert seen.legal_actions(seat) == state.legal_actions(seat)
            assert seen.to_dict() == state.view(seat)
            assert sum(seen.playout(3)) == pytest.approx(0)


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


def rotated(document):
    """The document of the position with every seat moved on by one, and the board with them."""
    if own := getattr(CASES.get(document["game"]), "rotated", None):
        return own(document)
    game = engine.load_game(document["game"], **document["options"])
    other, seats = document | {"history": [], "forfeits": []}, game.num_players()
    for key in {"ranks", "pits", "stores", "pieces", "captured", "places"} & set(document):
        other[key] = document[key][-1:] + document[key][:-1]
    for key in {"arrived", "home"} & set(document):
        other[key] = [(seat + 1) % seats for seat in document[key]]
    for key in {"player", "turn"} & set(document):
        other[key] = document[key] if document[key] < 0 else (document[key] + 1) % seats
    for key in {"stones", "barred"} & set(document):
        other[key] = turned(game, document[key][-1:] + document[key][:-1])
    if game.id == "alquerque":
        other["stones"] = [sorted(row, key=lambda point: point[::-1]) for row in other["stones"]]
    return other


def turned(game, thing):
    """A text, or texts in lists, as it reads when the board has turned by one seat."""
    if thing and not isinstance(thing, str):
        return [turned(game, part) for part in thing]
    turn = getattr(CASES.get(game.id), "turned", None)
    return turn(thing, game.num_players()) if thing and turn else thing


def rotated_text(state, action):
    """An action as it is written where every seat and the board have moved on by one."""
    text = state.action_to_string(action)
    return text if state.is_chance_node() else turned(state.get_game(), text)


def rotates(state):
    """Whether the position has a twin: no lots are being drawn for seats told apart by number."""
    document = state.to_dict()
    return "unplaced" not in document.get("stones", []) and not document.get("beginning")


def test_rotating_board_and_seats_rotates_actions_and_results(variant):
    game = engine.parse_variant(variant)
    if game.num_players() == 3:
        return  # no rotation maps three sides of a square on themselves
    for state in filter(rotates, random_walk(variant, 23)):
        twin = game.state_from_dict(rotated(state.to_dict()))
        assert twin.returns() == state.returns()[-1:] + state.returns()[:-1]
        texts = {action: rotated_text(state, action) for action in state.legal_actions()}
        assert sorted(texts.values()) == sorted(legal_texts(twin))
        for action in limit(list(texts), 6):
            other = twin.string_to_action(texts[action])
            after = rotated(state.child(action).to_dict())
            assert twin.child(other).to_dict() == after | {"history": [other]}
