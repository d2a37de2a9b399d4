"""Plays the games of a match again, with the archives of its versions, and compares."""

from collections.abc import Iterator

from agents.desk.rerun import NotRepeatable, Repetition, play_again
from agents.sandbox import Isolation
from agents.table.conditions import Conditions
from agents.terms.clock import preset
from agents.terms.limits import Limits
from tournaments.models import Game, Match


def rerun(
    match: Match, *, number: int | None = None, limits: Limits, isolation: Isolation
) -> Iterator[tuple[Game, Repetition]]:
    """Repeat a match's finished games, or only the one with that number; nothing is stored.

    Raises NotRepeatable, saying why, if there is no game to repeat or its record does not tell all
    that a repetition needs, EngineError for a record of other rules, and what `play_game` raises.
    """
    games = match.games.exclude(ended_at=None)
    if number is not None:
        games = games.filter(number=number)
    if not games.exists():
        raise _nothing(match, number)
    for game in games.order_by("number"):
        yield game, _again(match, game, limits, isolation)


def _nothing(match: Match, number: int | None) -> NotRepeatable:
    if number is None:
        return NotRepeatable("no-finished-game", match=match)
    return NotRepeatable("game-not-finished", match=match, number=number)


def _again(match: Match, game: Game, limits: Limits, isolation: Isolation) -> Repetition:
    if not game.has_record:
        raise NotRepeatable("record-gone", game=game)
    seats = game.seats.select_related("version").order_by("number")
    if match.is_remote:
        raise NotRepeatable("remote-seat", match=match)
    control = preset(match.time_control, startup_seconds=limits.startup_seconds)
    return play_again(
        game.kept_record,
        [seat.version.read_archive() for seat in seats],
        Conditions(control, limits, isolation),
        seed=match.seed_of(game.kept_record),
    )
