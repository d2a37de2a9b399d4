"""How Django knows this application."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Kauri"

    def ready(self) -> None:
        """Register the checks, which read the settings."""
        import_module("tournaments.machinery.checks")
