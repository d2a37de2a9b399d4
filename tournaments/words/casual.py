"""What is said at the boards of casual games."""

from collections.abc import Sequence

from agents.words.catalogue import Catalogue, listed
from agents.words.speech import say


def _not_allowed(tried: str, allowed: Sequence[str], more: bool) -> str:
    rest = ", …" if more else ""
    return say(
        "{tried} is not allowed now. Allowed are {allowed}{rest}.",
        tried=repr(tried),
        allowed=listed(allowed),
        rest=rest,
    )


SENTENCES: Catalogue = {
    "not-your-turn": lambda: say("It is not your turn at this board."),
    "not-at-this-board": lambda: say("Only who sits at this board may do that."),
    "nobody-sits": lambda: say(
        "Your browser keeps no cookies, so nobody would know you at the board."
    ),
    "seat-is-taken": lambda: say("Somebody else has taken this seat."),
    "game-is-over": lambda: say("This game is over."),
    "game-goes-on": lambda: say("This game is not over yet."),
    "board-has-changed": lambda: say(
        "The board has changed since you looked. Nothing was done; look again."
    ),
    "action-not-allowed": _not_allowed,
    "nothing-to-take-back": lambda: say("There is nothing to take back."),
    "one-for-each-seat": lambda seats: say(
        "This game has {seats} seats; choose somebody for each.", seats=seats
    ),
    "one-seat-is-mine": lambda: say(
        "Choose one seat for yourself, and “somebody here” for others."
    ),
    "unknown-clock": lambda allowed: say(
        "Unknown clock; allowed are none, {allowed}.", allowed=listed(allowed)
    ),
    "bot-not-at-hand": lambda version: say(
        "{version} cannot play: it is paused, banned, or not open to everybody.", version=version
    ),
    "players-challenge": lambda: say("Log in to let bots play each other."),
    "challenges-open": lambda most: say(
        "{most} challenge of yours is running; wait until it is over.", most=most
    ),
    "casual-games-open": lambda most: say(
        "You have {most} games that are not over; end one of them first.", most=most
    ),
    "casual-failed": lambda row, error: say("{row} could not go on: {error}", row=row, error=error),
}
