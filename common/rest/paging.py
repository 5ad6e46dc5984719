"""Pages of a list, each with the address of the next."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Annotated, Any, Generic, TypedDict, TypeVar

from django.db.models import QuerySet
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


class Next(TypedDict):
    next: Annotated[Address | None, "Address of the next page, or null."]


class Links(Next):
    previous: Annotated[Address | None, "Address of the previous page, or null."]


class PageBody(Links, Generic[T]):
    results: Annotated[list[T], "The entries of this page."]


@dataclass(frozen=True, slots=True)
class Window(Generic[T]):
    """Rows that a statement of our own reads, where a paginator expects a queryset in ascending order.

    `read` gives at most `most` rows beyond a `position`, or from the beginning, after an `offset`; with
    `back` in descending order.
    """

    read: "Callable[..., Sequence[T]]"
    back: bool = False
    position: str | None = None

    def order_by(self, first: str, *_: str) -> "Window[T]":
        return replace(self, back=first.startswith("-"))

    def filter(self, **beyond: str) -> "Window[T]":
        (position,) = beyond.values()
        return replace(self, position=position)

    def __getitem__(self, part: slice) -> Sequence[T]:
        most = part.stop - part.start
        return self.read(back=self.back, position=self.position, offset=part.start, most=most)


@dataclass(frozen=True, slots=True)
class Merged:
    """Rows of several tables as one list, where a paginator expects one queryset."""

    rows: "tuple[QuerySet[Any], ...]"
    order: tuple[str, ...] = ()

    def order_by(self, *order: str) -> "Merged":
        return Merged(tuple(some.order_by(*order) for some in self.rows), order)

    def filter(self, **beyond: str) -> "Merged":
        return Merged(tuple(some.filter(**beyond) for some in self.rows), self.order)

    def __getitem__(self, part: slice) -> Sequence[Any]:
        by, back = attrgetter(*(one.lstrip("-") for one in self.order)), self.order[0][0] == "-"
        found = [row for some in self.rows for row in some[: part.stop]]
        return sorted(found, key=by, reverse=back)[part]


class Pages(CursorPagination):
    """Pages of a `PagedView`, in its order. A cursor's position must look like a place in that."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows of a page, of a queryset or a `Window`. Raises `ApiError` (`invalid_query`)."""
        self.view = view
        try:
            page: list[Any] = super().paginate_queryset(queryset, request, view) or []
        except NotFound as error:
            fault = Fault("cursor", "wrong_format", "This cursor was not given out by this list.")
            raise invalid_query(fault) from error
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


def _is_moment(position: str) -> bool:
    """Return whether a cursor may have this position: a moment in UTC."""
    try:
        moment = parse_datetime(position)
    except ValueError:
        return False
    return moment is not None and str(moment) == position and str(moment).endswith("+00:00")
