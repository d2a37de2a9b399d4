"""The fit of `bradley_terry` by full tables, plainly: the sparse one is held against it."""

import numpy as np
from scipy.sparse import csr_array

from tournaments.mathematics.statistics.prior import FREEDOM, LEVEL_ELO, NEW_BOT, SEAT_ELO
from tournaments.mathematics.statistics.scale import SCALE


def design(rows, entrants, seats):
    """A row for each comparison; columns for entrants, seats but the last, and the level."""
    each, ones = np.arange(len(rows.score)), np.ones(len(rows.score))
    first, second = (entrants + one.astype(int) for one in (rows.first_seat, rows.second_seat))
    sitting = [rows.first, rows.second, first, second]
    cells = (np.tile(each, 4), np.concatenate(sitting))
    signs = np.concatenate([ones, -ones, ones, -ones])
    table = csr_array((signs, cells), shape=(len(each), entrants + seats)).tolil()
    table[:, -1] = 0
    return csr_array(table)


def prior(at, entrants, spreads, before=None):
    """The full table of what holds the parameters: its product with them is the prior's pull."""
    held, level = np.zeros((len(at), len(at))), len(at) - 1
    for entrant, earlier in enumerate(before if before is not None else [NEW_BOT] * entrants):
        is_first = earlier == NEW_BOT
        two = [entrant, level if is_first else earlier]
        size = (spreads.population if is_first else spreads.step) / SCALE
        apart = (at[two[0]] - at[two[1]]) / size
        tight = 1 if is_first else (FREEDOM + 1) / (FREEDOM + apart**2)
        held[np.ix_(two, two)] += np.array([[1, -1], [-1, 1]]) * tight / size**2
    alone = [SEAT_ELO] * (level - entrants) + [LEVEL_ELO]
    held[range(entrants, level + 1), range(entrants, level + 1)] += (SCALE / np.array(alone)) ** 2
    return held


def chances(table, at):
    return 1 / (1 + np.exp(-(table @ at)))


def gradient(rows, at, entrants, seats, *, spreads, before=None):
    """Of the penalised likelihood, in all parameters."""
    table = design(rows, entrants, seats)
    pull = prior(at, entrants, spreads, before) @ at
    return table.T @ (rows.score - chances(table, at)) - pull


def fit(rows, entrants, seats, spreads):
    """Ratings, their covariance, and the error of each seat; all in one component, nobody fixed."""
    table, at = design(rows, entrants, seats), np.zeros(entrants + seats)
    held = prior(at, entrants, spreads)
    for _step in range(9):
        chance = chances(table, at)
        information = _product(table, chance * (1 - chance)) + held
        at += np.linalg.solve(information, gradient(rows, at, entrants, seats, spreads=spreads))
    inverse = np.linalg.inv(information)
    between = _spread(rows, table, chance, inverse) + held
    centring = np.eye(len(at))
    centring[:entrants, :entrants] -= 1 / entrants
    covariance = centring @ inverse @ between @ inverse @ centring.T * SCALE**2
    ratings = (centring @ at)[:entrants] * SCALE + 1500
    return ratings, covariance[:entrants, :entrants], np.sqrt(np.diag(covariance)[entrants:-1])


def _product(table, weights):
    return (table.T.multiply(weights) @ table).toarray()


def _spread(rows, table, chance, inverse):
    """What the blocks vary, mixed with what is expected; see the module for why."""
    told, seats = chance * (1 - chance), int(rows.second_seat.max()) + 1
    blocks, entrants = int(rows.block.max()) + 1, table.shape[1] - seats
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
