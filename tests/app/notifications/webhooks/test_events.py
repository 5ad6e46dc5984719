"""What arrives at a webhook: every event of the feed, once, signed, and secret on its way."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from standardwebhooks.webhooks import WebhookVerificationError

from common.db import encrypted
from notifications import tasks
from notifications.models import Delivery, Webhook
from notifications.webhooks import feed_events
from notifications.webhooks.feed_events import enqueue_events, list_left_behind
from players.models import Player
from tests.app.api.events import feed, types
from tests.app.api.threads import threads
from tests.app.repository.test_secrecy import everything
from tests.receiver import receiving
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
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private_addresses")]


def test_every_event_arrives_once_as_in_the_feed_in_its_order(
    ann, bob, table, receiver, monkeypatch
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


def test_nothing_is_sent_for_a_player_who_was_deactivated(ann, receiver) -> None:
    create_webhook(ann, receiver.url)
    ann.opens(3)
    enqueue_events(player_id(ann))
    ann.opens(3)
    Player.objects.filter(username="ann").update(is_active=False)
    deliver_events(ann)
    assert list_left_behind() == []
    assert receiver.arrived == []
    assert Delivery.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_nothing_is_queued_twice_at_once(ann, bob, table) -> None:
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


@pytest.fixture
def commit(django_capture_on_commit_callbacks: OnCommit) -> OnCommit:
    """A block at the end of which its transaction is committed."""
    return partial(django_capture_on_commit_callbacks, execute=True)


def test_a_game_sends_a_task_for_the_players_with_a_webhook(
    ann, bob, dan, table, sent_tasks, commit
) -> None:
    def players_after(call: Callable[[], Any]) -> set[int]:
        """Return the players whose feeds are handed over because of this call."""
        sent_tasks.clear()
        with commit():
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
    both, seat = {player_id(bob), player_id(dan)}, f"/games/{game}/seats/1"
    assert players_after(lambda: ann.put(f"{seat}/offer", {"player": "dan"})) == both
    assert players_after(lambda: dan.post(f"{seat}/accept")) == both
    enqueue_events(player_id(bob))
    lost = Delivery.objects.filter(webhook__player__username="bob", type="seat_lost")
    assert lost.count() == 1


def test_what_a_lost_task_has_left_behind_is_found(
    ann, bob, table, receiver, sent_tasks, commit
) -> None:
    for one in (ann, bob):
        create_webhook(one, receiver.url)
    both = sorted(player_id(one) for one in (ann, bob))
    assert list_left_behind() == []
    game = table()
    assert sorted(list_left_behind()) == both
    with commit():
        tasks.catch_up_webhooks()
    assert list_left_behind() == []
    assert sent_tasks == [("send_webhooks", "hooks")] * 2
    ann.seals_anything(game)
    feed(bob)  # It is in his feed now, but was not handed over.
    assert sorted(list_left_behind()) == both
    deliver_events(ann)
    assert list_left_behind() == [player_id(bob)]


# -- signatures, and what stands in no backup, log or task


def test_the_old_secret_is_good_for_a_day(ann, receiver) -> None:
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


def test_a_backup_holds_no_secret_and_no_message(ann, table) -> None:
    hook = create_webhook(ann, NOWHERE)
    ann.post(f"/me/receivers/{hook['id']}/secret")
    game = table()
    plays = {"plays": [{"card": ann.sees(game)["mine"]["hand"][-1]}]}
    ann.put(f"/games/{game}/standing-order", {"order": plays})
    enqueue_events(player_id(ann))
    assert Delivery.objects.filter(type="order_given").count() == 1
    row = Webhook.objects.get()
    secrets = [bytes(secret).hex().encode() for secret in (row.secret, row.old_secret) if secret]
    assert len(secrets) == 2
    backup = everything()
    assert [text for text in (b'"plays"', b"whsec_", *secrets) if text in backup] == []


def test_a_webhook_that_no_key_opens_holds_up_no_other(ann, bob, receiver, settings) -> None:
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
    # A new secret mends it.
    renewed = ann.post(f"{place}/secret").json
    ann.opens(3)
    deliver_events(ann)
    assert receiver.arrived[-1].verified(renewed["secret"]) == feed(ann)[-1]


def test_nothing_that_is_sent_stands_in_the_logs_or_in_the_tasks(
    ann, receiver, settings, caplog, sent_tasks, commit
) -> None:
    caplog.set_level("DEBUG")
    receiver.answer = answer_503
    hook = create_webhook(ann, f"{receiver.url}/path-of-mine")
    with commit():
        ann.opens(3)
    exhaust_attempts(ann, settings, attempts=2)
    assert "is disabled: failed" in caplog.text
    for secret in ("path-of-mine", hook["secret"], receiver.arrived[0].body.decode()):
        assert secret not in caplog.text + repr(sent_tasks)
    assert {name for name, *_ in sent_tasks} == {"enqueue_for_webhooks"}
