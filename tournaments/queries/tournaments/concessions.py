"""The rules that rounds of a Swiss tournament gave up, where no other pairing was left.

Nothing is stored for it: it follows from the pairings, which rows keep for ever.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.mathematics.formats import PlayedRound, dutch
from tournaments.queries.tournaments.format_input import Course


@dataclass(frozen=True)
class Concession:
    """A pairing that the rules forbid, as a sentence; `round` is its number."""

    round: int
    text: str


def concessions(known: Course) -> list[Concession]:
    """Every repeated meeting and second bye of a Swiss tournament of two sides, by rounds."""
    if not known.counts_meetings or known.sides != 2:
        return []
    names = [str(entry.version) for entry in known.entries]
    return [
        Concession(number, text)
        for number, round_ in enumerate(known.played, start=1)
        for text in _given_up(names, known.played[: number - 1], round_)
    ]


def _given_up(
    names: Sequence[str], before: Sequence[PlayedRound], round_: PlayedRound
) -> Iterator[str]:
    history = dutch.history(range(len(names)), before)
    for played in round_:
        if played.requested:
            continue
        if text := _text(played.entrants, names, history):
            yield f"{text}: the rules of the Swiss system had no other pairing for this round."


def _text(
    pairing: Sequence[int], names: Sequence[str], history: Mapping[int, dutch.PairingHistory]
) -> str:
    one = pairing[0]
    own = history[one]
    if len(pairing) == 1:
        again = own.byes or own.forfeits
        return f"{names[one]} gets a point without a game again" if again else ""
    other = pairing[1]
    return f"{names[one]} and {names[other]} meet again" if other in own.met else ""
