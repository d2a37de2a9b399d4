"""Queries about the analyses of games."""

from typing import Any

from django.db.models import Q

from agents import judge, values
from agents.words.speech import said
from engine import EngineError
from engine.words import Teller
from tournaments.models import CasualGame, Game, GameAnalysis, Variant
from tournaments.queries.casual import courses
from tournaments.queries.games import films, replay
from tournaments.words import endings

SHOWN_POINTS = 30
"""The most rows of the table that gives the curve in numbers."""


MOMENTS = 3
"""The most positions that an analysis shows as boards."""


def key_of(game: Game | CasualGame, before: int = 0) -> dict[str, Any]:
    """The columns that identify a game's analysis, or a what-if, by this version of the judge."""
    field = "casual_game" if isinstance(game, CasualGame) else "game"
    return {field: game, "version": judge.VERSION, "before": before}


def of(game: Game | CasualGame, before: int = 0) -> GameAnalysis | None:
    """The analysis of a game by this version of the judge; None if none was requested.

    With `before` it is the what-if from the position before that event.
    """
    return GameAnalysis.objects.filter(**key_of(game, before)).first()


def can_be_judged(game: Game | CasualGame) -> bool:
    """Whether a game is over, with a result, a record that is kept, and a value function."""
    return game.is_over and has_source(game) and function_of(game) is not None


def has_source(game: Game | CasualGame) -> bool:
    """Whether the result of a casual game, or the record of another one, is kept."""
    return game.result is not None if isinstance(game, CasualGame) else game.has_record


def function_of(game: Game | CasualGame) -> values.Edition | None:
    """The value function that judges a game: its match's, else the newest of the variant.

    None if there is none, or if this engine no longer has the variant.
    """
    if isinstance(game, Game) and game.match.value_function:
        return values.Edition(game.match.value_function, game.match.value_sha256)
    try:
        return values.newest(game.variant.load())
    except EngineError:
        return None


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


def shares(game: Game | CasualGame, analysis: dict[str, Any]) -> list[dict[str, Any]]:
    """What each seat expected at the start, its luck, and what its actions lost, in returns.

    Of a what-if: how many games each seat won or shared, and its mean return.
    """
    return [
        share | {"seat": seat}
        for seat, share in zip(game.seats.all(), analysis["seats"], strict=True)
    ]


def swings(game: Game | CasualGame, analysis: dict[str, Any]) -> list[dict[str, Any]]:
    """The actions that gave the most away, in the order of the game, each with its seat.

    `told` is what the seat did, and `better` what the judge would have preferred, in words; both
    are empty where the seat left the game.
    """
    seats = list(game.seats.all())
    teller = teller_of(game.variant)
    return [in_words(swing, seats[swing["seat"]], teller) for swing in analysis["swings"]]


def moments(game: Game | CasualGame, swings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The three worst of these mistakes in the order of the game, each with the `state` before.

    `before` is the number of events until then, and `ids` keeps the pictures of a page apart.
    """
    document = record_of(game)
    worst = sorted(swings, key=lambda swing: -swing["lost"])[:MOMENTS]
    return [
        swing
        | {
            "before": swing["ply"] - 1,
            "state": replay.state_after(document, swing["ply"] - 1),
            "ids": f"moment-{swing['ply']}",
        }
        for swing in sorted(worst, key=lambda swing: swing["ply"])
        if swing["told"]
    ]


def teller_of(variant: Variant) -> Teller:
    """Who writes the sentences of a variant's games, with the colours of its seats."""
    return endings.teller([said(look.colour) for look in films.seat_looks(variant)])


def in_words(swing: dict[str, Any], seat: Any, teller: Teller) -> dict[str, Any]:
    """A mistake with its seat, and in words what it did and what the judge prefers."""
    played, preferred = swing["played"], swing["preferred"]
    return swing | {
        "seat": seat,
        "told": teller.told(played, seat.number) if played else "",
        "better": teller.asked(preferred) if preferred else "",
    }


def points(analysis: dict[str, Any]) -> list[dict[str, Any]]:
    """Points of the curve, evenly over the game and with both its ends."""
    every = analysis["points"]
    if len(every) <= SHOWN_POINTS:
        return list(every)
    last = len(every) - 1
    return [every[n * last // (SHOWN_POINTS - 1)] for n in range(SHOWN_POINTS)]
