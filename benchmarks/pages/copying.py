"""Rows by COPY: columns that vary from row to row, and others that are the same in all of them."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from io import StringIO
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models
from django.db.models.fields import NOT_PROVIDED

FLUSH_AT = 32 * 2**20


def literal(value: Any) -> str:
    """A value as the text form of COPY has it."""
    if value is None:
        return "\\N"
    if isinstance(value, bytes):
        return "\\\\x" + value.hex()
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict | list):
        value = json.dumps(value)
    text = str(value)
    for found, written in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n")):
        text = text.replace(found, written)
    return text


class Table:
    """The rows of one model, with ids from 1; they go to the database by and by.

    `varying` names the columns that `add` is given, after the id. All the others are `same` in
    every row, or have the default of their field.
    """

    def __init__(self, model: type[models.Model], *varying: str, **same: Any) -> None:
        options = model._meta  # noqa: SLF001 - its public name
        self._table = options.db_table
        fields = {field.attname: field for field in options.concrete_fields}
        rest = [name for name in fields if name not in {"id", *varying}]
        self._columns = [fields[name].column for name in ("id", *varying, *rest)]
        values = [literal(_value(fields[name], same)) for name in rest]
        self._end = "".join(f"\t{one}" for one in values) + "\n"
        self._lines = StringIO()
        self.last = 0

    def add(self, *values: Any) -> int:
        """One row more; its id."""
        self.last += 1
        texts = (value if type(value) is str else literal(value) for value in values)
        self._lines.write(f"{self.last}\t" + "\t".join(texts) + self._end)
        if self._lines.tell() > FLUSH_AT:
            self.flush()
        return self.last

    def flush(self) -> None:
        """Send what waits."""
        names = ", ".join(f'"{name}"' for name in self._columns)
        command = f'COPY "{self._table}" ({names}) FROM STDIN'
        with connection.cursor() as cursor, cursor.copy(command) as copy:
            copy.write(self._lines.getvalue())
        self._lines = StringIO()


def _value(field: models.Field, same: Mapping[str, Any]) -> Any:
    if field.attname in same:
        value = same[field.attname]
    elif field.default is not NOT_PROVIDED:
        value = field.get_default()
    else:
        value = None if field.null else ""
    return None if value is None else _plain(value)


def _plain(value: Any) -> Any:
    stored = getattr(value, "stored", None)
    if stored is not None:
        return stored() if value else None
    return value


def set_sequences(tables: Iterable[type[models.Model]]) -> None:
    """Let the next ids follow those that were copied, and tell the planner of the rows."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables)):
            cursor.execute(statement)
        cursor.execute("ANALYZE")
