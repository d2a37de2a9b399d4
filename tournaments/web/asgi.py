"""The ASGI application that a web server calls."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

django.setup(set_prefix=False)

from tournaments.web.site import Site  # noqa: E402 - it reads the settings

application = Site()
