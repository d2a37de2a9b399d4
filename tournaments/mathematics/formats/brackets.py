"""Pairs by the FIDE (Dutch) System: bracket by bracket, by matchings of most weight.

Source: FIDE Handbook C.04.3 as in force from 1 February 2026. Articles 2 and 3 are criteria in an
order, and a weight has a group of bits for each, so that no sum of the lower ones outweighs one of
the higher. A bracket is matched together with the next scoregroup; from the best matchings the one
that articles 3 and 4 put first is found by small changes of weights: first which players moved down
are paired, then with whom, then exchanges between the halves, then the order of the lower half.

That those left can be paired too (article 2.1.4) is checked when a bracket is done. Only where
they cannot, the bracket is done again with everybody in its matching.
"""

from collections.abc import Callable, Sequence

from engine.matching import Matching
from tournaments.mathematics.formats.criteria import (
    Participant,
    colour_criteria,
    float_counts,
    floats_up,
)
from tournaments.mathematics.formats.eligibility import Eligibility, with_one_more

Pairs = list[tuple[int, int]]


def pair(players: Sequence[Participant], rounds_played: int) -> list[tuple[int, ...]] | None:
    """The pairs, and the bye alone, by places in the ranking; None where there is no pairing.

    `players` are in the order of the ranking: by points, then by pairing number.
    """
    round_ = Eligibility(players, rounds_played)
    return _pairs(round_) if round_.find_bye() else None


def _bits(count: int) -> int:
    return max(1, count.bit_length())


def _pairs(round_: Eligibility) -> list[tuple[int, ...]] | None:
    """Bracket after bracket, from the top."""
    groups: dict[int, list[int]] = {}
    for place, player in enumerate(round_.players):
        groups.setdefault(player.score, []).append(place)
    order = list(groups.values())
    done: list[tuple[int, ...]] = []
    down: list[int] = []
    for number, residents in enumerate(order):
        below = [place for group in order[number + 1 :] for place in group]
        after = order[number + 1] if below else []
        made = _bracket(round_, down, residents, after, below)
        paired = {place for two in made for place in two}
        done += made
        down = [place for place in [*down, *residents] if place not in paired]
    if len(down) > 1 or (down and not round_.may_rest(down[0])):
        return None
    return [*done, *[(place,) for place in down]]


def _bracket(
    round_: Eligibility,
    down: list[int],
    residents: list[int],
    after: list[int],
    below: list[int],
) -> Pairs:
    if len(down) + len(residents) < 2:
        return []
    if len(after) < len(below):
        bracket = _Bracket(round_, down, residents, after, [])
        made, left = bracket.pairs(), bracket.left()
        going_down = len(set(left) - set(after))
        if round_.can_be_paired([*left, *below[len(after) :]], going_down):
            return made
    return _Bracket(round_, down, residents, after, below[len(after) :], whole=True).pairs()


