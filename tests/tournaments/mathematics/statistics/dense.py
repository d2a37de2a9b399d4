"""The fit of `bradley_terry` by full tables, plainly: the sparse one is held against it."""

import numpy as np
from scipy.sparse import csr_array

from tournaments.mathematics.statistics.bradley_terry import PRIOR_ELO, PRIOR_SEAT_ELO
from tournaments.mathematics.statistics.scale import SCALE


def design(rows, entrants, seats):
    """A row for each comparison and a column for each entrant and each seat but the last."""
    each, ones = np.arange(len(rows.score)), np.ones(len(rows.score))
    first, second = (entrants + one.astype(int) for one in (rows.first_seat, rows.second_seat))
    sitting = [rows.first, rows.second, first, second]
    cells = (np.tile(each, 4), np.concatenate(sitting))
    signs = np.concatenate([ones, -ones, ones, -ones])
    return csr_array((signs, cells), shape=(len(each), entrants + seats))[:, :-1]


def prior(entrants, seats):
    worth = [(SCALE / PRIOR_ELO) ** 2] * entrants + [(SCALE / PRIOR_SEAT_ELO) ** 2] * (seats - 1)
    return np.array(worth)


def chances(table, at):
    return 1 / (1 + np.exp(-(table @ at)))


def gradient(rows, at, entrants, seats):
    """Of the penalised likelihood, in all parameters."""
    table = design(rows, entrants, seats)
    return table.T @ (rows.score - chances(table, at)) - prior(entrants, seats) * at


def fit(rows, entrants, seats):
    """Ratings, their covariance, and the error of each seat; all in one component, nobody fixed."""
    table, weak = design(rows, entrants, seats), prior(entrants, seats)
    at = np.zeros(len(weak))
    for _step in range(9):
        chance = chances(table, at)
        information = _product(table, chance * (1 - chance)) + np.diag(weak)
        at += np.linalg.solve(information, gradient(rows, at, entrants, seats))
    inverse = np.linalg.inv(information)
    between = _spread(rows, table, chance, inverse) + np.diag(weak)
    centring = np.eye(len(weak))
    centring[:entrants, :entrants] -= 1 / entrants
    covariance = centring @ inverse @ between @ inverse @ centring.T * SCALE**2
    ratings = (centring @ at)[:entrants] * SCALE + 1500
    return ratings, covariance[:entrants, :entrants], np.sqrt(np.diag(covariance)[entrants:])


def _product(table, weights):
    return (table.T.multiply(weights) @ table).toarray()


def _spread(rows, table, chance, inverse):
    """What the blocks vary, mixed with what is expected; see the module for why."""
    told, seats = chance * (1 - chance), int(rows.second_seat.max()) + 1
    blocks, entrants = int(rows.block.max()) + 1, table.shape[1] - seats + 1
    cells = (rows.block, np.arange(len(rows.block)))
    surprise = csr_array((rows.score - chance, cells), shape=(blocks, len(chance)))
    pulls, there = (surprise @ table).toarray(), (csr_array((told, cells)) @ abs(table)).toarray()
    taken = np.bincount(rows.block, told * table.multiply(table @ inverse).sum(axis=1))
    leverage = np.minimum(taken / ((there[:, :entrants] > 0).sum(axis=1) - 1), 0.9)
    pulls /= np.sqrt(1 - leverage)[:, None]
    seen, expected = pulls.T @ pulls, _product(table, told)
    ratio = blocks * (inverse * seen).sum() / (inverse * expected).sum()
    dispersion = (ratio + 4 * (seats + 1) / 3) / (blocks + 4)
    played = (there > 0).sum(axis=0)
    share, rest = np.sqrt(played / (played + 4)), np.sqrt(4 / (played + 4))
    return share[:, None] * seen * share + dispersion * rest[:, None] * expected * rest
