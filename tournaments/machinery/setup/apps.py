"""The configuration of this Django application."""

from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.utils.translation import gettext, ngettext

from agents.words.speech import translate_by
from tournaments.machinery.web import figures


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Kauri"

    def ready(self) -> None:
        """Register the checks, which read the settings; say sentences in the reader's language."""
        translate_by(gettext, ngettext)
        import_module("tournaments.machinery.setup.checks")
        user_logged_in.connect(_count_login)
        user_login_failed.connect(_count_failure)


def _count_login(**_signal: Any) -> None:
    figures.LOGINS.labels("in").inc()


def _count_failure(**_signal: Any) -> None:
    figures.LOGINS.labels("refused").inc()
