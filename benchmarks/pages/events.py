"""The tournaments of the data set: thousands of small ones, a ladder, and a few large ones."""

import random
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from benchmarks.pages.copying import Table
from benchmarks.pages.people import Competitor
from benchmarks.pages.play import BLOCK, Held, Platform
from tournaments.mathematics import elo, formats
from tournaments.mathematics.formats import Entrant, PlayedPairing, Setup
from tournaments.models import Entry, Round, Tournament, Variant
from tournaments.services.tournaments.configuration import Configuration, entitled
from tournaments.words import Sentence

GAP = timedelta(seconds=1)


@dataclass(frozen=True)
class Event:
    """A tournament that is to be held. It still runs if it stops after `rounds` or `share`.

    `share` is how much of the last round that was begun has been played.
    """

    name: str
    format: str
    variant: Variant
    entrants: Sequence[Competitor]
    organiser: int
    at: datetime
    games_per_pairing: int = 2
    access: str = "open"
    rounds: int | None = None
    share: float = 1.0
    pace: timedelta = GAP


class Calendar:
    """Holds tournaments one after the other."""

    def __init__(self, platform: Platform, rng: random.Random) -> None:
        self._platform, self._rng = platform, rng
        self._entries = Table(
            Entry, "tournament_id", "version_id", "number", "rating", "withdrawn_at", "withdrawal"
        )
        self._rounds = Table(Round, "tournament_id", "number", "name")
        self._columns: dict[Any, dict[str, Any]] = {}
        self._ladders: dict[int, dict[int, int]] = defaultdict(dict)
        self._days = 0

    def flush(self) -> None:
        self._entries.flush()
        self._rounds.flush()

    def hold(self, event: Event) -> datetime:
        """Play a tournament as far as it is to be played; when that was."""
        row = self._row(event)
        entries = [self._enter(row, event, *one) for one in enumerate(event.entrants, start=1)]
        setup = Setup(
            [Entrant(n, _rating(event, one)) for n, one in enumerate(event.entrants)],
            2, row.format_options, event.games_per_pairing, row.pairing_seed,
        )  # fmt: skip
        return _Course(
            self._platform, self._rounds, event, row, entries=entries, setup=setup
        ).play()

    def ladder(self, variant: Variant, organiser: int, at: datetime) -> Tournament:
        """A ladder, on which nobody has played yet."""
        columns = self._configured("ladder", variant, "", at)
        row = Tournament(
            organiser_id=organiser, slug=f"ladder-{variant.slug}", submission=uuid.uuid4(),
            status="running", created_at=at, started_at=at,
            **columns | entitled(Sentence("ladder-of", variant=str(variant))),
        )  # fmt: skip
        row.save()
        return row

    def climb(
        self, row: Tournament, day: int, tables: Sequence[Sequence[Competitor]],
        at: datetime, pace: timedelta,
    ) -> None:  # fmt: skip
        """A day of a ladder: these meet, one after the other."""
        round_ = self._rounds.add(row.pk, day + 1, f"{at:%Y-%m-%d}")
        held = Held(row.pk, row.variant_id, is_ladder=True)
        for number, who in enumerate(tables, start=1):
            entries = [self._climber(row, one) for one in who]
            pairing = self._platform.pairing(round_, number, entries)
            self._platform.match(held, pairing, 1, who, at + number * pace)

    def leave(self, row: Tournament, heirs: dict[int, Competitor], now: datetime) -> None:
        """The end of the climb: all others of the game come, and who has an heir goes."""
        mine, game = self._ladders[row.pk], row.variant.game_id
        playing = [one for one in self._platform.people.versions if game in one.games]
        for one in playing:
            if one.is_house or one is heirs[one.bot] or one.pk in mine:
                self._climber(row, one)
        self._entries.flush()
        for one in (one for one in playing if one.pk in mine and one is not heirs[one.bot]):
            reason = Sentence("heir-plays", heir=f"{one.seated.bot} v2")
            rows = Entry.objects.filter(pk=mine[one.pk])
            rows.update(withdrawn_at=now, withdrawal=reason)

    def _climber(self, row: Tournament, one: Competitor) -> int:
        mine = self._ladders[row.pk]
        if one.pk not in mine:
            number = len(mine) + 1
            mine[one.pk] = self._entries.add(row.pk, one.pk, number, None, None, None)
        return mine[one.pk]

    def _row(self, event: Event) -> Tournament:
        row = Tournament(
            organiser_id=event.organiser,
            submission=uuid.uuid4(),
            pairing_seed=self._rng.getrandbits(62),
            status="running",
            created_at=event.at - timedelta(hours=1),
            started_at=event.at,
            **self._configured(event.format, event.variant, event.name, event.at),
        )
        row.slug = event.name.lower().replace(" ", "-")
        row.access, row.games_per_pairing = event.access, event.games_per_pairing
        row.save()
        return row

    def _configured(
        self, format_: str, variant: Variant, name: str, at: datetime
    ) -> dict[str, Any]:
        key = (format_, variant.pk)
        if key not in self._columns:
            wanted = Configuration(
                name=name, game=variant.load(), time_control="bullet", starts_at=at,
                games_per_pairing=2, format=format_, opening_actions=0,
            )  # fmt: skip
            if format_ != "ladder":
                wanted.check_choices()
                chosen = formats.get(format_)
                wanted = Configuration(**{**vars(wanted), "format_options": chosen.complete({})})
            self._columns[key] = wanted.columns()
        return self._columns[key] | {"name": name, "starts_at": at}

    def _enter(self, row: Tournament, event: Event, number: int, one: Competitor) -> int:
        known = one.ratings.get(event.variant.pk)
        return self._entries.add(row.pk, one.pk, number, known[0] if known else None, None, None)


