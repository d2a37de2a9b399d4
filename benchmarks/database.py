"""A database of a measurement's own. Sets Django up when it is imported.

It is SQLite in a temporary folder or, with DATABASE_URL, the database `test_...` there.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator

import django
from django.conf import settings
from django.test.utils import get_runner

FOLDER = tempfile.TemporaryDirectory(prefix="kauri-")
os.environ["KAURI_VAR"] = FOLDER.name
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
django.setup()


@contextlib.contextmanager
def empty() -> Iterator[None]:
    """Make the database, without a row of anybody's, and drop it at the end."""
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(databases)
        FOLDER.cleanup()
