"""Celery's scheduler, which begins a new schedule if the file of the last one is damaged."""

from collections.abc import Callable
from typing import Any

from celery import beat


class Scheduler(beat.PersistentScheduler):
    """A scheduler that stores in a file what it has sent; without it, tasks are sent once more."""

    _destroy_open_corrupted_schedule: Callable[[Exception], Any]

    def setup_schedule(self) -> None:
        """Read the schedule. A file that cannot be read is removed, and a new one begun."""
        try:
            super().setup_schedule()
        except Exception as error:  # noqa: BLE001 - a torn pickle raises anything; Celery logs it
            self._store: Any = self._destroy_open_corrupted_schedule(error)
            super().setup_schedule()
