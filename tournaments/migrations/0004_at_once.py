"""All migrations before this one in a quarter of the steps, for databases that are empty.

Django renders models again at each step. Here each table is made with its fields, indexes and
constraints, after those to which it refers.
"""

from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from importlib import import_module

from django.db import migrations
from django.db.migrations.operations.base import Operation

APP = "tournaments"
FIRST = import_module("tournaments.migrations.0001_first").Migration
REPLACED = ("0001_first", "0002_settled_games", "0003_web_servers")


def _steps() -> Iterator[Operation]:
    for name in REPLACED:
        yield from import_module(f"tournaments.migrations.{name}").Migration.operations


def _tables(steps: Iterable[Operation]) -> list[Operation]:
    """Return a step for each table, which makes the same as all of its steps, and links last."""
    tables: dict[str, Operation] = {}
    links: list[Operation] = []
    for step in steps:
        if isinstance(step, migrations.CreateModel):
            tables[step.name_lower] = step
        elif isinstance(step, migrations.AddField) and step.field.many_to_many:
            links.append(step)
        else:
            [tables[step.model_name_lower]] = tables[step.model_name_lower].reduce(step, APP)
    targets = {name: _targets(table) - {name} for name, table in tables.items()}
    return [*(tables[name] for name in TopologicalSorter(targets).static_order()), *links]


def _targets(table: Operation) -> set[str]:
    """Return the tables of this app to which a table refers."""
    fields = [field.remote_field for _name, field in table.fields if field.remote_field]
    names = [str(field.model).lower().partition(".") for field in fields]
    return {name for app, _dot, name in names if app == APP}


class Migration(migrations.Migration):
    initial = True
    dependencies = FIRST.dependencies
    replaces = [(APP, name) for name in REPLACED]
    operations = _tables(_steps())
