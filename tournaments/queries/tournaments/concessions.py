"""Where a Swiss tournament broke its own rules, because no other pairing was left.

Nothing is stored for it: it follows from the pairings of all rounds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.mathematics.formats import PlayedRound, dutch
from tournaments.queries.tournaments.format_input import FormatInput
from tournaments.words import Sentence


@dataclass(frozen=True)
class Concession:
    """A pairing that breaks a rule: the number of its round, and which rule."""

    round: int
    text: Sentence


def concessions(inputs: FormatInput) -> list[Concession]:
    """Every repeated meeting and second bye of a Swiss tournament for two sides, by rounds."""
    if not inputs.counts_meetings or inputs.sides != 2:
        return []
    names = [str(entry.version) for entry in inputs.entries]
    return [
        Concession(number, text)
        for number, round_ in enumerate(inputs.played, start=1)
        for text in _given_up(names, inputs.played[: number - 1], round_)
    ]


def _given_up(
    names: Sequence[str], before: Sequence[PlayedRound], round_: PlayedRound
) -> Iterator[Sentence]:
    history = dutch.history(range(len(names)), before)
    for played in round_:
        entrant, *others = played.entrants
        own = history[entrant]
        if not others and (own.byes or own.forfeits) and not played.requested:
            yield Sentence("bye-again", one=names[entrant])
        elif others and others[0] in own.met:
            yield Sentence("met-again", one=names[entrant], other=names[others[0]])
