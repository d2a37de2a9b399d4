"""Migrations after the first release: none is changed, and code of the release before survives."""

import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django_migration_linter import MigrationLinter

import tournaments.migrations
from tools.release import migrations as released

PLANTED = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_first")]
    operations = [{operation}]
"""
NULLABLE = 'migrations.AddField("host", "zone", models.CharField(max_length=9, null=True))'


def refused() -> int:
    """How many migrations after the first one older code does not survive."""
    linter = MigrationLinter(
        include_apps=["tournaments"],
        ignore_initial_migrations=True,
        no_cache=True,
        quiet=["ok", "ignore", "warning", "error"],
    )
    linter.lint_all_migrations()
    return int(linter.nb_erroneous)


@pytest.fixture
def plant(tmp_path, monkeypatch, settings):
    """Adds a second migration with one operation."""

    def write(operation: str) -> None:
        # A name of its own: Python keeps a package once it is imported.
        folder = tmp_path / tmp_path.name
        folder.mkdir()
        (folder / "__init__.py").touch()
        shutil.copy(Path(tournaments.migrations.__path__[0], "0001_first.py"), folder)
        (folder / "0002_planted.py").write_text(PLANTED.format(operation=operation))
        monkeypatch.syspath_prepend(tmp_path)
        settings.MIGRATION_MODULES = {"tournaments": folder.name}

    return write


@pytest.fixture
def history(tmp_path):
    """Two migrations, of which the first is released."""
    (tmp_path / "0001_first.py").write_text("first\n")
    (tmp_path / released.RELEASED).write_text(released.listing(tmp_path))
    (tmp_path / "0002_zone.py").write_text("zone\n")
    return tmp_path


def test_no_released_migration_is_changed():
    assert released.changed(released.released()) == []


def test_a_migration_may_be_added(history):
    assert released.changed(released.released(history), history) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "0001_first.py").write_text("First\n"),
        lambda folder: (folder / "0001_first.py").unlink(),
        lambda folder: (folder / "0001_before.py").write_text("before\n"),
    ],
    ids=["rewritten", "removed", "preceded"],
)
def test_a_released_migration_that_is_not_what_it_was_is_named(history, change):
    change(history)

    assert released.changed(released.released(history), history) == ["0001_first.py"]


@pytest.mark.django_db
def test_migrations_make_what_the_models_say():
    call_command("makemigrations", "tournaments", "--check", "--dry-run", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_code_of_the_release_before_survives_every_migration():
    assert refused() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "operation",
    [
        'migrations.RemoveField("host", "slots")',
        'migrations.RenameField("host", "slots", "places")',
        'migrations.AddField("host", "zone", models.CharField(max_length=9, default=""))',
        'migrations.DeleteModel("LastDone")',
    ],
)
def test_a_migration_that_breaks_running_code_is_refused(plant, operation):
    plant(operation)

    assert refused() == 1


@pytest.mark.django_db(transaction=True)
def test_a_column_that_older_code_may_leave_out_passes(plant):
    plant(NULLABLE)

    assert refused() == 0
