"""Lists come in pages of a bounded size."""

from typing import Any

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from tournaments.web.pages import LongPaginator

MAX_PAGE_SIZE = 200

MAX_LONG_PAGE_SIZE = 50
"""Of rows that hold many others each: all answers take about the same time."""


class Pages(PageNumberPagination):
    """Pages by number: `page` from 1 and `page_size` up to 200; anything else is an error."""

    django_paginator_class = LongPaginator
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE
    page_query_description = "Number of the page, from 1."
    page_size_query_description = f"Results on a page, up to {MAX_PAGE_SIZE}."
    invalid_page_message = "There is no page “{page_number}” here; the first is 1."

    @property
    def most(self) -> int:
        """How many results a page may have."""
        return self.max_page_size or MAX_PAGE_SIZE

    def get_page_size(self, request: Request) -> int | None:
        text = request.query_params.get(self.page_size_query_param)
        if text is None:
            return self.page_size
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise self._wrong_size(text)
        if not 1 <= int(text) <= self.most:
            raise self._wrong_size(text)
        return int(text)

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view=view)
        except NotFound as error:
            raise NotFound({self.page_query_param: [str(error.detail)]}) from error

    def _wrong_size(self, text: str) -> ValidationError:
        sentence = f"“{text}” is no page size; allowed is a whole number from 1 to {self.most}."
        return ValidationError({self.page_size_query_param: [sentence]})


class LongRowPages(Pages):
    """Pages of rows that hold many others each: 25, and `page_size` up to 50."""

    page_size = 25
    max_page_size = MAX_LONG_PAGE_SIZE
    page_size_query_description = f"Results on a page, up to {MAX_LONG_PAGE_SIZE}."
