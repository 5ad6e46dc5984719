"""ntfy: a notice on a phone, by any ntfy server (https://docs.ntfy.sh/publish/#publish-as-json).

The name of a topic is all that one needs to read along. So moves are only offered where the player has
asked for them: their names are cards of the player's hand.
"""

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from common.rest.errors import ApiError
from common.rest.fields import BooleanField, CharField
from common.rest.json_codec import Json
from common.rest.serializers import Body
from notifications.answer_links.offers import answer_presses
from notifications.channels import Channel, ShownAddress
from notifications.channels.brief import Urgency, build_brief, shorten_text
from notifications.channels.egress import UrlField, check_url, send_json, visible_origin
from notifications.notice import Notice

MAX_ACTIONS = 3
MAX_TEXT_LENGTH = 1000
"""Characters of a text: far below the 4,096 bytes from which on ntfy makes an attachment of it."""
PRIORITY = {Urgency.LOW: 2, Urgency.NORMAL: 3, Urgency.HIGH: 4}


class NtfyAddress(Body):
    url = UrlField(
        help_text="The topic's whole address, such as `https://ntfy.sh/my-long-secret-topic`."
    )
    token = CharField(
        required=False,
        max_length=200,
        pattern=r"^[!-~]+$",
        help_text="An access token, where the topic wants one.",
    )
    moves = BooleanField(
        required=False,
        help_text="Whether up to three moves are offered as buttons. Readers of the topic then "
        "see cards of my hand, and can play one.",
    )


class Ntfy(Channel):
    name = "ntfy"
    form = NtfyAddress

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        if not _read_topic(address["url"]):
            raise ApiError("invalid_url", "The topic is missing behind the server.", "/url")
        return address

    def takes(self, address: Json) -> Collection[str]:
        """Return the scope that a topic with moves takes: its readers see cards and can play them."""
        return ("game:play",) if address.get("moves") else ()

    def shown(self, address: Json) -> ShownAddress:
        return {"url": visible_origin(address["url"])}

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        token = address.get("token")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        for notice in notices:
            message = _build_message(address, notice)
            # A message as JSON has its topic, and goes to the server's own address.
            send_json(address["url"].rpartition("/")[0] + "/", message, headers)


def _build_message(address: Json, notice: Notice) -> Json:
    brief = build_brief(notice)
    message: Json = {
        "topic": _read_topic(address["url"]),
        "title": shorten_text(brief.title, MAX_TEXT_LENGTH),
        "message": shorten_text(brief.text or brief.title, MAX_TEXT_LENGTH),
        "click": brief.url,
        "priority": PRIORITY[brief.urgency],
    }
    if address.get("moves") and notice.asks:
        message["actions"] = [
            {
                "action": "http",
                "label": shorten_text(one.label, 50),
                "url": one.url,
                "method": "POST",
                "clear": True,
            }
            for one in answer_presses(notice, MAX_ACTIONS)
        ]
    return message


def _read_topic(where: str) -> str:
    """The last part of the address; what is before it is the server's own."""
    return urlsplit(where).path.rpartition("/")[2]
