"""Whether games were rated by the rule: each decision computed again from the rows."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from tournaments.mathematics.elo import DAILY_CAP
from tournaments.models import Game, Seat, Variant
from tournaments.queries.ratings.rated import Meeting, Pair, day_of, meetings
from tournaments.words import Sentence

_CHUNK = 2000

_Day = tuple[datetime, Pair]


def wrong(variant: Variant) -> Iterator[Sentence]:
    """Sentences about games of a leaderboard that were rated, or not rated, against the rule.

    Games from before there was a leaderboard stay as they were. Which games of a day came first,
    only the ledger's order tells. What follows from the rows is that no two owners have more than
    the cap, and that those refused for it had reached it.
    """
    decided, tally = dict(_decided(variant)), _Tally()
    seats = Seat.objects.filter(game__variant=variant, game__ended_at__isnull=False)
    for game, met in meetings(seats):
        code, day = decided[game]
        if code == Game.Unrated.NO_LEADERBOARD:
            continue
        wanted = met.barred()
        if code not in (wanted, wanted or Game.Unrated.DAILY_CAP):
            yield Sentence(
                "decision-differs", variant=variant, game=game, noted=code, wanted=wanted
            )
        tally.count(game, code, day, met)
    yield from tally.wrong(variant)


def _decided(variant: Variant) -> Iterator[tuple[int, tuple[str, datetime]]]:
    """The code of each finished game by its id, and its day."""
    rows = Game.objects.filter(variant=variant, ended_at__isnull=False).order_by("pk")
    told = rows.values_list("pk", "unrated_reason", "ended_at")
    for game, code, ended_at in told.iterator(chunk_size=_CHUNK):
        yield game, (code, day_of(ended_at))


@dataclass
class _Tally:
    """The rated games of each two owners on each day, and who was refused for the cap."""

    met: Counter[_Day] = field(default_factory=Counter)
    bound: Counter[_Day] = field(default_factory=Counter)
    refused: dict[int, list[_Day]] = field(default_factory=dict)

    def count(self, game: int, code: str, day: datetime, met: Meeting) -> None:
        if not code:
            self.met.update((day, pair) for pair in met.pairs())
            self.bound.update((day, pair) for pair in met.capped_pairs())
        elif code == Game.Unrated.DAILY_CAP:
            self.refused[game] = [(day, pair) for pair in met.capped_pairs()]

    def wrong(self, variant: Variant) -> Iterator[Sentence]:
        for (day, (one, other)), games in self.bound.items():
            if games > DAILY_CAP:
                yield Sentence(
                    "cap-exceeded",
                    variant=variant,
                    games=games,
                    day=f"{day:%Y-%m-%d}",
                    one=f"{one[0]} {one[1]}",
                    other=f"{other[0]} {other[1]}",
                    most=DAILY_CAP,
                )
        for game, days in self.refused.items():
            if all(self.met[day] < DAILY_CAP for day in days):
                yield Sentence("cap-not-reached", variant=variant, game=game)
