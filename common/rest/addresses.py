"""Parts of addresses that are not what they must be never reach a view: they are not found."""

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter
from drf_spectacular.utils import OpenApiParameter

from common.rest.schemas import Schema, integer, string


class Id(StringConverter):
    """An id as the server gives them out."""

    regex = "[A-Za-z0-9_-]{1,40}"
    schema = string(pattern=f"^{regex}$")


class Count(IntConverter):
    """A number counted from 1 that PostgreSQL's integer can hold."""

    regex = "[1-9][0-9]{0,8}"
    schema = integer(minimum=1, maximum=999_999_999)


class Place(IntConverter):
    """The number of a seat, counted from 0."""

    regex = "0|[1-9][0-9]?"
    schema = integer(minimum=0, maximum=99)


class SecretConverter(StringConverter):
    """Path converter of a secret that cannot be guessed: 32 bytes, in the server's encoding."""

    regex = "[A-Za-z0-9_-]{43}"


register_converter(Id, "id")
register_converter(SecretConverter, "secret")
register_converter(Place, "place")
register_converter(Count, "count")


def _path_parameter(name: str, schema: Schema, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, schema, OpenApiParameter.PATH, description=description)


PATH_PARAMETERS = {
    one.name: one
    for one in (
        _path_parameter("game", Id.schema, "Id of the game."),
        _path_parameter("invitation", Id.schema, "Code of the invitation."),
        _path_parameter("message", Id.schema, "Id of the message."),
        _path_parameter("ruleset", Id.schema, "Id of the ruleset."),
        _path_parameter("seat", Place.schema, "Seat number, from 0."),
        _path_parameter("turn", Count.schema, "Turn number, from 1."),
        _path_parameter("code", Id.schema, "The code."),
        _path_parameter("token", Id.schema, "Id of the token."),
        _path_parameter("vacation", Id.schema, "Id of the vacation."),
        _path_parameter("receiver", Id.schema, "Id of the receiver."),
        _path_parameter("delivery", Id.schema, "Id of the delivery."),
        _path_parameter("exported", Id.schema, "Id of the export."),
        _path_parameter("subscription", Id.schema, "Kind of the address: `calendar` or `news`."),
        _path_parameter("archive", Count.schema, "Number of the archive, from 1."),
        _path_parameter("username", Id.schema, "Username, in any case."),
    )
}
"""The parameters of addresses, by name."""
