"""What it brings to bend ratings, with the rules for what rates and without them.

`python -m benchmarks.farming` makes up thirty bots of thirty owners and two house bots on a ladder,
lets their ratings settle, and tries each attack on copies of that pool. Games are decided by lot,
by true strengths on the curve that the ratings are on; who loses on purpose always loses. Without
rules every game counts; with them ten games of two owners count a day, games that somebody chose
weigh as `witnesses` has it, and the fit holds the house bots fixed. Means over several pools;
nothing is asserted, and the same seed prints the same table. `--only` names attacks by a part of
their names. `--places` tries to buy places instead (`benchmarks.places`), and `--k` compares other
K's of a game.
"""

import copy
import random
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from benchmarks.common import parser
from tournaments.mathematics import elo
from tournaments.mathematics.statistics import witnesses
from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit, fit
from tournaments.mathematics.statistics.comparisons import Comparisons
from tournaments.mathematics.statistics.prior import NEW_BOT, bots
from tournaments.mathematics.statistics.scale import expected_score

HONEST = 30
SETTLING = 9_000
"""Ladder games before an attack: 600 for each of the thirty."""

HOUSE = {"greedy": 1500.0, "random": 1100.0}
POOLS = 3

Change = dict[str, float]


@dataclass
class Bot:
    """A bot as it is (`strength`) and as it is rated (thousandths of a point).

    It is a version of a bot, if there is one `before` it.
    """

    owner: str
    strength: float
    value: int = elo.START
    games: int = 0
    before: int = NEW_BOT

    @property
    def elo(self) -> float:
        return self.value / elo.MILLI


@dataclass
class Pool:
    """Bots, the games that counted, and the rules under which they do."""

    rng: random.Random
    rules: bool
    bots: list[Bot] = field(default_factory=list)
    counted: list[tuple[int, int, int, int, float, int]] = field(default_factory=list)
    in_full: list[bool] = field(default_factory=list)
    today: Counter[frozenset[str]] = field(default_factory=Counter)

    def add(self, owner: str, strength: float, value: int = elo.START) -> int:
        self.bots.append(Bot(owner, strength, value))
        return len(self.bots) - 1

    def upload(self, before: int, strength: float) -> int:
        """The next version of a bot, which starts with the live Elo of the one before it."""
        last = self.bots[before]
        self.bots.append(Bot(last.owner, strength, last.value, before=before))
        return len(self.bots) - 1

    def game(
        self, one: int, other: int, *, score: float | None = None, chosen: bool = False
    ) -> None:
        """One game, by lot unless its `score` is given; what the rules refuse changes nothing.

        It may be of a tournament in which somebody has `chosen` who meets.
        """
        first, second = self.bots[one], self.bots[other]
        pair = frozenset((first.owner, second.owner))
        if self.rules and "house" not in pair and self.today[pair] >= elo.DAILY_CAP:
            return
        self.today[pair] += 1
        if score is None:
            score = float(self.rng.random() < expected_score(first.strength - second.strength))
        ranks = (1, 2) if score else (2, 1)
        changes = elo.deltas((first.value, second.value), (first.games, second.games), ranks)
        for bot, change in zip((first, second), changes, strict=True):
            bot.value, bot.games = bot.value + change, bot.games + 1
        self.counted.append((one, other, 0, 1, score, len(self.counted)))
        self.in_full.append(not chosen)

    def ladder(self, games: int, members: Sequence[int], lost: Callable[[int, int], bool]) -> None:
        """Each in turn meets one of the five nearest that it may still meet today."""
        for number in range(games):
            if number % (HONEST * 100) == 0:
                self.today.clear()
            one = members[number % len(members)]
            near = sorted(members, key=lambda two: abs(self.bots[two].value - self.bots[one].value))
            free = [two for two in near if self._may_meet(one, two)][:5]
            if free:
                other = self.rng.choice(free)
                self.game(one, other, score=_thrown(one, other, lost))

    def _may_meet(self, one: int, other: int) -> bool:
        owners = frozenset((self.bots[one].owner, self.bots[other].owner))
        if one == other or len(owners) == 1:
            return False
        full = self.today[owners] >= elo.DAILY_CAP
        return "house" in owners or not (self.rules and full)

    def fitted(self) -> Sequence[float]:
        """Everybody's strength by the fit."""
        if self.rules:
            return list(self.fit().ratings)
        return list(fit(Comparisons.of(self.counted), entrants=len(self.bots), seats=2).ratings)

    def fit(self) -> BradleyTerryFit:
        """The fit as leaderboards have it: the house bots fixed, and chosen games bounded."""
        rows, in_full = Comparisons.of(self.counted), np.array(self.in_full)
        whose = [
            bot.owner if number > 1 else f"house {number}" for number, bot in enumerate(self.bots)
        ]
        owner = np.unique(whose, return_inverse=True)[1]
        before = np.array([bot.before for bot in self.bots])
        sides = np.stack([rows.first, rows.second], axis=1)
        clusters = witnesses.clusters(owner[sides], rows.block, in_full)
        bounded = np.arange(len(self.bots)) > 1
        weights = witnesses.weights(bots(before)[sides], clusters, in_full, bounded)
        return fit(
            replace(rows, block=clusters, weight=weights),
            entrants=len(self.bots),
            seats=2,
            fixed={0: HOUSE["greedy"], 1: HOUSE["random"]},
            before=before,
        )

    def ratings(self, bots: Sequence[int]) -> Change:
        """The mean ratings of these bots."""
        fit = self.fitted()
        return {
            "live": statistics.fmean(self.bots[bot].elo for bot in bots),
            "fit": statistics.fmean(fit[bot] for bot in bots),
        }

    def gain(self, *bots: int) -> Callable[[], Change]:
        """From now on: what these bots' mean ratings have gained."""
        before = self.ratings(bots)
        return lambda: _less(self.ratings(bots), before)


