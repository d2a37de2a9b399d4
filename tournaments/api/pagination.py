"""Pages of lists, of bounded size: by number, or by cursor for lists that grow for ever."""

from typing import Any

from django.db.models import BigIntegerField
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination, PageNumberPagination
from rest_framework.request import Request
from rest_framework.settings import api_settings

from tournaments.web.pages import LongPaginator

MAX_PAGE_SIZE = 200

MAX_LONG_PAGE_SIZE = 50
"""Smaller pages for rows with many nested rows."""


class BoundedSize:
    """A page has `page_size` results, up to `max_page_size`; anything else is an error."""

    page_size: int | None = None
    page_size_query_param: str | None = "page_size"
    max_page_size: int | None = MAX_PAGE_SIZE
    page_size_query_description = f"Results on a page, up to {MAX_PAGE_SIZE}."

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameters for the description, with their bounds."""
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)  # type: ignore[misc]  # mixed in
        for parameter in parameters:
            if parameter["schema"]["type"] == "integer":
                parameter["schema"]["minimum"] = 1
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"]["maximum"] = self.max_page_size
        return parameters

    def get_page_size(self, request: Request) -> int | None:
        text = request.query_params.get("page_size")
        if text is None:
            return self.page_size
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise self._wrong_size(text)
        if not 1 <= int(text) <= (self.max_page_size or MAX_PAGE_SIZE):
            raise self._wrong_size(text)
        return int(text)

    def _wrong_size(self, text: str) -> ValidationError:
        most = self.max_page_size
        sentence = f"“{text}” is no page size; allowed is a whole number from 1 to {most}."
        return ValidationError({"page_size": [sentence]})


class Pages(BoundedSize, PageNumberPagination):
    """Pages by number: `page` from 1; anything else is an error."""

    django_paginator_class = LongPaginator
    page_size: int | None = api_settings.PAGE_SIZE
    page_query_description = "Number of the page, from 1."
    invalid_page_message = "There is no page “{page_number}” here; the first is 1."

    def get_page_number(self, request: Request, paginator: Any) -> Any:
        """The number of the requested page; an empty one is an error."""
        if request.query_params.get(self.page_query_param) == "":
            return ""
        return super().get_page_number(request, paginator)

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view=view)
        except NotFound as error:
            raise NotFound({self.page_query_param: [str(error.detail)]}) from error


class LongRows(BoundedSize):
    """Pages of rows that hold many others each: 25, and `page_size` up to 50."""

    page_size: int | None = 25
    max_page_size: int | None = MAX_LONG_PAGE_SIZE
    page_size_query_description = f"Results on a page, up to {MAX_LONG_PAGE_SIZE}."


class LongRowPages(LongRows, Pages):
    """Pages by number of such rows."""


class Cursors(BoundedSize, CursorPagination):
    """Cursor pagination: every page costs the same.

    There is no count, since counting takes longer the more rows there are. The
    first column of the order is a whole number, or a moment if its name ends in `_at`.
    """

    page_size: int | None = api_settings.PAGE_SIZE
    cursor_query_description = "Where the page begins; from `next` or `previous` of another one."

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        # With the related rows, the database might join all earlier rows as well.
        alone = queryset.select_related(None).prefetch_related(None)
        rows: list[Any] = super().paginate_queryset(alone, request, view=view) or []
        by_id = queryset.in_bulk([row.pk for row in rows])
        self.page = [by_id[row.pk] for row in rows if row.pk in by_id]
        return self.page

    def decode_cursor(self, request: Request) -> Cursor | None:
        try:
            cursor: Cursor | None = super().decode_cursor(request)
        except NotFound as error:
            raise self._wrong_cursor() from error
        if cursor and cursor.position is not None and not self.is_position(str(cursor.position)):
            raise self._wrong_cursor()
        return cursor

    def is_position(self, text: str) -> bool:
        """Whether the first column of the order can be compared with it."""
        return _is_moment(text) if self.ordering[0].endswith("_at") else _is_id(text)

    def _wrong_cursor(self) -> ValidationError:
        sentence = "This is no cursor; follow “next” or “previous” of another page."
        return ValidationError({self.cursor_query_param: [sentence]})


class NewestFirst(Cursors):
    """Rows by their ids, the newest first."""

    ordering = "-id"


class NewestMatches(LongRows, Cursors):
    """Matches, the newest first: by their ids, or by their ends if those are asked for."""

    def get_ordering(self, request: Request, *_of_list: Any) -> tuple[str, ...]:
        """The order of the list."""
        by_end = {"since", "until"} & request.query_params.keys()
        return ("-ended_at", "-id") if by_end else ("-id",)


class ByPairings(LongRows, Cursors):
    """Matches of a tournament in the order of its rounds, in which their pairings were made."""

    ordering = ("pairing_id", "number")


class LatestFirst(LongRows, Cursors):
    """Tournaments by the moments at which they start, the latest first."""

    ordering = ("-starts_at", "-id")


class ByNumbers(Cursors):
    """The entries of a rating's history in the order in which they counted."""

    ordering = "number"

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        """A page of a `History`."""
        return super().paginate_queryset(queryset.rows, request, view=view)


def _is_id(text: str) -> bool:
    is_number = text.isascii() and text.isdigit() and len(text) < 20
    return is_number and int(text) <= BigIntegerField.MAX_BIGINT


def _is_moment(text: str) -> bool:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return False
    return moment is not None and is_aware(moment)
