"""Digests and quiet hours: what waits goes as one mail, once, whoever sends it."""

import threading
import time as clock
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db.models.functions import Now
from django.utils import timezone

from common.db.encrypted import new_key
from games.background import archiving
from games.feeds import feed
from notifications.delivery import sender
from notifications.models import NoticeCursor, Notification, Preferences, Receiver
from notifications.notice import NoticeKind
from tests import played
from tests.app.api.threads import threads
from tests.app.notifications.delivery.hearing import (
    Channels,
    fails,
    hands_over,
    has_mail,
    has_phone,
    player,
    prefers,
    tells,
    time_comes,
    waiting,
)
from tests.people import Person

pytestmark = pytest.mark.django_db
DIGEST = Preferences.Mode.DIGEST
TWICE = [NoticeKind.YOUR_TURN] * 2


def test_a_digest_is_one_mail_with_all_that_is_still_true(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_mail(ann)
    has_phone(ann)
    prefers(ann, mode=DIGEST)
    games = [table(clock={"per_turn": "P3D"}) for _ in range(3)]
    tells(ann)
    assert channels.mail.messages == []
    assert channels.phone.kinds("ann") == [[NoticeKind.YOUR_TURN]] * 3
    ann.seals_anything(games[1])
    time_comes(put_off=True)
    sender.send_due()
    assert channels.mail.kinds("ann") == [TWICE]
    ((_, told),) = channels.mail.messages
    assert [one.game.pk for one in told if one.game] == [games[0], games[2]]


def test_what_waits_for_a_digest_is_told_although_its_game_is_to_be_archived(
    ann: Person, bob: Person, cat: Person, channels: Channels
) -> None:
    has_mail(ann)
    prefers(ann, mode=DIGEST)
    game = played.opened("goofspiel", [player(one) for one in (ann, bob, cat)])
    played.play(game, Random(5))
    hands_over(ann)
    assert archiving.archive_game(game) == archiving.LATER
    time_comes(put_off=True)
    sender.send_due()
    ((told,),) = channels.mail.kinds("ann")
    assert told == NoticeKind.GAME_ENDED
    assert archiving.archive_game(game) == archiving.ARCHIVED


def test_a_receiver_that_is_disabled_holds_up_no_archive(
    ann: Person, bob: Person, cat: Person
) -> None:
    has_mail(ann)
    prefers(ann, mode=DIGEST)
    game = played.opened("goofspiel", [player(one) for one in (ann, bob, cat)])
    played.play(game, Random(5))
    hands_over(ann)
    Receiver.objects.update(enabled=False, disabled_at=Now(), disabled_why=Receiver.Why.PLAYER)
    assert waiting(ann) == [NoticeKind.GAME_ENDED]
    assert archiving.archive_game(game) == archiving.ARCHIVED


def test_a_digest_that_failed_is_tried_again_as_it_was(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_mail(ann)
    prefers(ann, mode=DIGEST)
    table(clock={"per_turn": "P3D"})
    table(clock={"per_turn": "P3D"})
    channels.mail.does = fails()
    hands_over(ann)
    time_comes(put_off=True)
    sender.send_due()
    channels.mail.does = lambda: None
    prefers(ann, mode=DIGEST)
    table(clock={"per_turn": "P3D"})
    hands_over(ann)
    time_comes(attempts=1)
    sender.send_due()
    assert channels.mail.kinds("ann") == [TWICE]
    assert waiting(ann).count(NoticeKind.YOUR_TURN) == 1


def test_no_more_go_together_than_the_channel_takes_and_what_has_arrived_is_not_told_again(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_mail(ann)
    prefers(ann, mode=DIGEST)
    for _ in range(3):
        table(clock={"per_turn": "P3D"})
    channels.mail.together = 2  # type: ignore[misc]
    channels.mail.does = lambda: channels.mail.messages and fails()()
    hands_over(ann)
    time_comes(put_off=True)
    sender.send_due()
    assert channels.mail.kinds("ann") == [TWICE]
    channels.mail.does = lambda: None
    time_comes(attempts=1)
    sender.send_due()
    assert channels.mail.kinds("ann") == [TWICE, [NoticeKind.YOUR_TURN]]


def test_what_waits_goes_by_what_she_chooses_meanwhile(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_mail(ann)
    prefers(ann, mode=DIGEST)
    table(clock={"per_turn": "P3D"})
    hands_over(ann)
    assert ann.patch("/me/notifications", {"mode": "at_once"}).status == 200
    sender.send_due()
    assert channels.mail.kinds("ann") == [[NoticeKind.YOUR_TURN]]


def test_quiet_hours_put_off_what_was_due(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    table(clock={"per_turn": "P3D"})
    hands_over(ann)
    here = timezone.now()
    prefers(
        ann,
        quiet_from=(here - timedelta(hours=2)).time(),
        quiet_until=(here + timedelta(hours=2)).time(),
    )
    sender.send_due()
    assert channels.phone.messages == []
    waits = Notification.objects.get(kind=NoticeKind.YOUR_TURN)
    assert waits.put_off
    assert waits.next_at is not None
    assert timedelta(hours=1) < waits.next_at - here <= timedelta(hours=2)


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_send_two_digests(
    ann: Person, bob: Person, table: Callable[..., str], channels: Channels
) -> None:
    people = (ann, bob)
    has_mail(*people)
    for person in people:
        prefers(person, mode=DIGEST)
    for _ in range(3):
        table(clock={"per_turn": "P3D"})
    hands_over(*people)
    time_comes(put_off=True)
    channels.mail.does = lambda: clock.sleep(0.05)
    begin = threading.Barrier(4)

    def works() -> None:
        begin.wait(30)
        sender.send_due(seconds=5)

    with threads() as at_once:
        for one in [at_once.start(works) for _ in range(4)]:
            one.result()
    assert channels.mail.kinds("ann") == channels.mail.kinds("bob") == [[NoticeKind.YOUR_TURN] * 3]


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_hand_over_at_once_write_each_cause_once(
    ann: Person, table: Callable[..., str]
) -> None:
    has_phone(ann)
    for _ in range(3):
        table()
    with threads() as at_once:
        for one in [at_once.start(hands_over, ann) for _ in range(4)]:
            one.result()
    assert waiting(ann).count(NoticeKind.YOUR_TURN) == 3


def test_who_is_done_with_before_her_row_is_locked_is_handed_nothing(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    has_phone(ann)
    table()
    lock = feed.update_feed

    def has_waited(player_id: int) -> None:
        NoticeCursor.objects.filter(player=player_id).delete()
        lock(player_id)

    monkeypatch.setattr(feed, "update_feed", has_waited)
    hands_over(ann)
    assert waiting(ann) == []


def test_one_receiver_that_fails_holds_up_no_other_and_is_disabled_in_the_end(
    ann: Person, bob: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    has_mail(bob)
    table()
    channels.phone.does = fails(permanent=True)
    tells(ann, bob)
    assert channels.mail.kinds("bob") == [[NoticeKind.YOUR_TURN]]
    phone = Receiver.objects.get(channel="ntfy")
    assert (phone.enabled, phone.disabled_why) == (False, "gone")
    feed = ann.get("/me/events").json["results"]
    (told,) = [one["data"] for one in feed if one["type"] == "receiver_disabled"]
    assert told == {"receiver": phone.pk, "channel": "ntfy", "why": "gone"}


def test_a_fault_of_this_server_disables_nobody(
    ann: Person,
    table: Callable[..., str],
    channels: Channels,
    settings: object,
) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = []  # type: ignore[attr-defined]
    has_phone(ann)
    table()

    def raises() -> None:
        raise RuntimeError("a fault of ours")

    channels.phone.does = raises
    tells(ann)
    phone = Receiver.objects.get(channel="ntfy")
    assert (phone.enabled, phone.failing_since is None) == (True, False)
    assert Notification.objects.get(kind=NoticeKind.YOUR_TURN).state == "failed"


def test_a_receiver_that_is_away_finds_out_once_for_all_and_nothing_waits_for_ever(
    ann: Person, table: Callable[..., str], channels: Channels, settings: Any
) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = [timedelta(hours=1)]
    channels.phone.ours = True  # type: ignore[misc]  # So that it is not disabled.
    channels.phone.does = fails()
    has_phone(ann)
    for _ in range(3):
        table(clock={"per_turn": "P3D"})
    tells(ann)
    states = Notification.objects.order_by("created_at").values_list("state", "attempts")
    assert Counter(states) == {("waiting", 1): 1, ("waiting", 0): len(states) - 1}
    earlier = Now() - timedelta(hours=2)
    Notification.objects.update(next_at=earlier)
    Receiver.objects.update(failing_since=earlier, retry_at=Now(), next_attempt_at=Now())
    sender.send_due()
    assert {state for state, _ in states.all()} == {"failed"}
    channels.phone.does = lambda: None
    table(clock={"per_turn": "P3D"})
    tells(ann)
    assert channels.phone.kinds("ann") == []
    Receiver.objects.update(retry_at=Now(), next_attempt_at=Now())
    sender.send_due()
    assert channels.phone.kinds("ann") != []


def test_a_receiver_that_no_key_opens_holds_up_no_other(
    ann: Person, bob: Person, table: Callable[..., str], channels: Channels, settings: Any
) -> None:
    has_mail(bob)
    key, settings.TIDE_KEYS = settings.TIDE_KEYS, [new_key()]
    has_phone(ann)
    settings.TIDE_KEYS = key
    table()
    tells(ann)
    tells(bob)
    assert channels.phone.messages == []
    assert channels.mail.kinds("bob") == [[NoticeKind.YOUR_TURN]]
    phone = Receiver.objects.get(channel="ntfy")
    assert (phone.enabled, phone.failing_since is None) == (True, False)


def test_who_signs_out_everywhere_is_told_by_her_mail_alone(ann: Person) -> None:
    has_phone(ann)
    has_mail(ann)
    said = ann.patch(
        "/me",
        {"password": "barnacles-and-brine", "current_password": "rock-pool-and-anemone"},
    )
    assert said.status == 200, said.json
    rows = Receiver.objects.order_by("channel").values_list("channel", "enabled", "disabled_why")
    assert list(rows) == [("mail", True, None), ("ntfy", False, "signed_out")]


def test_who_has_left_is_told_nothing(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_mail(ann)
    table()
    hands_over(ann)
    assert ann.delete("/me").status in {200, 202}
    Receiver.objects.update(next_attempt_at=Now())
    sender.send_due()
    assert channels.mail.messages == []
