"""Matrix: a message in a room, sent by an account that she gives (client-server API, rooms.send)."""

from collections.abc import Sequence
from urllib.parse import quote

from django.utils.html import escape

from notifications.channels import Channel, Json
from notifications.channels.brief import brief
from notifications.channels.sending import check_url, origin, send_json, url
from notifications.notice import Notice
from tideapi.rest.schemas import closed, string


class Matrix(Channel):
    name = "matrix"
    schema = closed(
        {
            "url": url("The home server, such as `https://matrix.org`."),
            "room": string(
                "The room's id, such as `!abcdef:matrix.org`.", maxLength=255, pattern=r"^![!-~]+$"
            ),
            "token": string(
                "The access token of the account that writes, which is in the room.",
                maxLength=500,
                pattern=r"^[!-~]+$",
            ),
        }
    )

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        return {**address, "url": origin(address["url"])}

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
            send_json(where, _message(notice), headers, method="PUT")


def _message(notice: Notice) -> Json:
    told = brief(notice)
    lines = [line for line in (told.title, told.text) if line]
    return {
        "msgtype": "m.text",
        "body": "\n".join([*lines, told.url]),
        "format": "org.matrix.custom.html",
        "formatted_body": (
            f'<a href="{escape(told.url)}">{escape(told.title)}</a><br>{escape(told.text)}'
        ),
        "m.mentions": {},  # Nobody is, whatever a name looks like.
    }
