"""Channels that keep what they are to say, and people who are told by them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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

Json = dict[str, Any]

PATIENCE = 120.0
"""Seconds that a busy machine has to send all of it."""


class Heard(Channel):
    """A channel that keeps its messages; `does` is what it does before that, such as to fail."""

    form = EmptyBody

    def __init__(self, name: str, together: int) -> None:
        self.messages: list[tuple[str, list[Notice]]] = []
        self.does: Callable[[], object] = lambda: None
        # Each is one of its own, though a channel's are the class's.
        self.name, self.together = name, together  # type: ignore[misc]
        self.by_hand = name != MAIL  # type: ignore[misc]

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        self.does()
        self.messages.append((notices[0].player.username, [*notices]))

    def kinds(self, name: str) -> list[list[NoticeKind]]:
        """The messages to somebody, each as what it tells of."""
        return [[one.kind for one in some] for who, some in self.messages if who == name]


@dataclass
class Channels:
    """What goes to phones, one by one, and what goes by mail, where several go together."""

    phone: Heard = field(default_factory=lambda: Heard("ntfy", together=1))
    mail: Heard = field(default_factory=lambda: Heard("mail", together=100))


def player(person: Person) -> Player:
    return Player.objects.get(username=person.name)


def has_phone(*people: Person) -> None:
    for one in people:
        receivers.create(player(one), Token(), "ntfy", {}, "")


def has_mail(*people: Person) -> None:
    for one in people:
        receivers.begin_mail(player(one).pk)


def prefers(person: Person, **wish: object) -> None:
    chosen = get_preferences(player(person))
    for name, value in wish.items():
        setattr(chosen, name, value)
    chosen.save()


def hands_over(*people: Person) -> None:
    for one in people:
        outbox_entries.queue_notices(player(one).pk)


def time_comes(**which: Any) -> None:
    """Whatever waits, or some of it, is due now."""
    Notification.objects.filter(state="waiting", **which).update(next_at=Now())
    Receiver.objects.filter(notifications__state="waiting").update(
        retry_at=None, next_attempt_at=Now()
    )


def tells(*people: Person) -> None:
    """What is new for these people is handed over, and all that is due by now is sent."""
    hands_over(*people)
    sender.send_due(PATIENCE)


def waiting(person: Person) -> list[NoticeKind]:
    rows = Notification.objects.filter(receiver__player=player(person), state="waiting")
    return [NoticeKind(one.kind) for one in rows.order_by("created_at")]


def fails(*, permanent: bool = False) -> Callable[[], None]:
    def does() -> None:
        raise DeliveryError("Nobody is there.", permanent=permanent)

    return does
