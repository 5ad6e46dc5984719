"""Discord: a message by a webhook of a channel's (https://discord.com/developers/docs/resources/webhook)."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from notifications.channels import Channel, Json
from notifications.channels.brief import brief, cut
from notifications.channels.sending import check_url, origin, send_json, url
from notifications.notice import Notice
from tideapi.rest.errors import ApiError
from tideapi.rest.schemas import closed

LONGEST_TITLE, LONGEST_TEXT, MOST_EMBEDS = 256, 4096, 10
PATH = re.compile(r"/api(/v[0-9]+)?/webhooks/[0-9]+/[\w-]+/?")
MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~:@])")
"""What Discord reads as more than itself: bold, links, mentions."""


class Discord(Channel):
    name = "discord"
    together = MOST_EMBEDS
    schema = closed({"url": url("The address of a channel's webhook, as Discord shows it.")})

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        if not PATH.fullmatch(urlsplit(address["url"]).path):
            said = "A webhook of Discord's has /api/webhooks/, a number and a token in it."
            raise ApiError("invalid_url", said, "/url")
        return address

    def shown(self, address: Json) -> str:
        return origin(address["url"])

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        # Nobody is mentioned, whatever a name looks like.
        body = {"embeds": [_embed(one) for one in notices], "allowed_mentions": {"parse": []}}
        send_json(address["url"], body)


def _embed(notice: Notice) -> Json:
    told = brief(notice)
    return {
        "title": cut(_plain(told.title), LONGEST_TITLE),
        "description": cut(_plain(told.text), LONGEST_TEXT),
        "url": told.url,
        "timestamp": notice.at.isoformat(),
    }


def _plain(text: str) -> str:
    return MARKS.sub(r"\\\1", text)
