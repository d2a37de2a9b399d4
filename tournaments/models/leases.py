"""Rows that one worker at a time has in hand, by a lease that it renews."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Case, F, Q, Value, When

from tournaments.models.matches import FIRST_PAUSE, MAX_FAILURES


def unleased(now: datetime) -> Q:
    """Selects the rows that no worker has in hand."""
    return Q(lease_until=None) | Q(lease_until__lt=now)


class Leased(models.Model):
    """What workers do one row of at a time. If a worker dies, another one may claim the row.

    A model says which rows a worker may claim (`_claimable`), which row the attempt in hand is
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
        """Take it for a worker; False if another was first.

        A lease that has run out is a failure: that worker has died over it.
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
        """Renew the lease; False when the attempt in hand is not the current one."""
        return self._current().update(lease_until=until) == 1

    def release(self) -> bool:
        """Let go of it, for whoever is next."""
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
