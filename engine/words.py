"""Actions and throws in words: as codes with values (`engine.sentences`), which pages translate.

A deed is a sentence whose code has three templates: `kalah-sow` asks a person for the action,
`kalah-sow-told` tells it of a seat, and `kalah-sow-label` is as short as a button. Its `effects`
are sentences about what follows from it; a deed without any has no such member.
Each game's module `words` has the templates of its codes, and says what its actions mean.
"""

from collections.abc import Callable, Sequence

from engine.facts import GameInfo
from engine.sentences import Sentence, Writer, capitalised, seat_names
from engine.state import State


def deed(before: State, action: int, after: State | None = None) -> Sentence:
    """Return what an action or a throw is in words, with its effects.

    `after` is the state that follows, if it is at hand. The action must be allowed in `before`.
    """
    words = before.get_game().info.part("words")
    said: Sentence = words.deed(before, action)
    effects = words.effects(before, action, after or before.child(action))
    return said | {"effects": effects} if effects else said


def duty(state: State) -> Sentence | None:
    """Return why the seat to act has no choice, or what it risks; None where all is as usual."""
    if state.current_player() < 0:
        return None
    limit: Sentence | None = state.get_game().info.part("words").duty(state)
    return limit


def margin(state: State) -> Sentence | None:
    """Return by how much a finished game was won, in games that count; None elsewhere."""
    counted = getattr(state.get_game().info.part("words"), "margin", None)
    if counted is None or not state.is_terminal() or state.forfeited():
        return None
    margin: Sentence = counted(state)
    return margin


class Teller(Writer):
    """Writes deeds in one language; see `Writer`."""

    def asked(self, said: Sentence) -> str:
        """Return what a person is asked to do: Move stone 3 to b4, capturing stone 5."""
        return self._with_effects(said, self.part(said))

    def told(self, said: Sentence, seat: int) -> str:
        """Return what a seat did: Blue moves stone 3 to b4, capturing stone 5."""
        params = said["params"] | {"seats": [seat]}
        told = self.part({"code": f"{said['code']}-told", "params": params})
        return capitalised(self._with_effects(said, told))

    def label(self, said: Sentence) -> str:
        """Return an action as short as a button: 3 to b4."""
        return self.part(said | {"code": f"{said['code']}-label"})

    def _with_effects(self, said: Sentence, text: str) -> str:
        return ", ".join([text, *[self.part(effect) for effect in said.get("effects", [])]])


def english(info: GameInfo, name_seats: Callable[[Sequence[int]], str] = seat_names) -> Teller:
    """Return who writes the deeds of a game in English."""
    return Teller(info.part("words").SENTENCES, name_seats)
