"""A channel that keeps its messages, and the way of a notice to it, step by step."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models.functions import Now

from common.rest.serializers import EmptyBody
from notifications import receivers
from notifications.channels import MAIL, Channel, DeliveryError
from notifications.delivery import outbox_entries, sender
from notifications.models import Notification, Receiver
from notifications.notice import Notice, NoticeKind
from notifications.preferences import get_preferences
from players.models import Player, Token
from tests.people import Person

PATIENCE = 120.0
"""Seconds that a busy machine has to send all of it."""


class RecordingChannel(Channel):
    """A channel that keeps its messages; `before` is what it does first, such as to fail."""

    form = EmptyBody

    def __init__(self, name: str, max_notices: int) -> None:
        self.messages: list[tuple[str, list[Notice]]] = []
        self.before: Callable[[], object] = lambda: None
        # Each is one of its own, though a channel's are the class's.
        self.name, self.max_notices = name, max_notices  # type: ignore[misc]
        self.added_by_player = name != MAIL  # type: ignore[misc]

    def notify(self, address: dict[str, Any], notices: Sequence[Notice]) -> None:
        self.before()
        self.messages.append((notices[0].player.username, [*notices]))

    def kinds(self, name: str) -> list[list[NoticeKind]]:
        """Return the messages to this player, each as the kinds of its notices."""
        return [[one.kind for one in some] for who, some in self.messages if who == name]

    def only_message(self) -> tuple[str, Notice]:
        ((name, (notice,)),) = self.messages
        return name, notice


def player_of(person: Person) -> Player:
    return Player.objects.get(username=person.name)


def add_phone(*people: Person) -> None:
    for one in people:
        receivers.create(player_of(one), Token(), "ntfy", {}, "")


def add_mail(*people: Person) -> None:
    for one in people:
        receivers.begin_mail(player_of(one).pk)


def prefer(person: Person, **wish: object) -> None:
    chosen = get_preferences(player_of(person))
    for name, value in wish.items():
        setattr(chosen, name, value)
    chosen.save()


def queue(*people: Person) -> None:
    """Queue what is new for these people."""
    for one in people:
        outbox_entries.queue_notices(player_of(one).pk)


def make_due(**which: Any) -> None:
    """Let what waits, or some of it, be due now."""
    Notification.objects.filter(state="waiting", **which).update(next_at=Now())
    Receiver.objects.filter(notifications__state="waiting").update(
        retry_at=None, next_attempt_at=Now()
    )


def send(*people: Person) -> None:
    """Queue what is new for these people, and send all that is due."""
    queue(*people)
    sender.send_due(PATIENCE)


def waiting_kinds(person: Person) -> list[NoticeKind]:
    rows = Notification.objects.filter(receiver__player=player_of(person), state="waiting")
    return [NoticeKind(one.kind) for one in rows.order_by("created_at")]


def fail(*, permanent: bool = False) -> None:
    raise DeliveryError("Nobody is there.", permanent=permanent)
