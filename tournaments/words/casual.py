"""What is said at the boards of casual games."""

from collections.abc import Sequence

from agents.words.catalogue import Catalogue, listed


def _not_allowed(tried: str, allowed: Sequence[str], more: bool) -> str:
    rest = ", …" if more else ""
    return f"{tried!r} is not allowed now. Allowed are {listed(allowed)}{rest}."


SENTENCES: Catalogue = {
    "not-your-turn": lambda: "It is not your turn at this board.",
    "not-at-this-board": lambda: "Only who sits at this board may do that.",
    "nobody-sits": lambda: "Your browser keeps no cookies, so nobody would know you at the board.",
    "seat-is-taken": lambda: "Somebody else has taken this seat.",
    "game-is-over": lambda: "This game is over.",
    "game-goes-on": lambda: "This game is not over yet.",
    "board-has-changed": lambda: (
        "The board has changed since you looked. Nothing was done; look again."
    ),
    "action-not-allowed": _not_allowed,
    "nothing-to-take-back": lambda: "There is nothing to take back.",
    "one-for-each-seat": lambda seats: f"This game has {seats} seats; choose somebody for each.",
    "one-seat-is-mine": lambda: "Choose one seat for yourself, and “somebody here” for others.",
    "unknown-clock": lambda allowed: f"Unknown clock; allowed are none, {listed(allowed)}.",
    "bot-not-at-hand": lambda version: (
        f"{version} cannot play: it is paused, banned, or not open to everybody."
    ),
    "players-challenge": lambda: "Log in to let bots play each other.",
    "challenges-open": lambda most: f"{most} challenge of yours is running; wait until it is over.",
    "casual-games-open": lambda most: (
        f"You have {most} games that are not over; end one of them first."
    ),
    "casual-failed": lambda row, error: f"{row} could not go on: {error}",
}
