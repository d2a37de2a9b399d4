"""What pages read of a tournament's rounds: who met whom, and what came of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Prefetch, Q, QuerySet

from tournaments.mathematics import score_table
from tournaments.models import Entry, Game, Match, Pairing, PairingSide, Round, Seat, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


@dataclass(frozen=True)
class Side:
    """An entry in a pairing, with its points so far."""

    entry: Entry
    points: Fraction


@dataclass(frozen=True)
class PlayedGame:
    """A game of a pairing with the points of each side, in the pairing's order.

    None before it has been played, and once it is void.
    """

    game: Game
    points: list[Fraction] | None


@dataclass(frozen=True)
class PlayedMatch:
    """A match of a pairing with its games."""

    match: Match
    games: list[PlayedGame]


@dataclass(frozen=True)
class Meeting:
    """A pairing as a page shows it, with its points so far and matches of it."""

    sides: list[Side]
    matches: list[PlayedMatch]
    has_result: bool


class Counts(TypedDict):
    """What `rounds` counts for each."""

    unfinished: int


if TYPE_CHECKING:
    CountedRound = WithAnnotations[Round, Counts]


def rounds(tournament: Tournament) -> "QuerySet[CountedRound]":
    """The rounds of a tournament, each with the number of its matches that are not over."""
    open_ = Q(pairings__matches__status__in=[Match.Status.QUEUED, Match.Status.RUNNING])
    counted = Count("pairings__matches", filter=open_)
    return tournament.rounds.annotate(unfinished=counted).order_by("number")


def matches(round_: Round) -> QuerySet[Match]:
    """The matches of a round, by its pairings."""
    return Match.objects.filter(pairing__round=round_).order_by("pairing__number", "number")


def byes(round_: Round) -> list[Entry]:
    """Who rests in a round."""
    alone = round_.pairings.annotate(count=Count("sides")).filter(count=1)
    sides = PairingSide.objects.filter(pairing__in=alone).order_by("pairing__number")
    return [side.entry for side in sides.select_related("entry__version__bot")]


def meetings(
    matches: Sequence[Match], results: Mapping[int, Sequence[score_table.Result[int]]]
) -> list[Meeting]:
    """The pairings of these matches, with these alone, but with the points of all their games.

    `results` are all games that count, by pairing, as the course of a tournament has them.
    """
    pks = [match.pk for match in matches]
    rows = Pairing.objects.filter(matches__in=pks).distinct().order_by("number")
    return [
        _meeting(pairing, results.get(pairing.pk, []))
        for pairing in _read(rows, Match.objects.filter(pk__in=pks))
    ]


def meetings_of(rows: QuerySet[Pairing]) -> Iterator[Meeting]:
    """These pairings with all their matches."""
    pairings = _read(rows, Match.objects.all())
    return (_meeting(pairing, _counted(pairing)) for pairing in pairings)


def _read(rows: QuerySet[Pairing], matches: QuerySet[Match]) -> QuerySet[Pairing]:
    """With all that a page shows of them, without the records of their games."""
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
        {entry[seat.version_id]: seat.rank for seat in game.seats.all()}
        for game in games
        if game.is_over and game.voided_at is None
    ]


def _meeting(pairing: Pairing, results: Sequence[score_table.Result[int]]) -> Meeting:
    entries = [side.entry for side in pairing.sides.all()]
    sides = [Side(entry, score_table.total(results, entry.pk)) for entry in entries]
    matches = [_played(match, entries) for match in pairing.matches.all()]
    return Meeting(sides, matches, has_result=bool(results))


def _played(match: Match, entries: list[Entry]) -> PlayedMatch:
    return PlayedMatch(match, [_score(game, entries) for game in match.games.all()])


def _score(game: Game, entries: list[Entry]) -> PlayedGame:
    if not game.is_over or game.voided_at is not None:
        return PlayedGame(game, None)
    ranks = {seat.version_id: seat.rank for seat in game.seats.all()}
    points = [score_table.points(ranks, entry.version_id) for entry in entries]
    return PlayedGame(game, points)
