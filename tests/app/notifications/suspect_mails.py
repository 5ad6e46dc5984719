"""Parts of mails in which something is not as it should be."""

from collections.abc import Callable
from typing import Any

from games.models import Submission
from tests.app.notifications.writing import OUR_SERVER, reply
from tests.people import Person

Table = Callable[..., str]
Signs = Callable[..., bytes]
SIGNED = [b"from", b"to", b"subject", b"date"]
FRIEND = "friend@else.example"
PARTS = (
    "--=_b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
    "--=_b\nContent-Type: text/html; charset=utf-8\n\n<div>{text}</div>\n--=_b--"
)


def card(person: Person, game: str, place: int = 1) -> int:
    return int(person.sees(game)["mine"]["hand"][place])


def passed(raw: bytes, domain: str = "post.example") -> bytes:
    """The mail as the operator's own mail server hands it on, which has found its signature good."""
    return f"Authentication-Results: {OUR_SERVER}; dkim=pass header.d={domain}\r\n".encode() + raw


def unsigned(to: str, text: str, **more: Any) -> bytes:
    return reply(to, text, proof=None, **more)


def submissions(game: str) -> int:
    return Submission.objects.filter(game=game).count()


def nested(to: str, depth: int) -> bytes:
    """Mails in one another, as many."""
    head = reply(to, "").partition(b"Content-Type")[0]
    return head + b"Content-Type: message/rfc822\r\n\r\n" * depth + b"x\r\n"
