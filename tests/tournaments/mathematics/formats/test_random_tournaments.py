"""Whatever happens to entrants and games, every format goes on to its end, and has its table."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.mathematics.formats.results import entrants
from tournaments.mathematics import formats
from tournaments.mathematics.formats import Entrant, FormatError, PlayedPairing, Setup, drawing

EACH = 160
"""Tournaments of each format and number of sides; 14 of these are 2,240."""

MOST = 13
"""Entrants of a random tournament."""


def void(pairing):
    """A pairing of which no game counts."""
    return PlayedPairing(pairing, (Fraction(0),) * len(pairing), games=0, blocks=0)


class RandomTournament:
    """A tournament with entrants that leave, are away, come late, and games that are void."""

    def __init__(self, chosen, sides, seed):
        self.chosen, self.rng = chosen, random.Random(seed)
        self.leaving, self.void = self.rng.choice([0, 0.05, 0.3]), self.rng.choice([0, 0.1, 0.6])
        self.setup = self._setup(sides, seed)
        self.played = []

    def _setup(self, sides, seed):
        while True:
            count = self.rng.randint(max(self.chosen.fewest, sides), MOST)
            options = {one.name: self._option(one) for one in self.chosen.options}
            setup = Setup(entrants(count), sides, options, seed=seed)
            try:
                self.chosen.check(setup)
            except FormatError:
                continue
            return setup

    def _option(self, spec):
        if spec.kind == "int":
            low, high = spec.allowed
            return self.rng.randint(low, min(high, MOST if spec.name == "rounds" else low + 3))
        return self.rng.choice(spec.allowed)

    def draw(self):
        """The pairings of the next round, after whatever happened before it."""
        self._change_entrants()
        if self.played and not isinstance(self.chosen, formats.Elimination):
            self._void_one(self.rng.choice(self.played))
        return self.chosen.next_round(self.setup, self.played)

    def _change_entrants(self):
        changed = [self._changed(one) for one in self.setup.entrants]
        late = self.chosen.id == "swiss" and self.rng.random() < self.leaving / 2
        if late and len(changed) < MOST:
            changed.append(Entrant(len(changed), self.rng.randint(1800, 2100)))
        self.setup = replace(self.setup, entrants=changed)

    def _changed(self, one):
        if self.chosen.id == "swiss" and self.rng.random() < self.leaving:
            one = replace(one, away=one.away | {len(self.played) + 1})
        return replace(one, active=one.active and self.rng.random() >= self.leaving / 2)

    def play(self, pairings):
        """Play a round, with one block more for each pairing that the format has not decided."""
        asked = [] if self.chosen.id != "swiss" else [
            one.number for one in self.setup.entrants
            if one.active and len(self.played) + 1 in one.away and self.rng.random() < 0.5
        ]  # fmt: skip
        halves = [replace(PlayedPairing.bye(one), requested=True) for one in asked]
        self.played.append([*map(self._result, pairings), *halves])
        while isinstance(self.chosen, formats.Elimination):
            undecided = self.chosen.undecided(self.setup, self.played)
            if not undecided:
                break
            self.played[-1] = [
                self._one_more(one) if one in undecided else one for one in self.played[-1]
            ]

    def _result(self, pairing):
        return PlayedPairing.bye(*pairing) if len(pairing) == 1 else self._one_more(void(pairing))

    def _void_one(self, round_):
        """Staff void the games of a pairing after its round."""
        at = (
            self.rng.randrange(len(round_))
            if round_ and self.rng.random() < self.void / 2
            else None
        )
        if at is not None and len(round_[at].entrants) > 1:
            round_[at] = void(round_[at].entrants)

    def _one_more(self, one):
        """A pairing after one more block: of its two games some are void, and some leave."""
        scores, games = list(one.scores), one.games
        for _game in range(2):
            if self.rng.random() >= self.void:
                games += 1
                order = self.rng.sample(range(len(scores)), len(scores))
                level = self.rng.random() < 0.4
                for rank, place in enumerate(order):
                    scores[place] += Fraction(1, 2) if level else Fraction(rank, len(scores) - 1)
        leaving = {n for n in one.entrants if self.rng.random() < self.leaving / 4}
        self.setup = replace(self.setup, entrants=[
            replace(two, active=two.active and two.number not in leaving)
            for two in self.setup.entrants
        ])  # fmt: skip
        return replace(
            one, scores=tuple(scores), games=games, blocks=one.blocks + 1,
            withdrawn=one.withdrawn | leaving,
        )  # fmt: skip

    def tables(self):
        """The entrants of each table that pages show of it; brackets have not all of them."""
        chosen, setup, played = self.chosen, self.setup, self.played
        over = self.rng.randint(max(0, len(played) - 1), len(played))
        drawing.brackets(chosen, setup, played, over=over)
        if groups := drawing.group_tables(chosen, setup, played):
            yield [one.entrant for group in groups for one in group]
        if isinstance(chosen, formats.Elimination) and played:
            yield [one for _place, one in chosen.places(setup, played)]
        yield list(chosen.points(setup, played))

    def is_whole(self):
        """Whether everybody is once in each table."""
        everybody = list(range(self.setup.count))
        return all(sorted(listed) == everybody for listed in self.tables())

    def absent(self):
        """The numbers of those who cannot be in the next round."""
        number = len(self.played) + 1
        return {one.number for one in self.setup.entrants if not one.active or number in one.away}


@pytest.mark.parametrize(
    ("name", "sides"),
    [(name, sides) for name, one in formats.FORMATS.items() for sides in one.sides],
)
@settings(max_examples=EACH, deadline=None)
@given(seed=st.integers(0, 1_000_000))
def test_a_tournament_to_which_anything_happens_ends_in_time_with_everybody_in_its_table(
    name, sides, seed
):
    cup = RandomTournament(formats.get(name), sides, seed)
    planned = max(1, cup.chosen.preview(cup.setup).rounds)

    while (pairings := cup.draw()) is not None:
        paired = [one for pairing in pairings for one in pairing]
        assert len(paired) == len(set(paired))
        assert cup.absent().isdisjoint(paired)
        assert {len(pairing) for pairing in pairings} <= {1, sides}
        assert cup.chosen.round_name(cup.setup, cup.played, len(cup.played) + 1)
        cup.play(pairings)
        # Tables are looked at in some five rounds: a round-robin of sixes has 1,716.
        if cup.rng.random() < 5 / planned:
            assert cup.is_whole()

    # With three and four sides those left may fill tables less well than planned.
    longer = 2 if name == "knockout" and sides > 2 else 0
    assert len(cup.played) <= cup.chosen.preview(cup.setup).rounds + longer
    assert cup.is_whole()
