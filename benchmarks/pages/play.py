"""Matches as they were played: rows of games, seats and ledger, and ratings as they followed."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from benchmarks.pages.copying import Table
from benchmarks.pages.people import Competitor, People
from benchmarks.pages.samples import Sample, written
from tournaments.mathematics import elo
from tournaments.mathematics.side_results import SideResult, side_results
from tournaments.models import (
    Game,
    LedgerEntry,
    Match,
    Pairing,
    PairingSide,
    Rating,
    Seat,
    Unrated,
    Variant,
)

FAULTY = 0.01
TIMEOUT = {"kind": "timeout", "ply": 9, "summary": "It used up its time.", "detail": ""}
BLOCK = timedelta(seconds=40)


@dataclass(frozen=True)
class Held:
    """What the matches of a tournament have in common. Its games keep records if `kept`."""

    tournament: int
    variant: int
    is_ladder: bool = False
    is_private: bool = False
    kept: bool = False


@dataclass
class Tables:
    """What is written by COPY, in the order in which ids are taken."""

    pairings: Table
    sides: Table
    matches: Table
    waiting: Table
    games: Table
    open_games: Table
    seats: Table
    ledger: Table

    def flush(self) -> None:
        for table in vars(self).values():
            table.flush()


class Platform:
    """Plays matches, and writes each row that the platform would have written for them."""

    def __init__(
        self,
        people: People,
        variants: Sequence[Variant],
        samples: dict[int, dict[tuple[int, int, int], list[Sample]]],
        rng: random.Random,
    ) -> None:
        self.people, self.samples, self.rng = people, samples, rng
        self.rated = {one.pk for one in variants if one.rated}
        self.games = 0
        self._met: Counter[Any] = Counter()
        self.ratings: dict[tuple[int, int], tuple[int, int | None]] = {}
        self.ends: dict[tuple[int, int], Rating] = defaultdict(Rating)
        self._by_bot: dict[tuple[int, int], list[Competitor]] = defaultdict(list)
        self.tables = _tables()

    def pairing(self, round_: int, number: int, entries: Sequence[int]) -> int:
        """A pairing of entries, by their ids."""
        tables = self.tables
        pk = tables.pairings.add(round_, number)
        for position, entry in enumerate(entries):
            tables.sides.add(pk, entry, position)
        return pk

    def match(
        self, held: Held, pairing: int, block: int, two: Sequence[Competitor], at: datetime
    ) -> list[tuple[int, int]]:
        """A match of two games that has been played; the ranks of the two in each."""
        seed = self.rng.randbytes(32)
        end = at + BLOCK
        match = self.tables.matches.add(
            pairing, held.tournament, block, seed, at, at, at, end, "finished"
        )
        # The other table takes its ids from the same sequence.
        self.tables.waiting.last = match
        found = []
        for number, seated in enumerate((tuple(two), tuple(reversed(two))), start=1):
            ranks = self._game(held, match, seed, number, seated=seated, at=at + number * BLOCK / 2)
            found.append(ranks if number == 1 else (ranks[1], ranks[0]))
        return found

    def wait(
        self, held: Held, pairing: int, block: int, two: Sequence[Competitor], at: datetime
    ) -> None:
        """A match that waits."""
        match = self.tables.waiting.add(
            pairing, held.tournament, block, self.rng.randbytes(32), at, at
        )
        self.tables.matches.last = match
        for number, seated in enumerate((two, two[::-1]), start=1):
            game = self.tables.open_games.add(match, number, held.variant)
            self.tables.games.last = game
            for seat, one in enumerate(seated):
                self.tables.seats.add(game, seat, one.pk, None, None, None)

    def _game(
        self, held: Held, match: int, seed: bytes, number: int, *,
        seated: tuple[Competitor, ...], at: datetime,
    ) -> tuple[int, int]:  # fmt: skip
        ranks, sample = self._drawn(held, number, seated)
        record = None
        fault = None
        if held.kept:
            one, other = seated
            record = written(sample, seed=seed, number=number, seated=(one.seated, other.seated))
        elif ranks[0] != ranks[1] and self.rng.random() < FAULTY:
            fault = ranks.index(2)
        self.games += 1
        reason, final = (sample.reason, sample.final)
        if not held.kept:
            final = f"{match:032x}{number:032x}"
        if fault is not None:
            reason = "forfeit"
        code = self._decision(held, seated, at)
        game = self.tables.games.add(
            match, number, held.variant, record, reason, sample.plies, final, at,
            None if held.kept else at + timedelta(days=30), code,
        )  # fmt: skip
        self.tables.open_games.last = game
        for seat, one in enumerate(seated):
            returns = {(1, 2): (1, -1), (2, 1): (-1, 1), (1, 1): (0, 0)}[ranks][seat]
            wrong = TIMEOUT if seat == fault else None
            self.tables.seats.add(game, seat, one.pk, ranks[seat], returns, wrong)
        if not code:
            faults = [TIMEOUT["kind"] if seat == fault else "" for seat in range(len(seated))]
            rows = zip((one.pk for one in seated), range(len(seated)), ranks, faults, strict=True)
            self._rate(held.variant, game, seated, side_results(rows, reason), at)
        return ranks

    def _drawn(
        self, held: Held, number: int, seated: tuple[Competitor, ...]
    ) -> tuple[tuple[int, int], Sample]:
        ahead = seated[0].strength - seated[1].strength + 20
        luck = self.rng.random()
        chance = 1 / (1 + 10 ** (-ahead / 400))
        ranks = (1, 1) if abs(luck - chance) < 0.02 else ((1, 2) if luck < chance else (2, 1))
        known = self.samples[held.variant]
        if not known[(*ranks, number)]:
            ranks = (1, 2)
        return ranks, self.rng.choice(known[(*ranks, number)])

    def _decision(self, held: Held, seated: tuple[Competitor, ...], at: datetime) -> str:
        """Why a game is not rated, by the rule of `queries.ratings.eligibility`."""
        one, other = seated
        if held.variant not in self.rated:
            return str(Unrated.NO_LEADERBOARD)
        if held.is_private:
            return str(Unrated.PRIVATE)
        if one.owner == other.owner and not (one.is_house or other.is_house):
            return str(Unrated.ONE_OWNER)
        if one.is_house and other.is_house:
            return ""
        counted = [(True, who.bot) if who.is_house else (False, who.owner) for who in seated]
        key = (held.variant, at.date(), *sorted(counted))
        capped = not (held.is_ladder and (one.is_house or other.is_house))
        if capped and self._met[key] >= elo.DAILY_CAP:
            return str(Unrated.DAILY_CAP)
        self._met[key] += 1
        return ""

    def _rate(
        self, variant: int, game: int, seated: tuple[Competitor, ...],
        results: Mapping[int, SideResult], at: datetime,
    ) -> None:  # fmt: skip
        for one in sorted(seated, key=lambda who: who.pk):
            if variant not in one.ratings:
                self._start(variant, one, at)
        found = [one.ratings[variant] for one in seated]
        ranks = [result.rank for result in results.values()]
        changes = elo.deltas([row[0] for row in found], [row[1] for row in found], ranks)
        for one, row, change in zip(seated, found, changes, strict=True):
            row[0] += change
            row[1] += 1
            self.ends[variant, one.pk].count(change, results[one.pk])
            self.tables.ledger.add(variant, one.pk, game, change, *row, at)

    def _start(self, variant: int, one: Competitor, at: datetime) -> None:
        earlier = [
            before
            for before in self._by_bot[variant, one.bot]
            if before.seated.number < one.seated.number and before.ratings[variant][1]
        ]
        before = max(earlier, key=lambda who: who.seated.number) if earlier else None
        value = before.ratings[variant][0] if before else elo.START
        one.ratings[variant] = [value, 0]
        self.ratings[variant, one.pk] = (value, before.pk if before else None)
        self._by_bot[variant, one.bot].append(one)
        self.tables.ledger.add(variant, one.pk, None, value, value, 0, at)

    def finish(self) -> None:
        """Write the ratings, and all that waits to be written."""
        Rating.objects.bulk_create(self._rating_rows(), batch_size=2000)
        self.tables.flush()

    def _rating_rows(self) -> Iterator[Rating]:
        versions = {one.pk: one for one in self.people.versions}
        for (variant, version), (start, before) in self.ratings.items():
            value, games = versions[version].ratings[variant]
            ends = self.ends[variant, version]
            yield Rating(
                variant_id=variant, version_id=version, start=start, inherited_from_id=before,
                value=value, entries=games, games=games, wins=ends.wins, draws=ends.draws,
                by_seat=ends.by_seat, lost_by=ends.lost_by,
            )  # fmt: skip


def _tables() -> Tables:
    timed = ("queued_at", "not_before")
    belongs = ("pairing_id", "tournament_id", "number", "seed", *timed)
    return Tables(
        pairings=Table(Pairing, "round_id", "number"),
        sides=Table(PairingSide, "pairing_id", "entry_id", "position"),
        matches=Table(
            Match, *belongs, "started_at", "ended_at", "status",
            time_control="bullet", attempt=1, isolation="C", speed_index=1.0, sandboxes=4,
        ),
        waiting=Table(Match, *belongs, time_control="bullet"),
        games=Table(
            Game, "match_id", "number", "variant_id", "record_in_row", "reason", "plies", "final",
            "ended_at", "record_removed_at", "unrated_reason",
        ),
        open_games=Table(Game, "match_id", "number", "variant_id"),
        seats=Table(Seat, "game_id", "number", "version_id", "rank", "returns", "fault"),
        ledger=Table(
            LedgerEntry, "variant_id", "version_id", "game_id", "delta", "total", "number",
            "created_at",
        ),
    )  # fmt: skip