def _rating(event: Event, one: Competitor) -> float:
    return one.ratings.get(event.variant.pk, (elo.START, 0))[0] / elo.MILLI


class _Course:
    """One tournament on its way from round to round, as `services.tournaments.rounds` takes it."""

    def __init__(
        self, platform: Platform, rounds: Table, event: Event, row: Tournament, *,
        entries: Sequence[int], setup: Setup,
    ) -> None:  # fmt: skip
        self._platform, self._rounds, self._event, self._row = platform, rounds, event, row
        self._entries, self._setup = entries, setup
        self._format = formats.get(event.format)
        self._held = Held(row.pk, event.variant.pk, is_private=event.access == "private")
        self._at = event.at
        self._played: list[list[PlayedPairing]] = []
        self._waiting: list[tuple[int, int, Sequence[Competitor]]] = []

    def play(self) -> datetime:
        """Round after round; when the last match ended."""
        while not self._is_at_its_end():
            drawn = self._format.next_round(self._setup, self._played)
            if drawn is None:
                break
            number, until = len(self._played) + 1, self._event.rounds
            share = 1.0
            if until is not None and number > until:
                share = self._event.share if number == until + 1 else 0.0
            self._round(number, drawn, share)
        if self._event.rounds is None:
            self._row.status, self._row.ended_at = "finished", self._at
            self._row.save(update_fields=["status", "ended_at"])
        return self._at

    def _is_at_its_end(self) -> bool:
        """Whether the round that is being played has to end before the next one is drawn."""
        until = self._event.rounds
        return until is not None and len(self._played) > until and not self._format.eager

    def _round(self, number: int, drawn: Sequence[formats.Pairing], share: float) -> None:
        round_ = self._rounds.add(
            self._row.pk, number, self._format.round_name(self._setup, self._played, number)
        )
        made = [
            (self._platform.pairing(round_, place, [self._entries[one] for one in who]), who)
            for place, who in enumerate(drawn, start=1)
        ]
        meant = share * len(made)
        over = [
            self._meet(pairing, who, 1) if place < meant else self._wait(pairing, who)
            for place, (pairing, who) in enumerate(made)
        ]
        self._played.append(over)
        if share == 1.0 and isinstance(self._format, formats.Elimination):
            self._separate([pairing for pairing, _who in made])

    def _separate(self, pairings: Sequence[int]) -> None:
        """One block more for whoever is level, until nobody is."""
        while tied := self._format.undecided(self._setup, self._played):
            last = self._played[-1]
            for place, one in enumerate(last):
                if one in tied:
                    more = self._meet(pairings[place], one.entrants, one.blocks + 1)
                    scores = tuple(map(sum, zip(one.scores, more.scores, strict=True)))
                    games = one.games + more.games
                    last[place] = PlayedPairing(one.entrants, scores, games, one.blocks + 1)

    def _meet(self, pairing: int, who: formats.Pairing, block: int) -> PlayedPairing:
        if len(who) == 1:
            return PlayedPairing.bye(who[0])
        two = [self._event.entrants[one] for one in who]
        blocks = 1 if block > 1 else self._event.games_per_pairing // 2
        ranks = []
        for number in range(block, block + blocks):
            ranks += self._platform.match(self._held, pairing, number, two, self._at)
            self._at += self._event.pace
        halves = sum(1 if one == other else 2 * (one < other) for one, other in ranks)
        first = Fraction(halves, 2)
        return PlayedPairing(who, (first, len(ranks) - first), games=len(ranks), blocks=blocks)

    def _wait(self, pairing: int, who: formats.Pairing) -> PlayedPairing:
        two = [self._event.entrants[one] for one in who]
        if len(who) > 1:
            for number in range(1, self._event.games_per_pairing // 2 + 1):
                self._platform.wait(self._held, pairing, number, two, self._event.at)
        return PlayedPairing(who, tuple(Fraction(0) for _one in who), games=0)


assert BLOCK > GAP
