"""What a position of Pachisi is worth, for bots of any method. Rules: docs/32-pachisi.md."""

from __future__ import annotations

from typing import Any

ENTERED = 6
"""What it is worth, in steps, that a piece has left its yard: it took a six."""


def worth(state: Any, seat: int) -> float:
    """How many steps a side is ahead of the mean of the others, less what it may lose at once."""
    return worths(state)[seat]


def worths(state: Any) -> list[float]:
    """The worth of a position for every seat."""
    game = state.get_game()
    track, sides = game.options["track"], game.sides()
    colours = _colours(len(set(sides)))
    scores = [score(state, own, track) for own in colours]
    whole, rivals = sum(scores), len(scores) - 1
    most = 4 * len(colours[0]) * (track + 4 + ENTERED)
    leads = [0.9 * (mine - (whole - mine) / rivals) / most for mine in scores]
    return [leads[side] for side in sides]


def _colours(sides: int) -> list[list[int]]:
    """Each side's colours: its own, or two facing each other."""
    return [[0, 2], [1, 3]] if sides == 2 else [[colour] for colour in range(sides)]


def score(state: Any, own: list[int], track: int) -> float:
    """The steps that these colours have gone, less those that captures may soon cost."""
    hunters = _hunters(state, own, track)
    hit = state.get_game().options["dice"] / 6
    total = 0.0
    for colour in own:
        for progress in filter(None, state.pieces(colour)):
            total += ENTERED + progress
            if progress <= track:
                square = colour * track // 4 + progress - 1
                total -= hit * (progress + ENTERED) * _hunted(square, hunters, track)
    return total


def _hunters(state: Any, own: list[int], track: int) -> list[tuple[int, int, int]]:
    """The others' pieces: the square that each stands on, and its least and most steps there.

    A piece in its yard counts as if it stood on its start square, to which only a six leads.
    """
    hunters = []
    for colour in range(4):
        for at in state.pieces(colour) if colour not in own else ():
            first = colour * track // 4
            if at == 0:
                hunters.append((first, 0, 0))
            elif at is not None and at < track:
                hunters.append((first + at - 1, 1, min(6, track - at)))
    return hunters


def _hunted(square: int, hunters: list[tuple[int, int, int]], track: int) -> int:
    """How many pieces could capture on a square by one number of the die."""
    return sum(least <= (square - at) % track <= most for at, least, most in hunters)
