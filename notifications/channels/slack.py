"""Slack: a message by an incoming webhook (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks)."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from django.utils.translation import gettext

from common.rest.errors import ApiError
from common.rest.serializers import Body
from notifications.channels import Channel, Json
from notifications.channels.brief import build_brief, shorten_text
from notifications.channels.egress import UrlField, check_url, send_json, visible_origin
from notifications.notice import Notice

MAX_TEXT_LENGTH, MAX_TOGETHER = 3000, 20
"""Characters of a text, and notices of which each takes one of the 50 blocks that a message may have."""
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""All that Slack wants escaped; links and mentions stand in angle brackets."""
MARKS = str.maketrans({one: f"\N{ZERO WIDTH SPACE}{one}" for one in "*_~`"})
"""Bold and the like has no escape; behind this character it is none."""


class SlackAddress(Body):
    url = UrlField(help_text="The address of an incoming webhook, as Slack shows it.")


class Slack(Channel):
    name = "slack"
    together = MAX_TOGETHER
    form = SlackAddress

    def check(self, address: Json) -> Json:
        check_url(address["url"])
        if not urlsplit(address["url"]).path.startswith("/services/"):
            message = gettext("A webhook of Slack's has /services/ in it.")
            raise ApiError("invalid_url", message, "/url")
        return address

    def shown(self, address: Json) -> str:
        return visible_origin(address["url"])

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        send_json(address["url"], _build_message(notices))


def _build_message(notices: Sequence[Notice]) -> Json:
    lines = list(_message_lines(notices))
    return {
        # What a phone shows of it, where blocks are not.
        "text": shorten_text("\n".join(title for title, _, _ in lines), MAX_TEXT_LENGTH),
        "unfurl_links": False,
        "blocks": [
            {
                "type": "section",
                "text": {
                    "type": "mrkdwn",
                    "text": shorten_text(f"<{link}|{title}>\n{text}", MAX_TEXT_LENGTH),
                },
            }
            for title, text, link in lines
        ],
    }


def _message_lines(notices: Sequence[Notice]) -> Iterator[tuple[str, str, str]]:
    for notice in notices:
        brief = build_brief(notice)
        # A bar would end the address of a link.
        yield _escape_marks(brief.title).replace("|", "¦"), _escape_marks(brief.text), brief.url


def _escape_marks(text: str) -> str:
    return text.translate(ESCAPES).translate(MARKS)
