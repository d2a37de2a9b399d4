"""What the pages of matches and games read, and how a game ended, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet

from engine import EngineError, record
from tournaments.mathematics import elo
from tournaments.models import Game, LedgerEntry, Match, Player, Seat, Version
from tournaments.queries import played


@dataclass(frozen=True)
class Ending:
    """How a game ended, in words: who won, and why."""

    result: str
    why: str


def shown(player: Player | AnonymousUser) -> QuerySet[Match]:
    """The matches that `player` may see, with all that their page shows."""
    return (
        played.visible_to(player)
        .select_related("pairing__round__tournament", "checks__bot__owner", "host")
        .prefetch_related(
            Prefetch("games", Game.objects.select_related("variant").order_by("number")),
            Prefetch("games__seats", _seats()),
            "replaced_seeds",
        )
    )


def games(player: Player | AnonymousUser) -> QuerySet[Game]:
    """The games that `player` may see, with all that their page shows."""
    rows = Game.objects.filter(match__in=played.visible_to(player))
    return rows.select_related(
        "variant", "match__pairing__round__tournament", "match__checks__bot__owner"
    ).prefetch_related(Prefetch("seats", _seats()), "match__replaced_seeds")


def ending(game: Game) -> Ending | None:
    """How a game ended; None before it has."""
    if not game.is_over:
        return None
    return Ending(result(list(game.seats.all())), _why(game))


def result(seats: Sequence[Seat]) -> str:
    """One sentence on who won, by the ranks of the seats."""
    best = [_name(seat, seats) for seat in seats if seat.rank == 1]
    if len(best) == len(seats):
        return "A draw."
    if len(best) == 1:
        return f"{best[0]} wins."
    return f"{', '.join(best[:-1])} and {best[-1]} share the first place."


def rating_changes(game: Game) -> dict[int, float]:
    """What a game gave or took, in Elo, by version; empty where it was not rated."""
    entries = LedgerEntry.objects.current(game.variant).filter(game=game)
    return {entry.version_id: entry.delta / elo.MILLI for entry in entries}


def luck(match: Match) -> list[tuple[Game, list[tuple[Seat, float, float]]]]:
    """What the dice gave each seat of a game, and the error, where that has been computed."""
    return [(game, _luck(game)) for game in match.games.all() if game.luck is not None]


def _luck(game: Game) -> list[tuple[Seat, float, float]]:
    return list(zip(game.seats.all(), game.luck["seats"], game.luck["errors"], strict=True))


def opponents(match: Match) -> tuple[Version, Version] | None:
    """The two versions that meet in a match; None where there are more, or fewer."""
    seated = {seat.version for game in match.games.all() for seat in game.seats.all()}
    one, *others = sorted(seated, key=lambda version: version.pk) or [None]
    return (one, others[0]) if len(others) == 1 else None


def _seats() -> QuerySet[Seat]:
    return Seat.objects.select_related("version__bot__owner").order_by("number")


def _why(game: Game) -> str:
    """The engine's sentence on the end of a game; the bare reason where it cannot replay it."""
    if game.record is None:
        return f"It ended by “{game.reason}”. Its record was removed."
    try:
        *_, final = record.states(game.record)
    except EngineError:
        return f"It ended by “{game.reason}”, under rules that this engine no longer has."
    return final.outcome().text


def _name(seat: Seat, seats: Sequence[Seat]) -> str:
    """The version, and its seat where the same version sits at another one as well."""
    twins = sum(other.version_id == seat.version_id for other in seats) > 1
    return f"{seat.version} (seat {seat.number})" if twins else str(seat.version)
