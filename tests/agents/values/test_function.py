"""A value function says the same of a position on every machine, and the truth at the end."""

import random

import numpy as np
import pytest

import engine
from agents import values
from agents.values import NoValueFunction, editions, store
from agents.values.network import Network
from agents.values.store import Origin
from tests.agents.bot_texts import FIRST
from tournaments.queries import shipped

pytestmark = pytest.mark.once

VARIANTS = [board.key for board in shipped.VARIANTS]
GAMES = ["kalah", "einstein(setup=chosen)", "pachisi(mode=teams)", "alquerque"]


def positions(game, seed=1):
    """Every position of a game by lot, or of its first hundred actions and throws."""
    state, rng = game.new_initial_state(), random.Random(seed)
    yield state.clone()
    while not state.is_terminal() and state.move_number() < 100:
        state.apply_action(rng.choice(state.legal_actions()))
        yield state.clone()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The functions' folder, of which a test may change what it likes."""
    target = tmp_path / "weights"
    target.mkdir()
    for path in editions.FOLDER.iterdir():
        (target / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(editions, "FOLDER", target)
    editions._loaded.cache_clear()
    yield target
    editions._loaded.cache_clear()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_leaderboard_has_a_function_with_a_hash(variant):
    game = engine.parse_variant(variant)
    newest = values.newest(game)
    assert editions.hashes()[newest.name] == newest.sha256
    expected = values.load(game).value(game.new_initial_state())
    assert len(expected) == max(game.sides()) + 1
    assert sum(expected) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("variant", GAMES)
def test_what_sides_expect_adds_up_to_nothing(variant):
    function = values.load(engine.parse_variant(variant))
    for expected in function.values([*positions(function.game)][2:]):
        assert sum(expected) == pytest.approx(0, abs=1e-5)
        assert max(map(abs, expected)) <= 1


@pytest.mark.parametrize("variant", GAMES)
def test_a_position_is_worth_the_same_alone_and_among_others(variant):
    function = values.load(engine.parse_variant(variant))
    states = [*positions(function.game)][2:]
    assert [function.value(state) for state in states] == function.values(states)


def test_the_end_is_worth_the_result():
    for variant in ("kalah", "einstein", "ashte-kashte(seats=2)"):
        game = engine.parse_variant(variant)
        state = game.new_initial_state()
        state.forfeit(1)
        assert values.load(game).value(state) == state.returns() == [1.0, -1.0]


def test_in_a_position_with_a_choice_the_best_of_it_counts():
    function = values.load(engine.parse_variant("pachisi(mode=two)"))
    states = [state for state in positions(function.game) if state.is_player_node()]
    for state in states:
        seat = state.current_player()
        after = function.values([state.child(action) for action in state.legal_actions()])
        assert function.value(state) == max(after, key=lambda expected: expected[seat])


def test_the_order_of_sums_changes_no_digit():
    rng = np.random.default_rng(1)
    network = Network.random(300, [0, 1, 2, 3], rng).rounded()
    inputs = rng.integers(0, 40, (400, 300)).astype(np.float32) / 16
    expected = network.values(inputs)
    for _ in range(5):
        columns, units, upper = rng.permutation(300), rng.permutation(64), rng.permutation(32)
        first, offset, second, shift, last = network.weights
        other = Network(
            [
                first[columns][:, units], offset[units],
                second[units][:, upper], shift[upper], last[upper],
            ],
            [0, 1, 2, 3],
        )  # fmt: skip
        assert (other.values(inputs[:, columns]) == expected).all()


def test_a_function_is_read_as_it_was_saved(tmp_path):
    game = engine.parse_variant("kalah")
    function = values.load(game)
    made = store.save(function, Origin(1, 2, 0.5), version=7, folder=tmp_path)
    assert editions.hashes(tmp_path) == {"kalah-7": made.sha256}
    again = store.read(game, (tmp_path / "kalah-7.bin").read_bytes())
    states = [*positions(game)]
    assert again.values(states) == function.values(states)


def test_a_file_that_was_changed_is_refused(folder):
    game = engine.parse_variant("kalah")
    path = folder / f"{values.newest(game).name}.bin"
    path.write_bytes(path.read_bytes()[:-1] + b"\1")
    with pytest.raises(ValueError, match=r"is not the file that SHA256SUMS names"):
        values.load(game)


def test_a_function_of_another_variant_is_refused():
    kalah, four = engine.parse_variant("kalah"), engine.parse_variant("kalah(seeds=4)")
    content = (editions.FOLDER / f"{values.newest(four).name}.bin").read_bytes()
    with pytest.raises(ValueError, match=r"this function is of kalah\(seeds=4\)"):
        store.read(kalah, content)
    with pytest.raises(NoValueFunction):
        values.load(kalah, values.newest(four).name)


def test_a_variant_without_a_leaderboard_has_none():
    game = engine.parse_variant("kalah(seeds=5)")
    assert values.newest(game) is None
    with pytest.raises(NoValueFunction):
        values.load(game)


def test_a_bot_in_its_sandbox_takes_the_best_value(play):
    text = """
import random
from agents import values
from agents.sdk import Bot


class Learned(Bot):
    def start(self, game, seat, rng):
        self.function, self.seat = values.load(game), seat

    def choose(self, state, clock):
        actions = state.legal_actions()
        after = self.function.values([state.child(action) for action in actions])
        return max(zip(after, actions), key=lambda pair: pair[0][self.seat])[1]
"""
    assert play(text, FIRST, variant="einstein").faults == (None, None)
