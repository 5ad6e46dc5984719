"""Parts of addresses that are not what they must be never reach a view: they are not found."""

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter


class Id(StringConverter):
    """An id as the server gives them out."""

    regex = "[A-Za-z0-9_-]{1,40}"


class Count(IntConverter):
    """A number counted from 1 that PostgreSQL's integer can hold."""

    regex = "[1-9][0-9]{0,8}"


class Place(IntConverter):
    """The number of a seat, counted from 0."""

    regex = "0|[1-9][0-9]?"


class SecretConverter(StringConverter):
    """Path converter of a secret that cannot be guessed: 32 bytes, in the server's encoding."""

    regex = "[A-Za-z0-9_-]{43}"


register_converter(Id, "id")
register_converter(SecretConverter, "secret")
register_converter(Place, "place")
register_converter(Count, "count")
