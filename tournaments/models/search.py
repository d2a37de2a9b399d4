"""Finds a text anywhere in a column, whatever its case, by an index where there is one.

PostgreSQL has such indexes, of trigrams, in an extension that comes with it. SQLite reads the
rows, and finds the same.
"""

from typing import Any

from django.contrib.postgres.indexes import GinIndex
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, TextField
from django.db.models.lookups import IContains
from django.db.models.signals import pre_migrate
from django.db.models.sql.compiler import SQLCompiler

SHORTEST = 3
"""A shorter text has no trigram, so no index finds it."""


class Holds(IContains):
    """`icontains`, in the form that a trigram index supports."""

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        column, before = compiler.compile(self.lhs)
        text, after = self.process_rhs(compiler, connection)
        return f"{column} ILIKE {text}", (*before, *after)


def trigram_index(field: str, *, name: str) -> GinIndex:
    """An index for `holds`; on other databases an ordinary one, which is not used."""
    return GinIndex(fields=[field], opclasses=["gin_trgm_ops"], name=name)


def _make_extension(using: str, **_told: object) -> None:
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")


for _column in (CharField, TextField):
    _column.register_lookup(Holds, "holds")

# The one migration is generated from the models, which cannot declare extensions.
pre_migrate.connect(_make_extension, dispatch_uid="trigrams")
