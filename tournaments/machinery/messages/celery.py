"""The Celery application. Tasks are in `tournaments.tasks`, their schedule in the settings."""

import os
from typing import Any

from celery import Celery, Task, signals

from agents.frames import with_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")


class RoomyTask(Task[..., Any]):
    """A task whose calls cost the same at every depth."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        return with_room(self.run, *given, **named)


app = Celery("kauri", task_cls=RoomyTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournaments"])


@signals.setup_logging.connect
def _leave_logging_alone(**_details: object) -> None:
    """Do nothing: a receiver of this signal keeps Celery from configuring logging over Django's."""
