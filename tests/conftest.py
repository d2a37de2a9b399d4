"""Marks whole folders, shares tests out; each process has a database and a cache of its own."""

import contextlib
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings
from hypothesis import HealthCheck, settings

from tests import scheduling

# How long an example takes says nothing on a machine that others use as well.
settings.register_profile(
    "kauri", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("kauri")

HERE = Path(__file__).parent
MARKED = {HERE / "tournaments": "database", HERE / "e2e": "e2e"}
PURE = HERE / "tournaments" / "mathematics"
ONCE = [
    *HERE.glob("test_*.py"),
    HERE / "agents",
    *(HERE / "tournaments" / room for room in ("forms", "kit", "mathematics", "templatetags")),
    *(HERE / "tournaments" / room for room in ("views", "words")),
]
"""Files and folders of which every test is marked `once`; other tests have the mark beside them."""

_MARKED_ONCE = re.compile(r"^pytestmark = .*pytest\.mark\.once\b", re.MULTILINE)


def pytest_configure(config: pytest.Config) -> None:
    """Compile what pages say in German, once, before anything reads it."""
    if not hasattr(config, "workerinput"):
        subprocess.run(["tools/build-words"], check=True, cwd=HERE.parent)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spare a run without the tests marked `once` the import of files that have no others."""
    if config.option.markexpr != "not once":
        return None
    return _is_once(collection_path) or _is_marked_once(collection_path) or None


def _is_once(path: Path) -> bool:
    return any(path.is_relative_to(one) for one in ONCE)


def _is_marked_once(path: Path) -> bool:
    return path.suffix == ".py" and bool(_MARKED_ONCE.search(path.read_text()))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if _is_once(item.path):
            item.add_marker("once")
        for folder, mark in MARKED.items():
            if item.path.is_relative_to(folder) and not item.path.is_relative_to(PURE):
                item.add_marker(mark)
    scheduling.shared_last(items)
    scheduling.slowest_first(items)


def pytest_xdist_make_scheduler(config, log) -> scheduling.WholeFiles:
    return scheduling.WholeFiles(config, log)


@pytest.fixture(scope="session")
def _tables_of_the_models() -> override_settings:
    """What makes Django write the tables from the models, as if there were no migrations."""
    every = dict.fromkeys(app.label for app in apps.get_app_configs())
    unmigrated = override_settings(MIGRATION_MODULES=every)
    unmigrated.enable()
    return unmigrated


@pytest.fixture(scope="session")
def django_db_setup(_tables_of_the_models, django_db_setup, django_db_blocker) -> None:
    """Tables that count as migrated: migrations would make the same ones in ten times the time."""
    _tables_of_the_models.disable()
    recorder = MigrationRecorder(connection)
    with django_db_blocker.unblock():
        recorder.ensure_schema()
        for app, name in MigrationLoader(None).disk_migrations:
            recorder.record_applied(app, name)


@pytest.fixture(scope="session", autouse=True)
def _own_cache() -> None:
    """Processes that run tests at once empty the cache; on one Redis each has its own database."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    address = caches.settings["default"].get("LOCATION", "")
    if address.endswith("/0"):
        caches.settings["default"]["LOCATION"] = f"{address[:-1]}{number + 1}"
        # What was connected before would go on with the old address.
        with contextlib.suppress(AttributeError):
            del caches["default"]
    elif address.endswith(".sqlite3"):
        caches.settings["default"]["LOCATION"] = f"{address}-{number}"
        with contextlib.suppress(AttributeError):
            del caches["default"]
