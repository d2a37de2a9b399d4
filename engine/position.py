"""The fields of a state, and when two states are equal."""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from typing import TYPE_CHECKING, Any

from engine.machine import BytesWriter, i64, mypyc_attr
from engine.values import TERMINAL

if TYPE_CHECKING:
    from engine.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """The base of `State`: what is compared, copied and pickled.

    Two states are equal when they are of one variant and the rules treat them alike from here on:
    what stands where, who is to act, and whatever the rules remember. How they were reached does
    not count, so equal states may have different histories. A copy keeps its history.

    A state can change, and its hash with it: never apply an action to one that is a key of a
    dictionary or a member of a set. Put in a `clone()`, or the `key()`.
    """

    def __init__(self, game: "Game", player: i64) -> None:
        self._game = game
        self._player: i64 = player
        self._history: list[int] = []
        self._forfeits: list[tuple[int, int]] = []
        self._reason = ""
        self._ranks: tuple[int, ...] = ()

    def key(self) -> bytes:
        """Return the position as a short key: within a variant, equal just when states are equal.

        It is the same in every process and in both builds, for as long as the rules version is.
        """
        writer = BytesWriter()
        self._write(writer)
        if self._forfeits or self._player == TERMINAL:
            writer.write(self._aftermath())
        return writer.getvalue()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        alike = self._game is other._game or self._game == other._game
        return alike and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __copy__(self) -> "Position":
        return self.clone()

    def __deepcopy__(self, memo: object) -> "Position":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return self._game.state_from_dict, (self.to_dict(),)

    def _aftermath(self) -> bytes:
        """Return what forfeits and the end add to a key: ranks, seats, and letters for a reason."""
        seats = [seat for _, seat in self._forfeits]
        return bytes([*self._ranks, *seats]) + self._reason.encode()

    def _copy_past(self, source: "Position") -> None:
        # A new state's lists are empty already.
        if source._history:
            self._history = source._history[:]
        if source._forfeits:
            self._forfeits = source._forfeits[:]
        self._reason = source._reason
        self._ranks = source._ranks

    # What a game's rules fill in.

    def clone(self) -> "Position":
        """Return a copy that shares nothing with this state that can change."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return a complete, JSON-safe description, from which `Game.state_from_dict` restores."""
        raise NotImplementedError

    def _write(self, writer: BytesWriter) -> None:
        """Write position and player for `key`, in as many bytes at every position of a variant.

        Pieces that the rules do not tell apart count alike, and what no rule looks at is left out.
        """
        raise NotImplementedError
