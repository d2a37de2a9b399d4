"""What is said of games: at the board, how they ended, and why they are not rated."""

from collections.abc import Sequence

from agents.words.speech import Catalogue, say, together


def _not_allowed(tried: str, allowed: Sequence[str], more: bool) -> str:
    rest = ", …" if more else ""
    return say(
        "{tried:repr} is not allowed now. Allowed are {allowed:list}{rest}.",
        tried=tried,
        allowed=allowed,
        rest=rest,
    )


_NAMED = 5
"""How many bots a sentence names; it says how many more there are."""


def _listed(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        named, more = names[:_NAMED], len(names) - _NAMED
        return say("{named:list} and {more} more", named=named, more=more)
    return together(names)


SENTENCES: Catalogue = {
    # At the boards of casual games.
    "not-your-turn": "It is not your turn at this board.",
    "not-at-this-board": "Only who sits at this board may do that.",
    "nobody-sits": "Your browser keeps no cookies, so nobody would know you at the board.",
    "seat-is-taken": "Somebody else has taken this seat.",
    "name-at-this-board": "Somebody at this board has this name. Choose another one.",
    "no-such-event": "This game has events 0 to {last}.",
    "somebody-has-left": "Somebody has left the game by then. Choose an earlier position.",
    "game-is-over-there": "The game is over in this position. Choose an earlier one.",
    "cannot-play-on": "Nobody can play on from here: {why}",
    "nobody-plays-on": "This site has no bot that could play on from here.",
    "game-is-over": "This game is over.",
    "game-goes-on": "This game is not over yet.",
    "board-has-changed": "The board has changed since you looked. Nothing was done; look again.",
    "action-not-allowed": _not_allowed,
    "nothing-to-take-back": "There is nothing to take back.",
    "one-for-each-seat": "This game has {seats} seats; choose somebody for each.",
    "one-seat-is-mine": "Choose one seat for yourself, and “somebody here” for others.",
    "unknown-clock": "Unknown clock; allowed are none, {allowed:list}.",
    "bot-not-at-hand": "{version} cannot play: it is paused, banned, or not open to everybody.",
    "bot-not-connected": "{bot} plays from its author's machine, and is not connected now.",
    "bot-plays-newer-version": "{bot} plays as a newer version now.",
    "bot-is-busy": "{bot} plays as many games as it can. Try again when one is over.",
    "remote-game-is-over": "This game is over. Nothing was done.",
    "remote-ply-passed": "Your bot has acted at ply {ply} already, by {action}. Nothing was done.",
    "remote-not-due": "Ply {ply} is not your bot's turn: the game is at ply {now}. Nothing was "
    "done.",
    "remote-bots-take-nothing-back": "Nothing is taken back where a remote bot plays.",
    "remote-too-late": "Your bot's time was over, so it has lost. Nothing was done.",
    "remote-late": "It acted too late: {wall:.1f} s after its turn began, {allowed:.1f} s were "
    "allowed.",
    "remote-away": "Its program was not connected, and did not come back within {allowed:.0f} s.",
    "players-challenge": "Log in to let bots play each other.",
    "challenges-open": "{most} challenge of yours is running; wait until it is over.",
    "casual-games-open": "You have {most} games that are not over; end one of them first.",
    "hint-without-function": "The judge does not know this variant, so it has no advice.",
    "hint-of-arrangement": "The judge has no advice on arrangements.",
    "hint-failed": "The judge had no advice in {row}: {error}",
    "casual-failed": "{row} could not go on: {error}",
    # How a casual game ended for who sits at the board.
    "you-won": "You won.",
    "you-won-by": "You won by {margin}.",
    "you-lost": "You lost.",
    "you-lost-by": "You lost by {margin}.",
    "you-drew": "It is a draw.",
    "your-rank": "Your rank is {rank} of {sides}.",
    "has-resigned": "{name} has resigned.",
    "has-left": "{name} has left.",
    "has-failed": "{name} {why:said}.",
    # How a game ended: who won, and why.
    "draw": "A draw.",
    "wins": "{winner} wins.",
    "shared-first": "{winners:all} share the first place.",
    "record-file-missing": "The file of records {file} is missing. The operator can restore it "
    "from a backup.",
    "record-file-damaged": "The file of records {file} is damaged. The operator can restore it "
    "from a backup.",
    "ended-without-record": "It ended by “{reason}”. Its record was removed.",
    "ended-under-old-rules": "It ended by “{reason}”, under rules that this engine no longer has.",
    # Why games are not rated.
    "no-leaderboard": "Not rated: this variant has no leaderboard.",
    "private-tournament": "Not rated: the games of private tournaments.",
    "bots-of-one-owner": lambda bots: say(
        "Not rated: games between bots of one owner, as {listed}.", listed=_listed(bots)
    ),
    "pairing-over-cap": "At most {cap} games of the same two owners rate a day on a leaderboard. "
    "A pairing here has {games}.",
    "cap-reached": "{one} and {other} have had {games} of the {cap} games that rate between them "
    "today.",
    "never-rated": "{why}",
    # Analyses of games.
    "analysis-without-record": "The record of this game is kept no longer, so it cannot be "
    "analysed.",
    "analysis-without-result": "This game ended without a result, so there is nothing to analyse.",
    "analysis-of-old-rules": "This game followed rules that this engine plays no longer, so it "
    "cannot be analysed.",
    "analysis-without-function": "No value function is kept for this variant, so its games cannot "
    "be analysed.",
    "analysis-failed": "Three attempts to analyse this game failed, by no fault of yours. Staff "
    "can see why.",
    "analyses-wait": "{most} games wait for an analysis. Ask again in some minutes.",
}
