"""A leaderboard's ledger, event by event: starts, games with their results, and corrections."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from typing import NamedTuple

from tournaments.mathematics.side_results import SideResult
from tournaments.models import Variant
from tournaments.queries.ratings import game_results

_BATCH = 1000


class Entry(NamedTuple):
    """A row of the ledger."""

    pk: int
    version: int
    game: int | None
    is_correction: bool
    delta: int
    total: int
    number: int


@dataclass(frozen=True, slots=True)
class Event:
    """The entries of a start, of a game or of its correction; a game's have each side's result."""

    entries: tuple[Entry, ...]
    results: Mapping[int, SideResult]

    @property
    def last(self) -> int:
        return self.entries[-1].pk

    @property
    def text(self) -> bytes:
        """All its values, to be hashed."""
        sides = [
            (version, row.seat, row.rank, row.won, row.drawn, row.lost_by)
            for version, row in self.results.items()
        ]
        return f"{[tuple(entry) for entry in self.entries]} {sides}\n".encode()


def story(variant: Variant, *, after: int = 0, until: int | None = None) -> Iterator[Event]:
    """The events of a ledger in its order, after an entry; `until` is the last one, if any."""
    entries = variant.ledger.filter(pk__gt=after).order_by("pk")
    looked_at = entries if until is None else entries.filter(pk__lte=until)
    columns = looked_at.values_list(*Entry._fields)
    rows = (Entry(*row) for row in columns.iterator(chunk_size=_BATCH))
    groups = (tuple(group) for _key, group in groupby(rows, key=_event))
    while batch := list(islice(groups, _BATCH)):
        results = dict(game_results.by_side([group[0].game for group in batch if group[0].game]))
        for group in batch:
            yield Event(group, results.get(group[0].game or 0, {}))


def _event(entry: Entry) -> tuple[int, bool]:
    """What the adjacent entries of an event have in common."""
    return entry.game or -entry.pk, entry.is_correction
