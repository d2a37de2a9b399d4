"""Rows that one worker owns at a time, by a renewable lease."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Case, F, Q, Value, When

from tournaments.models.matches import FIRST_PAUSE, MAX_FAILURES


def unleased(now: datetime) -> Q:
    """Condition for rows without a current lease."""
    return Q(lease_until=None) | Q(lease_until__lt=now)


class Leased(models.Model):
    """A row that one worker owns at a time. If the worker dies, another one may claim it.

    A model defines which rows a worker may claim (`_claimable`), which row this attempt is
    (`_current`), and how it ends after too many failures (`_given_up`).
    """

    worker = models.CharField(max_length=120, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0, help_text="of the platform")
    not_before = models.DateTimeField(help_text="waits until then after a failure")

    class Meta:
        abstract = True

    def claim(self, *, worker: str, now: datetime, lease: timedelta) -> bool:
        """Lease it to a worker; False if another was first.

        A lease that has run out counts as a failure: its worker has died.
        """
        died = Case(When(lease_until=None, then=Value(0)), default=Value(1))
        taken = self._claimable(now).filter(pk=self.pk)
        claimed = taken.order_by().update(
            worker=worker,
            lease_until=now + lease,
            attempt=F("attempt") + 1,
            failures=F("failures") + died,
        )
        self.refresh_from_db()
        return claimed == 1

    def hold(self, *, until: datetime) -> bool:
        """Renew the lease; False when this attempt is not the current one."""
        return self._current().update(lease_until=until) == 1

    def release(self) -> bool:
        """Give up the lease, for the next worker."""
        return self._current().update(lease_until=None, worker="") == 1

    def fail(self, *, now: datetime) -> bool:
        """Count a platform failure: end it after the third, else let it wait."""
        failures = self.failures + 1
        free = {"lease_until": None, "worker": "", "failures": failures}
        if failures >= MAX_FAILURES:
            return self._current().update(**free, **self._given_up(now)) == 1
        pause = FIRST_PAUSE * 2 ** (failures - 1)
        return self._current().update(**free, not_before=now + pause) == 1

    def _claimable(self, now: datetime) -> "models.QuerySet[Any]":
        raise NotImplementedError

    def _current(self) -> "models.QuerySet[Any]":
        raise NotImplementedError

    def _given_up(self, now: datetime) -> dict[str, Any]:
        raise NotImplementedError
