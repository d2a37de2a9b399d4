"""What pages read of a tournament's rounds: the pairings, their matches and their points."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from django.db.models import Count, Prefetch, QuerySet

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
    """The matches of a round in the order of its pairings."""
    return Match.objects.filter(pairing__round=round_).order_by("pairing__number", "number")


def asked_for(round_: Round) -> list[int]:
    """The ids of the entries that have asked not to play in a round."""
    asked = RequestedBye.objects.filter(
        entry__tournament=round_.tournament_id, round=round_.number
    )
    return list(asked.values_list("entry", flat=True))


def byes(round_: Round) -> list[Entry]:
    """The entries that have a bye in a round, in the order of its pairings."""
    alone = round_.pairings.annotate(count=Count("sides")).filter(count=1)
    sides = PairingSide.objects.filter(pairing__in=alone).order_by("pairing__number")
    return [side.entry for side in sides.select_related("entry__version__bot")]


def pairings_of_matches(matches: Sequence[Match]) -> list[ShownPairing]:
    """The pairings of some matches by number, with these matches and the points of all games."""
    pks = [match.pk for match in matches]
    rows = Pairing.objects.filter(matches__in=pks).distinct().order_by("number")
    pairings = list(_read(rows, Match.objects.filter(pk__in=pks)))
    results = _results(pairings)
    return [_meeting(pairing, results.get(pairing.pk, [])) for pairing in pairings]


def _results(pairings: Sequence[Pairing]) -> dict[int, list[dict[int, int]]]:
    """The rank of each entry in every game that counts, by pairing."""
    entry = {
        (pairing.pk, side.entry.version_id): side.entry_id
        for pairing in pairings
        for side in pairing.sides.all()
    }
    seats = Seat.objects.finished().filter(
        game__match__pairing__in=[one.pk for one in pairings], game__voided_at=None
    )
    games: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    rows = seats.order_by().values_list("game__match__pairing", "game", "version", "rank")
    for pairing, game, version, rank in rows:
        games[pairing, game][entry[pairing, version]] = cast(int, rank)
    results: dict[int, list[dict[int, int]]] = defaultdict(list)
    for (pairing, _game), ranks in games.items():
        results[pairing].append(ranks)
    return results


def shown_pairings(rows: QuerySet[Pairing]) -> Iterator[ShownPairing]:
    """Pairings with all their matches, in the order of `rows`."""
    pairings = _read(rows, Match.objects.all())
    return (_meeting(pairing, _counted(pairing)) for pairing in pairings)


def _read(rows: QuerySet[Pairing], matches: QuerySet[Match]) -> QuerySet[Pairing]:
    """The same pairings with all that a page shows of them, without records and logs."""
    games = Game.objects.defer("record").order_by("number")
    seats = Seat.objects.defer("log", "fault").order_by("number")
    return rows.prefetch_related(
        Prefetch("sides", PairingSide.objects.select_related("entry__version__bot")),
        Prefetch("matches", matches.order_by("number")),
        Prefetch("matches__games", games),
        Prefetch("matches__games__seats", seats),
    )


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
