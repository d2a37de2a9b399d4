"""Positions of random games, and house bots that sit at one of their seats."""

import random

import engine
from agents import house
from agents.bots import checks
from tournaments.queries import shipped

NEVER = float("inf")


def positions(game, *, seed, every):
    """One in so many positions of a random game in which a seat has a choice."""
    rng, state, choices = random.Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
            continue
        choices += len(state.legal_actions()) > 1
        if choices % every == 0 and len(state.legal_actions()) > 1:
            yield state.clone()
        state.apply_action(rng.choice(state.legal_actions()))


def variants_of(name):
    """What a check plays, and every leaderboard, of a house bot's game."""
    keys = {*checks.MODES, *(one.key for one in shipped.VARIANTS)}
    games = map(engine.parse_variant, sorted(keys))
    return [game for game in games if game.id == house.games_of(name)[0]]


def seated(bot, state, seat=None):
    """A bot at a seat of this state's game, without a limit on its time."""
    acting = state.current_player() if seat is None else seat
    bot.start(state.get_game(), acting, random.Random(1))
    bot.end = NEVER
    return bot
