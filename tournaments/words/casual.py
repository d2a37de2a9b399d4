"""What is said at the boards of casual games."""

from collections.abc import Sequence

from agents.words.speech import Catalogue, say


def _not_allowed(tried: str, allowed: Sequence[str], more: bool) -> str:
    rest = ", …" if more else ""
    return say(
        "{tried:repr} is not allowed now. Allowed are {allowed:list}{rest}.",
        tried=tried,
        allowed=allowed,
        rest=rest,
    )


SENTENCES: Catalogue = {
    "not-your-turn": "It is not your turn at this board.",
    "not-at-this-board": "Only who sits at this board may do that.",
    "nobody-sits": "Your browser keeps no cookies, so nobody would know you at the board.",
    "seat-is-taken": "Somebody else has taken this seat.",
    "game-is-over": "This game is over.",
    "game-goes-on": "This game is not over yet.",
    "board-has-changed": "The board has changed since you looked. Nothing was done; look again.",
    "action-not-allowed": _not_allowed,
    "nothing-to-take-back": "There is nothing to take back.",
    "one-for-each-seat": "This game has {seats} seats; choose somebody for each.",
    "one-seat-is-mine": "Choose one seat for yourself, and “somebody here” for others.",
    "unknown-clock": "Unknown clock; allowed are none, {allowed:list}.",
    "bot-not-at-hand": "{version} cannot play: it is paused, banned, or not open to everybody.",
    "players-challenge": "Log in to let bots play each other.",
    "challenges-open": "{most} challenge of yours is running; wait until it is over.",
    "casual-games-open": "You have {most} games that are not over; end one of them first.",
    "casual-failed": "{row} could not go on: {error}",
}
