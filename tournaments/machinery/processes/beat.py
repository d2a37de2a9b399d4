"""The Celery application of the scheduler: it sends tasks by their names, and loads none of them.

It does not set up Django either, since it needs only the settings.
"""

import logging.config
import os

from celery import Celery, signals
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

app = Celery("kauri", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")


@signals.setup_logging.connect
def _log_as_everybody_does(**_details: object) -> None:
    logging.config.dictConfig(settings.LOGGING)
