"""Pages of a list, each with the address of the next."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.utils.dateparse import parse_datetime
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from tideapi.rest.errors import Fault, invalid_query
from tideapi.rest.schemas import Schema, integer, string

M = TypeVar("M", bound=Model)

MOST = 100
USUAL = 25

QUERY: Schema = {
    "cursor": string(
        "Where the page begins: taken from `next` or `previous`, never made up.",
        maxLength=500,
        pattern=r"^[A-Za-z0-9+/]*={0,2}$",
    ),
    "page_size": integer("How many results a page has.", minimum=1, maximum=MOST, default=USUAL),
}


T = TypeVar("T")


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


class Pages(CursorPagination):
    """Pages of rows in an order of which a cursor's position says the place: it must look like one."""

    position: str | None = None
    """A pattern for it; None where the rows are ordered by a moment first."""

    def decode_cursor(self, request: Request) -> Cursor | None:
        cursor: Cursor | None = super().decode_cursor(request)
        nowhere = Cursor(offset=0, reverse=False, position=None)
        if cursor == nowhere or (cursor is not None and not self._is_place(cursor.position)):
            raise NotFound
        return cursor

    def _is_place(self, position: object) -> bool:
        """Whether a list may have written this: nothing at all, or a place in its order."""
        if position is None:
            return True
        if self.position is None:
            return _is_moment(str(position))
        return re.fullmatch(self.position, str(position), re.ASCII) is not None


def paged(
    request: Request,
    rows: "QuerySet[M]",
    order: tuple[str, ...],
    show: Callable[[Iterable[M]], list[dict[str, Any]]],
    size: int | None,
    position: str | None = None,
) -> Response:
    """One page of the rows, as `paginate` gives it, each shown as `show` makes it. Raises `ApiError`."""
    page, links = paginate(request, rows, order, size, position)
    return Response({"results": show(page), **links})


def paginate(
    request: Request,
    rows: Any,
    order: tuple[str, ...],
    size: int | None,
    position: str | None = None,
) -> tuple[Sequence[Any], dict[str, str | None]]:
    """The rows of a page, of a queryset or a `Window`, and the addresses of the pages beside it.

    They are ordered by a moment first, or else by what fits the pattern `position`. Raises `ApiError`.
    """
    pages = Pages()
    pages.page_size = size or USUAL
    pages.ordering = order
    pages.position = position
    try:
        page: Sequence[Any] = pages.paginate_queryset(rows, request) or []
    except NotFound as error:
        fault = Fault("cursor", "wrong_format", "This cursor was not given out by this list.")
        raise invalid_query(fault) from error
    return page, {"next": pages.get_next_link(), "previous": pages.get_previous_link()}


def _is_moment(position: str) -> bool:
    """Whether a list may have written this: a moment in UTC."""
    try:
        moment = parse_datetime(position)
    except ValueError:
        return False
    return moment is not None and str(moment) == position and str(moment).endswith("+00:00")
