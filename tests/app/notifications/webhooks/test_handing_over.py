"""Whose feeds are handed over to webhooks, when, and every number once."""

from collections.abc import Callable
from typing import Any

import pytest

from notifications import tasks
from notifications.models import Delivery, Webhook
from notifications.webhooks.feed_events import enqueue_events, list_left_behind
from tests.app.api.events import feed
from tests.app.api.threads import threads
from tests.people import Person
from tests.receiver import Receiver
from tests.webhooks import delivers, makes, number_of

Table = Callable[..., str]
SentTasks = list[tuple[Any, ...]]

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_nothing_is_handed_over_twice_when_several_do_it_at_once(
    ann: Person, bob: Person, table: Table
) -> None:
    game = table()
    makes(ann, "http://127.0.0.1:9/")
    me = number_of(ann)

    def plays() -> None:
        for action in bob.sees(game)["mine"]["legal_actions"][:6]:
            assert bob.seals(game, action).status == 200

    with threads() as at_once:
        playing = at_once.start(plays)
        telling = [at_once.start(enqueue_events, me) for _ in range(24)]
        for one in telling:
            one.result()
        playing.result()
    enqueue_events(me)
    sent = [one.number for one in Delivery.objects.order_by("created_at")]
    hook = Webhook.objects.get()
    wanted = [one["number"] for one in feed(ann) if one["number"] > hook.after]
    assert len(wanted) == 6
    assert sent == wanted


def test_a_game_sends_a_task_for_the_players_with_a_webhook_and_for_nobody_else(
    ann: Person,
    bob: Person,
    table: Table,
    sent_tasks: SentTasks,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game = table()
    with django_capture_on_commit_callbacks(execute=True):
        ann.seals_anything(game)
    assert sent_tasks == []
    hook = makes(bob, "http://127.0.0.1:9/")
    with django_capture_on_commit_callbacks(execute=True):
        bob.seals_anything(game)
    assert sent_tasks == [("enqueue_for_webhooks", [number_of(bob)], "hooks")]
    sent_tasks.clear()
    bob.patch(f"/me/receivers/{hook['id']}", {"enabled": False})
    with django_capture_on_commit_callbacks(execute=True):
        ann.post(f"/games/{game}/resign")
    assert sent_tasks == []


def players_in(sent_tasks: SentTasks) -> set[int]:
    """The players whose feeds were to be handed over."""
    return {
        player
        for name, *args, _ in sent_tasks
        if name == "enqueue_for_webhooks"
        for player in args[0]
    }


def test_a_game_sends_one_for_whoever_is_offered_a_seat_and_for_whoever_has_lost_hers(
    ann: Person,
    bob: Person,
    dan: Person,
    table: Table,
    sent_tasks: SentTasks,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game = table()
    for person in (bob, dan):
        makes(person, "http://127.0.0.1:9/")
    bob.post(f"/games/{game}/resign")
    with django_capture_on_commit_callbacks(execute=True):
        ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    assert players_in(sent_tasks) == {number_of(bob), number_of(dan)}
    sent_tasks.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert dan.post(f"/games/{game}/seats/1/take").status == 200
    assert players_in(sent_tasks) == {number_of(bob), number_of(dan)}
    for person in (bob, dan):
        enqueue_events(number_of(person))
    lost = Delivery.objects.filter(webhook__player__username="bob", type="seat_lost")
    assert lost.count() == 1


def test_what_a_lost_task_has_left_behind_is_found(
    ann: Person,
    bob: Person,
    table: Table,
    receiver: Receiver,
    sent_tasks: SentTasks,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    makes(ann, receiver.url)
    makes(bob, receiver.url)
    assert list_left_behind() == []
    game = table()
    assert sorted(list_left_behind()) == sorted([number_of(ann), number_of(bob)])
    with django_capture_on_commit_callbacks(execute=True):
        tasks.catch_up_webhooks()
    assert list_left_behind() == []
    assert sent_tasks == [("send_webhooks", "hooks")] * 2
    ann.seals_anything(game)
    feed(bob)  # It is in his feed now, but was not handed over.
    assert sorted(list_left_behind()) == sorted([number_of(ann), number_of(bob)])
    delivers(ann)
    assert list_left_behind() == [number_of(bob)]
