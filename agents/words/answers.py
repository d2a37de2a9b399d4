"""How an answer of a bot's process breaks the protocol; what follows "It broke the protocol: "."""

from __future__ import annotations

from collections.abc import Sequence


def no_object() -> str:
    """JSON of another kind."""
    return "the answer is JSON, but no object"


def unknown_type(known: Sequence[str]) -> str:
    """A message of no known type."""
    return f"the answer has no known type; the types are {', '.join(known)}"


def unknown_member(name: str) -> str:
    """A member that the type does not have."""
    return f"the answer has an unknown member {name!r}"


def not_utf8() -> str:
    """Bytes that are no text."""
    return "the answer is not UTF-8 text"


def not_json(reason: str) -> str:
    """A text that is no JSON."""
    return f"the answer is not JSON ({reason})"


def too_deep() -> str:
    """JSON that is nested beyond reason."""
    return "the answer is nested too deeply"


def member_twice() -> str:
    """A member that comes twice."""
    return "the answer has a member twice"


def no_number(name: str) -> str:
    """A word that only some readers of JSON take for a number."""
    return f"the answer contains {name}, which is not JSON"


def fraction() -> str:
    """A number with a decimal point."""
    return "the answer contains a fraction; actions are integers or notation"


def long_integer(digits: int) -> str:
    """An integer beyond any action."""
    return f"the answer has an integer of more than {digits} digits"


def no_text(member: str) -> str:
    """A member that must be text."""
    return f"{member!r} must be text"


def no_integer(member: str) -> str:
    """A member that must be an integer."""
    return f"{member!r} must be an integer"


def no_list_of_games() -> str:
    """A manifest without a list."""
    return "'games' must be a list of at most 100 ids"


def no_ids_of_games() -> str:
    """A manifest whose list holds something else."""
    return "'games' must hold ids of games"


def long_notation(most: int) -> str:
    """A notation beyond any action."""
    return f"the notation has more than {most} characters"


def no_action() -> str:
    """An action of another kind."""
    return "'action' must be an integer or the notation of an action"


def unknown_kind(known: Sequence[str]) -> str:
    """A complaint of a kind that a bot's side may not report."""
    return f"'kind' must be one of {', '.join(known)}"


def no_summary() -> str:
    """A complaint that says nothing."""
    return "'summary' must not be empty"