class _Bracket:
    """Players moved down, residents, the next scoregroup and, `whole`, all others.

    They have local places in this order, which is that of the ranking.
    """

    def __init__(
        self,
        round_: Eligibility,
        down: list[int],
        residents: list[int],
        after: list[int],
        rest: list[int],
        *,
        whole: bool = False,
    ) -> None:
        self.round, self.whole = round_, whole
        self.places = [*down, *residents, *after, *rest]
        self.players = [round_.players[place] for place in self.places]
        self.down = len(down)
        self.end = self.down + len(residents)
        self.next_end = self.end + len(after)
        self.size = len(self.places)
        self.count = _bits(self.size + 1)
        self.spare = 3 * self.count + 2
        self.paired: dict[int, int] = {}
        self._shift()
        self._solve(sole_bye=False)
        if self._is_sole_bye():
            self._solve(sole_bye=True)

    def _shift(self) -> None:
        """Compute where the bits for each score begin, and how many there are together."""
        self.shifts, self.scores = {}, 0
        scores = [player.score for player in self.players[: self.next_end]]
        for score in sorted(set(scores)):
            self.shifts[score] = self.scores
            self.scores += _bits(2 * scores.count(score))

    def _is_sole_bye(self) -> bool:
        """Whether the one left over in this bracket has the bye (2.3.2)."""
        bye = self.round.bye_score
        if bye is None or bye < self.players[self.end - 1].score:
            return False
        return sum(self.partner(at) >= self.end for at in range(self.end)) == 1

    def _solve(self, *, sole_bye: bool) -> None:
        """Weights from all criteria, and a matching of most weight."""
        worth = self._worth(sole_bye=sole_bye)
        values: dict[tuple[object, object, int], int] = {}
        kinds = [player.kind for player in self.players]
        base = [[0] * self.size for _one in self.places]
        may_meet, places = self.round.may_meet, self.places
        for low in range(self.down, self.size):
            part = 0 if low < self.end else 1 if low < self.next_end else 2
            own, row = kinds[low], base[low]
            for high in range(low):
                if may_meet(places[high], places[low]):
                    key = (kinds[high], own, part)
                    if key not in values:
                        values[key] = worth(self.players[high], self.players[low], part)
                    row[high] = base[high][low] = values[key]
        self.base = base
        weights = [list(row) for row in base]
        if self.size % 2:
            rests = [self.most * (self.whole and self.round.may_rest(place)) for place in places]
            weights = with_one_more(weights, rests)
        bounds = [range(self.down, self.end), range(self.end, self.next_end)]
        bounds += [range(self.next_end, len(weights)), range(self.down)]
        self.matching = Matching(weights, [list(part) for part in bounds if part])
        half = (self.end - self.down) // 2
        self.matching.prefer([(at, at + half) for at in range(self.down, self.down + half)])
        self.matching.solve()

    def _worth(self, *, sole_bye: bool) -> Callable[[Participant, Participant, int], int]:
        """A function for the weight of a pair: higher ranked, lower, and where the lower is.

        0 is this bracket, 1 the next scoregroup, 2 those below it.
        """
        ranks = self._unplayed() if sole_bye else {}
        widths = self._widths()
        total = sum(widths) + self.spare
        self.most = 1 << total + self.count

        def worth(high: Participant, low: Participant, part: int) -> int:
            value = 0
            criteria = self._criteria(high, low, part, ranks)
            for criterion, width in zip(criteria, widths, strict=True):
                value = value << width | criterion
            return (value << self.spare) + (self.most if self.whole else 0)

        return worth

    def _widths(self) -> list[int]:
        count, scores = self.count, self.scores
        floats = [count] * 2 if self.round.rounds_played >= 1 else []
        again = [count] * 2 if self.round.rounds_played >= 2 else []
        sums = [scores] * (len(floats) + len(again))
        return [count, scores, count, scores, 2 * count, *[count] * 4, *floats, *again, *sums]

    def _criteria(
        self, high: Participant, low: Participant, part: int, ranks: dict[int, int]
    ) -> list[int]:
        """The values of all criteria, the first weighs most; each is better when more.

        More pairs go before higher scores in them, here and in the next bracket.
        """
        here, there = int(part == 0), int(part == 1)
        score = 1 << self.shifts[high.score] if part < 2 else 0
        rank = sum(ranks.get(len(p.colours), 0) for p in (high, low) if self._at_bye(p))
        values = [here, here * score, there, there * score, rank]
        values += [here * value for value in colour_criteria(high, low)]
        rounds = min(2, self.round.rounds_played)
        values += [
            here * value for back in range(rounds) for value in float_counts(high, low, back)
        ]
        sums = [self._float_scores(high, low, back) if here else (0, 0) for back in range(rounds)]
        return values + [value for two in sums for value in two]

    def _at_bye(self, player: Participant) -> bool:
        return player.score == self.round.bye_score

    def _unplayed(self) -> dict[int, int]:
        """A rank for each number of games played: the fewer, the better to be paired (2.3.2)."""
        played = sorted(
            (len(player.colours) for player in self.players if self._at_bye(player)), reverse=True
        )
        return {games: rank for rank, games in enumerate(played)}

    def _float_scores(self, high: Participant, low: Participant, back: int) -> tuple[int, int]:
        """Scores of those that floated down, and of the opponents of those that floated up."""
        down = sum(1 << self.shifts[p.score] for p in (high, low) if p.floats[back] == "down")
        return down, 0 if floats_up(high, low, back) else 1 << self.shifts[high.score]

    def partner(self, place: int) -> int:
        """The mate of a local place; the size where it has none."""
        mate = self.matching.mate[place]
        return mate if mate < self.size and self.base[place][mate] else self.size

    def _is_upper(self, place: int) -> bool:
        """Whether its partner is ranked lower, in this bracket."""
        return place < self.partner(place) < self.end

    def _reweigh(self, player: int, changed: dict[int, int]) -> None:
        """Set some weights of one player, and match again."""
        row = list(self.matching.weights[player])
        for other, weight in changed.items():
            row[other] = weight
        self.matching.change(player, row)
        self.matching.solve()

    def _fix(self, player: int) -> None:
        """Keep a player and its partner together."""
        other = self.partner(player)
        self.paired[player], self.paired[other] = other, player
        self.matching.settle(player, other)
        self.matching.solve()

    def pairs(self) -> Pairs:
        """The pairs of this bracket, by places in the ranking."""
        self._pair_down(self._choose_down())
        self._pair_remainder()
        return [
            (self.places[player], self.places[other])
            for player, other in self.paired.items()
            if player < other
        ]

    def left(self) -> list[int]:
        """Those without a partner, here or in the next scoregroup, by places in the ranking."""
        return [self.places[at] for at in range(self.size) if self.partner(at) == self.size]

    def _meets_resident(self, place: int) -> bool:
        return self.down <= self.partner(place) < self.end

    def _choose_down(self) -> list[int]:
        """Which of the players moved down are paired here: the highest that can be (4.2)."""
        chosen = []
        for score in sorted({player.score for player in self.players[: self.down]}, reverse=True):
            group = [at for at in range(self.down) if self.players[at].score == score]
            places = sum(map(self._meets_resident, group))
            for number, at in enumerate(group):
                if not places:
                    break
                if len(group) - number > places and not self._meets_resident(at):
                    self._favour(at, 1)
                if len(group) - number <= places or self._meets_resident(at):
                    self._favour(at, self.size)
                    chosen.append(at)
                    places -= 1
        return chosen

    def _favour(self, player: int, more: int) -> None:
        """Raise the weight of pairing this player with a resident by `more`."""
        row = self.base[player]
        self._reweigh(
            player, {two: row[two] + more for two in range(self.down, self.end) if row[two]}
        )

    def _pair_down(self, chosen: list[int]) -> None:
        """Pair each with the highest resident possible, one after the other (4.3)."""
        for player in chosen:
            self._pair_first(player, list(range(self.down, self.end)), self.size)

    def _pair_first(self, player: int, others: list[int], least: int) -> None:
        """Pair it with the first of these that a best matching gives it."""
        row = self.base[player]
        open_ = [two for two in others if two not in self.paired and row[two]]
        if not self.matching.take_first(player, open_):
            ranked = enumerate(reversed(open_), start=least)
            self._reweigh(player, {two: row[two] + more for more, two in ranked})
        self._fix(player)

    def _pair_remainder(self) -> None:
        """Pair the residents left: choose the halves, exchange between them, then pair each."""
        rest = [at for at in range(self.down, self.end) if at not in self.paired]
        half = sum(self._is_upper(at) for at in rest)
        upper, lower = set(rest[:half]), rest[half:]
        if not all(map(self._is_upper, upper)):
            upper = self._exchange(rest, half)
            lower = [at for at in rest if at not in upper]
        self._part(rest, upper)
        for at in sorted(upper):
            self._pair_first(at, [two for two in lower if two > at], 0)

    def _part(self, rest: list[int], upper: set[int]) -> None:
        """Forbid pairs within a half, and of an upper player with a higher ranked lower one."""
        apart = [
            (higher, lower)
            for at, higher in enumerate(rest)
            for lower in rest[at + 1 :]
            if self.base[higher][lower] and (higher not in upper or lower in upper)
        ]
        self.matching.part(apart)
        self.matching.solve()
        for player, two in apart:
            self._keep_apart(player, [two])

    def _exchange(self, rest: list[int], half: int) -> set[int]:
        """The upper half after the fewest, and the first, exchanges (4.4)."""
        for at in range(len(rest)):
            self._reweigh_later(rest, at, self._exchange_weight(at, half))
        self.matching.solve()
        exchanges = sum(not self._is_upper(place) for place in rest[:half])
        self._leave_upper(rest, half, exchanges)
        self._enter_upper(rest, half, exchanges)
        return {place for place in rest if self._is_upper(place)}

    def _exchange_weight(self, at: int, half: int) -> int:
        """A bonus for pairs whose higher ranked player is in the upper half, and high in it."""
        return (((at < half) << 2 * self.count) - at) * 2

    def _reweigh_later(self, rest: list[int], at: int, more: int) -> None:
        """Set the bonus of a player's pairs with lower ranked ones, on top of the criteria."""
        row = list(self.matching.weights[rest[at]])
        own = self.base[rest[at]]
        for two in rest[at + 1 :]:
            row[two] = own[two] + more if own[two] else 0
        self.matching.change(rest[at], row)

    def _leave_upper(self, rest: list[int], half: int, exchanges: int) -> None:
        """Find who can leave the upper half, from its lowest on."""
        for at in range(half - 1, -1, -1):
            if not exchanges:
                return
            player, usual = rest[at], self._exchange_weight(at, half)
            if self._is_upper(player):
                self._reweigh_later(rest, at, usual - 1)
                self.matching.solve()
            if not self._is_upper(player):
                exchanges -= 1
                self._keep_apart(player, rest[at + 1 :])
            self._reweigh_later(rest, at, usual)
            self.matching.solve()

    def _enter_upper(self, rest: list[int], half: int, exchanges: int) -> None:
        """Find who can enter the upper half, from the highest of the lower on."""
        for at in range(half, len(rest)):
            if exchanges <= 1:
                return
            player, usual = rest[at], self._exchange_weight(at, half)
            before = self._is_upper(player)
            if not before:
                self._reweigh_later(rest, at, usual + 1)
                self.matching.solve()
            if self._is_upper(player):
                exchanges -= 1
                self._forbid(player, [*rest[:at], *range(self.end, self.next_end)])
            if not before:
                self._reweigh_later(rest, at, usual)
                self.matching.solve()

    def _keep_apart(self, player: int, others: list[int]) -> None:
        for two in others:
            self.base[player][two] = self.base[two][player] = 0

    def _forbid(self, player: int, others: list[int]) -> None:
        self._keep_apart(player, others)
        self._reweigh(player, dict.fromkeys(others, 0))
