"""Positions for pictures, without a match."""

import random
from functools import cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

import engine
from agents.words.speech import say
from engine import svg
from engine.state import State

CARD_ACTIONS = 6
"""The number of actions before the position on a game's card."""


def card(game: engine.Game) -> SafeString:
    """The picture on the card of a game, which each process draws once for a language."""
    return _card(game.variant, str(get_language()))


@cache
def _card(variant: str, _language: str) -> SafeString:
    game = engine.parse_variant(variant)
    return drawn(typical(game, actions=CARD_ACTIONS), ids=game.id)


def typical(game: engine.Game, *, actions: int, seed: int = 3) -> State:
    """The position after a number of random actions, determined by the seed."""
    rng = random.Random(seed)  # noqa: S311 - a picture needs no secret
    state = game.new_initial_state()
    while actions and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions -= 1
    return state


def drawn(state: State, past: Any = None, *, ids: str = "board") -> SafeString:
    """The picture of a position with what it marks of the past; `ids` tells boards apart."""
    picture = svg.draw(state, ids=ids, past=past, translate=say)
    return mark_safe(picture)  # noqa: S308 - the engine escapes all
