"""What the program of a remote bot is sent of its games: docs/42-remote-bots.md describes it."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.models import Bot, CasualGame
from tournaments.queries.casual import boards, remote
from tournaments.queries.casual.courses import course_of
from tournaments.queries.casual.lists import with_seats
from tournaments.queries.casual.remote import Program

Message = tuple[str, dict[str, Any]]
"""The kind of a message of the stream, and its fields."""

_DEED = ("seat", "action", "throw", "forfeit", "opening")
"""What a program may know of an event: no notes, and no times of others."""


class Correspondence:
    """What one stream of a remote bot has been sent.

    The rows are the state. So a new stream begins with all games that go on and the turns that are
    due, whatever an earlier one has sent.
    """

    def __init__(self, bot: int) -> None:
        self._bot = bot
        self._has_begun = False
        self._plies: dict[str, int] = {}

    def due(self) -> list[Message]:
        """Return the new messages. It uses the database."""
        bot = Bot.objects.get(pk=self._bot)
        games = list(with_seats(remote.games_of(bot)).order_by("pk"))
        messages = list(self._greeting(bot, games))
        messages += self._ends(bot, {game.key for game in games})
        for game in games:
            messages += self._news(bot, game)
        return messages

    def _greeting(self, bot: Bot, games: Sequence[CasualGame]) -> Iterator[Message]:
        if not self._has_begun:
            self._has_begun = True
            version = bot.versions.remote().first()
            yield (
                "hello",
                {
                    "bot": bot.slug,
                    "version": version and version.number,
                    "games": [game.key for game in games],
                },
            )

    def _ends(self, bot: Bot, going_on: set[str]) -> Iterator[Message]:
        ended = self._plies.keys() - going_on
        for game in with_seats(CasualGame.objects.filter(key__in=ended).order_by("pk")):
            del self._plies[game.key]
            yield "over", ending(game, bot)

    def _news(self, bot: Bot, game: CasualGame) -> Iterator[Message]:
        seats = Program(bot=bot).seats(game)
        if game.key not in self._plies:
            self._plies[game.key] = -1
            yield "game", heading(game, seats)
        is_due = game.due_seat in seats and game.status == CasualGame.Status.PLAYING
        if is_due and len(game.events) != self._plies[game.key]:
            self._plies[game.key] = len(game.events)
            assert game.due_seat is not None
            yield "turn", turn(game, game.due_seat)


def heading(game: CasualGame, seats: Sequence[int]) -> dict[str, Any]:
    """A game as it begins or goes on."""
    return {
        "game": game.key,
        "page": game.get_absolute_url(),
        "variant": game.variant.key,
        "time_control": game.time_control,
        "seats": [seat.name for seat in game.seats.all()],
        "own": list(seats),
    }


def turn(game: CasualGame, seat: int) -> dict[str, Any]:
    """A turn: all that the seat may know, and what it may do."""
    view = course_of(game).state.view(seat)
    state = game.variant.load().state_from_dict(view)
    events = boards.seen_events(game, [seat])
    clock = remote.clock_of(game.time_control, game.events, seat)
    return {
        "game": game.key,
        "ply": len(game.events),
        "seat": seat,
        "variant": game.variant.key,
        "state": view,
        "text": str(state),
        "actions": [state.action_to_string(action) for action in state.legal_actions()],
        "clock": clock.told() | {"action": round(clock.allowance(), 3)},
        "clocks": remote.clocks(game),
        "events": [_plain(event) for event in events[_last_own(events, seat) :]],
    }


def ending(game: CasualGame, bot: Bot) -> dict[str, Any]:
    """How a game has ended, and what the bot did wrong in it."""
    faults = [
        {"seat": seat.number, **seat.fault}
        for seat in game.seats.all()
        if seat.fault and Program(bot=bot).holds(seat)
    ]
    return {
        "game": game.key,
        "reason": game.reason,
        "result": game.result,
        "faults": faults,
    }


def _last_own(events: Sequence[dict[str, Any]], seat: int) -> int:
    """The number of events up to the last action of a seat."""
    own = [n for n, event in enumerate(events, 1) if event["seat"] == seat and "action" in event]
    return own[-1] if own else 0


def _plain(event: dict[str, Any]) -> dict[str, Any]:
    return {name: event[name] for name in _DEED if name in event}
