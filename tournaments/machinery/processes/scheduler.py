"""Celery's scheduler, which begins a new schedule where the file of the last one is torn."""

from collections.abc import Callable
from typing import Any

from celery import beat


class Scheduler(beat.PersistentScheduler):
    """Remembers in a file what it has sent; all that a lost file costs is one more sending."""

    _destroy_open_corrupted_schedule: Callable[[Exception], Any]

    def setup_schedule(self) -> None:
        """Read the schedule. A file that cannot be read goes, and a new one is begun."""
        try:
            super().setup_schedule()
        except Exception as error:  # noqa: BLE001 - a torn pickle raises anything; Celery logs it
            self._store: Any = self._destroy_open_corrupted_schedule(error)
            super().setup_schedule()
