"""The dice of docs/20-records-and-dice.md: recomputable, unbiased, keyed by game and throw."""

import hashlib
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.dice import Dice, commitment, compute, draw
from tests.engine.walks import played

SEED = bytes(range(32))
DIE = [(face, 1) for face in range(6)]
SEEDS = st.binary(min_size=32, max_size=32)
NUMBERS = st.none() | st.integers(0, 10**6)
SMALL = st.integers(0, 10**4)


def stream(game_number, *, seed=SEED, seat=0, throws=20):
    """A seat's first throws of a die in a game."""
    return [draw(seed, seat, throw, DIE, game_number=game_number) for throw in range(throws)]


def test_the_commitment_is_the_sha256_of_the_seed():
    expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == expected


@pytest.mark.parametrize(
    ("game", "seat", "throw", "face"), [(1, 0, 0, 2), (1, 0, 1, 4), (2, 0, 0, 1), (2, 1, 41, 4)]
)
def test_throws_are_those_that_a_shell_computes(game, seat, throw, face):
    # printf 'kauri-dice-2:0001...1e1f:GAME:SEAT:THROW:0' | sha256sum, modulo 6
    assert draw(SEED, seat, throw, DIE, game_number=game) == face


@pytest.mark.parametrize(("seat", "throw", "face"), [(0, 0, 2), (0, 1, 0), (1, 0, 2), (1, 41, 4)])
def test_throws_of_old_records_are_those_that_a_shell_computes(seat, throw, face):
    # printf 'kauri-dice-1:0001...1e1f:SEAT:THROW:0' | sha256sum, modulo 6
    assert draw(SEED, seat, throw, DIE) == face


@given(seed=SEEDS, number=NUMBERS, seat=SMALL, throw=SMALL, weights=st.lists(st.integers(1, 50)))
def test_a_throw_follows_from_its_key_by_sha256_alone(seed, number, seat, throw, weights):
    outcomes = list(enumerate([1, *weights]))
    rule = "kauri-dice-1:" if number is None else "kauri-dice-2:"
    game = "" if number is None else f"{number}:"
    text = f"{rule}{seed.hex()}:{game}{seat}:{throw}:0"
    digest = hashlib.sha256(text.encode()).hexdigest()

    told = compute(seed, seat, throw, outcomes, game_number=number)

    # With weights as small as these nobody will ever see a second attempt.
    assert (told.text, told.digest) == (text, digest)
    spread = [outcome for outcome, weight in outcomes for _one in range(weight)]
    assert told.outcome == spread[int(digest, 16) % len(spread)]
    assert told.outcome == draw(seed, seat, throw, outcomes, game_number=number)


@given(seed=SEEDS, numbers=st.lists(NUMBERS, min_size=2, max_size=2, unique=True), seat=SMALL)
def test_no_two_games_of_a_seed_have_the_same_stream(seed, numbers, seat):
    one, other = (stream(number, seed=seed, seat=seat, throws=40) for number in numbers)
    assert one != other


@given(seed=SEEDS, game=SMALL, seat=SMALL, throw=SMALL)
def test_no_two_throws_have_the_same_key(seed, game, seat, throw):
    shifted = [(game, seat, throw), (seat, throw, game), (throw, game, seat)]
    texts = {compute(seed, s, t, DIE, game_number=g).text for g, s, t in shifted}
    assert len(texts) == len(set(shifted))


@pytest.mark.parametrize(("one", "other"), [(1, 2), (1, 3), (2, 12), (None, 1)])
def test_whoever_knows_the_throws_of_a_game_knows_nothing_of_the_next(one, other):
    known, next_ = (stream(number, throws=7200) for number in (one, other))
    counts = Counter(zip(known, next_, strict=True))
    chi_squared = sum((counts[a, b] - 200) ** 2 / 200 for a in range(6) for b in range(6))
    assert chi_squared < 66.6  # one in a thousand, 35 degrees of freedom


@pytest.mark.parametrize("number", [-1, True])
def test_a_number_of_a_game_that_is_none_is_refused(number):
    with pytest.raises(ValueError, match="number of a game is a whole number from 0 on"):
        Dice(SEED, number)
    with pytest.raises(ValueError, match="number of a game is a whole number from 0 on"):
        draw(SEED, 0, 0, DIE, game_number=number)


