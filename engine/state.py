"""The base of all positions. A game's rules subclass `State` and implement its abstract methods.

Names and meanings are those of OpenSpiel's Python API; docs/22-adding-a-game.md is the checklist.
"""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from engine.errors import EngineError, IllegalAction, InvalidNotation
from engine.gametype import PERFECT_INFORMATION
from engine.machine import i64, mypyc_attr
from engine.past import Past
from engine.sentences import Sentence, Writer, seat_names
from engine.values import (
    CHANCE,
    HIDDEN,
    LOW,
    MULTIPLIER,
    TERMINAL,
    Outcome,
    integer,
    pick,
    playout_stream,
    returns_of,
)

if TYPE_CHECKING:
    import random

    from engine.game import Game

_DUEL: Final = [0, 1]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Past):
    """A position with its past. Changed only by `apply_action` and `forfeit`.

    Whatever raises an error has changed nothing. States compare, copy and pickle by position: see
    `Position`. Do not apply actions to one that is a key of a dictionary: use `clone` or `key`.
    """

    def __repr__(self) -> str:
        past = repr(self._history)
        if self._forfeits:
            past += f", {self._forfeits!r}"
        return f"{self._game!r}.state_from_history({past})"

    # Who is to act, and what may be done.

    def get_game(self) -> "Game":
        """Return the game (variant) that this is a state of."""
        return self._game

    def num_players(self) -> int:
        """Return the number of seats."""
        return self._game.num_players()

    def current_player(self) -> int:
        """Return the seat to act, `engine.CHANCE` (-1) or `engine.TERMINAL` (-4)."""
        return self._player

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        """Tell whether the dice come next."""
        return self._player == CHANCE

    def is_player_node(self) -> bool:
        """Tell whether a seat is to act."""
        return self._player >= 0

    def is_simultaneous_node(self) -> bool:
        """Return False: seats never act at the same time."""
        return False

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the sorted ids of what may be applied now; at a chance node, the outcomes.

        For a seat that is not to act, and at the end, the list is empty.
        """
        if self._player == TERMINAL or (seat is not None and seat != self._player):
            return []
        return self._outcomes()[:] if self._player == CHANCE else self._legal()[:]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return (outcome, probability) pairs that sum to 1; IllegalAction elsewhere."""
        weights = self.chance_weights()
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def sample_chance(self, rng: "random.Random") -> int:
        """Return an outcome drawn with its exact probability; IllegalAction elsewhere."""
        weights = self.chance_weights()
        left = rng.randrange(sum(weight for _, weight in weights))
        return pick(weights, left)

    # Playing.

    def apply_action(self, action: SupportsIndex) -> None:
        """Apply an action of the seat to act, or an outcome at a chance node.

        Any integer type will do, numpy's included. Raises IllegalAction.
        """
        # Asking an int for its index would cost a third of a compiled call.
        chosen = action if isinstance(action, int) else self._index(action)
        if not self._is_legal(chosen):
            raise self._refusal(f"id {chosen}")
        self._record(chosen)
        self._advance(chosen)

    def apply_unseen(self) -> None:
        """Apply an action or a throw that the holder of this state does not see.

        Only where `view` hides one: the rules cannot tell. Raises IllegalAction in games of perfect
        information.
        """
        if self._game.information() == PERFECT_INFORMATION:
            raise self._refusal("an unseen action")
        self._record(HIDDEN)
        self._advance(HIDDEN)

    def child(self, action: SupportsIndex) -> "State":
        """Return a new state after the action; this one stays as it is. Raises IllegalAction."""
        state = self.clone()
        state.apply_action(action)
        return state

    def forfeit(self, seat: int) -> None:
        """Let a seat give up, at its turn or at any other time.

        Raises IllegalAction for a seat that does not exist or has forfeited, and after the end.
        """
        self._check_seat(seat)
        if self._player == TERMINAL:
            raise IllegalAction(f"seat {seat} cannot forfeit: the game is over")
        if seat in self.forfeited():
            raise IllegalAction(f"seat {seat} cannot forfeit: it has done so already")
        self._forfeits.append((len(self._history), seat))
        self._forfeit(seat)

    def playout(self, seed: int) -> list[float]:
        """Play uniformly random actions from here to the end and return the returns.

        The state itself stays as it is. Equal seeds give equal games; the dice are drawn with
        their exact weights. The numbers are Marsaglia's 32-bit multiply-with-carry, whose period
        is about 2**62: good for search, not for secrets.
        """
        state = self.clone()
        number = playout_stream(seed)
        while state._player != TERMINAL:
            number = MULTIPLIER * (number & LOW) + (number >> 32)
            if state._player == CHANCE:
                state._advance(state._sample(number & LOW))
            else:
                state._advance(state._choose(number & LOW))
        return state.returns()

    # Results.

    def returns(self) -> list[float]:
        """Return each seat's result in [-1, 1], summing to zero; zeros before the end."""
        if self._player != TERMINAL:
            return [0.0] * self.num_players()
        return returns_of(self._ranks, self._game.sides() if len(self._ranks) > 2 else _DUEL)

    def player_return(self, seat: int) -> float:
        """Return one seat's result in [-1, 1]; zero before the end."""
        self._check_seat(seat)
        return self.returns()[seat]

    def ranks(self) -> list[int]:
        """Return each seat's rank: 1 is best, ties share the better number.

        Raises EngineError before the end.
        """
        if self._player != TERMINAL:
            raise EngineError("no ranks yet: the game is not over")
        return list(self._ranks)

    def outcome(self) -> Outcome | None:
        """Return why the game ended, in English, or None before the end."""
        ending = self.ending()
        if ending is None:
            return None
        templates = self._game.info.part("text").SENTENCES
        return Outcome(self._reason, Writer(templates, self._name_seats).whole(ending))

    def ending(self) -> Sentence | None:
        """Return how the game ended as a code with values (`engine.sentences`); None before."""
        if self._player != TERMINAL:
            return None
        ending: Sentence = self._game.info.part("text").ending(self)
        return ending

    # Notation.

    def action_to_string(self, *seat_and_action: SupportsIndex) -> str:
        """Return the notation of an action: `action_to_string([player,] action)`.

        Without a player it is the one to act now; `engine.CHANCE` stands for the dice.
        Raises IllegalAction for an id that has no notation here.
        """
        if not 1 <= len(seat_and_action) <= 2:
            raise TypeError("action_to_string takes ([player,] action)")
        action = index(seat_and_action[-1])
        player = index(seat_and_action[0]) if len(seat_and_action) == 2 else self._player
        text = self._notation(player, action)
        if text is None:
            raise IllegalAction(f"id {action} has no notation here for player {player}")
        return text

    def string_to_action(self, text: str) -> int:
        """Return the id of the legal action, or at a chance node the outcome, so written.

        Raises InvalidNotation for a text that is never an action of this game and IllegalAction
        for one that is not allowed now.
        """
        if not isinstance(text, str) or not self._game.is_notation(text):
            raise InvalidNotation(f"{text!r} is no notation of {self._game.variant}")
        for action in self.legal_actions():
            if self._notation(self._player, action) == text:
                return action
        raise self._refusal(repr(text))

    # Documents.

    def to_dict(self) -> dict[str, Any]:
        """Return a complete, JSON-safe description, from which `Game.state_from_dict` restores."""
        document = self._position()
        document.update(
            game=self._game.id,
            rules=self._game.rules_version,
            options=dict(self._game.options),
            player=self._player,
            history=self._history[:],
            forfeits=[list(entry) for entry in self._forfeits],
            reason=self._reason,
            ranks=list(self._ranks),
        )
        return document

    def information_state_string(self, seat: int) -> str:
        """Return all that a seat has seen so far: states with equal texts are alike to it.

        That is its view's past, with `?` for what is hidden. To resample what it does not know,
        play on from its view: hidden throws fall where they come to count.
        """
        past = ["?" if entry == HIDDEN else str(entry) for entry in self.view(seat)["history"]]
        return f"{seat}: {' '.join(past)}"

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return `to_dict` as this seat may know it; None stands for a spectator.

        `Game.state_from_dict` makes of it a state that the seat can search in.
        """
        if seat is not None:
            self._check_seat(seat)
        return self.to_dict()

    # What a game's rules fill in.

    def clone(self) -> "State":
        """Return a copy that shares nothing with this state that can change."""
        raise NotImplementedError

    def chance_weights(self) -> list[tuple[int, int]]:
        """Return (outcome, integer weight) pairs, exact; IllegalAction where no dice are due."""
        raise IllegalAction("no chance node: no dice are thrown here")

    def chance_seat(self) -> int:
        """Return the seat whose throw the chance node is; IllegalAction elsewhere."""
        raise IllegalAction("no chance node: no dice are thrown here")

    def _legal(self) -> list[int]:
        """Return the sorted actions of the seat to act; the list may be shared."""
        raise NotImplementedError

    def _choose(self, number: i64) -> i64:
        """Return one of the legal actions, all equally likely, for a number below 2**32."""
        legal = self._legal()
        count: i64 = len(legal)
        return legal[number * count >> 32]

    def _outcomes(self) -> list[int]:
        """Return the sorted outcomes of a chance node; the list may be shared."""
        return [outcome for outcome, _ in self.chance_weights()]

    def _sample(self, number: i64) -> i64:
        """Return the chance outcome for a number below 2**32, by exact weights."""
        weights = self.chance_weights()
        total = sum([weight for _, weight in weights])
        return pick(weights, (number * total) >> 32)

    def _is_legal(self, action: int) -> bool:
        if self._player == TERMINAL:
            return False
        return action in (self._outcomes() if self._player == CHANCE else self._legal())

    def _some(self, _most: i64) -> list[int]:
        """Return the sorted actions, or at least the first `most` where there may be millions."""
        return self._legal()

    def _advance(self, action: i64) -> None:
        """Change the position by a legal action or outcome; the history is not touched."""
        raise NotImplementedError

    def _notation(self, player: int, action: int) -> str | None:
        """Return the notation of an action for a player, None when it has none here."""
        raise NotImplementedError

    def _forfeit(self, seat: int) -> None:
        """Carry out a forfeit. With two seats the other one wins."""
        self._finish("forfeit", (2, 1) if seat == 0 else (1, 2))

    # What the other modules of a game's folder say of its state.

    def __str__(self) -> str:
        board: str = self._game.info.part("text").board(self)
        return board

    def _name_seats(self, seats: Sequence[int]) -> str:
        """Return seats as an English sentence of the game names them."""
        return seat_names(seats)

    def _position(self) -> dict[str, Any]:
        """Return the position alone, JSON-safe."""
        position: dict[str, Any] = self._game.info.part("documents").position(self)
        return position

    # Shared parts.

    def _index(self, action: SupportsIndex) -> int:
        try:
            return index(action)
        except TypeError:
            raise self._refusal(repr(action)) from None

    def _finish(self, reason: str, ranks: tuple[int, ...]) -> None:
        self._player = TERMINAL
        self._reason = reason
        self._ranks = ranks

    def _restore_past(self, document: dict[str, Any]) -> None:
        self._player = integer(document["player"], TERMINAL, self.num_players() - 1)
        self._history = [integer(entry, HIDDEN, 2**63 - 1) for entry in document["history"]]
        last = self.num_players() - 1
        self._forfeits = [
            (integer(ply, 0, len(self._history)), integer(seat, 0, last))
            for ply, seat in document["forfeits"]
        ]
        self._reason = str(document["reason"])
        self._ranks = tuple(integer(rank, 1, last + 1) for rank in document["ranks"])
        if (self._player == TERMINAL) != (len(self._ranks) == last + 1):
            raise ValueError("ranks belong to a finished game, one a seat")

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.num_players()):
            raise IllegalAction(f"no seat {seat!r}: seats are 0 to {self.num_players() - 1}")

    def _refusal(self, what: str) -> IllegalAction:
        if self._player == TERMINAL:
            return IllegalAction(f"{what} is not allowed: the game is over")
        legal = self._outcomes() if self._player == CHANCE else self._some(40)
        allowed = ", ".join(self._notation(self._player, a) or "" for a in legal[:20])
        more = ", ..." if len(legal) > 20 else ""
        who = "the dice" if self._player == CHANCE else f"seat {self._player}"
        return IllegalAction(f"{what} is not allowed: {who} may choose from {allowed}{more}")
