"""What it brings to buy a place, and what honest work is credited with.

`python -m benchmarks.farming --places` tries each attack on copies of the pools of
`benchmarks.farming`, under the rules. It tells what the farmer's bot gains: its estimate, the lower
end of its interval, by which places go, and the places. Then follow a version that is 200 stronger,
and newcomers. The farmer has a strength of 1700; `average` is the bot in the middle of the honest
ones, whose neighbours are nearest. Nothing is asserted.
"""

import copy
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from benchmarks import farming
from benchmarks.farming import FARMER, HONEST, Pool, honest
from tournaments.mathematics import elo
from tournaments.mathematics.statistics.prior import NEW_BOT
from tournaments.mathematics.statistics.scale import Z

HONEST_BOTS = range(2, 2 + HONEST)


@dataclass(frozen=True)
class Standing:
    """A version's estimate, the lower end of its interval, and its place among the honest bots."""

    rating: float
    low: float
    place: int


def standing(made: Pool, version: int) -> Standing:
    """How a version stands, if it is its bot's newest."""
    found = made.fit()
    low = found.ratings - Z * found.errors
    others = set(_current(made)) & {*HONEST_BOTS} - set(_line(made, version))
    place = 1 + sum(low[other] > low[version] for other in others)
    return Standing(float(found.ratings[version]), float(low[version]), place)


def _line(made: Pool, version: int) -> Iterator[int]:
    """A version and all before it."""
    while version != NEW_BOT:
        yield version
        version = made.bots[version].before


def _current(made: Pool) -> list[int]:
    """The newest version of each bot."""
    replaced = {bot.before for bot in made.bots}
    return [number for number in range(len(made.bots)) if number not in replaced]


def _ladder_game(made: Pool, version: int) -> bool:
    """A game against one of the five nearest, as a ladder pairs them; whether it was won."""
    near = [one for one in _current(made) if one != version]
    near.sort(key=lambda one: abs(made.bots[one].value - made.bots[version].value))
    made.today.clear()
    made.game(version, made.rng.choice(near[:5]))
    return made.counted[-1][4] > 0


Before, After = Standing, Standing
Attack = Callable[[Pool, int], tuple[Before, After]]


def thrown(games: int) -> Attack:
    """An accomplice loses games to a new version in a tournament of two."""

    def attack(made: Pool, farmer: int) -> tuple[Before, After]:
        before = standing(made, farmer)
        version = made.upload(farmer, made.bots[farmer].strength)
        accomplice = next(one for one in HONEST_BOTS if one > farmer)
        for _game in range(games):
            made.game(accomplice, version, score=0.0, chosen=True)
        return before, standing(made, version)

    return attack


def until_three(made: Pool, farmer: int) -> tuple[Before, After]:
    """Upload at the first loss, until the first three ladder games are won; then leave."""
    before, version = standing(made, farmer), farmer
    while True:
        version = made.upload(version, made.bots[farmer].strength)
        if all(_ladder_game(made, version) for _game in range(3)):
            return before, standing(made, version)


def best_of(uploads: int, games: int) -> Attack:
    """Upload one program again and again; stop at what turns out the best, and hide the others."""

    def attack(made: Pool, farmer: int) -> tuple[Before, After]:
        before, version, found = standing(made, farmer), farmer, []
        for _upload in range(uploads):
            version = made.upload(version, made.bots[farmer].strength)
            for _game in range(games):
                _ladder_game(made, version)
            found.append(standing(made, version))
        return before, max(found, key=lambda one: one.low)

    return attack


def week(helpers: int, *, stronger: float = 0.0) -> Attack:
    """Helpers, honest on the ladder, throw ten games a day each in the farmer's tournaments.

    Against the same ladder games without those that were thrown.
    """

    def attack(made: Pool, farmer: int) -> tuple[Before, After]:
        strength = made.bots[farmer].strength + stronger
        new = [made.add(f"helper {number}", strength) for number in range(helpers)]
        for _day in range(7):
            made.today.clear()
            made.ladder(10 * len(made.bots), range(len(made.bots)), honest)
            for number in range(elo.DAILY_CAP * helpers):
                made.game(new[number % helpers], farmer, score=0.0, chosen=True)
        return standing(_paired(made), farmer), standing(made, farmer)

    return attack


