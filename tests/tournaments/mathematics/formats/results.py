"""Tournaments of made-up results, for the tests of the formats."""

import random
from fractions import Fraction

from tournaments.mathematics.formats import Entrant, PlayedPairing, Setup


def entrants(count, *, gone=()):
    """So many entrants, the first the best rated, without those that have withdrawn."""
    return [Entrant(number, 2000 - 10 * number, number not in gone) for number in range(count)]


def result(pairing, *scores, games=2):
    """The pairing played with these scores; the first entrant wins all if there are none."""
    if len(pairing) == 1:
        return PlayedPairing.bye(pairing[0])
    if not scores:
        scores = [games * (len(pairing) - 1 - place) for place in range(len(pairing))]
        scores = [Fraction(score, len(pairing) - 1) for score in scores]
    return PlayedPairing(pairing, tuple(Fraction(score) for score in scores), games)


def drawn(pairing, seed, games=2):
    """The pairing with scores by lot, which depend on nothing but the pairing and the seed."""
    if len(pairing) == 1:
        return PlayedPairing.bye(pairing[0])
    rng = random.Random(f"{seed} {sorted(pairing)}")
    scores = [Fraction(0)] * len(pairing)
    for _game in range(games):
        strength = [rng.random() for _one in pairing]
        ranks = sorted(range(len(pairing)), key=strength.__getitem__)
        if rng.random() < 0.3:  # a game in which all are equal
            scores = [score + Fraction(1, 2) for score in scores]
            continue
        for rank, place in enumerate(ranks):
            scores[place] += Fraction(rank, len(pairing) - 1)
    return PlayedPairing(pairing, tuple(scores), games)


def play(format_, count, *, sides=2, options=None, seed=0, play=drawn, leaving=None):
    """All rounds of a tournament, played; `leaving` maps rounds, from 0, to who withdraws then."""
    options, gone, played = options or {}, set(), []
    while True:
        gone |= set((leaving or {}).get(len(played), ()))
        pairings = format_.next_round(
            Setup(entrants(count, gone=gone), sides=sides, options=options, seed=seed), played
        )
        if pairings is None:
            return played
        played.append([play(pairing, seed) for pairing in pairings])
        assert len(played) < 500
