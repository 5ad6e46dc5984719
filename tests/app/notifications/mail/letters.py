"""Notices, and the mails that are written of them."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Game
from notifications.mail.composer import write
from notifications.notice import Notice, NoticeKind
from players.models import Player
from tests.people import Person

EVERYTHING = {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]}
TO = "ann@tide.example"


def notice(
    person: Person, game: str | None, kind: NoticeKind = NoticeKind.YOUR_TURN, **more: Any
) -> Notice:
    """What is told to this person about a game as it is now."""
    found = None if game is None else Game.objects.get(pk=game)
    seen = None if game is None else person.get(f"/games/{game}").json
    mine = seen and seen["mine"]
    return Notice(
        **{
            "id": "n1",
            "kind": kind,
            "player": Player.objects.get(username=person.name),
            "at": timezone.now(),
            "game": found,
            "turn": seen and seen["turn"] and seen["turn"]["number"],
            "seat": mine and mine["seat"],
            "zone": ZoneInfo("Europe/Berlin"),
            **more,
        }
    )


class Mail:
    """A mail as it arrives: its headers, and both of its parts."""

    def __init__(self, *notices: Notice) -> None:
        written = write(notices, TO)
        assert written is not None
        parsed = message_from_bytes(written.message().as_bytes(), policy=default)
        assert isinstance(parsed, EmailMessage)
        self.headers = parsed
        self.subject = str(parsed["Subject"])
        self.text = _content(parsed, "plain")
        self.html = _content(parsed, "html")
        self.seen = seen(self.html)


def _content(parsed: EmailMessage, kind: str) -> str:
    part = parsed.get_body((kind,))
    assert part is not None
    return str(part.get_content())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in {"style", "title"}
        self.links += [value for name, value in attrs if name == "href" and value]

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in {"style", "title"}

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words += data.split()


def seen(html: str) -> _Reader:
    """What somebody sees of the HTML: its words and its links."""
    reader = _Reader()
    reader.feed(html)
    return reader
