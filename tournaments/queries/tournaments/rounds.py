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
class ShownPairing:
    """A pairing as a page shows it: its sides with their points so far, and its matches.

    Each match has its games, and each game the points of each side, in the order of the pairing.
    They are None before the game has been played, and for a voided game.
    """

    sides: list[tuple[Entry, Fraction]]
    matches: list[tuple[Match, list[tuple[Game, list[Fraction] | None]]]]
    has_result: bool


def counted(tournament: Tournament, number: int) -> tuple[Round, int, bool] | None:
    """The round of this number, how many matches it has, and whether it has byes. One query.

    None where the tournament has no such round.
    """
    here = Match.objects.filter(pairing__round=OuterRef("pk")).order_by()
    count = here.values("pairing__round").annotate(count=Count("pk")).values("count")
    alone = _alone(Pairing.objects.filter(round=OuterRef("pk")))
    rounds = tournament.rounds.annotate(
        match_count=Coalesce(Subquery(count), 0), has_byes=Exists(alone)
    )
    round_ = rounds.filter(number=number).first()
    return (round_, round_.match_count, round_.has_byes) if round_ else None


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


_Seated = tuple[Game, dict[int, int]]
"""A game with the rank of each version; one with two seats has the rank of one of them."""


def _seated(pairings: Iterable[int]) -> dict[int, list[_Seated]]:
    """The games of each of these pairings by their numbers, with the ranks."""
    seats = Seat.objects.filter(game__match__pairing__in=list(pairings)).order_by("game__number")
    by_pairing: dict[int, dict[int, _Seated]] = defaultdict(dict)
    for pairing, version, rank, *columns in seats.values_list(
        "game__match__pairing", "version", "rank", *(f"game__{name}" for name in _COLUMNS)
    ):
        key = columns[0]
        if key not in by_pairing[pairing]:
            by_pairing[pairing][key] = (Game.from_db(None, _COLUMNS, columns), {})
        by_pairing[pairing][key][1][version] = rank
    return {pairing: list(games.values()) for pairing, games in by_pairing.items()}


_COLUMNS = ("id", "match_id", "number", "ended_at", "voided_at")
"""The columns of a game that pages show, in the order of the model."""


def _shown(
    entries: Sequence[Entry], seated: Sequence[_Seated], matches: Sequence[Match]
) -> ShownPairing:
    counted: list[dict[int, int]] = []
    games: dict[int, list[tuple[Game, list[Fraction] | None]]] = defaultdict(list)
    for game, ranks in seated:
        points = None
        if game.counts:
            counted.append({entry.pk: ranks[entry.version_id] for entry in entries})
            points = [score_table.points(counted[-1], entry.pk) for entry in entries]
        games[game.match_id].append((game, points))
    return ShownPairing(
        [(entry, score_table.total(counted, entry.pk)) for entry in entries],
        [(match, games[match.pk]) for match in matches],
        has_result=bool(counted),
    )
