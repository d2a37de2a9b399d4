"""Lists so long that counting them takes longer than reading a page."""

import hashlib
from typing import Any

from django.core.cache import cache
from django.core.exceptions import EmptyResultSet
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

MANY = 1000
"""Longer lists are not counted again for every page."""

KEPT_SECONDS = 60


class LongPaginator(Paginator[Any]):
    """Pages of a list; of a long list the count is up to a minute old."""

    @cached_property
    def count(self) -> int:
        """How many rows the list has."""
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
            known = rows.count()
            if known > MANY:
                cache.set(key, known, KEPT_SECONDS)
        return known

    def page(self, number: int | str) -> Page[Any]:
        """A page; deep in a list, the ids are looked for first, without what the rows join."""
        found = super().page(number)
        rows, first = self.object_list, (found.number - 1) * self.per_page
        if first < MANY or not isinstance(rows, QuerySet) or rows.query.values_select:
            return found
        pks = list(rows.values_list("pk", flat=True)[first : first + self.per_page])
        return Page(rows.filter(pk__in=pks), found.number, self)
