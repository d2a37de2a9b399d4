"""A series of games between the same bots: who sits where, with which dice, and the score."""

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.table.conditions import Deal
from agents.table.referee import GameReport
from agents.terms.faults import Fault

ORDERS = ("alternate", "winner", "loser")
"""Who sits first in the next game: the next entrant, or the winner or loser of the last game."""


@dataclass(frozen=True)
class Contender:
    """A bot in a series: its name and its canonical archive."""

    name: str
    archive: bytes


@dataclass(frozen=True)
class Seating:
    """One game of a series: its `number` from 0, the entrants' numbers by seat, and its deal.

    Two games with the same dice seed and game number share their dice.
    """

    number: int
    entrants: tuple[int, ...]
    deal: Deal


@dataclass(frozen=True)
class SeriesGame:
    """One game of a series with its report."""

    seating: Seating
    report: GameReport

    def result(self, entrant: int) -> float:
        """The return of an entrant."""
        return self.report.returns[self.seating.entrants.index(entrant)]

    def faults(self) -> Iterator[tuple[int, Fault]]:
        """Yield the faults, each with the number of its entrant."""
        for entrant, fault in zip(self.seating.entrants, self.report.faults, strict=True):
            if fault is not None:
                yield entrant, fault


@dataclass(frozen=True)
class Tally:
    """The score of one entrant. A return over 0 is a win, 0 a draw; points are (return + 1) / 2.

    `wall` and `cpu` are seconds over all its `actions`.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    faults: int = 0
    actions: int = 0
    wall: float = 0.0
    cpu: float = 0.0


def play(
    play_one: Callable[[Seating], GameReport],
    *,
    games: int,
    seats: int,
    seed: bytes,
    first: str,
    same_dice: bool = False,
    draw: Callable[[bytes, Collection[tuple[str, ...]]], tuple[str, ...]] | None = None,
) -> Iterator[SeriesGame]:
    """Play a series and yield each game as it ends. `first` is one of `ORDERS`.

    If seats alternate, a block has one game for each seat, and every entrant sits in every seat
    once. Each game has its own dice, or those of its block with `same_dice`: use that only for bots
    that you trust, because a bot could know the next throws. `draw` makes the opening of each block
    but the first, from its dice seed and the openings before it.
    """
    entrants = tuple(range(seats))
    block = seats if first == "alternate" else 1
    dealt = seatings(
        games=games, seats=seats, block=block, seed=seed, same_dice=same_dice, draw=draw
    )
    for by_turns in dealt:
        seating = replace(by_turns, entrants=entrants)
        played = SeriesGame(seating, play_one(seating))
        yield played
        entrants = _next(entrants, played.report.ranks, first)


def seatings(
    *,
    games: int,
    seats: int,
    block: int,
    seed: bytes,
    same_dice: bool = False,
    draw: Callable[[bytes, Collection[tuple[str, ...]]], tuple[str, ...]] | None = None,
) -> Iterator[Seating]:
    """Yield the games of a series in which seats alternate, each with its deal, before play.

    `block` is the number of games in a block; `same_dice` and `draw` are those of `play`.
    """
    entrants = tuple(range(seats))
    openings: list[tuple[str, ...]] = [()]
    for number in range(games):
        dice = _dice_seed(seed, number // block)
        if number // block == len(openings):
            openings.append(draw(dice, openings) if draw else ())
        dice_number = number // block * block + 1 if same_dice else number + 1
        yield Seating(number, entrants, Deal(dice, dice_number, openings[number // block]))
        entrants = _next(entrants, (), "alternate")


def score(games: Sequence[SeriesGame], *, entrant: int) -> Tally:
    """Return the score of one entrant over these games."""
    seats = [played.seating.entrants.index(entrant) for played in games]
    returns = [played.result(entrant) for played in games]
    events = [
        event
        for played, seat in zip(games, seats, strict=True)
        for event in _actions(played.report.record, seat)
    ]
    return Tally(
        games=len(games),
        wins=sum(value > 0 for value in returns),
        draws=sum(value == 0 for value in returns),
        losses=sum(value < 0 for value in returns),
        points=sum((value + 1) / 2 for value in returns),
        faults=sum(who == entrant for played in games for who, _ in played.faults()),
        actions=len(events),
        wall=sum(event["wall"] for event in events),
        cpu=sum(event["cpu"] for event in events),
    )


def _actions(record: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
    """Yield the actions of a seat's bot, without the opening."""
    own = (event for event in record["events"] if event["seat"] == seat and "action" in event)
    return (event for event in own if "opening" not in event)


def _dice_seed(seed: bytes, block: int) -> bytes:
    return hashlib.sha256(f"kauri-series-1:{seed.hex()}:{block}".encode()).digest()


def _next(entrants: tuple[int, ...], ranks: Sequence[int], first: str) -> tuple[int, ...]:
    """Return the next seating: rotated by one, or until the winner or loser sits first."""
    if first == "alternate":
        turn = 1
    elif len(set(ranks)) == 1:
        turn = 0
    else:
        turn = ranks.index(min(ranks) if first == "winner" else max(ranks))
    return entrants[turn:] + entrants[:turn]
