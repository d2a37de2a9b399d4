"""Long lists: counted seldom, and read only where a page of them is."""

import hashlib
from typing import Any, cast

from django.core.cache import cache
from django.core.exceptions import EmptyResultSet
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

MANY = 1000
"""Longer lists are not counted again for every page."""

KEPT_SECONDS = 60

FIRST = 5_000
"""Rows that the administration's lists of very many rows lead to."""

DEEPEST = 50_000
"""Rows that pages lead to: to leave more of them out takes a database ever longer."""


class LongPaginator(Paginator[Any]):
    """Pages of a list; of a long list the count is up to a minute old.

    The pages end after the `DEEPEST` first rows. What comes later is found by narrower lists.
    """

    @cached_property
    def num_pages(self) -> int:
        """How many pages lead into the list."""
        return min(super().num_pages, max(1, DEEPEST // self.per_page))

    def page(self, number: int | str) -> Page[Any]:
        """One of the pages: first its keys, and then all that is shown of its rows alone."""
        rows, number = self.object_list, self.validate_number(number)
        if not isinstance(rows, QuerySet) or number == 1 or rows.query.values_select:
            return super().page(number)
        first = (number - 1) * self.per_page
        # Else the database joins and computes what is shown of all rows before them as well.
        keys = list(rows.values_list("pk", flat=True)[first : first + self.per_page])
        found = rows.in_bulk(keys)
        return Page([found[key] for key in keys if key in found], number, self)

    @cached_property
    def count(self) -> int:
        """How many rows the list has, of more than `DEEPEST` so many."""
        rows = self.object_list
        if not isinstance(rows, QuerySet):
            return len(rows)
        try:
            sql, parameters = rows.order_by().query.sql_with_params()
        except EmptyResultSet:
            return 0
        key = "count:" + hashlib.sha256(f"{sql}{parameters}".encode()).hexdigest()
        known: int | None = cache.get(key)
        if known is None:
            known = rows.order_by()[:DEEPEST].count()
            if known > MANY:
                cache.set(key, known, KEPT_SECONDS)
        return known


class FirstPaginator(Paginator[Any]):
    """Pages of the first `FIRST` rows of a list, of which no more are counted."""

    @cached_property
    def count(self) -> int:
        """How many rows the pages have."""
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[:FIRST].count()
