"""Queries about running matches, for live pages and streams."""

import json
import logging
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q

from engine import State, record
from tournaments.machinery.messages.live_logs import (
    PIECE_BYTES,
    Key,
    Logs,
    LogsUnavailable,
    Place,
    game_of,
    logs,
)
from tournaments.mathematics import elo
from tournaments.models import (
    CasualGame,
    Game,
    Match,
    Player,
    Rating,
    Seat,
    Tournament,
    Version,
)
from tournaments.queries import tournament_lists
from tournaments.queries.casual import boards
from tournaments.queries.casual.people import Person
from tournaments.queries.games import closeness, matches

logger = logging.getLogger(__name__)

MOST_BOARDS = 3
"""The most games that a page shows as small boards."""

_ENDED = ("match", "number", "record_in_row", "record_file", "record_number")
"""The columns read of a game that is over."""


@dataclass(frozen=True)
class Look:
    """State of a match: its status and attempt, and on request the end of a game.

    `record` is that of the game; None while it is not over, or if it was not kept.
    """

    status: str
    attempt: int
    record: dict[str, Any] | None = None


def look(asked: Mapping[int, int | None]) -> dict[int, Look]:
    """The state of matches, by id; each may name the number of a game whose end it asks for."""
    # Read the status first: read last, it may say finished when the last record was not yet read.
    matches = list(Match.objects.filter(pk__in=asked).values_list("pk", "status", "attempt"))
    games = {match: number for match, number in asked.items() if number is not None}
    rows = Game.objects.finished().filter(match__in=games, number__in=set(games.values()))
    records = {(game.match_id, game.number): game.record for game in rows.only(*_ENDED)}
    return {
        pk: Look(status, attempt, records.get((pk, games.get(pk, 0))))
        for pk, status, attempt in matches
    }


def published(game: Game) -> dict[str, Any]:
    """The public record of a running game so far, without its end."""
    variant = game.variant
    options = {"game": variant.game_id, "options": variant.options, "rules": variant.rules_version}
    began: dict[str, Any] = {"format": record.FORMAT, "variant": options, "events": []}
    try:
        lines = map(json.loads, _lines(logs(), Key(game.match_id, game.match.attempt), game.number))
        for number, line in enumerate(lines):
            if number:
                began["events"].append({k: v for k, v in line.items() if k not in {"n", "at"}})
    except LogsUnavailable as error:
        logger.warning("a running game cannot be shown: %s", error)
    return began


def _lines(store: Logs, key: Key, number: int) -> Iterator[bytes]:
    """The whole lines of the log of a game; none if the log is about another."""
    place, text = Place(), b""
    while piece := store.read({key: place}).get(key):
        if game_of(piece.head) != number:
            return
        text += piece.data
        place = Place(piece.head, piece.offset + len(piece.data))
        if len(piece.data) < PIECE_BYTES:
            break
    yield from text[: text.rfind(b"\n") + 1].splitlines()


def visible(player: Player | AnonymousUser, asked: Collection[int]) -> bool:
    """Whether these matches all exist and the player may see them."""
    return matches.visible_to(player).filter(pk__in=asked).count() == len(set(asked))


def running(asked: Collection[int]) -> frozenset[int]:
    """Those of these matches that are being played."""
    rows = Match.objects.running().filter(pk__in=asked).order_by()
    return frozenset(rows.values_list("pk", flat=True))


def playing(tournament: Tournament | None) -> list[int]:
    """The ids of a few matches that are being played, the latest first.

    They are those of a tournament; without one, of everything public but trials.
    """
    if tournament is not None:
        return tournament_lists.running(tournament)[:MOST_BOARDS]
    hidden = Q(tournament__access=Tournament.Access.PRIVATE)
    hidden |= Q(tournament__format=Tournament.Format.TRIAL)
    rows = Match.objects.running().of_tournaments().exclude(hidden)
    return list(rows.order_by("-started_at", "-pk").values_list("pk", flat=True)[:MOST_BOARDS])


def of_version(version: Version, player: Player | AnonymousUser) -> Game | None:
    """The game that a version is playing, if `player` may see one; None without any."""
    # With literal ids the database begins with these few matches, and not with all its games.
    seen = matches.visible_to(player).filter(status=Match.Status.RUNNING)
    running = list(seen.order_by().values_list("pk", flat=True))
    rows = Game.objects.filter(match__in=running, ended_at=None, seats__version=version)
    return rows.select_related("variant").defer("record_in_row").order_by("match", "number").first()


class Seated(NamedTuple):
    """A match with the seats of its first game that is not over; a remote bot's has a board."""

    match: Match
    seats: list[Seat]
    board: CasualGame | None = None

    @property
    def position(self) -> State | None:
        """The position on the board, as everybody may see it."""
        return boards.glance(self.board, Person()) if self.board else None


def seated(ids: Collection[int]) -> list[Seated]:
    """These matches with their seats, the closest first.

    A game is as close as its position, by the judge, or as the ratings of its bots, whichever is
    less so. Those of which neither says anything come last, the latest first.
    """
    seats = Seat.objects.select_related("version__bot").defer("log", "log_cuts").order_by("number")
    unplayed = Game.objects.filter(ended_at=None).select_related("variant", "board__variant")
    games = unplayed.defer("record_in_row").order_by("number")
    rows = Match.objects.filter(pk__in=ids).prefetch_related(
        Prefetch("games", games), Prefetch("games__seats", seats)
    )
    tables = [_seated(match) for match in rows.order_by("-started_at", "-pk")]
    values = _ratings([seat.version_id for table in tables for seat in table.seats])
    return sorted(tables, key=lambda table: _lead(table, values))


def _seated(match: Match) -> Seated:
    for game in match.games.all()[:1]:
        return Seated(match, list(game.seats.all()), getattr(game, "board", None))
    return Seated(match, [])


def of_match(match: Match) -> Seated | None:
    """A match with the game that it plays now or next; None where all are over."""
    game = None if match.is_over else matches.in_hand(match)
    if game is None:
        return None
    board = matches.board_of(game) if match.is_remote else None
    return Seated(match, list(game.seats.all()), board)


def state_of(ids: Collection[int]) -> str:
    """A text that changes with what the boards of these matches show when a page is loaded.

    Streams go on with those of hosted bots; those of remote bots change in the rows.
    """
    rows = CasualGame.objects.filter(game__match__in=ids, ended_at=None)
    states = dict(rows.values_list("game__match", "state"))
    return ",".join(f"{pk}.{states[pk]}" if pk in states else str(pk) for pk in ids)


def _ratings(versions: Collection[int]) -> dict[tuple[int, int], int]:
    """The live ratings of these versions, by version and variant."""
    rows = Rating.objects.with_games().filter(version__in=versions)
    return {(row.version_id, row.variant_id): row.value for row in rows}


def _lead(table: Seated, values: Mapping[tuple[int, int], int]) -> float:
    """How much more the first can expect than the last, in returns: by position or by ratings."""
    if not table.seats:
        return inf
    by_judge = None if table.board else closeness.lead(published(table.seats[0].game))
    leads = (by_judge, _by_ratings(table.seats, values))
    return max((lead for lead in leads if lead is not None), default=inf)


def _by_ratings(seats: list[Seat], values: Mapping[tuple[int, int], int]) -> float | None:
    places = [(seat.version_id, seat.game.variant_id) for seat in seats]
    rated = [values[place] for place in places if place in values]
    if len(rated) < len(places):
        return None
    return 4 * elo.expected_score(max(rated) - min(rated)) - 2
