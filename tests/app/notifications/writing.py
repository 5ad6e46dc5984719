"""Replies as somebody's mail program sends them."""

from allauth.account.models import EmailAddress

from notifications.questions import secrets
from notifications.replies import address
from players.models import Player
from tests.app.notifications.asking import notice
from tests.people import Person

OUR_SERVER = "mx.tide.example"


def addressed(person: Person, game: str, **more: object) -> str:
    """The address of the question that waits for her."""
    secret = secrets.of(notice(person, game, **more))  # type: ignore[arg-type]
    assert secret is not None
    return address.of(secret)


def reply(
    to: str,
    text: str,
    *,
    sender: str = "ann@post.example",
    proof: str | None = f"{OUR_SERVER}; dmarc=pass header.from=post.example",
    id: str = "<1@post.example>",  # noqa: A002  What it is called.
    headers: str = "",
) -> bytes:
    """A plain mail; `proof` is what the operator's own mail server says of it."""
    says = f"Authentication-Results: {proof}\r\n" if proof else ""
    body = text.replace("\n", "\r\n")
    return (
        f"{says}From: Ann <{sender}>\r\nTo: {to}\r\nSubject: Re: Your turn\r\nMessage-ID: {id}\r\n"
        f"{headers}Content-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"
    ).encode()


def verified(person: Person, email: str = "ann@post.example") -> Person:
    """She has this address, verified."""
    player = Player.objects.get(username=person.name)
    player.email = email
    player.save(update_fields=["email"])
    EmailAddress.objects.create(user_id=player.pk, email=email, verified=True, primary=True)
    return person
