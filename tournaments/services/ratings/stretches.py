"""Keeps a ledger that has been replayed as stretches, each with a hash of its rows.

So the next check begins with the last stretch, and a later change of the rows before is found when
their hash is computed again.
"""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from tournaments.mathematics.statistics import kept_games
from tournaments.models import LedgerStretch, Variant
from tournaments.queries.ratings import rated_games
from tournaments.queries.ratings.scope import Scope
from tournaments.queries.ratings.story import Event, story
from tournaments.words import Sentence

EVENTS = 20_000
"""The most events of a stretch."""


def last(variant: Variant, *, until: int | None = None) -> LedgerStretch:
    """Return the last stretch, up to a number; without one an unsaved one before the first."""
    rows = variant.stretches if until is None else variant.stretches.filter(number__lte=until)
    row = rows.order_by("number").last()
    return row or LedgerStretch(variant=variant, number=-1, last_entry=0, digest="")


def after(before: LedgerStretch, *, until: int) -> Iterator[LedgerStretch]:
    """Yield the unsaved stretches that follow on another, until an entry of the ledger."""
    events = story(before.variant, after=before.last_entry, until=until)
    while part := list(islice(events, EVENTS)):
        before = _next(before, part, until=part[-1].last)
        yield before


def _next(before: LedgerStretch, events: Iterable[Event], *, until: int) -> LedgerStretch:
    digest = hashlib.sha256(before.digest.encode())
    for event in events:
        digest.update(event.text)
    games = rated_games.entered(before.variant, after=before.last_entry, until=until)
    return LedgerStretch(
        variant=before.variant,
        number=before.number + 1,
        last_entry=until,
        digest=digest.hexdigest(),
        games=kept_games.packed(games),
    )


def check(variant: Variant, scope: Scope) -> list[Sentence]:
    """Compare stretches with their rows; remove those from the first that differs on.

    Return a sentence if one differs.
    """
    numbers = variant.stretches.order_by("number").values_list("number", flat=True)
    for number in [number for number in numbers if scope.has(number)]:
        if not _is_same(variant, number):
            variant.stretches.filter(number__gte=number).delete()
            return [Sentence("history-differs", variant=variant)]
    return []


def _is_same(variant: Variant, number: int) -> bool:
    stretch = variant.stretches.get(number=number)
    before = last(variant, until=number - 1)
    events = story(variant, after=before.last_entry, until=stretch.last_entry)
    again = _next(before, events, until=stretch.last_entry)
    stored, games = (kept_games.unpacked(bytes(row.games)) for row in (stretch, again))
    return stretch.digest == again.digest and np.array_equal(stored, games)
