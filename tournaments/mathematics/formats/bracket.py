"""Brackets of two sides: seeds, and winners and losers of earlier ties, meet by a plan.

Source: the standard seeding, in which each round, if the better seed always wins, pairs the best
left with the worst; see for example Schwenk, "What is the correct way to seed a knockout
tournament?" (American Mathematical Monthly 107, 2000). The drop into the lower bracket of a double
elimination turns its order from round to round, so that two meet again as late as may be.

A bracket is only a plan; the results come from the rounds played. Where both entrants of a tie
have withdrawn the better seed goes on by name, and its next opponent has a bye.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from tournaments.mathematics.formats.base import Pairing, PlayedRound, by_level

Where = tuple[int, int]
"""A match: its round and its number in it, both from 0."""


@dataclass(frozen=True)
class Source:
    """Where one side of a match comes from; `where` is (seed, 0) for a seed, which count from 0."""

    kind: Literal["seed", "winner", "loser"]
    where: Where


@dataclass(frozen=True)
class Tie:
    """Two sides to come; `minor` for the match that only decides the third place."""

    sides: tuple[Source, Source]
    minor: bool = False


Bracket = Sequence[Sequence[Tie]]


@dataclass(frozen=True)
class Settled:
    """The entrants of a tie, in the order of its sides; fewer than two where a side stays empty."""

    entrants: tuple[int, ...]
    winner: int | None


def single(entrants: int, *, third_place: bool) -> list[list[Tie]]:
    """A knockout, the final last; with four entrants or more there may be a third place match.

    One entrant, or none, has no rounds to play.
    """
    if entrants < 2:
        return []
    rounds = [_first(entrants)]
    while len(rounds[-1]) > 1:
        rounds.append(_pairs(_from("winner", len(rounds) - 1, len(rounds[-1]))))
    if third_place and entrants > 3:
        losers = _from("loser", len(rounds) - 2, 2)
        rounds[-1].append(Tie((losers[0], losers[1]), minor=True))
    return rounds


def double(entrants: int, *, reset: bool) -> list[list[Tie]]:
    """A double elimination: upper and lower bracket, the final, and with `reset` a second one."""
    rounds = [_first(entrants)]
    upper = _from("winner", 0, len(rounds[0]))
    lower = _from("loser", 0, len(rounds[0]))
    turn = 1
    while len(upper) > 1:
        ties = _pairs(upper)
        here, count = len(rounds), len(ties)
        rounds.append([*ties, *_pairs(lower)])
        upper = _from("winner", here, count)
        left = _from("winner", here, len(rounds[-1]))[count:]
        fallen = _turned(_from("loser", here, count), turn)
        rounds.append([Tie(two) for two in zip(fallen, left, strict=True)])
        lower = _from("winner", here + 1, count)
        turn += 1
    rounds.append([Tie((upper[0], lower[0]))])
    if reset:
        final = (len(rounds) - 1, 0)
        rounds.append([Tie((Source("winner", final), Source("loser", final)))])
    return rounds


def seed_order(size: int) -> list[int]:
    """Seeds from 0 in the order of the first round's places, for a power of two."""
    order = [0]
    while len(order) < size:
        last = 2 * len(order) - 1
        order = [seed for better in order for seed in (better, last - better)]
    return order


def size(entrants: int) -> int:
    """Places of the first round: the next power of two."""
    return 1 << (entrants - 1).bit_length()


def _first(entrants: int) -> list[Tie]:
    return _pairs([Source("seed", (seed, 0)) for seed in seed_order(size(entrants))])


def _from(kind: Literal["winner", "loser"], round_: int, count: int) -> list[Source]:
    return [Source(kind, (round_, number)) for number in range(count)]


def _pairs(sources: Sequence[Source]) -> list[Tie]:
    return [Tie(two) for two in zip(sources[::2], sources[1::2], strict=True)]


def _turned(sources: list[Source], turn: int) -> list[Source]:
    """The ties reversed in odd rounds; with their halves swapped in even ones."""
    half = len(sources) // 2
    return sources[::-1] if turn % 2 else sources[half:] + sources[:half]


def settle(
    bracket: Bracket, order: Sequence[int], played: Sequence[PlayedRound]
) -> dict[Where, Settled]:
    """The entrants and winners of the matches played, and the entrants of the next round's.

    `order` are the entrants from the first seed to the last.
    """
    matches: dict[Where, Settled] = {}
    for number, ties in enumerate(bracket[: len(played) + 1]):
        for place, tie in enumerate(ties):
            entrants = tuple(
                entrant
                for source in tie.sides
                if (entrant := _who(source, order, matches)) is not None
            )
            round_ = played[number] if number < len(played) else None
            matches[number, place] = Settled(entrants, _winner(entrants, round_, order))
    return matches


def _who(source: Source, order: Sequence[int], matches: Mapping[Where, Settled]) -> int | None:
    if source.kind == "seed":
        return order[source.where[0]] if source.where[0] < len(order) else None
    before = matches[source.where]
    if source.kind == "winner":
        return before.winner
    return next((entrant for entrant in before.entrants if entrant != before.winner), None)


def _winner(entrants: Pairing, round_: PlayedRound | None, order: Sequence[int]) -> int | None:
    if round_ is None or not entrants:
        return None
    played = next((pairing for pairing in round_ if set(pairing.entrants) <= set(entrants)), None)
    return min(entrants, key=order.index) if played is None else played.ranked(order)[0]


def next_round(
    bracket: Bracket, order: Sequence[int], played: Sequence[PlayedRound], playing: set[int]
) -> list[Pairing] | None:
    """The next round of those in `playing`, with byes for absent opponents; None after the end.

    In the first round the best seeds have byes where entrants are missing; later no such bye is
    made.
    """
    number = len(played)
    if number >= len(bracket):
        return None
    matches = settle(bracket, order, played)
    made: list[Pairing] = []
    for place, tie in enumerate(bracket[number]):
        entrants = matches[number, place].entrants
        here = tuple(entrant for entrant in entrants if entrant in playing)
        if here and (len(entrants) == 2 or number == 0) and not (tie.minor and len(here) < 2):
            made.append(here)
    return made


def places(
    bracket: Bracket, order: Sequence[int], played: Sequence[PlayedRound]
) -> list[tuple[int, int]]:
    """(place, entrant), best first: later losers are better; losers of a round are equal.

    All who are still in share the first place.
    """
    level = dict.fromkeys(order, inf)
    goes_on = {s.where for round_ in bracket for m in round_ for s in m.sides if s.kind == "loser"}
    for (number, place), tie in settle(bracket, order, played).items():
        if number >= len(played):
            continue
        minor = bracket[number][place].minor
        for entrant in tie.entrants:
            if entrant != tie.winner and (number, place) not in goes_on:
                level[entrant] = number - (0.75 if minor else 0)
            elif entrant == tie.winner and minor:
                level[entrant] = number - 0.5
    return by_level(order, level)
