"""Digests, quiet hours, and receivers that fail: what waits goes once, whichever worker sends it."""

import threading
import time as clock
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random

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
from tests.app.notifications.delivery.recording import (
    add_mail,
    add_phone,
    fail,
    make_due,
    player_of,
    prefer,
    queue,
    send,
    waiting_kinds,
)
from tests.people import Person

pytestmark = pytest.mark.django_db
TURN = NoticeKind.YOUR_TURN


@pytest.fixture
def open_games(table: Callable[..., str]) -> Callable[..., list[str]]:
    """Open so many games with much time for each turn."""
    return lambda count=1: [table(clock={"per_turn": "P3D"}) for _ in range(count)]


OpenGames = Callable[..., list[str]]


@pytest.fixture
def reader(ann: Person) -> Person:
    """Ann, who reads a digest by mail."""
    add_mail(ann)
    prefer(ann, mode=Preferences.Mode.DIGEST)
    return ann


# -- digests and quiet hours


def test_a_digest_is_one_mail_with_all_that_is_still_true(reader, open_games, mail, phone) -> None:
    add_phone(reader)
    games = open_games(3)
    send(reader)
    assert mail.messages == []
    assert phone.kinds("ann") == [[TURN]] * 3
    reader.seals_anything(games[1])
    make_due(put_off=True)
    send()
    ((_, told),) = mail.messages
    assert [(one.kind, one.game.pk) for one in told if one.game] == [
        (TURN, games[0]),
        (TURN, games[2]),
    ]


@pytest.mark.parametrize("is_enabled", [True, False])
def test_what_waits_for_a_digest_holds_up_the_archive(reader, bob, cat, mail, is_enabled) -> None:
    game = played.opened("goofspiel", [player_of(one) for one in (reader, bob, cat)])
    played.play(game, Random(5))
    queue(reader)
    assert waiting_kinds(reader) == [NoticeKind.GAME_ENDED]
    if is_enabled:
        assert archiving.archive_game(game) == archiving.LATER
        make_due(put_off=True)
        send()
        assert mail.kinds("ann") == [[NoticeKind.GAME_ENDED]]
    else:
        why = Receiver.Why.PLAYER
        Receiver.objects.update(enabled=False, disabled_at=Now(), disabled_why=why)
    assert archiving.archive_game(game) == archiving.ARCHIVED


def test_a_digest_that_failed_is_tried_again_as_it_was(reader, open_games, mail) -> None:
    open_games(2)
    mail.before = fail
    queue(reader)
    make_due(put_off=True)
    send()
    mail.before = lambda: None
    open_games()
    queue(reader)
    make_due(attempts=1)
    send()
    assert mail.kinds("ann") == [[TURN] * 2]
    # What waits goes by what the player has chosen since.
    assert reader.patch("/me/notifications", {"mode": "at_once"}).status == 200
    send()
    assert mail.kinds("ann") == [[TURN] * 2, [TURN]]


def test_no_more_go_together_than_the_channel_takes(reader, open_games, mail) -> None:
    open_games(3)
    mail.max_notices = 2
    mail.before = lambda: mail.messages and fail()  # type: ignore[func-returns-value]
    queue(reader)
    make_due(put_off=True)
    send()
    assert mail.kinds("ann") == [[TURN] * 2]
    mail.before = lambda: None
    make_due(attempts=1)
    send()
    assert mail.kinds("ann") == [[TURN] * 2, [TURN]]


def test_quiet_hours_put_off_what_was_due(ann, open_games, phone) -> None:
    add_phone(ann)
    open_games()
    queue(ann)
    now, hours = timezone.now(), timedelta(hours=2)
    prefer(ann, quiet_from=(now - hours).time(), quiet_until=(now + hours).time())
    send()
    assert phone.messages == []
    waits = Notification.objects.get(kind=TURN)
    assert waits.put_off
    assert waits.next_at is not None
    assert timedelta(hours=1) < waits.next_at - now <= hours


