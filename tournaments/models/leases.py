"""Rows that one worker owns at a time, by a renewable lease."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Case, F, Q, Value, When

from tournaments.models.fields import SentenceField
from tournaments.words import Sentence

MAX_FAILURES = 3
"""Platform failures in a row after which a row is given up."""

FIRST_PAUSE = timedelta(seconds=5)
"""The pause after the first platform failure; each further one doubles it."""

NO_LEASE = {"worker": "", "lease_until": None}
"""The columns of a row that no worker owns."""


def unleased(now: datetime) -> Q:
    """Select the rows that no living worker owns."""
    return Q(lease_until=None) | Q(lease_until__lt=now)


class Leased(models.Model):
    """A row that one worker owns at a time. If the worker dies, another one may claim the row.

    Every claim increments `attempt`, and a step of an earlier attempt changes nothing. A model
    defines which rows a worker may claim (`_claimable`), which row this attempt owns (`_current`),
    and which changes end it after too many failures (`_given_up`).
    """

    worker = models.CharField(max_length=120, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0, help_text="of the platform, in a row")
    failure = SentenceField(help_text="the last platform failure, for staff")
    not_before = models.DateTimeField(help_text="waits until then after a platform failure")

    class Meta:
        abstract = True

    def claim(self, *, worker: str, now: datetime, lease: timedelta, **changes: Any) -> bool:
        """Take the row for a worker and make `changes`; False if another worker was first.

        An expired lease is a platform failure: its worker has died.
        """
        died = Case(When(lease_until=None, then=Value(0)), default=Value(1))
        claimed = self._claimable(now).filter(pk=self.pk).order_by().update(
            worker=worker,
            lease_until=now + lease,
            attempt=F("attempt") + 1,
            failures=F("failures") + died,
            **changes,
        )  # fmt: skip
        self.refresh_from_db()
        return claimed == 1

    def step(self, **changes: Any) -> bool:
        """Change the row; False if this attempt does not own it any more."""
        return self._current().update(**changes) == 1

    def release(self, **changes: Any) -> bool:
        """End the lease and make `changes`; False if this attempt does not own the row any more."""
        return self.step(**NO_LEASE | changes)

    def fail(self, *, reason: Sentence, now: datetime) -> bool:
        """Count a platform failure: let the row wait, or give it up after the third in a row."""
        return self.release(**self._failed(reason, now))

    def give_up(self, *, now: datetime) -> bool:
        """End the row after too many failures."""
        return self.release(**self._given_up(now))

    def _failed(self, reason: Sentence, now: datetime) -> dict[str, Any]:
        """Return the changes that count a platform failure."""
        before = self._current().values_list("failures", flat=True).first() or 0
        counted = {"failures": before + 1, "failure": reason}
        if before + 1 >= MAX_FAILURES:
            return counted | self._given_up(now)
        return counted | {"not_before": now + FIRST_PAUSE * 2**before}

    def _claimable(self, now: datetime) -> "models.QuerySet[Any]":
        raise NotImplementedError

    def _current(self) -> "models.QuerySet[Any]":
        raise NotImplementedError

    def _given_up(self, now: datetime) -> dict[str, Any]:
        raise NotImplementedError
