"""What the judge would do, for people who ask at the board: a worker looks, and the row keeps it.

The judge needs numpy, which the site does without.
"""

from datetime import datetime
from functools import partial

from tournaments.models import CasualGame
from tournaments.queries.casual.courses import course_of
from tournaments.services import incidents


def are_wanted() -> bool:
    """Whether a person waits for a hint."""
    return CasualGame.objects.awaiting_hints().exists()


def work_next(*, now: datetime) -> bool:
    """Answer who has waited longest; return False if nobody waits.

    A hint that fails is forgotten, so that the person can ask again.
    """
    row = CasualGame.objects.awaiting_hints().first()
    if row is None:
        return False
    asked = CasualGame.objects.filter(pk=row.pk, hint_due_at=row.hint_due_at)
    is_first = asked.update(hint_due_at=None) == 1  # and no other host
    if is_first and row.hint is not None:
        action = incidents.attempt(row, partial(_advice, row), failed="hint-failed", now=now)
        answers = [row.hint | {"action": action}] if action else []
        row.change(hints=[*row.hints[:-1], *answers])
    return True


def _advice(row: CasualGame) -> str:
    """Return the action that the judge would take, in notation."""
    # Imported here since it imports numpy, which the web server does without.
    from agents.judge.advice import advice  # noqa: PLC0415

    state = course_of(row).state
    return state.action_to_string(advice(state))
