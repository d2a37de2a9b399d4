"""What pages read of a tournament's rounds: who met whom, and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Prefetch, Q, QuerySet

from tournaments import standings
from tournaments.models import Entry, Game, Match, Pairing, PairingSide, Round, Seat, Tournament


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
    """A pairing as a page shows it; one side alone is a bye."""

    sides: list[Side]
    matches: list[PlayedMatch]

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1

    @property
    def has_result(self) -> bool:
        return any(game.points for played in self.matches for game in played.games)


def rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds of a tournament, each with the number of its matches that are not over."""
    open_ = Q(pairings__matches__status__in=[Match.Status.QUEUED, Match.Status.RUNNING])
    counted = Count("pairings__matches", filter=open_)
    return tournament.rounds.annotate(unfinished=counted).order_by("number")


def meetings(round_: Round) -> Iterator[Meeting]:
    """The pairings of a round in their order, without the records of their games."""
    return meetings_of(round_.pairings.order_by("number"))


def meetings_of(rows: QuerySet[Pairing]) -> Iterator[Meeting]:
    """These pairings with all that a page shows of them."""
    games = Game.objects.defer("record").order_by("number")
    seats = Seat.objects.defer("log", "fault").order_by("number")
    pairings = rows.prefetch_related(
        Prefetch("sides", PairingSide.objects.select_related("entry__version__bot")),
        Prefetch("matches", Match.objects.order_by("number")),
        Prefetch("matches__games", games),
        Prefetch("matches__games__seats", seats),
    )
    return map(_meeting, pairings)


def _meeting(pairing: Pairing) -> Meeting:
    entries = [side.entry for side in pairing.sides.all()]
    matches = [_played(match, entries) for match in pairing.matches.all()]
    scores = [game.points for played in matches for game in played.games if game.points]
    totals = [sum((score[i] for score in scores), Fraction(0)) for i in range(len(entries))]
    return Meeting([Side(*side) for side in zip(entries, totals, strict=True)], matches)


def _played(match: Match, entries: list[Entry]) -> PlayedMatch:
    return PlayedMatch(match, [_score(game, entries) for game in match.games.all()])


def _score(game: Game, entries: list[Entry]) -> PlayedGame:
    if not game.is_over or game.voided_at is not None:
        return PlayedGame(game, None)
    ranks = {seat.version_id: seat.rank for seat in game.seats.all()}
    points = [standings.points(ranks, entry.version_id) for entry in entries]
    return PlayedGame(game, points)
