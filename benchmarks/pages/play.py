"""Matches as they were played: rows of games, seats and ledger, and ratings as they followed."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

from benchmarks.pages.copying import Table
from benchmarks.pages.people import Competitor, People
from benchmarks.pages.samples import Board, Sample, written
from tournaments.mathematics import elo, formats
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
)

FAULTY = 0.01
TIMEOUT = {"kind": "timeout", "ply": 9, "summary": "It used up its time.", "detail": ""}
BLOCK = timedelta(seconds=40)


@dataclass(frozen=True)
class Held:
    """What the matches of a tournament have in common."""

    tournament: int
    variant: int
    is_ladder: bool = False
    is_private: bool = False


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

    def __init__(self, people: People, boards: dict[int, Board], rng: random.Random) -> None:
        self.people, self.boards, self.rng = people, boards, rng
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
        self, held: Held, pairing: int, block: int, who: Sequence[Competitor], at: datetime
    ) -> list[tuple[int, ...]]:
        """A match that has been played; the ranks of its entrants in each game."""
        seed = self.rng.randbytes(32)
        end = at + BLOCK
        match = self.tables.matches.add(
            pairing, held.tournament, block, seed, at, at, at, end, "finished"
        )
        # The other table takes its ids from the same sequence.
        self.tables.waiting.last = match
        found = []
        for number, order in enumerate(formats.seat_orders(range(len(who))), start=1):
            sides = [who[place] for place in order]
            end = at + number * BLOCK / len(who)
            ranks = self._game(held, match, seed, number, sides=sides, at=end)
            found.append(tuple(rank for _place, rank in sorted(zip(order, ranks, strict=True))))
        return found

    def wait(
        self, held: Held, pairing: int, block: int, who: Sequence[Competitor], at: datetime
    ) -> None:
        """A match that waits."""
        match = self.tables.waiting.add(
            pairing, held.tournament, block, self.rng.randbytes(32), at, at
        )
        self.tables.matches.last = match
        for number, order in enumerate(formats.seat_orders(range(len(who))), start=1):
            game = self.tables.open_games.add(match, number, held.variant)
            self.tables.games.last = game
            seated = self.boards[held.variant].seats([who[place] for place in order])
            for seat, one in enumerate(seated):
                self.tables.seats.add(game, seat, one.pk, None, None, None)

    def _game(
        self, held: Held, match: int, seed: bytes, number: int, *,
        sides: Sequence[Competitor], at: datetime,
    ) -> tuple[int, ...]:  # fmt: skip
        board = self.boards[held.variant]
        sample = self._drawn(board, number, sides)
        ranks = sample.ranks
        seated, by_seat = board.seats(sides), board.seats(ranks)
        loser = by_seat.index(max(ranks)) if min(ranks) < max(ranks) else None
        fault = loser if self.rng.random() < FAULTY else None
        record = written(sample, seed=seed, number=number, seated=[one.seated for one in seated])
        self.games += 1
        reason = sample.reason if fault is None else "forfeit"
        code = self._decision(held, sides, at)
        game = self.tables.games.add(
            match, number, held.variant, record, reason, sample.plies, sample.final, at, code
        )
        self.tables.open_games.last = game
        faults = [TIMEOUT if seat == fault else None for seat in range(len(seated))]
        worth = _returns(by_seat)
        for seat, one in enumerate(seated):
            self.tables.seats.add(game, seat, one.pk, by_seat[seat], worth[seat], faults[seat])
        if not code:
            kinds = [one["kind"] if one else "" for one in faults]
            pks = (one.pk for one in seated)
            rows = zip(pks, range(len(seated)), by_seat, kinds, strict=True)
            self._rate(held.variant, game, sides, side_results(rows, reason), at)
        return ranks

    def _drawn(self, board: Board, number: int, sides: Sequence[Competitor]) -> Sample:
        """A game whose result is as likely as the strengths of two say."""
        if len(sides) > 2:
            return self.rng.choice(board.samples[(), number])
        ahead = sides[0].strength - sides[1].strength + 20
        luck = self.rng.random()
        chance = 1 / (1 + 10 ** (-ahead / 400))
        ranks = (1, 1) if abs(luck - chance) < 0.02 else ((1, 2) if luck < chance else (2, 1))
        # Random play does not come to every result of every game.
        likely = (board.samples[one, number] for one in (ranks, (1, 2), (2, 1)))
        return self.rng.choice(next(filter(None, likely)))

    def _decision(self, held: Held, sides: Sequence[Competitor], at: datetime) -> str:
        """Why a game is not rated, by the rule of `queries.ratings.eligibility`."""
        if held.is_private:
            return str(Unrated.PRIVATE)
        people = [one.owner for one in sides if not one.is_house]
        if len(people) > len(set(people)):
            return str(Unrated.ONE_OWNER)
        met = [two for two in combinations(sides, 2) if not all(one.is_house for one in two)]
        days = {two: (held.variant, at.date(), *sorted(map(_counted, two))) for two in met}
        free = [two for two in met if held.is_ladder and any(one.is_house for one in two)]
        if any(self._met[days[two]] >= elo.DAILY_CAP for two in met if two not in free):
            return str(Unrated.DAILY_CAP)
        self._met.update(days.values())
        return ""

    def _rate(
        self, variant: int, game: int, sides: Sequence[Competitor],
        results: Mapping[int, SideResult], at: datetime,
    ) -> None:  # fmt: skip
        for one in sorted(sides, key=lambda who: who.pk):
            if variant not in one.ratings:
                self._start(variant, one, at)
        found = [one.ratings[variant] for one in sides]
        ranks = [results[one.pk].rank for one in sides]
        changes = elo.deltas([row[0] for row in found], [row[1] for row in found], ranks)
        for one, row, change in zip(sides, found, changes, strict=True):
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


def _counted(one: Competitor) -> tuple[bool, int]:
    """What the daily cap counts: a house bot, or the owner of another."""
    return (True, one.bot) if one.is_house else (False, one.owner)


def _returns(ranks: Sequence[int]) -> list[float]:
    """What each seat has of a game, from 1 to -1, and 0 in all."""
    beaten = [sum(other > one for other in ranks) - sum(other < one for other in ranks)
              for one in ranks]  # fmt: skip
    most = max(map(abs, beaten)) or 1
    return [one / most for one in beaten]


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
            Game, "match_id", "number", "variant_id", "record", "reason", "plies", "final",
            "ended_at", "unrated_reason",
        ),
        open_games=Table(Game, "match_id", "number", "variant_id"),
        seats=Table(Seat, "game_id", "number", "version_id", "rank", "returns", "fault"),
        ledger=Table(
            LedgerEntry, "variant_id", "version_id", "game_id", "delta", "total", "number",
            "created_at",
        ),
    )  # fmt: skip
