"""Ranks as the shared part of the rules pages defines them, for the plain implementations."""


def ranked(keys):
    """A rank for each key, the smallest first; equal keys share the better number."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def race_ranks(seats, finished, forfeited):
    """Ranks of a race: who came home, in that order; who did not; who gave up, the first last."""
    keys = []
    for seat in range(seats):
        if seat in forfeited:
            keys.append((2, -forfeited.index(seat)))
        elif seat in finished:
            keys.append((0, finished.index(seat)))
        else:
            keys.append((1, 0))
    return ranked(keys)


def team_ranks(winner):
    """Ranks of two teams, seats 0 and 2 (team 0) against 1 and 3; None stands for a draw."""
    return (1, 1, 1, 1) if winner is None else ((1, 3, 1, 3), (3, 1, 3, 1))[winner]
