"""What somebody reads who plays by mail: the mail, the page of her question, and the answer to a reply."""

from collections.abc import Iterator

from allauth.account.models import EmailAddress
from django.test import override_settings

from games.models import Game
from notifications.mail.composer import write
from notifications.notice import Notice
from notifications.questions import secrets
from notifications.replies import address, mail_handler
from players.models import Letter
from tests.app.notifications.mails import write_reply
from tests.app.notifications.notices import notice
from tests.thorough.interference.world import Caller, World

TAKES_MAIL = {
    "TIDE_REPLY_DOMAIN": "tide.example",
    "TIDE_MAIL_TRUSTED": True,
    "TIDE_MAIL_ENABLED": True,
}
Read = tuple[str, str, bytes]
"""What it was, the kind of it, and its words."""


def by_mail(world: World, caller: Caller) -> Iterator[Read]:
    """All of it for one caller; nothing if she is asked nothing. The caller of this undoes it."""
    asked = _asked(world, caller)
    secret = None if asked is None else secrets.of(asked)
    if asked is None or secret is None:
        return
    with override_settings(**TAKES_MAIL):
        mail = write([asked], f"{caller.name}@post.example")
        yield "mail of a question", "mail", b"none" if mail is None else str(mail.body).encode()
        page = caller.calls("GET", f"/play/{secret}", None)
        yield "page of a question", "press", b"%d " % page.status + page.body
        for line in ("status", *_guesses(world)):
            said = _replied(caller, secret, line)
            yield f"answer to the reply {line!r}", "reply", said.encode()


def _asked(world: World, caller: Caller) -> Notice | None:
    row = Game.objects.filter(pk=world.game).first()
    if row is None or not row.turn_number or not row.seats.filter(player=caller.number).exists():
        return None
    return notice(caller.name, world.game, at=world.time.now)


def _guesses(world: World) -> list[str]:
    """Cards that others may hold or have sealed."""
    return sorted({f"play {one['card']}" for one in world.guesses if "card" in one})


def _replied(caller: Caller, secret: str, line: str) -> str:
    sender = f"{caller.name}@post.example"
    EmailAddress.objects.get_or_create(
        user_id=caller.number, email=sender, defaults={"verified": True}
    )
    to = address.of(secret)
    newest = Letter.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    raw = write_reply(to, line, sender=sender, id=f"<{line.replace(' ', '-')}@post.example>")
    outcome = mail_handler.receive(raw, to, sender, dialogue=True)
    letters = Letter.objects.filter(pk__gt=newest).order_by("pk")
    return f"{outcome} {[one.content['text'] for one in letters]}"
