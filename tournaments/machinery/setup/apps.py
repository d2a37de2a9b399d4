"""The configuration of this Django application."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext, ngettext

from agents.words.speech import translate_by


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Kauri"

    def ready(self) -> None:
        """Register the checks, which read the settings; say sentences in the reader's language."""
        translate_by(gettext, ngettext)
        import_module("tournaments.machinery.setup.checks")
