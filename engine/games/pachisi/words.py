"""What the actions and throws of Pachisi are in words; squares have the board's numbers."""

# ruff: noqa: SLF001

from typing import Final, NamedTuple

from engine.games.pachisi.rules import PachisiState
from engine.games.pachisi.tables import COLOURS
from engine.sentences import RACES, Sentence, sentence
from engine.values import CHANCE

SENTENCES: Final = {
    **RACES,
    "pachisi-move": "Move a piece from {start} to {end}",
    "pachisi-move-told": "{seats} moves a piece from {start} to {end}",
    "pachisi-move-label": "{start} to {end}",
    "pachisi-move-of": "Move {piece} from {start} to {end}",
    "pachisi-move-of-told": "{seats} moves {piece} from {start} to {end}",
    "pachisi-move-of-label": "{piece}, {start} to {end}",
    "pachisi-enter": "Bring a piece from the yard to its start",
    "pachisi-enter-told": "{seats} brings a piece from the yard to its start",
    "pachisi-enter-label": "from the yard to the start",
    "pachisi-enter-of": "Bring {piece} from the yard to its start",
    "pachisi-enter-of-told": "{seats} brings {piece} from the yard to its start",
    "pachisi-enter-of-label": "{piece}, from the yard to the start",
    "pachisi-pass": "Sit out",
    "pachisi-pass-told": "{seats} sits out",
    "pachisi-pass-label": "sit out",
    "pachisi-throw": "The die shows {face}",
    "pachisi-throw-told": "{seats} throws a {face}",
    "pachisi-throw-label": "a {face}",
    "pachisi-throw-two": "The dice show {larger} and {smaller}",
    "pachisi-throw-two-told": "{seats} throws a {larger} and a {smaller}",
    "pachisi-throw-two-label": "a {larger} and a {smaller}",
    "pachisi-begin": "The die shows {face}",
    "pachisi-begin-told": "{seats} throws a {face} for who begins",
    "pachisi-begin-label": "a {face}",
    "pachisi-red": "a red piece",
    "pachisi-blue": "a blue piece",
    "pachisi-yellow": "a yellow piece",
    "pachisi-green": "a green piece",
    "pachisi-square": "square {number}",
    "pachisi-goal": "goal square {number}",
    "pachisi-begins": "so {first} begins",
    "pachisi-try": "so it may try again",
    "pachisi-fine": "losing the piece on {place}, for a capture was left out",
    "pachisi-fine-yard": "leaving out a capture from the yard",
    "pachisi-may": "You can capture. If you do not, you lose a piece that could have",
    "pachisi-must": "Only a capture is allowed, since there is one",
}


class Move(NamedTuple):
    """An action taken apart: `number` is the die, `loss` the place of the lost piece, or None."""

    side: int
    progress: int
    number: int
    is_pass: bool
    loss: tuple[int, int] | None


def deed(state: PachisiState, action: int) -> Sentence:
    """Return what a throw shows, or which piece moves where."""
    if state._player == CHANCE:
        return _throw(state, action)
    rules, move = state._rules, _move(state, action)
    if move.is_pass:
        return sentence("pachisi-pass")
    colour = rules.colours[state._player][move.side]
    params = {}
    if rules.width > 1 or move.side:
        params["piece"] = sentence(f"pachisi-{COLOURS[colour]}")
    end = "-of" if params else ""
    if not move.progress:
        return sentence(f"pachisi-enter{end}", **params)
    places = {"start": move.progress, "end": move.progress + move.number}
    ends = {name: _place(state, colour, progress) for name, progress in places.items()}
    return sentence(f"pachisi-move{end}", **params, **ends)


def _throw(state: PachisiState, outcome: int) -> Sentence:
    throws = state._rules.throws
    if state._rolls:
        return sentence("pachisi-begin", face=outcome - len(throws) + 1)
    larger, smaller = throws[outcome]
    if smaller:
        return sentence("pachisi-throw-two", larger=larger, smaller=smaller)
    return sentence("pachisi-throw", face=larger)


def effects(before: PachisiState, action: int, after: PachisiState) -> list[Sentence]:
    """Return what is captured, what is lost, and whether the seat throws again."""
    seat = before._turn
    is_again = after._player == CHANCE and after._turn == seat
    if before._player == CHANCE:
        if before._rolls:
            return [] if after._rolls else [sentence("pachisi-begins", first=[after._turn])]
        return [] if after._player >= 0 else _stuck(before, action, is_again)
    sentences = [sentence("race-capture", captured=[other]) for other in _captured(before, after)]
    if (loss := _move(before, action).loss) is not None:
        side, progress = loss
        sentences.append(_fine(before, before._rules.colours[seat][side], progress))
    if is_again:
        sentences.append(sentence("race-again"))
    return sentences


def _stuck(before: PachisiState, outcome: int, is_again: bool) -> list[Sentence]:
    sentences = [sentence("race-stuck")]
    if is_again:
        is_six = 6 in before._rules.throws[outcome]
        sentences.append(sentence("race-again" if is_six else "pachisi-try"))
    return sentences


def _fine(state: PachisiState, colour: int, progress: int) -> Sentence:
    if not progress:
        return sentence("pachisi-fine-yard")
    return sentence("pachisi-fine", place=_place(state, colour, progress))


def _captured(before: PachisiState, after: PachisiState) -> list[int]:
    """Return the seats of which pieces are sent back; the mover's own are not among them."""
    rules = before._rules
    own = [rules.colours[before._turn][side] for side in range(rules.reach)]
    return [
        seat
        for seat in range(rules.seats)
        if any(
            colour not in own and after.pieces(colour).count(0) > before.pieces(colour).count(0)
            for colour in rules.owned(seat)
        )
    ]


def duty(state: PachisiState) -> Sentence | None:
    """Return the duty to capture, or that one piece alone can move."""
    if state._captures:
        return sentence("pachisi-must" if state._rules.forced else "pachisi-may")
    return sentence("race-only") if len(state.legal_actions()) == 1 else None


def _move(state: PachisiState, action: int) -> Move:
    rules = state._rules
    move, loss = divmod(action, rules.losses)
    place, number = divmod(move, 6)
    side, progress = divmod(place, rules.span)
    lost = divmod(loss - 1, rules.span + 1) if loss else None
    return Move(side, progress, number + 1, move == rules.sit_out, lost)


def _place(state: PachisiState, colour: int, progress: int) -> Sentence:
    rules = state._rules
    if progress > rules.track:
        return sentence("pachisi-goal", number=progress - rules.track)
    return sentence("pachisi-square", number=rules.squares[colour][progress])
