"""Questions by mail, and replies as mail programs and mail servers bring them."""

from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from games.models import Submission
from notifications.notice import NoticeKind
from notifications.questions import secrets
from notifications.replies import address, mail_handler, stop_links
from notifications.replies.outcome import ReplyOutcome
from players.models import Letter, Player
from tests.app.notifications.notices import notice
from tests.people import Person

OUR_SERVER = "mx.tide.example"
VOUCHED = f"{OUR_SERVER}; dmarc=pass header.from=post.example"
FRIEND = "friend@else.example"


def write_reply(
    to: str,
    text: str,
    *,
    sender: str = "ann@post.example",
    proof: str | None = VOUCHED,
    id: str = "<1@post.example>",  # noqa: A002  What it is called.
    headers: str = "",
) -> bytes:
    """Return a plain mail; `proof` is what the operator's own mail server says of it."""
    says = f"Authentication-Results: {proof}\r\n" if proof else ""
    body = text.replace("\n", "\r\n")
    return (
        f"{says}From: Ann <{sender}>\r\nTo: {to}\r\nSubject: Re: Your turn\r\nMessage-ID: {id}\r\n"
        f"{headers}Content-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"
    ).encode()


def vouch_for(raw: bytes) -> bytes:
    """Return the mail as the operator's own mail server hands it on: its signature is good."""
    return (
        f"Authentication-Results: {OUR_SERVER}; dkim=pass header.d=post.example\r\n".encode() + raw
    )


def nest_mails(to: str, depth: int) -> bytes:
    """Return mails in one another, as many."""
    head = write_reply(to, "").partition(b"Content-Type")[0]
    return head + b"Content-Type: message/rfc822\r\n\r\n" * depth + b"x\r\n"


def verify_address(person: Person, email: str = "ann@post.example") -> Person:
    """Give the person this address, verified."""
    player = Player.objects.get(username=person.name)
    player.email = email
    player.save(update_fields=["email"])
    EmailAddress.objects.create(user_id=player.pk, email=email, verified=True, primary=True)
    return person


def letters() -> list[Any]:
    return [one.content for one in Letter.objects.order_by("pk")]


def mailed_kinds(person: Person) -> set[str]:
    """Return the kinds of notices that go to this person by mail."""
    switches = person.get("/me/notifications").json["switches"]
    return {kind for kind, by_channel in switches.items() if by_channel["mail"]}


class Question:
    """A question to a player that waits: its secret, and its address for answers by mail."""

    def __init__(self, person: Person, game: str, **more: Any) -> None:
        secret = secrets.of(notice(person, game, **more))
        assert secret is not None
        self.person, self.game, self.secret = person, game, secret
        self.to = address.of(secret)
        mine = person.sees(game)["mine"]
        self.hand: list[int] = mine.get("hand", [])
        self._number = 0

    def write(self, text: str | None = None, **more: Any) -> bytes:
        """Return a reply with this text: without any it plays the second card."""
        return write_reply(self.to, self.play if text is None else text, **more)

    def answer(
        self,
        text: str | None = None,
        *,
        dialogue: bool = False,
        envelope: str | None = None,
        **more: Any,
    ) -> ReplyOutcome:
        """Bring such a reply; each is a mail of its own."""
        self._number += 1
        raw = self.write(text, **{"id": f"<{self._number}@post.example>", **more})
        return mail_handler.receive(raw, self.to, envelope, dialogue=dialogue)

    def bring(self, raw: bytes, to: str | None = None) -> ReplyOutcome:
        """Bring a mail in a dialogue, in which its sender is told of a refusal."""
        return mail_handler.receive(raw, to or self.to, "x@y", dialogue=True)

    @property
    def play(self) -> str:
        return f"play {self.hand[1]}"

    def sealed(self) -> Any:
        return self.person.sees(self.game)["mine"]["submission"]

    @property
    def stops(self) -> str:
        """The address that stops the mails of its kind."""
        player = Player.objects.get(username=self.person.name)
        return stop_links.address_of(player, NoticeKind.YOUR_TURN, timezone.now()) or ""

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was sealed, and no letter written."""
        return not Submission.objects.filter(game=self.game).exists() and letters() == []
