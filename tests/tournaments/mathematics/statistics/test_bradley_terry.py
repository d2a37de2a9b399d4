"""Bradley-Terry: a textbook's data, another program's results, and errors that hold."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.coverage import SCENES, held
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.prior import LEVEL_ELO, POPULATION
from tournaments.mathematics.statistics.scale import SCALE, Z, expected_score

# Citations between four journals of statistics, (cited, citing) and how often: A. Agresti,
# Categorical Data Analysis (2nd edition, 2002), page 448, after S. Stigler, Statistical Science 9
# (1994). Strengths as in H. Turner and D. Firth, Journal of Statistical Software 48 (2012), no. 9.
JOURNALS = ["Biometrika", "Comm. Statist.", "JASA", "JRSS-B"]
CITATIONS = {
    (0, 1): 730, (0, 2): 498, (0, 3): 221,
    (1, 0): 33, (1, 2): 68, (1, 3): 17,
    (2, 0): 320, (2, 1): 813, (2, 3): 142,
    (3, 0): 284, (3, 1): 276, (3, 2): 325,
}  # fmt: skip


def fit_of(rows: list[tuple[int, int, int, int, float, int]], entrants: int) -> BradleyTerryFit:
    return fit(Comparisons.of(rows), entrants=entrants, seats=2)


def pair(one: int, other: int, score: float, block: int) -> list[tuple]:
    """A block of two games with the same score for the same entrant, from either seat."""
    return [(one, other, 0, 1, score, block), (other, one, 0, 1, 1 - score, block)]


def test_the_journals_of_the_textbook_come_out_as_published():
    rows = [
        (cited, citing, seat, 1 - seat, 1.0, 0)
        for (cited, citing), times in CITATIONS.items()
        for seat in (0, 1)
        for _time in range(times)
    ]

    found = fit_of([(*row[:5], number) for number, row in enumerate(rows)], len(JOURNALS))

    strengths = (found.ratings - found.ratings[0]) / SCALE
    assert strengths == pytest.approx([0, -2.949, -0.480, 0.269], abs=0.005)


def test_ratings_agree_with_another_program():
    import evalica  # noqa: PLC0415 - takes two seconds, and each process reads all files

    rng = np.random.default_rng(4)
    true = rng.normal(0, 150, 8)
    met = [(one, other) for one in range(8) for other in range(8) if one != other] * 20
    won = [rng.random() < expected_score(true[one] - true[other]) for one, other in met]
    names = [str(number) for number in range(8)]

    scores = evalica.bradley_terry(
        [names[one] for one, _ in met],
        [names[other] for _, other in met],
        [evalica.Winner.X if first else evalica.Winner.Y for first in won],
    ).scores
    found = fit_of(
        [
            (*pair, 0, 1, float(first), n)
            for n, (pair, first) in enumerate(zip(met, won, strict=True))
        ],
        8,
    )

    theirs = SCALE * np.log([scores[name] for name in names])
    # Ours has a seat's worth, and its prior draws some hundredths of a rating to the mean.
    assert found.ratings - 1500 == pytest.approx(theirs - theirs.mean(), rel=0.04, abs=4)


def test_intervals_hold_nineteen_times_in_twenty():
    rng = np.random.default_rng(1)
    inside = [hit for _time in range(60) for hit in _hits(rng)]

    # 600 intervals: two standard errors around 95 % are 1.8 points.
    assert 0.93 < np.mean(inside) < 0.97


def _hits(rng: np.random.Generator) -> list[bool]:
    """Whether the interval of each of ten entrants holds its strength, after 150 blocks."""
    true, rows = rng.normal(0, 150, 10), []
    for block in range(150):
        one, other = rng.choice(10, 2, replace=False)
        dice = rng.normal(0, 100)
        for first, second, luck in ((one, other, dice), (other, one, -dice)):
            ahead = true[first] - true[second] + 30 + luck
            rows.append((first, second, 0, 1, float(rng.random() < expected_score(ahead)), block))
    found = fit_of(rows, 10)
    return list(np.abs(found.ratings - 1500 - (true - true.mean())) < Z * found.errors)


def test_intervals_hold_with_four_seats():
    rng = np.random.default_rng(2)
    inside = [hit for _time in range(40) for hit in _hits_of_four(rng)]

    assert 0.925 < np.mean(inside) < 0.975


def _hits_of_four(rng: np.random.Generator) -> list[bool]:
    """The same after 100 games of four, ranked by strength and noise."""
    true, rows = rng.normal(0, 100, 8), []
    for block in range(100):
        table = rng.choice(8, 4, replace=False)
        shown = [true[one] / SCALE + rng.gumbel() for one in table]
        rows.extend(
            (table[a], table[b], a, b, float(shown[a] > shown[b]), block)
            for a in range(4)
            for b in range(a + 1, 4)
        )
    found = fit(Comparisons.of(rows), entrants=8, seats=4)
    return list(np.abs(found.ratings - 1500 - (true - true.mean())) < Z * found.errors)


HELD = [
    "two seats, 20 games",
    "two seats, 20 games, half drawn",
    "three seats, 12 games",
    "four seats, 12 games",
    "four seats, 12 games alone",
]


@pytest.mark.parametrize("name", HELD)
def test_intervals_hold_after_few_games_as_well(name):
    rng = np.random.default_rng(5)
    (scene,) = (one for one in SCENES if one.name == name)

    inside = [held(scene, rng)[0] for _time in range(100)]

    # 800 to 1,000 intervals: two standard errors around 95 % are 1.5 points.
    assert 0.93 < np.mean(inside) < 0.975


def test_the_interval_of_a_newcomer_among_many_games_holds():
    rng = np.random.default_rng(6)
    (scene,) = (one for one in SCENES if one.name == "four seats, newcomer with 3 blocks")

    inside = [held(scene, rng)[0] for _time in range(100)]

    # 100 intervals: two standard errors are 4.4 points.
    assert 0.89 < np.mean(inside) < 0.995


def test_the_first_seat_is_found_to_be_worth_what_it_is():
    rng = np.random.default_rng(3)
    rows = [
        (n % 2, 1 - n % 2, 0, 1, float(rng.random() < expected_score(50)), n // 2)
        for n in range(4000)
    ]

    found = fit_of(rows, 2)

    assert abs(found.seats[0] - 50) < Z * found.seat_errors[0]
    assert found.seats[1] == 0


def test_whoever_won_every_game_has_a_finite_rating_and_a_wide_error():
    found = fit_of(pair(0, 1, 1.0, 0), 2)

    assert found.ratings[0] > 1500 > found.ratings[1]
    assert 100 < found.errors[0] < POPULATION.default


def test_an_entrant_without_games_has_the_error_of_the_prior():
    found = fit_of(pair(0, 1, 0.5, 0), 3)

    assert found.ratings[2] == pytest.approx(1500)
    assert found.components[2] == 2


def test_entrants_that_no_chain_of_games_connects_are_rated_apart():
    rows = [*pair(0, 1, 1.0, 0), *pair(1, 2, 1.0, 1), *pair(3, 4, 1.0, 2)]

    found = fit_of(rows, 5)

    assert list(found.components) == [0, 0, 0, 3, 3]
    assert found.ratings[:3].mean() == pytest.approx(1500)
    assert found.ratings[3:].mean() == pytest.approx(1500)


# Each example is fitted twice, which takes long beside what a further one would find.
FEWER = settings(max_examples=40)
RESULTS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(1, 4), st.sampled_from([0.0, 0.5, 1.0])), min_size=1
)


def _rows(results: list[tuple[int, int, float]]) -> list[tuple]:
    return [
        (one, (one + step) % 5, 0, 1, score, block)
        for block, (one, step, score) in enumerate(results)
    ]


@FEWER
@given(RESULTS, st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter(results, random):
    rows = _rows(results)
    shuffled = random.sample(rows, len(rows))

    assert fit_of(rows, 5).ratings == pytest.approx(fit_of(shuffled, 5).ratings)


@FEWER
@given(RESULTS, st.permutations(range(5)))
def test_names_do_not_matter(results, renamed):
    rows = _rows(results)
    other_names = [(renamed[one], renamed[other], *rest) for one, other, *rest in rows]

    found, again = fit_of(rows, 5), fit_of(other_names, 5)

    assert found.ratings == pytest.approx(again.ratings[list(renamed)])
    assert found.errors == pytest.approx(again.errors[list(renamed)], abs=1e-6)


@FEWER
@given(RESULTS)
def test_a_draw_is_half_a_win_and_half_a_loss(results):
    drawn = [(*row[:4], 0.5, row[5]) for row in _rows(results)]
    halves = [(*row[:4], score, row[5]) for row in drawn for score in (0.0, 1.0)]

    found, again = fit_of(drawn + drawn, 5), fit_of(halves, 5)

    assert found.ratings == pytest.approx(again.ratings, abs=1e-6)


def games(strengths: list[float], number: int, *, seed: int) -> list[tuple]:
    """Games between all, decided by lot."""
    rng = np.random.default_rng(seed)
    rows = []
    for block in range(number):
        one, other = rng.choice(len(strengths), 2, replace=False)
        won = rng.random() < expected_score(strengths[one] - strengths[other])
        rows.append((one, other, 0, 1, float(won), block))
    return rows


FOUR = games([0, 150, -100, 50], 400, seed=6)


def test_fixed_strengths_stay_and_have_no_error():
    found = fit(Comparisons.of(FOUR), entrants=4, seats=2, fixed={1: 1500.0, 2: 1234.5})

    assert found.ratings[[1, 2]] == pytest.approx([1500.0, 1234.5], abs=1e-9)
    assert found.errors[[1, 2]] == pytest.approx([0, 0], abs=1e-9)
    assert (found.errors[[0, 3]] > 0).all()


@pytest.mark.parametrize("shift", [-300.0, -1.0, 0.0, 40.0, 300.0])
def test_others_move_with_whoever_is_fixed(shift):
    near = fit(Comparisons.of(FOUR), entrants=4, seats=2, fixed={0: 1500.0, 1: 1650.0}).ratings
    far = fit(
        Comparisons.of(FOUR), entrants=4, seats=2, fixed={0: 1500.0 + shift, 1: 1650.0 + shift}
    ).ratings

    # The prior alone, which is weak, holds them back.
    assert far - near == pytest.approx(np.full(4, shift), abs=0.01 * abs(shift) + 1e-6)


@pytest.mark.parametrize("strength", [-1000.0, 500.0, 2025.0, 4000.0])
def test_whoever_is_fixed_may_be_far_from_where_the_others_begin(strength):
    # Newton's whole steps swing from one side to the other there, and never settle.
    rows = [row for block in range(100) for row in pair(0, 1, float(block % 5 < 3), block)]

    fitted = fit(Comparisons.of(rows), entrants=2, seats=2, fixed={1: strength})

    assert fitted.ratings[0] - strength == pytest.approx(SCALE * np.log(0.6 / 0.4), abs=5)


def test_with_somebody_fixed_the_others_have_the_greatest_likelihood():
    found = fit(Comparisons.of(FOUR), entrants=4, seats=2, fixed={0: 1500.0})
    ratings, seat = found.ratings, found.seats[0]

    def likelihood(at):
        # The level that is the likeliest for these strengths, and what it costs.
        spreads = np.array([found.spreads.population] * 3 + [LEVEL_ELO])
        level = (at[1:].sum() / spreads[0] ** 2 + 1500 / LEVEL_ELO**2) / (1 / spreads**2).sum()
        off = np.append(at[1:] - level, level - 1500) / spreads
        return (
            sum(
                np.log(expected_score((at[a] - at[b] + seat) if won else (at[b] - at[a] - seat)))
                for a, b, _sa, _sb, won, _block in FOUR
            )
            - sum(off**2) / 2
        )

    for entrant in (1, 2, 3):
        for step in (-2.0, 2.0):
            aside = ratings.copy()
            aside[entrant] += step
            assert likelihood(aside) < likelihood(ratings)


def test_a_component_in_which_nobody_is_fixed_keeps_its_mean():
    apart = [(one + 4, other + 4, *rest) for one, other, *rest in FOUR]

    found = fit(Comparisons.of(FOUR + apart), entrants=8, seats=2, fixed={0: 1700.0})

    assert found.ratings[0] == pytest.approx(1700)
    assert found.ratings[4:].mean() == pytest.approx(1500)


def test_weak_ones_who_come_lose_and_leave_move_the_level_only_where_nobody_is_fixed():
    strengths = [1500.0, 1100.0, *np.random.default_rng(3).normal(1500, 200, 28)]
    stay = games(strengths, 9000, seed=8)
    leave = [
        (30 + new, 2 + (new + game) % 28, game % 2, 1 - game % 2, 0.0, 10_000 + 60 * new + game)
        for new in range(20)
        for game in range(60)
    ]

    def moved(fixed):
        before = fit(Comparisons.of(stay), entrants=30, seats=2, fixed=fixed).ratings
        after = fit(Comparisons.of(stay + leave), entrants=50, seats=2, fixed=fixed).ratings
        return np.abs(after[:30] - before)

    assert moved({}).min() > 100
    anchored = moved({0: 1500.0, 1: 1100.0})
    assert anchored.mean() < 5
    # The strongest, who won all their games, are held a little more loosely than before.
    assert anchored.max() < 15


def test_a_comparison_that_weighs_a_tenth_moves_less():
    rows = Comparisons.of([(0, 1, n % 2, 1 - n % 2, 1.0, n) for n in range(20)])
    light = replace(rows, weight=np.full(20, 0.1))

    heavy, found = (fit(one, entrants=2, seats=2) for one in (rows, light))

    assert heavy.ratings[0] - 30 > found.ratings[0] > 1500
    assert found.errors[0] > heavy.errors[0] - 30
