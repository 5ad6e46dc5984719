"""What arrives at a webhook: every event of the feed, once, signed, and secret on its way."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from standardwebhooks.webhooks import WebhookVerificationError

from common.db import encrypted
from notifications import tasks
from notifications.models import Delivery, Webhook
from notifications.webhooks import feed_events, sender
from notifications.webhooks.feed_events import enqueue_events, list_left_behind
from players.models import Player
from tests.app.api.events import feed, types
from tests.app.api.threads import threads
from tests.app.repository.test_secrecy import everything
from tests.people import Person
from tests.receiver import Receiver, receiving
from tests.webhooks import (
    age_deliveries,
    answer_503,
    arrived_types,
    create_webhook,
    deliver_events,
    deliveries,
    exhaust_attempts,
    page,
    player_id,
)

Table = Callable[..., str]
SentTasks = list[tuple[Any, ...]]
OnCommit = Callable[..., Any]
NOWHERE = "http://127.0.0.1:9/"
pytestmark = pytest.mark.django_db


def test_every_event_arrives_once_byte_for_byte_as_in_the_feed_in_its_order(
    ann: Person, bob: Person, table: Table, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_events, "AT_ONCE", 3)
    first = table()
    hook = create_webhook(ann, receiver.url)
    assert hook["after"] == feed(ann)[-1]["number"]
    deliver_events(ann)
    assert receiver.arrived == [], "only what comes after it was made"
    with receiving() as other:
        create_webhook(ann, other.url, events=["started", "turn_opened"])
        second = table()
        assert types(feed(ann))[-1] == "turn_opened", "what was read before is sent all the same"
        for _ in range(2):
            ann.seals_anything(first)
            bob.seals_anything(second)
            deliver_events(ann, bob)
        assert arrived_types(other) == ["started", "turn_opened"]
        assert not set(receiver.ids()) & set(other.ids())
    said = ann.get("/me/events", after=hook["after"], page_size=100)
    assert len(said.json["results"]) == len(receiver.arrived) >= 8
    assert page((one.body for one in receiver.arrived), said.json["last"]) == said.raw
    assert len(set(receiver.ids())) == len(receiver.arrived)
    deliver_events(ann)
    assert len(receiver.arrived) == len(said.json["results"]), "nothing comes twice"


def test_who_has_no_seat_is_sent_private_events(
    ann: Person, bob: Person, dan: Person, table: Table, receiver: Receiver
) -> None:
    game = table()
    hook = create_webhook(dan, receiver.url)
    bob.post(f"/games/{game}/resign")
    ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    deliver_events(dan)
    (arrived,) = receiver.arrived
    assert arrived.verified(hook["secret"]) == feed(dan)[0]


def test_nothing_is_sent_for_a_player_who_was_deactivated(ann: Person, receiver: Receiver) -> None:
    create_webhook(ann, receiver.url)
    ann.opens(3)
    enqueue_events(player_id(ann))
    ann.opens(3)
    Player.objects.filter(username="ann").update(is_active=False)
    deliver_events(ann)
    assert list_left_behind() == []
    assert receiver.arrived == []
    assert Delivery.objects.count() == 1


# -- which feeds are handed over, and when


@pytest.mark.django_db(transaction=True)
def test_nothing_is_queued_twice_at_once(ann: Person, bob: Person, table: Table) -> None:
    game = table()
    create_webhook(ann, NOWHERE)
    me = player_id(ann)

    def play() -> None:
        for action in bob.sees(game)["mine"]["legal_actions"][:6]:
            assert bob.seals(game, action).status == 200

    with threads() as at_once:
        playing = at_once.start(play)
        for one in [at_once.start(enqueue_events, me) for _ in range(24)]:
            one.result()
        playing.result()
    enqueue_events(me)
    sent = [one.number for one in Delivery.objects.order_by("created_at")]
    after = Webhook.objects.get().after
    wanted = [one["number"] for one in feed(ann) if one["number"] > after]
    assert len(wanted) == 6
    assert sent == wanted


def test_a_game_sends_a_task_for_the_players_with_a_webhook_and_for_nobody_else(
    ann: Person,
    bob: Person,
    dan: Person,
    table: Table,
    sent_tasks: SentTasks,
    django_capture_on_commit_callbacks: OnCommit,
) -> None:
    def players_after(call: Callable[[], Any]) -> set[int]:
        """Return the players whose feeds are handed over because of this call."""
        sent_tasks.clear()
        with django_capture_on_commit_callbacks(execute=True):
            assert call().status < 300
        return {player for _, players, _ in sent_tasks for player in players}

    game = table()
    assert players_after(lambda: ann.seals_anything(game)) == set()
    hook = create_webhook(bob, NOWHERE)
    assert players_after(lambda: bob.seals_anything(game)) == {player_id(bob)}
    assert sent_tasks == [("enqueue_for_webhooks", [player_id(bob)], "hooks")]
    place = f"/me/receivers/{hook['id']}"
    bob.patch(place, {"enabled": False})
    assert players_after(lambda: ann.seals_anything(game)) == set()
    # Of a seat that is offered, its former player and the one who may take it are told.
    bob.patch(place, {"enabled": True})
    create_webhook(dan, NOWHERE)
    assert bob.post(f"/games/{game}/resign").status == 204
    both = {player_id(bob), player_id(dan)}
    seat = f"/games/{game}/seats/1"
    assert players_after(lambda: ann.put(f"{seat}/offer", {"player": "dan"})) == both
    assert players_after(lambda: dan.post(f"{seat}/take")) == both
    enqueue_events(player_id(bob))
    lost = Delivery.objects.filter(webhook__player__username="bob", type="seat_lost")
    assert lost.count() == 1


def test_what_a_lost_task_has_left_behind_is_found(
    ann: Person,
    bob: Person,
    table: Table,
    receiver: Receiver,
    sent_tasks: SentTasks,
    django_capture_on_commit_callbacks: OnCommit,
) -> None:
    for one in (ann, bob):
        create_webhook(one, receiver.url)
    both = sorted(player_id(one) for one in (ann, bob))
    assert list_left_behind() == []
    game = table()
    assert sorted(list_left_behind()) == both
    with django_capture_on_commit_callbacks(execute=True):
        tasks.catch_up_webhooks()
    assert list_left_behind() == []
    assert sent_tasks == [("send_webhooks", "hooks")] * 2
    ann.seals_anything(game)
    feed(bob)  # It is in his feed now, but was not handed over.
    assert sorted(list_left_behind()) == both
    deliver_events(ann)
    assert list_left_behind() == [player_id(bob)]


# -- signatures, and what stands in no backup, log or task


def test_the_old_secret_is_good_for_a_day(ann: Person, receiver: Receiver) -> None:
    hook = create_webhook(ann, receiver.url)
    renewed = ann.post(f"/me/receivers/{hook['id']}/secret").json
    assert renewed["secret"] != hook["secret"]
    ann.opens(3)
    deliver_events(ann)
    arrived = receiver.arrived[-1]
    assert len(arrived.headers["webhook-signature"].split()) == 2
    assert arrived.verified(hook["secret"]) == arrived.verified(renewed["secret"])
    age_deliveries(hours=24)
    ann.opens(3)
    deliver_events(ann)
    arrived = receiver.arrived[-1]
    assert arrived.verified(renewed["secret"])
    with pytest.raises(WebhookVerificationError):
        arrived.verified(hook["secret"])


def test_a_backup_holds_no_secret_and_no_message(ann: Person, table: Table) -> None:
    hook = create_webhook(ann, NOWHERE)
    ann.post(f"/me/receivers/{hook['id']}/secret")
    game = table()
    plays = {"plays": [{"card": ann.sees(game)["mine"]["hand"][-1]}]}
    ann.put(f"/games/{game}/standing-order", {"order": plays})
    enqueue_events(player_id(ann))
    backup = everything()
    assert Delivery.objects.filter(type="order_given").count() == 1
    assert b'"plays"' not in backup
    assert b"whsec_" not in backup
    row = Webhook.objects.get()
    for secret in (row.secret, row.old_secret):
        assert secret is not None
        assert bytes(secret).hex().encode() not in backup


def test_a_new_key_loses_no_message(ann: Person, receiver: Receiver, settings: Any) -> None:
    old, new = encrypted.new_key(), encrypted.new_key()
    settings.TIDE_KEYS = [old]
    hook = create_webhook(ann, receiver.url)
    renewed = ann.post(f"/me/receivers/{hook['id']}/secret").json
    ann.opens(3)
    enqueue_events(player_id(ann))
    settings.TIDE_KEYS = [new, old]
    call_command("reseal", stdout=StringIO())
    settings.TIDE_KEYS = [new]
    sender.send_due()
    (arrived,) = receiver.arrived
    assert arrived.verified(hook["secret"]) == arrived.verified(renewed["secret"]) == feed(ann)[0]


def test_a_webhook_that_no_key_opens_holds_up_no_other_and_a_new_secret_mends_it(
    ann: Person, bob: Person, receiver: Receiver, settings: Any
) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = []
    settings.TIDE_KEYS = [encrypted.new_key()]
    lost = create_webhook(ann, receiver.url)
    settings.TIDE_KEYS = [encrypted.new_key()]
    kept = create_webhook(bob, receiver.url)
    for one in (ann, bob):
        one.opens(3)
    deliver_events(ann, bob)
    (arrived,) = receiver.arrived
    assert arrived.verified(kept["secret"]) == feed(bob)[0]
    (failed,) = deliveries(ann, lost)
    assert [one["error"] for one in failed["attempts"]] == ["server_fault"]
    place = f"/me/receivers/{lost['id']}"
    assert ann.get(place).json["enabled"], "it is not the player's to mend"
    renewed = ann.post(f"{place}/secret").json
    ann.opens(3)
    deliver_events(ann)
    assert receiver.arrived[-1].verified(renewed["secret"]) == feed(ann)[-1]


def test_nothing_that_is_sent_stands_in_the_logs_or_in_the_tasks(
    ann: Person,
    receiver: Receiver,
    settings: Any,
    caplog: pytest.LogCaptureFixture,
    sent_tasks: SentTasks,
    django_capture_on_commit_callbacks: OnCommit,
) -> None:
    caplog.set_level("DEBUG")
    receiver.answer = answer_503
    hook = create_webhook(ann, f"{receiver.url}/path-of-mine")
    with django_capture_on_commit_callbacks(execute=True):
        ann.opens(3)
    exhaust_attempts(ann, settings, attempts=2)
    assert "is disabled: failed" in caplog.text
    for secret in ("path-of-mine", hook["secret"], receiver.arrived[0].body.decode()):
        assert secret not in caplog.text
        assert secret not in repr(sent_tasks)
    assert {name for name, *_ in sent_tasks} == {"enqueue_for_webhooks"}
