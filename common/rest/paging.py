"""Pages of a list, each with the address of the next."""

import re
from collections.abc import Callable
from typing import Annotated, Any, Generic, TypedDict, TypeVar

from django.utils.dateparse import parse_datetime
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.errors import Fault, invalid_query
from common.rest.fields import CharField, IntegerField
from common.rest.serializers import Query, read_integer
from common.rest.shapes import Address

MAX_PAGE_SIZE = 100
DEFAULT_PAGE_SIZE = 25


class PageSizeField(IntegerField):
    def __init__(self, **more: Any) -> None:
        text, usual = "Results on a page.", {"default": DEFAULT_PAGE_SIZE}
        super().__init__(min_value=1, max_value=MAX_PAGE_SIZE, style=usual, help_text=text, **more)


class PageQuery(Query):
    cursor = CharField(
        max_length=500,
        pattern=r"^[A-Za-z0-9+/]*={0,2}$",
        help_text="Start of the page, taken from `next` or `previous`; opaque.",
    )
    page_size = PageSizeField()

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, those of a list's own first."""
        fields = super().get_fields()
        paging = {name: fields.pop(name) for name in ("cursor", "page_size")}
        return fields | paging


T = TypeVar("T")


class Links(TypedDict):
    next: Annotated[Address | None, "Address of the next page, or null."]
    previous: Annotated[Address | None, "Address of the previous page, or null."]


class PageBody(Links, Generic[T]):
    results: Annotated[list[T], "The entries of this page."]


def whole_page(results: list[T]) -> PageBody[T]:
    """Return a list that is never longer than one page."""
    return {"results": results, "next": None, "previous": None}


class Pages(CursorPagination):
    """Pages of a `PagedView`, in its order. A cursor's position must look like a place in that."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows of a page of a queryset. Raises `ApiError` (`invalid_query`)."""
        self.view = view
        try:
            return self.read_page(queryset, request)
        except NotFound as error:
            fault = Fault("cursor", "wrong_format", "This cursor was not given out by this list.")
            raise invalid_query(fault) from error

    def read_page(self, queryset: Any, request: Request) -> list[Any]:
        page: list[Any] = super().paginate_queryset(queryset, request, self.view) or []
        return page

    def get_page_size(self, request: Request) -> int:
        """Return the size that the query names; its serializer has checked it."""
        size = read_integer(request.query_params.get("page_size", ""))
        return self.view.page_size if size is None else size

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        ordering: tuple[str, ...] = view.ordering
        return ordering

    def get_links(self) -> Links:
        """Return the addresses of the pages beside this one."""
        return {"next": self.get_next_link(), "previous": self.get_previous_link()}

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, **self.get_links()})

    def decode_cursor(self, request: Request) -> Cursor | None:
        cursor: Cursor | None = super().decode_cursor(request)
        nowhere = Cursor(offset=0, reverse=False, position=None)
        if cursor == nowhere or (cursor is not None and not self._is_place(cursor.position)):
            raise NotFound
        return cursor

    def _is_place(self, position: object) -> bool:
        """Return whether a cursor may have this position: none, or a place in the list's order."""
        if position is None:
            return True
        if self.view.place is None:
            return _is_moment(str(position))
        return re.fullmatch(self.view.place, str(position), re.ASCII) is not None


class StatementPages(Pages):
    """Pages of what a statement reads, for lists that are polled.

    The same list as a queryset of keys and a statement for these took 1.3 (`me/games`) and 1.7 times
    (`me/turns`) the processor time of the whole call.
    """

    def read_page(self, queryset: Callable[..., list[Any]], request: Request) -> list[Any]:
        """Return the rows of a page of a function that runs the statement.

        It gives at most `most` rows beyond a `position`, or from the beginning, after an `offset`, in
        ascending order; with `back` in descending order.
        """
        self.page_size = self.get_page_size(request)
        self.base_url = request.build_absolute_uri()
        self.ordering = self.get_ordering(request, queryset, self.view)
        self.cursor = self.decode_cursor(request)
        at = self.cursor or Cursor(0, reverse=False, position=None)
        position: Any = at.position
        rows = queryset(
            back=at.reverse, position=position, offset=at.offset, most=self.page_size + 1
        )
        self.page, beyond = rows[: self.page_size], rows[self.page_size :]
        further = self._get_position_from_instance(beyond[0], self.ordering) if beyond else None
        before, after = position is not None or at.offset > 0, bool(beyond)
        if at.reverse:
            self.page.reverse()
            self.has_next, self.next_position = before, position
            self.has_previous, self.previous_position = after, further
        else:
            self.has_next, self.next_position = after, further
            self.has_previous, self.previous_position = before, position
        return self.page


def _is_moment(position: str) -> bool:
    """Return whether a cursor may have this position: a moment in UTC."""
    try:
        moment = parse_datetime(position)
    except ValueError:
        return False
    return moment is not None and str(moment) == position and str(moment).endswith("+00:00")
