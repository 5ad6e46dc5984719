"""What a viewer is answered, hears and is sent."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from allauth.account.models import EmailAddress
from django.test import override_settings

from games.models import Game
from notifications.delivery import outbox_entries
from notifications.delivery.notice_builder import find_due_notices
from notifications.mail.composer import write
from notifications.models import Delivery, Receiver, Webhook
from notifications.questions import secrets
from notifications.replies import address, mail_handler
from notifications.webhooks import feed_events, signature
from notifications.words import title
from players.models import Letter
from tests.app.notifications.mails import write_reply
from tests.app.notifications.notices import notice
from tests.determinism import rolled_back
from tests.thorough.interference.calls import Json, Request, requests, view_of
from tests.thorough.interference.scenario import ALL_OF_IT, Caller, Scenario

MESSAGES = {"webhook", "app webhook", "notice", "mail", "question page", "answer to a reply"}
"""What reaches a player without a call."""
NEWEST = {"list_events": "?after", "list_my_events": "?after"}
SHOWS_GAME = {
    call: NEWEST.get(call, "plain")
    for call in (
        *("get_game", "get_turn", "list_events", "list_stages", "get_record", "list_my_turns"),
        *("list_my_games", "list_my_events", "stream_game", "stream_my_events", "list_games"),
    )
}
"""The calls that show the game, and in which way the most recent of it."""
TAKES_MAIL = {
    "TIDE_REPLY_DOMAIN": "tide.example",
    "TIDE_MAIL_TRUSTED": True,
    "TIDE_MAIL_ENABLED": True,
}


@dataclass(frozen=True, slots=True)
class Response:
    """Something that a viewer got: what it was, how it came out, and its bytes."""

    about: str
    call: str
    status: int
    raw: bytes

    def without_opened(self) -> "Response":
        """Return it without what a call may lawfully tell when it succeeds."""
        return replace(self, raw=b"") if self.status in {200, 201} else self


@dataclass(frozen=True)
class Choice:
    """Which requests are made at the moment of this place: all that show the game, one of `every` other.

    In turns, so that after `every` moments all have been made.
    """

    every: int
    place: int
    calls: frozenset[str] = frozenset()
    """If there are any, these alone, and in every way."""

    def takes(self, number: int, request: Request) -> bool:
        if self.calls:
            return request.call in self.calls
        return SHOWS_GAME.get(request.call) == request.way or self.is_turn_of(number)

    @property
    def takes_messages(self) -> bool:
        """Whether messages are read: at every third moment, or always."""
        if self.calls:
            return not self.calls.isdisjoint(MESSAGES)
        return self.every == 1 or self.place % 3 == 0

    def is_turn_of(self, number: int) -> bool:
        return not self.calls and (number + self.place) % self.every == 0


def responses(scenario: Scenario, name: str, document: Json, choice: Choice) -> Iterator[Response]:
    """Yield all that a caller can get at this moment. Whatever a call does is undone before the next."""
    caller = scenario[name]
    for number, request in enumerate(requests(document, view_of(scenario, caller))):
        if choice.takes(number, request):
            yield make_call(scenario, caller, request)
        if request.way == "plain" and request.method == "GET" and choice.is_turn_of(number):
            # Again with the tag that it had: nothing has changed since.
            with rolled_back():
                tag = caller.call(request.method, request.path, None).tag
            if tag is not None:
                again = replace(request, way="own tag", headers=(("If-None-Match", tag),))
                yield make_call(scenario, caller, again)
    if caller.number is not None and choice.takes_messages:
        for about, source in (("webhooks", _webhooks), ("notices", _notices), ("mail", _by_mail)):
            with rolled_back():
                scenario.luck.begins(f"{about} of {caller.name}")
                yield from source(scenario, caller, caller.number)


def make_call(scenario: Scenario, caller: Caller, request: Request) -> Response:
    with rolled_back():
        scenario.luck.begins(f"{caller.name} asks {request.name}")
        reply = caller.call(request.method, request.path, request.body, dict(request.headers))
    lines = "".join(f"{name}: {value}\n" for name, value in reply.headers).encode()
    return Response(request.name, request.call, reply.status, lines + b"\n" + reply.body)


def _webhooks(scenario: Scenario, caller: Caller, player: int) -> Iterator[Response]:
    """What is sent to the player's webhooks and to an app that was let in, with what it is signed with."""
    feed_events.enqueue_events(player)
    rows = Delivery.objects.filter(webhook__player=player).order_by("created_at", "pk")
    for call, is_own in (("webhook", True), ("app webhook", False)):
        some = rows.filter(webhook__endpoint__isnull=is_own)
        for place, row in enumerate(some.select_related("webhook__endpoint")[:ALL_OF_IT]):
            yield Response(f"{call} message {place + 1}", call, 0, _message(row))
        yield Response(f"{call} messages", call, 0, str(len(some)).encode())


def _message(row: Delivery) -> bytes:
    body = bytes(row.body)
    webhook: Webhook = row.webhook
    keys = signature.signing_secrets(webhook, row.created_at)
    headers = signature.signature_headers(row.pk, row.created_at, body, keys)
    told = f"{webhook.address} {headers} {row.type} {row.scope} {row.number} {row.state}\n"
    return told.encode() + body


def _notices(scenario: Scenario, caller: Caller, player: int) -> Iterator[Response]:
    """What there is to be told to a player, whenever that is, and what is said of it."""
    outbox_entries.queue_notices(player)
    for receiver in Receiver.objects.filter(player=player).order_by("channel"):
        rows = list(receiver.notifications.order_by("created_at", "cause"))
        due = find_due_notices(receiver, rows, scenario.time.now)
        lines = [f"{row.cause} {row.kind} {row.due_at} {row.next_at}" for row in rows]
        lines += [f"{title(one)} {one.turn} {one.seat} {one.data}" for _, one in due.notices]
        yield Response(f"told by {receiver.channel}", "notice", 0, "\n".join(lines).encode())


def _by_mail(scenario: Scenario, caller: Caller, player: int) -> Iterator[Response]:
    """What a player by mail reads: the mail, the page of the question, and answers to replies."""
    row = Game.objects.filter(pk=scenario.game, turn_number__gt=0, seats__player=player).first()
    asked = row and notice(caller.name, row.pk, at=scenario.time.now)
    secret = asked and secrets.of(asked)
    if not asked or not secret:
        return
    with override_settings(**TAKES_MAIL):
        mail = write([asked], f"{caller.name}@post.example")
        body = b"none" if mail is None else str(mail.body).encode()
        yield Response("mail of a question", "mail", 0, body)
        page = caller.call("GET", f"/play/{secret}", None)
        yield Response("page of a question", "question page", page.status, page.body)
        # Cards that others may hold or have sealed.
        guesses = sorted({f"play {one['card']}" for one in scenario.guesses if "card" in one})
        for line in ("status", *guesses):
            answer = _reply_by_mail(caller, player, secret, line)
            yield Response(f"answer to the reply {line!r}", "answer to a reply", 0, answer.encode())


def _reply_by_mail(caller: Caller, player: int, secret: str, line: str) -> str:
    sender = f"{caller.name}@post.example"
    EmailAddress.objects.get_or_create(user_id=player, email=sender, defaults={"verified": True})
    to = address.of(secret)
    newest = Letter.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    raw = write_reply(to, line, sender=sender, id=f"<{line.replace(' ', '-')}@post.example>")
    outcome = mail_handler.receive(raw, to, sender, dialogue=True)
    letters = Letter.objects.filter(pk__gt=newest).order_by("pk")
    return f"{outcome} {[one.content['text'] for one in letters]}"
