"""Alquerque grande in words and letters: the text board and why a game ended."""

# ruff: noqa: SLF001

from collections.abc import Sequence
from typing import Final

from engine.games.alquerque.lines import FILES, POINTS, has_line
from engine.games.alquerque.rules import AlquerqueGame, AlquerqueState
from engine.sentences import SHARED, Sentence, capitalised, of_seats, seat_names, sentence

SENTENCES: Final = {
    **SHARED,
    "no-stone-lost": "no stone left the board in {actions} actions",
    "cannot-move": "{seats} cannot move",
    "no-stone-left-together": "{seats} have no stone left",
    "forfeits": "{seats} forfeits",
    "forfeits-together": "{seats} forfeit",
    "others-gone": "the others have left the board",
    "drawn": "a draw",
    "first-shared": "{seats} share the first place",
    "most-captured": "{seats} wins with {stones} captured",
    "most-captured-together": "{seats} win with {stones} captured",
}
_CAUSES: Final = {"bare": "no-stone-left", "forfeit": "forfeits"}
_COLOURS: Final = ("white", "turquoise", "black", "red")


def colour_of(game: AlquerqueGame, seat: int) -> str:
    """Return the colour of a seat's stones: with two seats they are white and black."""
    return _COLOURS[2 * seat if game.num_players() == 2 else seat]


def colour(state: AlquerqueState, seat: int) -> str:
    """Return the colour of a seat's stones in a position."""
    return colour_of(state._rules, seat)


def names(state: AlquerqueState, seats: Sequence[int]) -> str:
    """Name one seat by number and colour, several by their numbers."""
    name = seat_names(seats)
    return f"{name} ({colour(state, seats[0]).capitalize()})" if len(seats) == 1 else name


def ending(state: AlquerqueState) -> Sentence:
    """Return why the game ended and who won."""
    ranks = state.ranks()
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    losers = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    if state._rules.slow and len(winners) == 1:
        cause = sentence("others-gone")
    elif state._reason == "quiet":
        cause = sentence("no-stone-lost", actions=state._rules.quiet_limit)
    elif state._reason == "stuck":
        cause = sentence("cannot-move", seats=losers)
    else:
        cause = of_seats(_CAUSES[state._reason], losers)
    return sentence("cause-result", cause=cause, result=_result(state, winners))


def _result(state: AlquerqueState, winners: list[int]) -> Sentence:
    if len(winners) == state.num_players():
        return sentence("drawn")
    if len(winners) > 1 and state.get_game().options["mode"] == "single":
        return sentence("first-shared", seats=winners)
    if counts_captures(state._rules):
        return of_seats("most-captured", winners, stones=state.captured(winners[0]))
    return of_seats("wins", winners)


def standing(state: AlquerqueState) -> dict[int, int]:
    """Return the seat whose stone stands on each point that is not empty."""
    seats = range(state.num_players())
    return {POINTS.index(name): seat for seat in seats for name in state.stones(seat)}


def board(state: AlquerqueState) -> str:
    """Return the board with its lines as text, and who is to move."""
    stones = standing(state)
    letters = [
        colour(state, stones[point])[0].upper() if point in stones else "." for point in range(49)
    ]
    lines = []
    for rank in range(6, -1, -1):
        lines.append(f"{rank + 1}  " + "---".join(letters[7 * rank : 7 * rank + 7]))
        if rank:
            cells = ["\\" if has_line(7 * rank + file - 6, 1) else "/" for file in range(6)]
            lines.append("   | " + " | ".join(cells) + " |")
    lines += ["   " + "   ".join(FILES), _tally(state), _who(state)]
    return "\n".join(line for line in lines if line)


def counts_captures(game: AlquerqueGame) -> bool:
    """Tell whether captured stones decide who wins."""
    return game.quick


def _tally(state: AlquerqueState) -> str:
    if not counts_captures(state._rules):
        return ""
    counts = [f"{colour(state, seat).capitalize()} {state.captured(seat)}" for seat in range(4)]
    return f"Captured: {', '.join(counts)}."


def _who(state: AlquerqueState) -> str:
    outcome = state.outcome()
    if outcome is not None:
        return outcome.text
    return f"{capitalised(names(state, [state.current_player()]))} to move."
