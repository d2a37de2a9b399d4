"""What pages read of a tournament's rounds: the pairings, their matches and their points."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Prefetch, Q, QuerySet, prefetch_related_objects

from tournaments.mathematics import score_table
from tournaments.models import Entry, Game, Match, Pairing, PairingSide, Round, Seat, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


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


class Counts(TypedDict):
    """What `rounds` counts for each."""

    unfinished: int


if TYPE_CHECKING:
    CountedRound = WithAnnotations[Round, Counts]


def rounds(tournament: Tournament) -> "QuerySet[CountedRound]":
    """The rounds of a tournament by number; `unfinished` is how many of their matches are open."""
    open_ = Q(pairings__matches__status__in=Match.OPEN)
    counted = Count("pairings__matches", filter=open_)
    return tournament.rounds.annotate(unfinished=counted).order_by("number")


def matches(round_: Round) -> QuerySet[Match]:
    """The matches of a round in the order of its pairings."""
    return Match.objects.filter(pairing__round=round_).order_by("pairing__number", "number")


def byes(round_: Round) -> list[Entry]:
    """The entries that have a bye in a round, in the order of its pairings."""
    alone = round_.pairings.annotate(count=Count("sides")).filter(count=1)
    sides = PairingSide.objects.filter(pairing__in=alone).order_by("pairing__number")
    return [side.entry for side in sides.select_related("entry__version__bot")]


def pairings_of_matches(
    matches: Sequence[Match], results: Mapping[int, Sequence[score_table.Result[int]]]
) -> list[ShownPairing]:
    """The pairings of some matches by number, with these matches and the points of all games.

    `results` are `FormatInput.results`: the games that count, by pairing.
    """
    pks = [match.pk for match in matches]
    rows = Pairing.objects.filter(matches__in=pks).distinct().order_by("number")
    return [
        _meeting(pairing, results.get(pairing.pk, []))
        for pairing in _read(rows, Match.objects.filter(pk__in=pks))
    ]


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
