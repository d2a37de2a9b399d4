"""The Celery application. Tasks are in `tournaments.tasks`, their schedule in the settings."""

import os

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

app = Celery("kauri")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournaments"])


@signals.setup_logging.connect
def _leave_logging_alone(**_details: object) -> None:
    """Do nothing: a receiver of this signal keeps Celery from configuring logging over Django's."""
