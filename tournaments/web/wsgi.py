"""The WSGI application that a web server calls."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

django.setup(set_prefix=False)

from tournaments.web.charsets import Handler  # noqa: E402 - it reads the settings

application = Handler()
