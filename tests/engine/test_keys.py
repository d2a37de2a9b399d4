"""When states and games are the same: equality, hashes, keys, copies and pickles."""

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from tests.engine.option_sets import any_variant
from tests.engine.walks import VARIANTS, after, played, random_walk

ROOT = Path(engine.__file__).parents[1]
# The ways of two orders of actions: what comes first in both, and how the second one goes on.
PACHISI = (
    "b5 b3 r6 y0+6 r6 r0+6 r4 r1+4 r6 b0+6 r2 b1+2 r3 y1+3 r2 b3+2 r5 r5+5 r5 b5+5 "
    "r1 r10+1 r4 b10+4 r2 r11+2 r2 b14+2 r2 r13+2 r6"
)
GRANDE, ROUND = "e3-d4 f3-e3 c4-c5", "c2xc4!c4 e4xc4!c4 a6-b6 d3xf3"

every_variant = pytest.mark.parametrize("variant", VARIANTS)


def essence(state):
    """All that the rules look at, as a text: the document without what no rule looks at."""
    document = state.to_dict()
    document["forfeits"] = [seat for _, seat in document["forfeits"]]
    document["history"] = []
    if "pieces" in document:
        document["pieces"] = [sorted(map(str, row)) for row in document["pieces"]]
    options = document["options"]
    if "captured" in document and (options["mode"], options["ending"]) != ("single", "quick"):
        document["captured"] = []
    return json.dumps(document, sort_keys=True)


def plays_on(state, seed=1):
    """A random game from a clone of the state on, as the documents on the way."""
    state, rng = state.clone(), random.Random(seed)
    documents = [state.to_dict()]
    while not state.is_terminal() and len(documents) < 20:
        state.apply_action(rng.choice(state.legal_actions()))
        documents.append(state.to_dict())
    return documents


def assert_same(one, other):
    assert one == other
    assert (one != other) is False
    assert hash(one) == hash(other)
    assert one.key() == other.key()


