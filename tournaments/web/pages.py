"""Pagination of long lists: counted rarely, and read only for the rows of a page."""

import hashlib
from typing import Any, cast

from django.core.cache import cache
from django.core.exceptions import EmptyResultSet
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

MANY = 1000
"""The count of longer lists is cached."""

KEPT_SECONDS = 60

FIRST = 5_000
"""The most rows that very long lists of the administration lead to."""

DEEPEST = 50_000
"""The most rows that pages lead to: skipping more of them takes the database ever longer."""


class LongPaginator(Paginator[Any]):
    """Pages of a list; the count of a long list may be a minute old.

    The pages end after the first `DEEPEST` rows. Later rows are found by narrowing the list.
    """

    @cached_property
    def num_pages(self) -> int:
        """The number of pages."""
        return min(super().num_pages, max(1, DEEPEST // self.per_page))

    def page(self, number: int | str) -> Page[Any]:
        """Return a page: read its keys first, then everything that is shown for its rows only."""
        rows, number = self.object_list, self.validate_number(number)
        if not isinstance(rows, QuerySet) or number == 1 or rows.query.values_select:
            return super().page(number)
        first = (number - 1) * self.per_page
        # Otherwise the database joins and computes what is shown for all earlier rows as well.
        keys = list(rows.values_list("pk", flat=True)[first : first + self.per_page])
        by_key = rows.in_bulk(keys)
        return Page([by_key[key] for key in keys if key in by_key], number, self)

    @cached_property
    def count(self) -> int:
        """The number of rows of the list, at most `DEEPEST`."""
        rows = self.object_list
        if not isinstance(rows, QuerySet):
            return len(rows)
        try:
            sql, parameters = rows.order_by().query.sql_with_params()
        except EmptyResultSet:
            return 0
        key = "count:" + hashlib.sha256(f"{sql}{parameters}".encode()).hexdigest()
        counted: int | None = cache.get(key)
        if counted is None:
            counted = rows.order_by()[:DEEPEST].count()
            if counted > MANY:
                cache.set(key, counted, KEPT_SECONDS)
        return counted


class FirstPaginator(Paginator[Any]):
    """Pages of the first `FIRST` rows of a list; further rows are not even counted."""

    @cached_property
    def count(self) -> int:
        """The number of rows of all pages."""
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[:FIRST].count()
