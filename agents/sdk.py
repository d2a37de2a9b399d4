"""What a bot author imports: `Bot`, and the names for its annotations.

    from agents.sdk import Bot

    class First(Bot):
        def choose(self, state, clock):
            return state.legal_actions()[0]

The whole story is in docs/10-writing-a-bot.md.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine import Game, State

__all__ = ["RESIGN", "Bot", "Clock", "Game", "Resignation", "State"]


class Resignation:
    """What `RESIGN` is."""


RESIGN: Final = Resignation()
"""Return it from `choose` in place of an action to give the game up."""


@dataclass(frozen=True)
class Clock:
    """What a bot has left, in seconds, as its turn begins.

    `remaining` in the bank for the rest of the game, `increment` that each action adds to it,
    `per_action` the most that one action may take (None: no cap but the bank).
    """

    remaining: float
    increment: float
    per_action: float | None

    def share(self, actions: int = 30) -> float:
        """Seconds to spend on this action so that as many `actions` could still follow.

        It is an even share of the bank and most of the increment, but never more than half of what
        this action may take.
        """
        utmost = self.remaining if self.per_action is None else min(self.remaining, self.per_action)
        return min(self.remaining / actions + 0.8 * self.increment, utmost / 2)


class Bot:
    """A bot: derive from it once in `bot.py` and write `choose`.

    A new process makes a new instance for every game. Whatever is printed goes to the bot's log.
    """

    games: ClassVar[Sequence[str] | None] = None
    """The games that it plays, as ["kalah", "pachisi(mode=two)"]; None: all of them.

    An id stands for all variants of a game, an id with options for those that have these options.
    """

    tunable: ClassVar[Mapping[str, tuple[float, float]]] = {}
    """The lowest and highest value of each class attribute that `kauri tune` may change."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Called once before the first turn, within the start-up time.

        `seat` counts from 0. `rng` is seeded by this game's own bot seed: a bot that draws only
        from it (or from the `random` module, which has the same seed) can be replayed exactly.
        """

    def choose(self, state: State, clock: Clock) -> int | str | Resignation:
        """Return a legal action of `state`, where this bot is to act, the action's notation, or
        `RESIGN` to give the game up.
        """
        raise NotImplementedError("a bot must define choose(self, state, clock)")

    def finish(self, returns: Sequence[float]) -> None:
        """Called once after the game, with the return of each seat, which nothing can change."""

    def note(self, text: object) -> None:
        """Attach a line to the action that is being chosen; the replay shows it with the action.

        Several notes in one turn become one text, of which the first 500 characters are kept.
        """
        self._notes().append(str(text))

    def take_notes(self) -> str:
        """The notes since the last call, as one text. The runner calls it after each action."""
        notes = self._notes()
        text = "\n".join(notes)
        notes.clear()
        return text

    def _notes(self) -> list[str]:
        # Kept out of __init__, so that a bot with one of its own need not call super().
        notes: list[str] = self.__dict__.setdefault("_note_texts", [])
        return notes
