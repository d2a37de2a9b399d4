"""The example teaches a network, and writes it as a bot that plays."""

import random

import numpy as np

import engine
from agents.bots import archive
from agents.learning import example
from agents.learning.duel import CALM
from agents.sdk import Bot


def learnt(path):
    """The class of a bot's file, in this process."""
    names = {}
    exec(compile(path.read_bytes(), str(path), "exec"), names)
    return next(one for one in names.values() if isinstance(one, type) and one.__bases__ == (Bot,))


def test_the_bot_that_it_writes_can_be_uploaded_and_plays_legal_actions(tmp_path, monkeypatch):
    for name, small in {"GAMES": 8, "STEPS": 30, "BATCH": 64}.items():
        monkeypatch.setattr(example, name, small)
    path = tmp_path / "bot.py"

    example.main([str(path), "--rounds", "1"])

    assert archive.pack("bot.py", path.read_bytes()).data
    rng, bots = random.Random(1), [learnt(path)() for _ in range(2)]
    state = engine.load_game("einstein").new_initial_state()
    for seat, bot in enumerate(bots):
        bot.start(state.get_game(), seat, rng)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            state.apply_action(bots[state.current_player()].choose(state.clone(), CALM))


def test_what_paid_becomes_likelier_and_expected():
    network = example.Network(width=4, actions=3, seed=1)
    seen, allowed = np.ones((64, 4), np.uint8), np.array([[1, 1, 0]] * 64, np.uint8)
    codes = np.arange(64) % 2
    lessons = example.Lessons(seen, allowed, codes, np.where(codes == 1, 1, -1).astype(np.float32))
    before, _expected = network.judge(network.hidden(seen), allowed)

    for _ in range(30):
        network.learn(lessons)

    after, _expected = network.judge(network.hidden(seen), allowed)
    assert after[0, 1] > before[0, 1] > 0
    assert (before[:, 2] == 0).all()
    assert (after[:, 2] == 0).all()
    assert np.allclose(after.sum(axis=1), 1)


def test_an_action_counts_by_what_came_of_it_for_who_did_it():
    network = example.Network(width=310, actions=18, seed=1)
    lessons = example.play(network, example.VectorGames("einstein", 4, 1), 60)

    assert set(lessons.returns.tolist()) == {-1.0, 1.0}
    assert len(lessons.seen) == len(lessons.codes) == len(lessons.returns)