def _paired(made: Pool) -> Pool:
    """The pool without the games that somebody chose."""
    counted = [game for game, full in zip(made.counted, made.in_full, strict=True) if full]
    return replace(made, counted=counted, in_full=[True] * len(counted))


ATTACKS: dict[str, Attack] = {
    "2 thrown games": thrown(2),
    "10 thrown games": thrown(10),
    "upload until the first 3 are won": until_three,
    "best of 20 versions, 30 games each": best_of(20, 30),
    "best of 20 versions, 10 games each": best_of(20, 10),
    "5 helpers, a week": week(5),
    "5 helpers that are 200 stronger, a week": week(5, stronger=200),
    "20 helpers, a week": week(20),
}

STRONGER = 200
CREDITED = (30, 60, 150)
"""After so many ladder games it is told what a version is credited with."""


def improved(made: Pool, bot: int) -> list[float]:
    """What a version that is stronger than its bot is credited with, as its games go on."""
    before = float(made.fit().ratings[bot])
    version, credited = made.upload(bot, made.bots[bot].strength + STRONGER), []
    for game in range(1, 1 + max(CREDITED)):
        _ladder_game(made, version)
        if game in CREDITED:
            credited.append(float(made.fit().ratings[version]) - before)
    return credited


def newcomers(made: Pool) -> list[float]:
    """How far each of ten newcomers is off after thirty ladder games."""
    new = [made.add(f"newcomer {n}", 1200 + 600 * n / 9) for n in range(10)]
    for _game in range(30):
        for one in new:
            _ladder_game(made, one)
    ratings = made.fit().ratings
    return [abs(float(ratings[one]) - made.bots[one].strength) for one in new]


def show(pools: int, *, only: str) -> None:
    """Print what each attack gains, and what honest work is credited with."""
    before = [farming.pool(seed, rules=True) for seed in range(pools)]
    print(f"{pools} pools; what is gained: means in Elo and places, and the most places in a pool")
    print(f"{'':48}{'estimate':>10}{'lower end':>11}{'places, mean':>15}{'most':>9}")
    for name, attack in ATTACKS.items():
        for whose, of in (("1700", lambda _made: FARMER), ("average", _average)):
            if only in name:
                results = [attack(copy.deepcopy(one), of(one)) for one in before]
                print(f"{f'{name}, {whose}':48}{_gained(results)}", flush=True)
    if only in "honest":
        _show_honest(before)


def _average(made: Pool) -> int:
    """The honest bot in the middle."""
    return sorted(HONEST_BOTS, key=lambda one: made.bots[one].strength)[HONEST // 2]


def _gained(results: Sequence[tuple[Before, After]]) -> str:
    rating = statistics.fmean(after.rating - before.rating for before, after in results)
    low = statistics.fmean(after.low - before.low for before, after in results)
    places = [before.place - after.place for before, after in results]
    return f"{rating:>+10.0f}{low:>+11.0f}{statistics.fmean(places):>+15.1f}{max(places):>+9}"


def _show_honest(before: Sequence[Pool]) -> None:
    bots = range(FARMER, 2 + HONEST, 3)
    credited = [improved(copy.deepcopy(one), bot) for one in before for bot in bots]
    means = [statistics.fmean(column) for column in zip(*credited, strict=True)]
    told = ", ".join(f"{mean:.0f} after {n}" for mean, n in zip(means, CREDITED, strict=True))
    print(f"a version that is {STRONGER} stronger is credited with {told} ladder games")
    off = [error for one in before for error in newcomers(copy.deepcopy(one))]
    print(f"a newcomer after 30 games is off by {statistics.median(off):.0f} (median)")
