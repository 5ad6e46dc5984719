"""Pages of a list, each with the address of the next."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.dateparse import parse_datetime
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from tideapi.rest.reading import Fault, Invalid
from tideapi.rest.schemas import Schema, integer, string

M = TypeVar("M", bound=Model)

MOST = 100
USUAL = 25

QUERY: Schema = {
    "cursor": string(
        "Where the page begins: taken from `next` or `previous`, never made up.", maxLength=500
    ),
    "page_size": integer("How many results a page has.", minimum=1, maximum=MOST, default=USUAL),
}


class Pages(CursorPagination):
    """Pages of rows that are ordered by a moment first: so a cursor's position must be one."""

    def decode_cursor(self, request: Request) -> Cursor | None:
        cursor: Cursor | None = super().decode_cursor(request)
        nowhere = Cursor(offset=0, reverse=False, position=None)
        if cursor == nowhere or (cursor is not None and not _is_position(cursor.position)):
            raise NotFound
        return cursor


def paged(
    request: Request,
    rows: "QuerySet[M]",
    order: tuple[str, ...],
    show: Callable[[Iterable[M]], list[dict[str, Any]]],
    size: int | None,
) -> Response:
    """One page of the rows in this order, each shown as `show` makes it. Raises `Invalid`."""
    pages = Pages()
    pages.page_size = size or USUAL
    pages.ordering = order
    try:
        page = pages.paginate_queryset(rows, request) or []
    except NotFound as error:
        fault = Fault("/cursor", "wrong_format", "This cursor was not given out by this list.")
        raise Invalid(fault, where="query") from error
    following, before = pages.get_next_link(), pages.get_previous_link()
    return Response({"results": show(page), "next": following, "previous": before})


def _is_position(position: object) -> bool:
    """Whether a list may have written this: nothing at all, or a moment in UTC."""
    if position is None:
        return True
    try:
        moment = parse_datetime(str(position))
    except ValueError:
        return False
    return moment is not None and str(moment) == position and str(moment).endswith("+00:00")
