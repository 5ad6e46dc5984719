"""Everybody is told of what happened to her, once, unless it is settled by then."""

from collections.abc import Callable

import pytest

from common.outbox import outcome
from notifications.delivery import outbox_entries, sender
from notifications.models import NoticeCursor, Notification, Receiver
from notifications.notice import NoticeKind
from tests.app.api.calls import cards, gives
from tests.app.notifications.delivery.hearing import (
    Channels,
    hands_over,
    has_mail,
    has_phone,
    player,
    tells,
    time_comes,
    waiting,
)
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_whoever_is_asked_is_told_once(
    ann: Person, bob: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann, bob)
    game = table()
    for _ in range(2):
        tells(ann, bob)
        NoticeCursor.objects.update(
            feed_cursor=0
        )  # As if the task had died before it was written down.
    assert channels.phone.kinds("ann") == channels.phone.kinds("bob") == [[NoticeKind.YOUR_TURN]]
    _, (notice,) = channels.phone.messages[0]
    assert notice.game is not None
    assert (notice.game.pk, notice.turn, notice.seat) == (game, 1, 0)


def test_what_is_answered_meanwhile_is_not_told(
    ann: Person, bob: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann, bob)
    game = table()
    hands_over(ann, bob)
    ann.seals_anything(game)
    tells(ann, bob)
    assert channels.phone.kinds("ann") == []
    assert channels.phone.kinds("bob") == [[NoticeKind.YOUR_TURN]]


def test_a_question_that_an_order_answers_at_once_is_never_told(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], channels: Channels
) -> None:
    game = table()
    hand = ann.sees(game)["mine"]["hand"]
    said = gives(ann, game, cards(*hand[:6]), at_once=True)
    assert said.status == 200, said.json
    has_phone(ann, bob)
    for person in (ann, bob, cat):
        if person is not ann or ann.sees(game)["mine"]["submission"] is None:
            person.seals_anything(game)
    assert ann.sees(game)["turn"]["number"] == 2
    tells(ann, bob)
    assert channels.phone.kinds("ann") == []
    assert channels.phone.kinds("bob") == [[NoticeKind.YOUR_TURN]]
    assert NoticeKind.YOUR_TURN not in waiting(ann)


def test_a_closed_turn_leaves_nothing_waiting_about_it(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    has_phone(ann)
    game = table()
    hands_over(ann)
    assert {one.turn for one in Notification.objects.all()} == {1}
    for person in (ann, bob, cat):
        person.seals_anything(game)
    hands_over(ann)
    assert {one.turn for one in Notification.objects.all()} == {2}


def test_what_a_dead_sender_has_sent_is_sent_once_more_with_the_same_id(
    ann: Person, table: Callable[..., str], channels: Channels, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_phone(ann)
    table()
    hands_over(ann)

    class Killed(BaseException):
        pass

    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(outcome, "record_attempt", dies)
        with pytest.raises(Killed):
            sender.send_due()
    Receiver.objects.update(busy_until=None)
    time_comes(kind=NoticeKind.YOUR_TURN)
    sender.send_due()
    (_, (first,)), (_, (second,)) = channels.phone.messages
    assert first.id == second.id
    assert Notification.objects.filter(state="delivered").count() == 1


def test_mail_and_phone_tell_the_same_with_the_same_id(
    ann: Person, table: Callable[..., str], channels: Channels
) -> None:
    has_phone(ann)
    has_mail(ann)
    table()
    tells(ann)
    (_, (one,)), (_, (other,)) = *channels.phone.messages, *channels.mail.messages
    assert one.id == other.id


def test_who_has_no_receiver_is_left_alone(ann: Person, table: Callable[..., str]) -> None:
    table()
    assert outbox_entries.left_behind() == []
    assert outbox_entries.queue_notices(player(ann).pk) == 0
    assert not Notification.objects.exists()


def test_what_a_lost_task_has_left_is_found(ann: Person, table: Callable[..., str]) -> None:
    has_phone(ann)
    table()
    assert outbox_entries.left_behind() == [player(ann).pk]
    hands_over(ann)
    assert outbox_entries.left_behind() == []
