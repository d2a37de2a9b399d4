"""Play a finished game again, from its record, and compare every event.

The dice, the bots' own seeds, PYTHONHASHSEED and the whole environment are the same, so a bot that
uses nothing else plays the same. A bot that looks at its clock, at the time of day or at
`os.urandom` may differ, and that is no fault.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from agents.desk.inprocess import play_here
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.table.referee import play_game
from agents.words import CodedError, Sentence
from engine import record


class NotRepeatable(CodedError):
    """The record lacks something that is needed to play it again; the sentence says what."""


@dataclass(frozen=True)
class Difference:
    """The first event that differs.

    `ply` counts the events before it, `seat` is the seat that it belonged (or would have belonged)
    to, `then` and `now` say what happened.
    """

    ply: int
    seat: int
    then: Sentence
    now: Sentence


@dataclass(frozen=True)
class Repetition:
    """A game and its repetition: how many `actions` they have in common, and where they differ."""

    actions: int
    difference: Difference | None

    @property
    def identical(self) -> bool:
        """Whether every event was the same."""
        return self.difference is None

    def __str__(self) -> str:
        if self.difference is None:
            return str(Sentence("identical", actions=self.actions))
        return str(Sentence("different", actions=self.actions, **vars(self.difference)))


def play_again(
    document: dict[str, Any],
    archives: Sequence[bytes],
    conditions: Conditions,
    *,
    seed: bytes | None = None,
    in_process: bool = False,
    watch: Callable[[], None] | None = None,
) -> Repetition:
    """Play the game of a record again with these archives, one for each seat, and compare.

    `seed` is the seed of the dice, needed if the record does not reveal it yet. Raises
    NotRepeatable, an EngineError for a record of other rules, or what `play_game` raises.
    """
    seats = document["seats"]
    if len(archives) != len(seats):
        raise NotRepeatable("record-seats", seats=len(seats))
    bots = [
        SeatedBot(archive, seat["name"], seat["version"], bot_seed(seat))
        for archive, seat in zip(archives, seats, strict=True)
    ]
    number, opening = record.game_number(document), record.opening(document)
    deal = Deal(_dice_seed(document, seed), number, opening)
    game = record.load_variant(document)
    if in_process:
        report = play_here(game, bots, deal, conditions.time_control)
    else:
        report = play_game(game, bots, deal, conditions, watch=watch).report()
    return compare(document["events"], report.record["events"])


def compare(then: Sequence[dict[str, Any]], now: Sequence[dict[str, Any]]) -> Repetition:
    """Compare the events of two records: seats and what they did, without times and notes."""
    actions = 0
    for ply, (was, is_now) in enumerate(zip_longest(then, now)):
        if _deed(was) != _deed(is_now):
            seat = (was or is_now)["seat"]
            return Repetition(actions, Difference(ply, seat, _words(was), _words(is_now)))
        actions += "action" in was
    return Repetition(actions, None)


def _deed(event: dict[str, Any] | None) -> tuple[int, str, str] | None:
    if event is None:
        return None
    kind = next(kind for kind in ("action", "throw", "forfeit") if kind in event)
    return event["seat"], kind, event[kind]


def _words(event: dict[str, Any] | None) -> Sentence:
    if (deed := _deed(event)) is None:
        return Sentence("was-over")
    seat, kind, what = deed
    return Sentence("event", seat=seat, kind=kind, what=what)


def _dice_seed(document: dict[str, Any], dice_seed: bytes | None) -> bytes:
    if dice_seed is not None:
        try:
            document = record.reveal(document, dice_seed)
        except ValueError as error:
            raise NotRepeatable("record-other-dice", why=error) from None
    if document["dice"]["seed"] is None:
        raise NotRepeatable("record-hides-dice")
    return bytes.fromhex(document["dice"]["seed"])


def bot_seed(seat: dict[str, Any]) -> int:
    """Return the seed of a bot in a record. Raises NotRepeatable if there is none."""
    seed = seat.get("seed")
    if not isinstance(seed, int):
        raise NotRepeatable("record-no-seeds")
    return seed
