"""Games that go on from a position: as many as said, and each by the rules."""

from random import Random

import pytest

import engine
from agents.judge import rollouts


def played(variant, *, seed=1, history=()):
    state = engine.parse_variant(variant).state_from_history(list(history))
    return rollouts.play_out(state, rng=Random(seed), watch=lambda: None)


@pytest.mark.parametrize("variant", ["kalah", "einstein", "pachisi(mode=teams)"])
def test_every_game_has_a_winner_or_is_shared(variant, monkeypatch):
    monkeypatch.setattr(rollouts, "GAMES", 4)
    sides = engine.parse_variant(variant).sides()

    seats = played(variant)["seats"]

    firsts = dict(zip(sides, seats, strict=True)).values()
    assert sum(seat["won"] for seat in firsts) + max(seat["shared"] for seat in firsts) == 4
    assert abs(sum(seat["mean"] for seat in seats)) < 0.01


def test_the_same_seed_gives_the_same_score(monkeypatch):
    monkeypatch.setattr(rollouts, "GAMES", 6)

    assert played("einstein", seed=7) == played("einstein", seed=7)
