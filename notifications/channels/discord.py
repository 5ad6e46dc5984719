"""Discord: a message by a webhook of a channel's (https://discord.com/developers/docs/resources/webhook)."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from common.rest.serializers import Body
from notifications.channels import Channel, Json
from notifications.channels.brief import build_brief, shorten_text
from notifications.channels.egress import UrlField, check_url, send_json, visible_origin
from notifications.notice import Notice

MAX_TITLE_LENGTH, MAX_TEXT_LENGTH, MAX_EMBEDS = 256, 4096, 10
PATH = re.compile(r"/api(/v[0-9]+)?/webhooks/[0-9]+/[\w-]+/?")
MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~:@])")
"""What Discord reads as more than itself: bold, links, mentions."""


class DiscordAddress(Body):
    url = UrlField(help_text="The address of a channel's webhook, as Discord shows it.")


class Discord(Channel):
    name = "discord"
    together = MAX_EMBEDS
    form = DiscordAddress

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        if not PATH.fullmatch(urlsplit(address["url"]).path):
            message = _("A webhook of Discord's has /api/webhooks/, a number and a token in it.")
            raise ApiError("invalid_url", message, "/url")
        return address

    def shown(self, address: Json) -> str:
        return visible_origin(address["url"])

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        # Nobody is mentioned, whatever a name looks like.
        body = {"embeds": [_build_embed(one) for one in notices], "allowed_mentions": {"parse": []}}
        send_json(address["url"], body)


def _build_embed(notice: Notice) -> Json:
    brief = build_brief(notice)
    return {
        "title": shorten_text(_escape_marks(brief.title), MAX_TITLE_LENGTH),
        "description": shorten_text(_escape_marks(brief.text), MAX_TEXT_LENGTH),
        "url": brief.url,
        "timestamp": notice.at.isoformat(),
    }


def _escape_marks(text: str) -> str:
    return MARKS.sub(r"\\\1", text)
