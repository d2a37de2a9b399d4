"""Alquerque grande in words and letters: the text board and why a game ended."""

# ruff: noqa: SLF001

from typing import Final

from engine.games.alquerque.lines import FILES, POINTS, has_line
from engine.games.alquerque.rules import AlquerqueGame, AlquerqueState

_COLOURS: Final = ("white", "turquoise", "black", "red")


def colour_of(game: AlquerqueGame, seat: int) -> str:
    """Return the colour of a seat's stones: with two seats they are white and black."""
    return _COLOURS[2 * seat if game.num_players() == 2 else seat]


def colour(state: AlquerqueState, seat: int) -> str:
    """Return the colour of a seat's stones in a position."""
    return colour_of(state._rules, seat)


def _seat(state: AlquerqueState, seat: int) -> str:
    return f"seat {seat} ({colour(state, seat).capitalize()})"


def _seats(state: AlquerqueState, seats: list[int]) -> str:
    """Name one seat by number and colour, several by their numbers."""
    if len(seats) == 1:
        return _seat(state, seats[0])
    numbers = [str(seat) for seat in seats]
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


def ending(state: AlquerqueState) -> str:
    """Return the sentence that says why the game ended and who won."""
    ranks = state.ranks()
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    losers = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    several = len(losers) > 1
    causes = {
        "quiet": f"no stone left the board in {state._rules.quiet_limit} actions",
        "stuck": f"{_seats(state, losers)} cannot move",
        "bare": f"{_seats(state, losers)} {'have' if several else 'has'} no stone left",
        "forfeit": f"{_seats(state, losers)} {'forfeit' if several else 'forfeits'}",
    }
    cause = causes[state._reason]
    if state._rules.slow and len(winners) == 1:
        cause = "the others have left the board"
    return f"{cause[0].upper()}{cause[1:]}: {_result(state, winners)}."


def _result(state: AlquerqueState, winners: list[int]) -> str:
    if len(winners) == state.num_players():
        return "a draw"
    if len(winners) > 1 and state.get_game().options["mode"] == "single":
        return f"{_seats(state, winners)} share the first place"
    wins = f"{_seats(state, winners)} {'win' if len(winners) > 1 else 'wins'}"
    if counts_captures(state._rules):
        return f"{wins} with {state.captured(winners[0])} captured"
    return wins


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
    who = _seat(state, state.current_player())
    return f"{who[0].upper()}{who[1:]} to move."
