"""Chats of other servers: Discord, Slack and Matrix.

- Discord: https://discord.com/developers/docs/resources/webhook
- Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
- Matrix: client-server API, rooms.send
"""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlsplit

from django.utils.html import escape
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from common.rest.fields import CharField
from common.rest.json_codec import Json
from common.rest.serializers import Body
from notifications.channels import Channel, ShownAddress
from notifications.channels.brief import build_brief, shorten_text
from notifications.channels.egress import UrlField, check_url, send_json, visible_origin
from notifications.notice import Notice

DISCORD_TITLE_LENGTH, DISCORD_TEXT_LENGTH, DISCORD_EMBEDS = 256, 4096, 10
DISCORD_PATH = re.compile(r"/api(/v[0-9]+)?/webhooks/[0-9]+/[\w-]+/?")
DISCORD_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~:@])")
"""What Discord reads as more than itself: bold, links, mentions."""
SLACK_TEXT_LENGTH, SLACK_NOTICES = 3000, 20
"""Characters of a text, and notices of which each takes one of the 50 blocks that a message may have."""
SLACK_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""All that Slack wants escaped; links and mentions stand in angle brackets."""
SLACK_MARKS = str.maketrans({one: f"\N{ZERO WIDTH SPACE}{one}" for one in "*_~`"})
"""Bold and the like has no escape; behind this character it is none."""


class DiscordAddress(Body):
    url = UrlField(help_text="The address of a channel's webhook, as Discord shows it.")


class Discord(Channel):
    name = "discord"
    max_notices = DISCORD_EMBEDS
    form = DiscordAddress

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        if not DISCORD_PATH.fullmatch(urlsplit(address["url"]).path):
            message = _("A webhook of Discord's has /api/webhooks/, a number and a token in it.")
            raise ApiError("invalid_url", message, "/url")
        return address

    def shown(self, address: Json) -> ShownAddress:
        return {"url": visible_origin(address["url"])}

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        # Nobody is mentioned, whatever a name looks like.
        body = {"embeds": [_build_embed(one) for one in notices], "allowed_mentions": {"parse": []}}
        send_json(address["url"], body)


def _build_embed(notice: Notice) -> Json:
    brief = build_brief(notice)
    return {
        "title": shorten_text(_escape_markdown(brief.title), DISCORD_TITLE_LENGTH),
        "description": shorten_text(_escape_markdown(brief.text), DISCORD_TEXT_LENGTH),
        "url": brief.url,
        "timestamp": notice.at.isoformat(),
    }


def _escape_markdown(text: str) -> str:
    return DISCORD_MARKS.sub(r"\\\1", text)


class SlackAddress(Body):
    url = UrlField(help_text="The address of an incoming webhook, as Slack shows it.")


class Slack(Channel):
    name = "slack"
    max_notices = SLACK_NOTICES
    form = SlackAddress

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        if not urlsplit(address["url"]).path.startswith("/services/"):
            message = _("A webhook of Slack's has /services/ in it.")
            raise ApiError("invalid_url", message, "/url")
        return address

    def shown(self, address: Json) -> ShownAddress:
        return {"url": visible_origin(address["url"])}

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        send_json(address["url"], _build_blocks(notices))


def _build_blocks(notices: Sequence[Notice]) -> Json:
    lines = list(_slack_lines(notices))
    return {
        # What a phone shows of it, where blocks are not.
        "text": shorten_text("\n".join(title for title, *_rest in lines), SLACK_TEXT_LENGTH),
        "unfurl_links": False,
        "blocks": [
            {
                "type": "section",
                "text": {
                    "type": "mrkdwn",
                    "text": shorten_text(f"<{link}|{title}>\n{text}", SLACK_TEXT_LENGTH),
                },
            }
            for title, text, link in lines
        ],
    }


def _slack_lines(notices: Sequence[Notice]) -> Iterator[tuple[str, str, str]]:
    for notice in notices:
        brief = build_brief(notice)
        # A bar would end the address of a link.
        yield _escape_mrkdwn(brief.title).replace("|", "¦"), _escape_mrkdwn(brief.text), brief.url


def _escape_mrkdwn(text: str) -> str:
    return text.translate(SLACK_ESCAPES).translate(SLACK_MARKS)


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

    def shown(self, address: Json) -> ShownAddress:
        return {"room": address["room"], "url": address["url"]}

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
