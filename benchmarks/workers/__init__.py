"""What the simulated workers and the table of them have in common."""

import os
from datetime import timedelta

LEASE = timedelta(seconds=60)
KINDS = ("claim", "renew", "report")
"""What a worker asks of the database."""


def setup() -> None:
    """Let Django know the database that the environment names; nobody is woken."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    import django  # noqa: PLC0415 - only now can it be told of its database

    django.setup()
    from tournaments import dispatch  # noqa: PLC0415

    # There is no Redis.
    dispatch.wake = lambda *_given, **_terms: None
