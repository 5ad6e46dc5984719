"""Parts of addresses that are not what they must be never reach a view: they are not found."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class Id(StringConverter):
    """An id as the server gives them out."""

    regex = "[A-Za-z0-9_-]{1,40}"


class Count(StringConverter):
    """A number counted from 1 that PostgreSQL's integer can hold."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:  # type: ignore[override]
        return int(value)


class Place(StringConverter):
    """The number of a seat, counted from 0."""

    regex = "0|[1-9][0-9]?"

    def to_python(self, value: str) -> int:  # type: ignore[override]
        return int(value)


register_converter(Id, "id")
register_converter(Place, "place")
register_converter(Count, "count")
