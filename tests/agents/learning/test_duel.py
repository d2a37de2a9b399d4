"""One seat against opponents: Gymnasium finds nothing wrong, and mixtures and policies play."""

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from agents import house, samples
from agents.learning import opponents
from agents.learning.duel import KauriDuel
from agents.learning.duels import KauriDuels
from agents.learning.opponents import Opponents
from agents.sdk import RESIGN, Bot

HELPED = (
    "from agents.sdk import Bot\nfrom helper import act\n\nclass Helped(Bot):\n    choose = act\n"
)
SHORT = "ashte-kashte(seats=3,turn_limit=40)"

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


class Last(Bot):
    """Takes the last action."""

    def choose(self, state, clock):
        return state.action_to_string(state.legal_actions()[-1])


class Timid(Bot):
    """Gives up at once."""

    def choose(self, state, clock):
        return RESIGN


def first(_seen, masks):
    """A policy that takes the first action."""
    return masks.argmax(axis=1)


def played(env, seed):
    """What is seen of one game in which the learner takes the first action."""
    seen, info = env.reset(seed=seed)
    rows, over, reward = [seen.tobytes()], False, 0.0
    while not over:
        seen, reward, over, _cut, info = env.step(info["action_mask"].argmax())
        rows.append(seen.tobytes())
    return rows, reward


@pytest.mark.parametrize(
    ("variant", "opponent"),
    [("einstein", "einstein-glance"), ("kalah(pits=3)", first), (SHORT, {"random": 1, Last: 2})],
)
def test_gymnasiums_suite_passes(variant, opponent):
    check_env(KauriDuel(variant, opponent), skip_render_check=True)


@pytest.mark.parametrize("name", ["Kalah", "Einstein", "Pachisi", "AshteKashte", "Alquerque"])
def test_each_game_is_registered_by_its_name(name):
    env = gymnasium.make(f"agents.learning.duel:kauri/{name}-v0", opponent=first, seat=1)

    _seen, info = env.reset(seed=1)

    assert info["seat"] == 1
    assert env.spec.kwargs["variant"].replace("-", "") == name.lower()


def test_a_registered_game_takes_a_variant_and_comes_many_at_once():
    envs = gymnasium.make_vec("kauri/Kalah-v0", num_envs=3, variant="kalah(pits=3)")

    assert isinstance(envs, KauriDuels)
    assert envs.reset(seed=1)[1]["action_mask"].shape == (3, 3)


def test_a_duel_ends_with_the_return_of_the_learners_seat():
    env = KauriDuel("einstein", "random", seat=1, render_mode="ansi")

    _rows, reward = played(env, 4)

    assert reward in (-1.0, 1.0)
    assert reward == env.duel.game.state.player_return(1)
    assert "a" in env.render()


def test_the_same_seed_is_the_same_game_against_the_same_opponents():
    env = KauriDuel("einstein", {"random": 1.0, first: 1.0})

    assert played(env, 7) == played(env, 7)
    assert played(env, 7) != played(env, 8)


def test_an_action_that_is_not_allowed_loses_a_duel():
    env = KauriDuel("kalah", "random", seat=0)
    _seen, info = env.reset(seed=4)
    env.duel.game.state.apply_action(0)

    _seen, reward, over, _cut, _info = env.step(np.int64(info["action_mask"].argmin()))

    assert (reward, over) == (-1.0, True)


def test_whoever_resigns_loses_a_duel():
    env = KauriDuel("kalah", Timid, seat=0)
    _seen, info = env.reset(seed=1)
    over = False
    while not over:
        _seen, reward, over, _cut, info = env.step(info["action_mask"].argmax())

    assert reward == 1.0


@pytest.mark.parametrize(
    "kind", [KauriDuel, lambda variant, **given: KauriDuels(2, variant, **given)]
)
@pytest.mark.parametrize("seat", [5, 2, -1])
def test_a_seat_that_there_is_not_is_refused_with_those_that_there_are(kind, seat):
    with pytest.raises(ValueError, match=f"kalah has no seat {seat}: its seats are 0 to 1"):
        kind("kalah", seat=seat)


def test_an_unknown_opponent_is_refused_with_what_there_is():
    with pytest.raises(ValueError, match="no file 'nobody', and no house bot of that name: random"):
        KauriDuel("kalah", "nobody")


def test_a_bot_may_be_a_file_a_folder_or_an_archive_and_has_modules_of_its_own(tmp_path):
    for name, place in (("one", 0), ("two", -1)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text(HELPED)
        helper = f"def act(self, state, clock):\n    return state.legal_actions()[{place}]\n"
        (tmp_path / name / "helper.py").write_text(helper)
    (tmp_path / "greedy.py").write_bytes(samples.read("greedy"))

    ways = [str(tmp_path / "one"), tmp_path / "two", tmp_path / "greedy.py", house.read("random")]
    games = [played(KauriDuel("kalah(pits=3)", way, seat=0), 1)[0] for way in ways]

    assert games[0] == played(KauriDuel("kalah(pits=3)", first, seat=0), 1)[0]
    assert games[1] == played(KauriDuel("kalah(pits=3)", Last, seat=0), 1)[0]
    assert games[0] != games[1]


def test_a_mixture_is_drawn_by_its_weights_and_grows():
    mixture = Opponents({"random": 1.0, Last: 3.0})
    mixture.add(first, 0.0)
    rng = np.random.default_rng(1)

    drawn = [type(mixture.draw(rng)()).__name__ for _ in range(400)]

    assert drawn.count("Last") == pytest.approx(300, abs=30)
    assert "PolicyBot" not in drawn


def test_many_duels_are_the_duels_of_their_opponents():
    envs = KauriDuels(5, "kalah(pits=3)", {Last: 1.0, first: 1.0})
    seen, infos = envs.reset(seed=3)
    assert envs.observation_space.contains(seen)
    rewards, ends = [], 0
    rng = random.Random(1)
    while ends < 20:
        codes = [rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        assert not any(duel.over or duel.due() for duel in envs.duels)
        seen, gained, over, cut, infos = envs.step(np.array(codes))
        ends += over.sum()
        rewards += gained[over].tolist()
        assert not gained[~over].any()
        assert infos.get("_final_obs", over * False).tolist() == over.tolist()
        assert not cut.any()

    assert set(rewards) <= {-1.0, 0.0, 1.0}
    assert len(set(rewards)) > 1


def test_a_policy_is_asked_for_all_games_at_once():
    rows = []

    def noting(seen, masks):
        rows.append(len(seen))
        return first(seen, masks)

    envs = KauriDuels(16, "einstein", noting, seat=0)
    _seen, infos = envs.reset(seed=1)
    envs.step(infos["action_mask"].argmax(axis=1))

    assert rows == [16]


def test_past_selves_join_games_that_begin_later():
    past = Opponents({first: 1.0})
    envs = KauriDuels(4, "kalah(pits=3)", past)
    envs.reset(seed=1)

    past.add(Last, 1e9)
    envs.reset(seed=1)

    assert isinstance(envs.duels[0]._bots[1 - envs.duels[0].seat], Last)
    assert past is Opponents.of(past)
    assert opponents.PolicyBot(first).policy is first
