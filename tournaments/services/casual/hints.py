"""What the judge would do, for people who ask at the board: a worker looks, and the row keeps it.

The judge needs numpy, which the site does without.
"""

from datetime import datetime, timedelta
from functools import partial

from tournaments.models import CasualGame
from tournaments.queries.casual.courses import course_of
from tournaments.services import incidents

PATIENCE = timedelta(seconds=60)
"""How long a hint may take. The worker of one that takes longer has died."""


def are_wanted(*, now: datetime) -> bool:
    """Whether a person waits for a hint."""
    return CasualGame.objects.awaiting_hints(now).exists()


def work_next(*, now: datetime) -> bool:
    """Answer who has waited longest; return False if nobody waits.

    A hint that has failed, or that a worker has begun and not ended, can be asked for again.
    """
    row = CasualGame.objects.awaiting_hints(now).first()
    if row is None:
        return False
    hint, earlier = row.hint, row.hints[:-1]
    asked = CasualGame.objects.filter(pk=row.pk, hint_due_at=row.hint_due_at)
    if hint is None:  # the position has gone
        asked.update(hint_due_at=None)
    # And no other host.
    elif asked.update(hint_due_at=now + PATIENCE, hints=[*earlier, hint | {"begun": True}]):
        action = None if "begun" in hint else _attempt(row, now)
        answer = {"action": action} if action else {"failed": True}
        row.change(hints=[*earlier, hint | answer], hint_due_at=None)
    return True


def _attempt(row: CasualGame, now: datetime) -> str | None:
    return incidents.attempt(row, partial(_advice, row), failed="hint-failed", now=now)


def _advice(row: CasualGame) -> str:
    """Return the action that the judge would take, in notation."""
    # Imported here since it imports numpy, which the web server does without.
    from agents.judge.advice import advice  # noqa: PLC0415

    state = course_of(row).state
    return state.action_to_string(advice(state))
