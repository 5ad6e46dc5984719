"""Matrix: a message in a room, sent by an account that the player names (client-server API, rooms.send)."""

from collections.abc import Sequence
from urllib.parse import quote

from django.utils.html import escape

from common.rest.fields import CharField
from common.rest.serializers import Body
from notifications.channels import Channel, Json
from notifications.channels.brief import build_brief
from notifications.channels.egress import UrlField, check_url, send_json, visible_origin
from notifications.notice import Notice


class MatrixAddress(Body):
    url = UrlField(help_text="The home server, such as `https://matrix.org`.")
    room = CharField(
        max_length=255,
        pattern=r"^![!-~]+$",
        help_text="The room's id, such as `!abcdef:matrix.org`.",
    )
    token = CharField(
        max_length=500,
        pattern=r"^[!-~]+$",
        help_text="The access token of the account that writes, which is in the room.",
    )


class Matrix(Channel):
    name = "matrix"
    form = MatrixAddress

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        return {**address, "url": visible_origin(address["url"])}

    def shown(self, address: Json) -> str:
        return f"{address['room']} ({address['url']})"

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        headers = {"Authorization": f"Bearer {address['token']}"}
        for notice in notices:
            # Its id is the transaction's: sent once more it is not shown twice.
            way = (
                f"{quote(address['room'], safe='')}/send/m.room.message/{quote(notice.id, safe='')}"
            )
            where = f"{address['url']}/_matrix/client/v3/rooms/{way}"
            send_json(where, _build_message(notice), headers, method="PUT")


def _build_message(notice: Notice) -> Json:
    brief = build_brief(notice)
    lines = [line for line in (brief.title, brief.text) if line]
    return {
        "msgtype": "m.text",
        "body": "\n".join([*lines, brief.url]),
        "format": "org.matrix.custom.html",
        "formatted_body": (
            f'<a href="{escape(brief.url)}">{escape(brief.title)}</a><br>{escape(brief.text)}'
        ),
        "m.mentions": {},  # Nobody is, whatever a name looks like.
    }