def test_a_number_beyond_the_last_whole_share_is_rejected_for_the_next_attempt():
    # With these weights all numbers from `total` on are unfair, three in eight of them.
    total = 5 * 2**253
    weights = [(0, total - 1), (1, 1)]
    keys = [f"kauri-dice-1:{SEED.hex()}:0:{throw}:0" for throw in range(40)]
    first = [int(hashlib.sha256(key.encode()).hexdigest(), 16) for key in keys]
    rejected = [throw for throw in range(40) if first[throw] >= total]
    assert 5 < len(rejected) < 25
    for throw in rejected:
        again = f"kauri-dice-1:{SEED.hex()}:0:{throw}:1"
        number = int(hashlib.sha256(again.encode()).hexdigest(), 16)
        if number < total:
            shares = [(0, number), (1, 1), (2, total - number - 1)]
            assert draw(SEED, 0, throw, shares) == 1
    assert draw(SEED, 0, 0, weights) == 0


def test_an_outcome_owns_exactly_its_weight_of_the_numbers():
    number = int(hashlib.sha256(f"kauri-dice-1:{SEED.hex()}:0:0:0".encode()).hexdigest(), 16)
    left = number % 1000
    weights = [(7, left), (8, 1), (9, 999 - left)]
    assert draw(SEED, 0, 0, weights) == 8


def test_outcomes_without_weight_never_come():
    weights = [(0, 0), (1, 1), (2, 0)]
    assert {draw(SEED, 0, throw, weights) for throw in range(200)} == {1}


@pytest.mark.parametrize("number", [None, 1, 2])
def test_the_faces_of_a_die_come_equally_often(number):
    counts = Counter(stream(number, seat=0, throws=6000) + stream(number, seat=1, throws=6000))
    chi_squared = sum((counts[face] - 2000) ** 2 / 2000 for face in range(6))
    assert chi_squared < 20.5  # one in a thousand, five degrees of freedom


@pytest.mark.parametrize("number", [None, 3])
def test_unequal_weights_come_in_their_proportion(number):
    weights = [(8, 1), (1, 4), (2, 6), (3, 4), (4, 1)]
    throws = range(16_000)
    counts = Counter(draw(SEED, 2, throw, weights, game_number=number) for throw in throws)
    chi_squared = sum((counts[o] - 1000 * w) ** 2 / (1000 * w) for o, w in weights)
    assert chi_squared < 18.5  # one in a thousand, four degrees of freedom


def test_successive_throws_do_not_depend_on_each_other():
    throws = [draw(SEED, 0, throw, DIE) for throw in range(7201)]
    counts = Counter(pairwise(throws))
    chi_squared = sum((counts[a, b] - 200) ** 2 / 200 for a in range(6) for b in range(6))
    assert chi_squared < 66.6  # one in a thousand, 35 degrees of freedom


def test_every_seed_and_seat_has_a_stream_of_its_own():
    streams = {
        tuple(draw(seed, seat, throw, DIE) for throw in range(20))
        for seed in (SEED, bytes(32))
        for seat in range(4)
    }
    assert len(streams) == 8


@pytest.mark.parametrize("number", [None, 1])
def test_each_seat_gets_the_same_throws_whatever_was_played(number):
    def rolls(notation, seat):
        dice = Dice(SEED, number)
        state = engine.load_game("einstein", setup="fixed").new_initial_state()
        seen = []
        while not state.is_terminal():
            if state.is_chance_node():
                outcome = dice.throw(state)
                seen += [outcome] * (state.chance_seat() == seat)
                state.apply_action(outcome)
            else:
                state.apply_action(state.legal_actions()[notation])
        return seen

    for seat in (0, 1):
        first, second = rolls(0, seat), rolls(-1, seat)
        shared = min(len(first), len(second))
        assert shared > 2
        assert first[:shared] == second[:shared]


def test_dice_throw_only_at_chance_nodes_and_leave_the_state_alone():
    dice = Dice(SEED, 1)
    with pytest.raises(engine.IllegalAction, match="no dice"):
        dice.throw(played("kalah", ""))
    state = played("einstein", "")
    dice.throw(state)
    assert state.history() == []


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_is_32_bytes(seed):
    uses = (commitment, lambda seed: Dice(seed, 1), lambda seed: draw(seed, 0, 0, DIE))
    for use in uses:
        with pytest.raises(ValueError, match="32 bytes"):
            use(seed)


@pytest.mark.parametrize(
    ("seat", "throw", "weights"),
    [(-1, 0, DIE), (0, -1, DIE), (0, 0, []), (0, 0, [(0, -1), (1, 2)])],
)
def test_a_draw_that_makes_no_sense_is_refused(seat, throw, weights):
    with pytest.raises(ValueError, match="weights that sum to 1 or more"):
        draw(SEED, seat, throw, weights)
