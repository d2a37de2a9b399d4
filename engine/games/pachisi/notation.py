"""The notation of Pachisi: throws and actions by their ids, and which texts can be either."""

from typing import Final

from engine.games.pachisi.tables import Tables

LETTERS: Final = "rbyg"
_FACES: Final = ["1", "2", "3", "4", "5", "6"]


def spell_chance(rules: Tables, outcome: int) -> str | None:
    """Return the notation of a throw, None for an id that has none."""
    if 0 <= outcome < len(rules.throws):
        larger, smaller = rules.throws[outcome]
        return f"r{larger},{smaller}" if smaller else f"r{larger}"
    face = outcome - len(rules.throws) + 1
    return f"b{face}" if 1 <= face <= 6 else None


def spell_action(rules: Tables, seat: int, action: int) -> str | None:
    """Return the notation of a seat's action, None for an id that has none."""
    move, loss = divmod(action, rules.losses)
    if not 0 <= move < rules.sit_out + rules.passing:
        return None
    text = "pass"
    if move < rules.sit_out:
        place, number = divmod(move, 6)
        text = f"{_spell_place(rules, seat, place, rules.span)}+{number + 1}"
    if loss:
        text += f"!{_spell_place(rules, seat, loss - 1, rules.span + 1)}"
    return text if is_action(rules, text) else None


def _spell_place(rules: Tables, seat: int, place: int, span: int) -> str:
    side, progress = divmod(place, span)
    return f"{LETTERS[rules.colours[seat][side]]}{progress}"


def is_throw(rules: Tables, text: str) -> bool:
    """Tell whether a text is a throw of these dice or a beginning throw."""
    faces = text[1:].split(",")
    if text[:1] == "b":
        return len(faces) == 1 and faces[0] in _FACES
    fits = len(faces) == rules.dice and all(face in _FACES for face in faces)
    return text[:1] == "r" and fits and sorted(faces, reverse=True) == faces


def is_action(rules: Tables, text: str) -> bool:
    """Tell whether a text can be an action in some position."""
    move, mark, lost = text.partition("!")
    target = _target(rules, move)
    if move == "pass" and rules.passing:
        target = 0
    return target >= 0 and (not mark or _may_lose(rules, move, target, lost))


def _target(rules: Tables, move: str) -> int:
    """Return the progress that a move leads to, -1 for a text that is no move."""
    place, _, number = move.partition("+")
    progress = _progress(rules, place)
    if number not in _FACES or progress < 0 or (progress == 0 and number != "6"):
        return -1
    target = progress + int(number) if progress else 1
    return target if target <= rules.track + 4 else -1


def _may_lose(rules: Tables, move: str, target: int, lost: str) -> bool:
    """Tell whether neglecting a capture by this move may cost this piece."""
    progress = _progress(rules, lost)
    if rules.forced or progress < 0:
        return False
    same = move == "pass" or move[0] == lost[0]
    partners = abs(LETTERS.index(move[0]) - LETTERS.index(lost[0])) == 2 if not same else False
    if not same and not (partners and rules.width == 2):
        return False
    # Pieces that could have captured stood on the track; only the one moved may be past it.
    return progress <= rules.track or (same and progress == target)


def _progress(rules: Tables, text: str) -> int:
    """Read a colour's letter and a progress; -1 where the text is none."""
    digits = text[1:]
    if text[:1] not in list(LETTERS) or not (digits.isascii() and digits.isdecimal()):
        return -1
    if len(digits) > 2 or str(int(digits)) != digits or int(digits) > rules.track + 4:
        return -1
    return int(digits)
