"""Queries about a tournament's rounds: the pairings, their matches and their points."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.mathematics import score_table
from tournaments.models import (
    Entry,
    Game,
    Match,
    Pairing,
    PairingSide,
    RequestedBye,
    Round,
    Seat,
    Tournament,
)

_NAMES = (
    "pairing", "position", "entry__version__number", "entry__version__bot__name",
    "entry__version__bot__slug",
)  # fmt: skip
"""The columns that name a side."""


@dataclass(frozen=True)
class CountedRound:
    """A round with its number of matches, and whether it has a bye."""

    round: Round
    matches: int
    has_byes: bool


@dataclass(frozen=True)
class ScoredSide:
    """An entry in a pairing, with its points so far."""

    entry: Entry
    points: Fraction


@dataclass(frozen=True)
class PlayedGame:
    """A game of a pairing with the points of each side, in the order of the pairing.

    `points` is None before the game has been played, and for a voided game.
    """

    game: Game
    points: list[Fraction] | None


@dataclass(frozen=True)
class PlayedMatch:
    """A match of a pairing with its games."""

    match: Match
    games: list[PlayedGame]


@dataclass(frozen=True)
class ShownPairing:
    """A pairing as a page shows it: its sides with their points so far, and its matches."""

    sides: list[ScoredSide]
    matches: list[PlayedMatch]
    has_result: bool


def counted(tournament: Tournament, number: int) -> CountedRound | None:
    """The round of this number, or None where the tournament has none. One query."""
    here = Match.objects.filter(pairing__round=OuterRef("pk")).order_by()
    count = here.values("pairing__round").annotate(count=Count("pk")).values("count")
    alone = _alone(Pairing.objects.filter(round=OuterRef("pk")))
    rounds = tournament.rounds.annotate(
        match_count=Coalesce(Subquery(count), 0), has_byes=Exists(alone)
    )
    round_ = rounds.filter(number=number).first()
    return CountedRound(round_, round_.match_count, round_.has_byes) if round_ else None


def _alone(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Those of these pairings that have only one entrant: byes."""
    return pairings.annotate(count=Count("sides")).filter(count=1)


def matches(round_: Round) -> QuerySet[Match]:
    """The matches of a round in the order of its pairings, with the columns of a list."""
    rows = Match.objects.filter(pairing__round=round_).order_by("pairing__number", "number")
    return rows.only("pairing", "number", "status", "void_reason", "tournament", "checks")


def asked_for(round_: Round) -> set[int]:
    """The ids of the entries that requested a bye in a round."""
    asked = RequestedBye.objects.filter(entry__tournament=round_.tournament_id, round=round_.number)
    return set(asked.values_list("entry", flat=True))


def byes(round_: Round) -> list[Entry]:
    """The entries that have a bye in a round, in the order of its pairings."""
    sides = PairingSide.objects.filter(pairing__in=_alone(round_.pairings.all())).order_by(
        "pairing__number"
    )
    return [side.entry for side in sides.select_related("entry__version__bot")]


def pairings_of_matches(matches: Sequence[Match]) -> list[ShownPairing]:
    """The pairings of some matches, with these matches and the points of all games.

    The pairings are in the order of the matches. Columns that no page shows are deferred.
    """
    of_pairing: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        of_pairing[cast(int, match.pairing_id)].append(match)
    sides, seated = _sides(of_pairing), _seated(of_pairing)
    return [
        _shown(sides[pairing], seated.get(pairing, []), theirs)
        for pairing, theirs in of_pairing.items()
    ]


def _sides(pairings: Iterable[int]) -> dict[int, list[Entry]]:
    """The entries of each of these pairings."""
    rows = PairingSide.objects.filter(pairing__in=list(pairings))
    sides: dict[int, list[PairingSide]] = defaultdict(list)
    for side in rows.order_by().select_related("entry__version__bot").only(*_NAMES):
        sides[side.pairing_id].append(side)
    return {
        pairing: [side.entry for side in sorted(met, key=lambda side: side.position)]
        for pairing, met in sides.items()
    }


@dataclass
class _Seated:
    """A game with the rank of each version; one with two seats has the rank of one of them."""

    game: Game
    ranks: dict[int, int]


def _seated(pairings: Iterable[int]) -> dict[int, list[_Seated]]:
    """The games of each of these pairings by their numbers, with the ranks."""
    seats = Seat.objects.filter(game__match__pairing__in=list(pairings)).order_by("game__number")
    by_pairing: dict[int, dict[int, _Seated]] = defaultdict(dict)
    for pairing, version, rank, *columns in seats.values_list(
        "game__match__pairing", "version", "rank", *(f"game__{name}" for name in _COLUMNS)
    ):
        key = columns[0]
        if key not in by_pairing[pairing]:
            by_pairing[pairing][key] = _Seated(Game.from_db(None, _COLUMNS, columns), {})
        by_pairing[pairing][key].ranks[version] = rank
    return {pairing: list(games.values()) for pairing, games in by_pairing.items()}


_COLUMNS = ("id", "match_id", "number", "ended_at", "voided_at")
"""The columns of a game that pages show, in the order of the model."""


def _shown(
    entries: Sequence[Entry], seated: Sequence[_Seated], matches: Sequence[Match]
) -> ShownPairing:
    counted = [_by_entry(game, entries) for game in seated if game.game.counts]
    games: dict[int, list[PlayedGame]] = defaultdict(list)
    for game in seated:
        games[game.game.match_id].append(_played(game, entries))
    return ShownPairing(
        [ScoredSide(entry, score_table.total(counted, entry.pk)) for entry in entries],
        [PlayedMatch(match, games[match.pk]) for match in matches],
        has_result=bool(counted),
    )


def _played(seated: _Seated, entries: Sequence[Entry]) -> PlayedGame:
    if not seated.game.counts:
        return PlayedGame(seated.game, None)
    ranks = _by_entry(seated, entries)
    return PlayedGame(seated.game, [score_table.points(ranks, entry.pk) for entry in entries])


def _by_entry(seated: _Seated, entries: Sequence[Entry]) -> dict[int, int]:
    return {entry.pk: seated.ranks[entry.version_id] for entry in entries}
