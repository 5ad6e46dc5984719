"""What somebody is answered, hears and is sent."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from notifications.delivery import outbox_entries
from notifications.delivery.notice_builder import find_due_notices
from notifications.models import Delivery, Receiver, Webhook
from notifications.webhooks import feed_events, signature
from notifications.words import title
from tests.thorough.interference.by_mail import by_mail
from tests.thorough.interference.calls import Ask, Json, asks, sight
from tests.thorough.interference.world import ALL_OF_IT, Caller, World
from tests.twins import rolled_back


@dataclass(frozen=True, slots=True)
class Answer:
    """Something that somebody got: what it was, how it came out, and its bytes."""

    about: str
    call: str
    status: int
    raw: bytes

    def opened(self) -> "Answer":
        """Without what a call may lawfully tell when it succeeds."""
        return replace(self, raw=b"") if self.status in {200, 201} else self


MESSAGES = {"webhook", "app webhook", "notice", "mail", "press", "reply"}
"""What reaches somebody without a call of hers."""


@dataclass(frozen=True)
class Choice:
    """Which requests are made at the moment of this place: all that show the game, one of `every` other.

    In turns, so that after `every` moments all have been made.
    """

    every: int
    place: int
    calls: frozenset[str] = frozenset()
    """If there are any, these alone, and in every way."""

    def takes(self, number: int, ask: Ask) -> bool:
        if self.calls:
            return ask.call in self.calls
        if SHOWS.get(ask.call) == ask.way:
            return True
        return self.in_turn(number)

    @property
    def messages(self) -> bool:
        """Whether it is looked at what is sent: at every third moment, or always."""
        return not self.calls.isdisjoint(MESSAGES) or (
            not self.calls and (self.every == 1 or self.place % 3 == 0)
        )

    def in_turn(self, number: int) -> bool:
        return not self.calls and (number + self.place) % self.every == 0


def answers(world: World, name: str, document: Json, choice: Choice) -> Iterator[Answer]:
    """All that one caller can get at this moment. Whatever a call does is undone before the next."""
    caller = world[name]
    for number, ask in enumerate(asks(document, sight(world, caller))):
        if choice.takes(number, ask):
            yield _answer(world, caller, ask)
        if ask.way == "plain" and ask.method == "GET" and choice.in_turn(number):
            yield from _asked_again(world, caller, ask)
    if caller.number is not None and choice.messages:
        yield from _sent(world, caller)
        yield from _told(world, caller)
        yield from _by_mail(world, caller)


NEWEST = {"list_events": "?after", "list_my_events": "?after"}
SHOWS = {
    call: NEWEST.get(call, "plain")
    for call in (
        *("get_game", "get_turn", "list_events", "list_stages", "get_record"),
        *(
            "list_my_turns",
            "list_my_games",
            "list_my_events",
            "stream_game",
            "stream_my_events",
            "list_games",
        ),
    )
}
"""The calls that show the game, and in which way the most recent of it."""


def _answer(world: World, caller: Caller, ask: Ask) -> Answer:
    with rolled_back():
        world.luck.begins(f"{caller.name} asks {ask.name}")
        said = caller.calls(ask.method, ask.path, ask.body, dict(ask.headers))
    lines = "".join(f"{name}: {value}\n" for name, value in said.headers).encode()
    return Answer(ask.name, ask.call, said.status, lines + b"\n" + said.body)


def _asked_again(world: World, caller: Caller, ask: Ask) -> Iterator[Answer]:
    """The same with the tag that it had: nothing has changed since."""
    with rolled_back():
        tag = caller.calls(ask.method, ask.path, None).tag
    if tag is not None:
        again = replace(ask, way="own tag", headers=(("If-None-Match", tag),))
        yield _answer(world, caller, again)


def _sent(world: World, caller: Caller) -> Iterator[Answer]:
    """What is sent to her webhooks and to an app that she let in, with what it is signed with."""
    assert caller.number is not None
    with rolled_back():
        world.luck.begins(f"{caller.name} is sent word")
        feed_events.enqueue_events(caller.number)
        rows = Delivery.objects.filter(webhook__player=caller.number).order_by("created_at", "pk")
        for call, by_app in (("webhook", False), ("app webhook", True)):
            some = (
                rows.exclude(webhook__endpoint=None)
                if by_app
                else rows.filter(webhook__endpoint=None)
            )
            for place, row in enumerate(some.select_related("webhook__endpoint")[:ALL_OF_IT]):
                yield Answer(f"{call} message {place + 1}", call, 0, _message(row))
            yield Answer(f"{call} messages", call, 0, str(len(some)).encode())


def _told(world: World, caller: Caller) -> Iterator[Answer]:
    """What she is told, whenever that is: what there is to be told, and what is said of it."""
    assert caller.number is not None
    with rolled_back():
        world.luck.begins(f"{caller.name} is told")
        outbox_entries.queue_notices(caller.number)
        for receiver in Receiver.objects.filter(player=caller.number).order_by("channel"):
            rows = list(receiver.notifications.order_by("created_at", "cause"))
            looked = find_due_notices(receiver, rows, world.time.now)
            said = [f"{row.cause} {row.kind} {row.due_at} {row.next_at}" for row in rows]
            said += [f"{title(one)} {one.turn} {one.seat} {one.data}" for _, one in looked.notices]
            yield Answer(f"told by {receiver.channel}", "notice", 0, "\n".join(said).encode())


def _by_mail(world: World, caller: Caller) -> Iterator[Answer]:
    with rolled_back():
        world.luck.begins(f"{caller.name} plays by mail")
        for about, call, said in by_mail(world, caller):
            yield Answer(about, call, 0, said)


def _message(row: Delivery) -> bytes:
    body = bytes(row.body)
    webhook: Webhook = row.webhook
    secrets = signature.signing_secrets(webhook, row.created_at)
    headers = signature.signature_headers(row.pk, row.created_at, body, secrets)
    said = f"{webhook.address} {headers} {row.type} {row.scope} {row.number} {row.state}\n"
    return said.encode() + body