def test_a_test_goes_at_any_hour(ann, phone) -> None:
    add_phone(ann)
    now, hours = timezone.now(), timedelta(hours=2)
    prefer(ann, quiet_from=(now - hours).time(), quiet_until=(now + hours).time())
    for receiver in Receiver.objects.filter(player__username="ann"):
        assert ann.post(f"/me/receivers/{receiver.pk}/test").status == 202
    send()
    assert phone.kinds("ann") == [[NoticeKind.ACCOUNT]]


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_send_two_digests(reader, bob, open_games, mail) -> None:
    add_mail(bob)
    prefer(bob, mode=Preferences.Mode.DIGEST)
    open_games(3)
    begin = threading.Barrier(4)

    def work() -> None:
        begin.wait(30)
        sender.send_due(seconds=5)

    with threads() as at_once:
        # They write each cause once too.
        for one in [at_once.start(queue, reader) for _ in range(4)]:
            one.result()
        assert waiting_kinds(reader).count(TURN) == 3
        queue(bob)
        make_due(put_off=True)
        mail.before = lambda: clock.sleep(0.05)
        for one in [at_once.start(work) for _ in range(4)]:
            one.result()
    assert mail.kinds("ann") == mail.kinds("bob") == [[TURN] * 3]


def test_who_leaves_before_the_row_is_locked_is_handed_nothing(
    ann, open_games, monkeypatch
) -> None:
    add_phone(ann)
    open_games()
    lock = feed.update_feed

    def lock_late(player_id: int) -> None:
        NoticeCursor.objects.filter(player=player_id).delete()
        lock(player_id)

    monkeypatch.setattr(feed, "update_feed", lock_late)
    queue(ann)
    assert waiting_kinds(ann) == []


def test_a_receiver_that_is_gone_holds_up_no_other(ann, bob, open_games, phone, mail) -> None:
    add_phone(ann)
    add_mail(bob)
    open_games()
    phone.before = lambda: fail(permanent=True)
    send(ann, bob)
    assert mail.kinds("bob") == [[TURN]]
    row = Receiver.objects.get(channel="ntfy")
    assert (row.enabled, row.disabled_why) == (False, "gone")
    events = ann.get("/me/events").json["results"]
    (told,) = [one["data"] for one in events if one["type"] == "receiver_disabled"]
    assert told == {"receiver": row.pk, "channel": "ntfy", "why": "gone"}


def test_a_fault_of_this_server_disables_nobody(
    ann, bob, open_games, phone, mail, settings
) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = []
    add_mail(bob)
    key, settings.TIDE_KEYS = settings.TIDE_KEYS, [new_key()]
    add_phone(ann)
    settings.TIDE_KEYS = key
    open_games()
    send(ann, bob)
    assert phone.messages == []
    assert mail.kinds("bob") == [[TURN]]
    row = Receiver.objects.get(channel="ntfy")
    assert (row.enabled, row.failing_since is None) == (True, False)
    assert Notification.objects.get(receiver=row, kind=TURN).state == "failed"


def test_a_receiver_that_is_away_is_tried_once_for_all(ann, open_games, phone, settings) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = [timedelta(hours=1)]
    phone.fails_as_server = True
    phone.before = fail
    add_phone(ann)
    open_games(3)
    send(ann)
    states = Notification.objects.order_by("created_at").values_list("state", "attempts")
    assert Counter(states) == {("waiting", 1): 1, ("waiting", 0): len(states) - 1}
    earlier = Now() - timedelta(hours=2)
    Notification.objects.update(next_at=earlier)
    Receiver.objects.update(failing_since=earlier, retry_at=Now(), next_attempt_at=Now())
    send()
    assert {state for state, _ in states.all()} == {"failed"}
    phone.before = lambda: None
    open_games()
    send(ann)
    assert phone.kinds("ann") == []
    Receiver.objects.update(retry_at=Now(), next_attempt_at=Now())
    send()
    assert phone.kinds("ann") != []
