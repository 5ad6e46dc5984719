"""ntfy: a notice on a phone, by a server of anybody's (https://docs.ntfy.sh/publish/#publish-as-json).

The name of a topic is all that one needs to read along. So moves are only offered where she has said so:
their names are cards of her hand.

Why so: docs/why.md#moves-on-lock-screens.
"""

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from notifications.channels import Channel, Json
from notifications.channels.brief import Urgency, brief, cut
from notifications.channels.sending import check_url, origin, send_json, url
from notifications.notice import Notice
from notifications.presses.offering import presses
from tideapi.rest.errors import ApiError
from tideapi.rest.schemas import boolean, closed, string

MOST_ACTIONS = 3
LONGEST = 1000
"""Characters of a text: far below the 4,096 bytes from which on ntfy makes an attachment of it."""
PRIORITY = {Urgency.LOW: 2, Urgency.NORMAL: 3, Urgency.HIGH: 4}


class Ntfy(Channel):
    name = "ntfy"
    schema = closed(
        {
            "url": url(
                "The topic's whole address, such as `https://ntfy.sh/my-long-secret-topic`."
            ),
            "token": string(
                "An access token, where the topic wants one.", maxLength=200, pattern=r"^[!-~]+$"
            ),
            "moves": boolean(
                "Whether up to three moves are offered as buttons. Whoever reads the topic then sees "
                "cards of my hand, and can play one."
            ),
        },
        optional=["token", "moves"],
    )

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        if not _topic(address["url"]):
            raise ApiError("invalid_url", "The topic is missing behind the server.", "/url")
        return address

    def takes(self, address: Json) -> Collection[str]:
        """Whoever reads a topic with moves sees cards and plays them, so its maker may do both already."""
        return ("game:play",) if address.get("moves") else ()

    def shown(self, address: Json) -> str:
        return origin(address["url"])

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        token = address.get("token")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        for notice in notices:
            message = _message(address, notice)
            send_json(_server(address["url"]), message, headers)


def _message(address: Json, notice: Notice) -> Json:
    told = brief(notice)
    message: Json = {
        "topic": _topic(address["url"]),
        "title": cut(told.title, LONGEST),
        "message": cut(told.text or told.title, LONGEST),
        "click": told.url,
        "priority": PRIORITY[told.urgency],
    }
    if address.get("moves") and notice.asks:
        message["actions"] = [
            {"action": "http", "label": cut(one.label, 50), "url": one.url, "method": "POST"}
            | {"clear": True}
            for one in presses(notice, MOST_ACTIONS)
        ]
    return message


def _topic(where: str) -> str:
    """The last part of the address; what is before it is the server's own."""
    return urlsplit(where).path.rpartition("/")[2]


def _server(where: str) -> str:
    """Where a message as JSON is sent, which says its topic itself."""
    return where.rpartition("/")[0] + "/"
