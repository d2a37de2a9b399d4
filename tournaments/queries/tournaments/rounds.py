"""What pages read of a tournament's rounds: the pairings, their matches and their points."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from django.db.models import Count, Prefetch, QuerySet, prefetch_related_objects

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
)

_NAMES = (
    "pairing", "position", "entry__version__number", "entry__version__bot__name",
    "entry__version__bot__slug",
)  # fmt: skip
"""Of a side, what names it."""


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


def matches(round_: Round) -> QuerySet[Match]:
    """The matches of a round in the order of its pairings, with what a list shows of them."""
    rows = Match.objects.filter(pairing__round=round_).order_by("pairing__number", "number")
    return rows.only("pairing", "number", "status", "void_reason", "tournament", "checks")


def asked_for(round_: Round) -> set[int]:
    """The ids of the entries that have asked not to play in a round."""
    asked = RequestedBye.objects.filter(entry__tournament=round_.tournament_id, round=round_.number)
    return set(asked.values_list("entry", flat=True))


def byes(round_: Round) -> list[Entry]:
    """The entries that have a bye in a round, in the order of its pairings."""
    alone = round_.pairings.annotate(count=Count("sides")).filter(count=1)
    sides = PairingSide.objects.filter(pairing__in=alone).order_by("pairing__number")
    return [side.entry for side in sides.select_related("entry__version__bot")]


def pairings_of_matches(matches: Sequence[Match]) -> list[ShownPairing]:
    """The pairings of some matches, with these matches and the points of all games.

    The pairings stand in the order of the matches. The matches lack what no page shows.
    """
    of_pairing: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        of_pairing[cast(int, match.pairing_id)].append(match)
    sides = _sides(of_pairing)
    results = _results(sides)
    prefetch_related_objects(matches, Prefetch("games", _games()))
    return [
        _shown(sides[pairing], results.get(pairing, {}), theirs)
        for pairing, theirs in of_pairing.items()
    ]


def _games() -> QuerySet[Game]:
    return Game.objects.only("number", "match", "ended_at", "voided_at").order_by("number")


def _sides(pairings: Iterable[int]) -> dict[int, list[Entry]]:
    """Who meets in each of these pairings."""
    rows = PairingSide.objects.filter(pairing__in=list(pairings)).order_by("pairing", "position")
    sides: dict[int, list[Entry]] = defaultdict(list)
    for side in rows.select_related("entry__version__bot").only(*_NAMES):
        sides[side.pairing_id].append(side.entry)
    return sides


def _results(sides: Mapping[int, Sequence[Entry]]) -> dict[int, dict[int, dict[int, int]]]:
    """The rank of each entry in every game that counts, by the ids of the pairing and the game."""
    entry = {(pairing, one.version_id): one.pk for pairing, met in sides.items() for one in met}
    seats = Seat.objects.finished().filter(game__match__pairing__in=sides, game__voided_at=None)
    games: dict[int, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    rows = seats.order_by().values_list("game__match__pairing", "game", "version", "rank")
    for pairing, game, version, rank in rows:
        # A finished game has ranks.
        games[pairing][game][entry[pairing, version]] = cast(int, rank)
    return games


def _shown(
    entries: Sequence[Entry], results: Mapping[int, dict[int, int]], matches: Sequence[Match]
) -> ShownPairing:
    counted = list(results.values())
    return ShownPairing(
        [ScoredSide(one, score_table.total(counted, one.pk)) for one in entries],
        [
            PlayedMatch(match, [_made(game, entries, results) for game in match.games.all()])
            for match in matches
        ],
        has_result=bool(counted),
    )


def _made(
    game: Game, entries: Sequence[Entry], results: Mapping[int, dict[int, int]]
) -> PlayedGame:
    ranks = results.get(game.pk)
    if ranks is None:
        return PlayedGame(game, None)
    return PlayedGame(game, [score_table.points(ranks, one.pk) for one in entries])


def shown_pairings(rows: Iterable[Pairing]) -> Iterator[ShownPairing]:
    """Pairings with all their matches, in the order of `rows`."""
    pairings = _read(rows, Match.objects.all())
    return (_meeting(pairing, _counted(pairing)) for pairing in pairings)


def _read(rows: Iterable[Pairing], matches: QuerySet[Match]) -> list[Pairing]:
    """The same pairings with all that a page shows of them, without records and logs."""
    games = Game.objects.defer("record").order_by("number")
    seats = Seat.objects.defer("log", "fault").order_by("number")
    found = list(rows)
    prefetch_related_objects(
        found,
        Prefetch("sides", PairingSide.objects.select_related("entry__version__bot")),
        Prefetch("matches", matches.order_by("number")),
        Prefetch("matches__games", games),
        Prefetch("matches__games__seats", seats),
    )
    return found


def _counted(pairing: Pairing) -> list[dict[int, int]]:
    """The rank of each entry in the games that count."""
    entry = {side.entry.version_id: side.entry_id for side in pairing.sides.all()}
    games = (game for match in pairing.matches.all() for game in match.games.all())
    return [
        {entry[seat.version_id]: seat.final_rank for seat in game.seats.all()}
        for game in games
        if game.counts
    ]


def _meeting(pairing: Pairing, results: Sequence[score_table.Result[int]]) -> ShownPairing:
    entries = [side.entry for side in pairing.sides.all()]
    sides = [ScoredSide(entry, score_table.total(results, entry.pk)) for entry in entries]
    matches = [_played(match, entries) for match in pairing.matches.all()]
    return ShownPairing(sides, matches, has_result=bool(results))


def _played(match: Match, entries: list[Entry]) -> PlayedMatch:
    return PlayedMatch(match, [_score(game, entries) for game in match.games.all()])


def _score(game: Game, entries: list[Entry]) -> PlayedGame:
    if not game.counts:
        return PlayedGame(game, None)
    ranks = {seat.version_id: seat.final_rank for seat in game.seats.all()}
    points = [score_table.points(ranks, entry.version_id) for entry in entries]
    return PlayedGame(game, points)