def _less(one: Change, other: Change) -> Change:
    return {kind: one[kind] - other[kind] for kind in other}


def _thrown(one: int, other: int, lost: Callable[[int, int], bool]) -> float | None:
    """Who loses on purpose: `lost(one, other)` says whether the first does."""
    if lost(one, other):
        return 0.0
    return 1.0 if lost(other, one) else None


def honest(_one: int, _other: int) -> bool:
    """Nobody loses on purpose."""
    return False


def pool(seed: int, *, rules: bool) -> Pool:
    """House bots 0 and 1, then the honest ones: 2 is of 1700, 3 of 1900, the others around 1500."""
    made = Pool(random.Random(seed), rules)
    for strength in HOUSE.values():
        made.add("house", strength)
    for number in range(HONEST):
        special = {0: 1700.0, 1: 1900.0}
        made.add(f"owner {number}", special.get(number, made.rng.gauss(1500, 200)))
    made.ladder(SETTLING, range(len(made.bots)), honest)
    made.today.clear()
    return made


FARMER, RIVAL = 2, 3

Attack = Callable[[Pool], Change]


def farm(friends: int, games: int, *, owners: int = 1, days: int = 1) -> Attack:
    """New bots of a friend, or of several accounts, lose to the farmer; then all play on."""

    def attack(made: Pool) -> Change:
        quiet = copy.deepcopy(made)
        gained = made.gain(FARMER)
        new = [made.add(f"friend {n % owners}", 1300) for n in range(friends)]
        for number in range(games):
            if number % (games // days) == 0:
                made.today.clear()
            made.game(new[number % friends], FARMER, score=0.0, chosen=True)
        found = gained()
        quiet.ladder(300 * HONEST // 2, range(2 + HONEST), honest)
        made.ladder(300 * HONEST // 2, range(2 + HONEST), honest)
        return found | {"after": made.bots[FARMER].elo - quiet.bots[FARMER].elo}

    return attack


def sink(owners: int) -> Attack:
    """The rival is entered by hand against new bots as strong as it, forty games each of five."""

    def attack(made: Pool) -> Change:
        lost = made.gain(RIVAL)
        strength = made.bots[RIVAL].strength
        new = [made.add(f"enemy {number % owners}", strength) for number in range(max(5, owners))]
        for number in range(200):
            made.game(new[number % len(new)], RIVAL, chosen=True)
        return lost()

    return attack


def sink_on_ladder(made: Pool) -> Change:
    """The same five come by the ladder, among all others; against a day without them."""
    quiet = copy.deepcopy(made)
    for _ in range(5):
        made.add("enemy", made.bots[RIVAL].strength)
    for one in (quiet, made):
        one.ladder(40 * len(one.bots), range(len(one.bots)), honest)
    return _apart(made, quiet, RIVAL)


def _apart(made: Pool, quiet: Pool, bot: int) -> Change:
    """By how much a bot's ratings differ from those that it has where nobody attacked."""
    return _less(made.ratings([bot]), quiet.ratings([bot]))


def ring(owners: int, days: int) -> Attack:
    """Twenty equally strong bots climb the ladder and lose on purpose to the farmer alone.

    Against the same twenty that lose to nobody on purpose.
    """

    def attack(made: Pool) -> Change:
        allies = {made.add(f"ally {n % owners}", made.bots[FARMER].strength) for n in range(20)}
        quiet = copy.deepcopy(made)

        def lost(one: int, other: int) -> bool:
            return one in allies and other == FARMER

        for _day in range(days):
            for one, loses in ((quiet, honest), (made, lost)):
                one.today.clear()
                one.ladder(100 * len(one.bots) // 2, range(len(one.bots)), loses)
        return _apart(made, quiet, FARMER)

    return attack


def versions(made: Pool) -> Change:
    """Twenty uploads of one program of 1500, a new one whenever the last is 40 above its start.

    Without rules the best row of all counts, with them the newest version's alone.
    """
    heir = made.add("serial", 1500)
    rows = [heir]
    for _upload in range(19):
        others = [*range(2 + HONEST), rows[-1]]
        start = made.bots[rows[-1]].elo
        for _block in range(20):
            made.ladder(20, [rows[-1], *made.rng.sample(others[:-1], 9)], honest)
            if made.bots[rows[-1]].elo > start + 40:
                break
        rows.append(made.upload(rows[-1], 1500))
    made.ladder(60 * 10, [rows[-1], *range(2, 11)], honest)
    shown = [rows[-1]] if made.rules else rows
    by_fit = made.fitted()
    level = statistics.fmean(by_fit[2 : 2 + HONEST]) - statistics.fmean(
        bot.strength for bot in made.bots[2 : 2 + HONEST]
    )
    return {
        "live": max(made.bots[row].elo for row in shown) - 1500,
        "fit": max(by_fit[row] for row in shown) - 1500 - level,
    }


def leavers(number: int) -> Attack:
    """Weak new bots of as many owners lose sixty ladder games each to anybody, and leave."""

    def attack(made: Pool) -> Change:
        members = range(2, 2 + HONEST)
        drained = made.gain(*members)
        for new in range(number):
            weak = made.add(f"leaver {new}", 900)
            for _game in range(60):
                made.game(weak, made.rng.choice(members), score=0.0, chosen=True)
            made.today.clear()
        return drained()

    return attack


def feed(made: Pool) -> Change:
    """A bot of 1700 made to beat Random always meets it in 2,000 games of its own tournaments."""
    gained = made.gain(FARMER)
    for _game in range(elo.DAILY_CAP if made.rules else 2000):
        made.game(1, FARMER, score=0.0, chosen=True)
    return gained()


ATTACKS: dict[str, Attack] = {
    "farming, 20 bots of a friend, 400 games": farm(20, 400),
    "farming, 100 bots of a friend, 2,000 games": farm(100, 2000),
    "the same 20 bots, 400 games a day for 10 days": farm(20, 4000, days=10),
    "farming, 20 bots of 20 accounts, 400 games": farm(20, 400, owners=20),
    "sinking by hand, 5 new bots, 200 games": sink(1),
    "sinking by hand, 20 bots of 20 accounts, 200 games": sink(20),
    "sinking on the ladder, 5 new bots, a day": sink_on_ladder,
    "ring on the ladder, 20 bots of one account, a day": ring(1, 1),
    "ring on the ladder, 20 accounts, a day": ring(20, 1),
    "ring on the ladder, 20 accounts, a week": ring(20, 7),
    "20 uploads of one program, best row": versions,
    "20 weak bots lose 60 games each and leave": leavers(20),
    "100 weak bots lose 60 games each and leave": leavers(100),
    "2,000 games against Random, never lost": feed,
}


def main() -> None:
    asked = parser(__doc__, pools=POOLS, only="")
    asked.add_argument("--k", action="store_true", help="compare other K's of a game")
    asked.add_argument("--places", action="store_true", help="try to buy places")
    options = asked.parse_args()
    if options.places:
        from benchmarks import places  # noqa: PLC0415 - it imports this module

        return places.show(options.pools, only=options.only)
    if options.k:
        from benchmarks import k_factors  # noqa: PLC0415 - it imports this module

        return k_factors.show(options.pools)
    print(f"{options.pools} pools; what each attack moves, in Elo, without rules and with them")
    print(f"{'':52}{'live':>14}{'300 games on':>14}{'fit':>14}")
    before = [[pool(seed, rules=rules) for seed in range(options.pools)] for rules in (False, True)]
    for name, attack in ATTACKS.items():
        if options.only in name:
            without, under = ([attack(copy.deepcopy(one)) for one in pools] for pools in before)
            cells = (_cell(without, under, what) for what in ("live", "after", "fit"))
            print(f"{name:52}{''.join(cells)}", flush=True)
    return None


def _cell(without: Sequence[Change], under: Sequence[Change], what: str) -> str:
    if what not in without[0]:
        return f"{'':14}"
    means = [statistics.fmean(one[what] for one in changes) for changes in (without, under)]
    return f"{means[0]:>+7.0f}{means[1]:>+7.0f}"


if __name__ == "__main__":
    main()
