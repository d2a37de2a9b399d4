"""Migrations after the first release: none is changed, and code of the release before survives."""

import shutil
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.migrations.state import ProjectState
from django_migration_linter import MigrationLinter

import tournaments.migrations
from tools.release import migrations as released

APP = "tournaments"
at_once = import_module("tournaments.migrations.0004_at_once")

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


def tables_of(steps):
    """What steps make: fields by name, indexes and constraints by name, and all other options."""
    state = ProjectState()
    for step in steps:
        step.state_forwards(APP, state)
    return {name: (fields_of(model), parts_of(model)) for name, model in state.models.items()}


def fields_of(model):
    return {name: field.deconstruct()[1:] for name, field in model.fields.items()}


def parts_of(model):
    named = {"indexes", "constraints"}
    parts = {part.name: part for kind in named for part in model.options.get(kind, [])}
    return parts, {key: value for key, value in model.options.items() if key not in named}


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


def test_a_new_database_gets_the_tables_that_one_step_after_another_makes():
    modules = [import_module(f"tournaments.migrations.{name}") for name in at_once.REPLACED]
    steps = [step for module in modules for step in module.Migration.operations]

    tables = tables_of(steps)
    assert len(tables) == len({model.__name__ for model in apps.get_app_config(APP).get_models()})
    assert tables_of(at_once.Migration.operations) == tables


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
