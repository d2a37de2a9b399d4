"""Queries about the analyses of games."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from agents import judge
from tournaments.mathematics.statistics.scale import Z
from tournaments.models import CasualGame, CasualSeat, Game, GameAnalysis, Seat
from tournaments.queries.casual import courses


@dataclass(frozen=True)
class SeatShare:
    """The expectation of a seat at the start of a game, its luck and its mistakes, in returns.

    `luck` is the gain by throws, `lost` the loss by its actions, each with half the width of
    its 95% interval.
    """

    seat: Seat | CasualSeat
    expected: float
    luck: float
    luck_error: float
    lost: float
    lost_error: float
    actions: int


@dataclass(frozen=True)
class SwingShown:
    """An action that gave much away, and the one that the judge would have preferred."""

    ply: int
    seat: Seat | CasualSeat
    action: str
    lost: float
    better: str


SHOWN_POINTS = 30
"""The most rows of the table that gives the curve in numbers."""


def key_of(game: Game | CasualGame) -> dict[str, Any]:
    """The columns that identify a game's analysis by this version of the judge."""
    field = "casual_game" if isinstance(game, CasualGame) else "game"
    return {field: game, "version": judge.VERSION}


def of(game: Game | CasualGame) -> GameAnalysis | None:
    """The analysis of a game by this version of the judge; None if none was requested."""
    return GameAnalysis.objects.filter(**key_of(game)).first()


def can_be_judged(game: Game | CasualGame) -> bool:
    """Whether a game is over, with a result and a record that is still kept."""
    source = game.result if isinstance(game, CasualGame) else game.record
    return game.is_over and source is not None


def record_of(game: Game | CasualGame) -> dict[str, Any]:
    """The record of a game that can be judged.

    Raises ValueError where it is kept no longer, an EngineError for rules that are not played here.
    """
    return courses.document(game) if isinstance(game, CasualGame) else game.kept_record


def ahead_of(row: GameAnalysis) -> int:
    """How many analyses come before a waiting one."""
    alike = Q(turn=row.turn)
    earlier = Q(turn__lt=row.turn) | alike & Q(asked_at__lt=row.asked_at)
    earlier |= alike & Q(asked_at=row.asked_at, pk__lt=row.pk)
    return GameAnalysis.objects.queued().filter(earlier).count()


def shares(game: Game | CasualGame, analysis: dict[str, Any]) -> list[SeatShare]:
    """The share of luck and of mistakes in each seat's result."""
    return [
        SeatShare(
            seat, share["expected"], share["luck"], Z * share["luck_error"], share["lost"],
            Z * share["lost_error"], share["actions"],
        )
        for seat, share in zip(game.seats.all(), analysis["seats"], strict=True)
    ]  # fmt: skip


def swings(game: Game | CasualGame, analysis: dict[str, Any]) -> list[SwingShown]:
    """The largest losses by an action, in the order of the game."""
    seats, events = list(game.seats.all()), _events(game)
    return [
        SwingShown(
            swing["ply"], seats[swing["seat"]], events[swing["ply"] - 1].get("action", ""),
            swing["lost"], swing["better"],
        )
        for swing in analysis["swings"]
    ]  # fmt: skip


def _events(game: Game | CasualGame) -> list[dict[str, Any]]:
    events: list[dict[str, Any]]
    events = game.events if isinstance(game, CasualGame) else game.kept_record["events"]
    return events


def points(analysis: dict[str, Any]) -> list[dict[str, Any]]:
    """Points of the curve, evenly over the game and with both its ends."""
    every = analysis["points"]
    if len(every) <= SHOWN_POINTS:
        return list(every)
    last = len(every) - 1
    return [every[n * last // (SHOWN_POINTS - 1)] for n in range(SHOWN_POINTS)]