def some(states, count=12):
    states = list(states)
    return states[:: max(1, len(states) // count)] + states[-1:]


@every_variant
def test_clones_and_restored_documents_are_the_same(variant):
    for state in random_walk(variant, 41):
        assert_same(state, state.clone())
        document = json.loads(json.dumps(state.to_dict()))
        assert_same(state, state.get_game().state_from_dict(document))


@every_variant
def test_copies_and_pickles_are_the_same_and_play_on_alike(variant):
    for state in some(random_walk(variant, 42)):
        protocols = range(2, pickle.HIGHEST_PROTOCOL + 1)
        pickles = [pickle.dumps(state, protocol) for protocol in protocols]
        twins = [copy.copy(state), copy.deepcopy([state])[0], *map(pickle.loads, pickles)]
        for twin in twins:
            assert_same(state, twin)
            assert twin.history() == state.history()
            assert plays_on(twin) == plays_on(state)
            assert twin.playout(3) == state.playout(3)


@every_variant
def test_a_copy_that_plays_on_leaves_its_original_alone(variant):
    for state in some(random_walk(variant, 43)):
        before = state.key()
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            plays_on(twin)
            if not twin.is_terminal():
                twin.apply_action(twin.legal_actions()[0])
        assert state.key() == before


@every_variant
def test_states_have_one_key_just_when_the_rules_treat_them_alike(variant):
    keys, essences = {}, {}
    for seed in range(44, 50):
        for state in random_walk(variant, seed):
            known = essence(state)
            assert keys.setdefault(state.key(), known) == known
            assert essences.setdefault(known, state.key()) == state.key()


@every_variant
def test_keys_tell_forfeits_and_their_order(variant):
    state = played(variant, "")
    for seats in permutations(range(state.num_players()), 2):
        other = state.clone()
        other.forfeit(seats[0])
        assert other != state
        if not other.is_terminal():
            last = other.clone()
            last.forfeit(seats[1])
            assert last != other
    gone = [state.clone() for _ in range(state.num_players())]
    for seat, one in enumerate(gone):
        one.forfeit(seat)
    assert len(set(gone)) == len(gone)


@every_variant
def test_a_state_is_unequal_to_its_children(variant):
    for state in some(random_walk(variant, 50)):
        for action in state.legal_actions()[:8]:
            child = state.child(action)
            assert (child == state) == (essence(child) == essence(state))


@pytest.mark.parametrize(
    ("variant", "one", "other"),
    [
        ("kalah", "A b E c", "E b A c"),
        ("einstein(setup=fixed)", "r1 1xa4 r1 1xd1 r2 2xc5", "r2 2xc5 r1 1xd1 r1 1xa4"),
        ("pachisi(mode=two)", f"{PACHISI} b0+6 r6 b16+6", f"{PACHISI} b16+6 r6 b0+6"),
        ("ashte-kashte(seats=2)", "r8 in+8 r4 in+4", "r4 in+4 r8 in+8"),
        ("alquerque", f"{GRANDE} d3xf3 e4xc4!c4 a6-b6 c2xc4!c4", f"{GRANDE} {ROUND}"),
    ],
)
def test_two_orders_of_actions_that_meet_are_equal(variant, one, other):
    assert one != other
    assert_same(played(variant, one), played(variant, other))
    assert played(variant, one).history_str() == one


@pytest.mark.parametrize(
    ("variant", "text", "change"),
    [
        ("kalah", "A b", {"quiet": 7}),
        ("einstein(setup=fixed)", "r1", {"roll": 2}),
        ("pachisi", "b6 b1 b1 b1", {"throws": 1}),
        ("pachisi", "b6 b1 b1 b1", {"tries": 1}),
        ("pachisi(dice=2)", "b6 b1 b1 b1 r6,2 r0+6", {"again": False}),
        ("ashte-kashte", "", {"throws": 1}),
        ("ashte-kashte", "r4", {"throw": 8}),
        ("alquerque", "e3-d4", {"barred": [None] * 4}),
        ("alquerque", "e3-d4", {"quiet": 0}),
        ("alquerque(ending=quick)", "e3-d4", {"captured": [1, 0, 0, 0]}),
    ],
)
def test_what_the_rules_remember_tells_states_apart(variant, text, change):
    state = played(variant, text)
    other = state.get_game().state_from_dict(state.to_dict() | change)
    assert other.to_dict() != state.to_dict()
    assert other != state
    assert other.key() != state.key()


def test_equal_states_find_each_other_in_tables():
    state = played("kalah", "A f B")
    table = {state.clone(): "state", state.key(): "key"}
    assert (table[state], table[state.key()]) == ("state", "key")
    assert len({state, state.clone(), state.child(state.legal_actions()[0])}) == 2


def test_other_things_are_not_compared():
    state = played("kalah", "")
    for other in (None, 0, state.key(), state.get_game()):
        assert state.__eq__(other) is NotImplemented
        assert state != other
        assert (state == other) is False
    assert state.get_game().__eq__("kalah") is NotImplemented


def test_states_of_different_variants_are_unequal():
    for one, other in [("kalah", "kalah(quiet_limit=9)"), ("alquerque", "alquerque(ending=quick)")]:
        first, second = played(one, ""), played(other, "")
        assert first != second
        assert first.get_game() != second.get_game()


@pytest.mark.parametrize("variant", [info.id for info in engine.games()])
def test_games_are_the_same_by_variant(variant):
    one, other = engine.parse_variant(variant), engine.parse_variant(variant)
    assert (one == other, one != other, hash(one) == hash(other)) == (True, False, True)
    assert copy.copy(one) is one
    assert copy.deepcopy([one])[0] is one
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(one, protocol)) == one


def test_a_pickle_of_other_rules_is_refused():
    rebuild, (variant, rules) = engine.load_game("alquerque").__reduce__()
    assert rebuild(variant, rules).variant == variant
    with pytest.raises(engine.InvalidDocument, match="version 1; this engine plays 2"):
        rebuild(variant, 1)


def arranged(texts):
    """What a spectator and seat 1 see once seat 0 has placed its stones so."""
    state = played("einstein(setup=chosen)", texts)
    return [state.get_game().state_from_dict(state.view(seat)) for seat in (1, None)]


def test_what_a_seat_may_not_see_is_not_in_the_key_of_its_view():
    seen, others = arranged("s123456"), arranged("s654321")
    for one, other in zip(seen, others, strict=True):
        assert_same(one, other)
        assert_same(after(one, "s213456"), after(other, "s213456"))
    open_ = [played("einstein(setup=chosen)", text) for text in ("s123456", "s654321")]
    assert open_[0] != open_[1]
    assert open_[0] != seen[0]


@settings(deadline=None, max_examples=60, derandomize=True)
@given(variant=any_variant, seed=st.integers(0, 2**32), actions=st.integers(0, 40))
def test_any_state_equals_its_pickle_and_only_its_like(variant, seed, actions):
    state, rng = engine.load_game(variant[0], **variant[1]).new_initial_state(), random.Random(seed)
    passed = [state.clone()]
    while not state.is_terminal() and len(passed) <= actions:
        state.apply_action(rng.choice(state.legal_actions()))
        passed.append(state.clone())
    assert_same(state, pickle.loads(pickle.dumps(state)))
    for one in passed:
        assert (one == state) == (one.key() == state.key()) == (essence(one) == essence(state))


KEYS = """
from tests.engine.walks import VARIANTS, random_walk
import engine, hashlib
for variant in VARIANTS:
    keys = [state.key() for state in random_walk(variant, 51)]
    print(variant, len(keys), hashlib.sha256(b"|".join(keys)).hexdigest())
"""


def printed_keys(build, seed):
    settings = {"ENGINE_BUILD": build, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", KEYS]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=True
    ).stdout.splitlines()


@pytest.mark.once
def test_keys_are_the_same_in_both_builds_and_in_every_process():
    compiled, interpreted = printed_keys("compiled", "1"), printed_keys("interpreted", "2")
    assert len(compiled) == len(VARIANTS)
    assert compiled == interpreted
