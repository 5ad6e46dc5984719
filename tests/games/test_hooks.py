"""From a game to somebody's own web server: every event of the feed, once, signed, and again if need be."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models.functions import Now
from standardwebhooks.webhooks import WebhookVerificationError

from games import hooks, tasks, wake
from players.models import Attempt, Delivery, Player, Webhook
from players.webhooks import outbox, sending
from players.webhooks.post import SECONDS, Error, Outcome
from tests.api.hearing import feed, types
from tests.api.threads import threads
from tests.games.test_secrecy import everything
from tests.people import Person
from tests.receiver import Arrived, Receiver, receiving
from tests.webhooks import deliveries, grow_older, is_due_now, makes, number_of, page, tells
from tideapi import secrecy

Json = dict[str, Any]
Table = Callable[..., str]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def development(settings: Any) -> None:
    """The receivers are on this machine."""
    settings.TIDE_WEBHOOKS_PRIVATE = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def arrived_types(receiver: Receiver) -> list[str]:
    return [json.loads(one.body)["type"] for one in receiver.arrived]


def fails(_: Arrived) -> int:
    return 503


def gives_up(person: Person, settings: Any, attempts: int) -> None:
    """Everything that waits is tried so often."""
    settings.TIDE_WEBHOOKS_RETRIES = [timedelta(hours=1)] * (attempts - 1)
    tells(person)
    for _ in range(attempts - 1):
        is_due_now()
        sending.send_due()


# -- what arrives


def test_every_event_arrives_once_byte_for_byte_as_in_the_feed_in_its_order(
    ann: Person, bob: Person, table: Table, receiver: Receiver
) -> None:
    first = table()
    hook = makes(ann, receiver.url)
    second = table()
    for _ in range(2):
        ann.seals_anything(first)
        bob.seals_anything(second)
        tells(ann, bob)
    said = ann.get("/me/events", after=hook["after"], page_size=100)
    assert len(said.json["results"]) == len(receiver.arrived) >= 8
    assert page(one.body for one in receiver.arrived) == said.raw
    assert len(set(receiver.ids())) == len(receiver.arrived)
    tells(ann)
    assert len(receiver.arrived) == len(said.json["results"]), "nothing comes twice"


def test_a_message_is_signed_so_that_the_library_takes_it_and_no_change_is_taken(
    ann: Person, receiver: Receiver
) -> None:
    hook = makes(ann, receiver.url)
    ann.opens(3)
    tells(ann)
    (arrived,) = receiver.arrived
    assert arrived.verified(hook["secret"])["type"] == "joined"
    changed = Arrived(arrived.at, arrived.path, arrived.headers, arrived.body + b" ")
    renamed = Arrived(
        arrived.at, arrived.path, {**arrived.headers, "webhook-id": "msg_x"}, arrived.body
    )
    for forged in (changed, renamed):
        with pytest.raises(WebhookVerificationError):
            forged.verified(hook["secret"])
    with pytest.raises(WebhookVerificationError):
        arrived.verified(makes(ann, receiver.url)["secret"])


def test_only_what_comes_after_it_was_made_is_sent(
    ann: Person, table: Table, receiver: Receiver
) -> None:
    game = table()
    hook = makes(ann, receiver.url)
    assert hook["after"] == feed(ann)[-1]["number"]
    tells(ann)
    assert receiver.arrived == []
    ann.seals_anything(game)
    tells(ann)
    assert arrived_types(receiver) == ["sealed"]


def test_events_of_other_types_than_were_asked_for_are_left_out(
    ann: Person, table: Table, receiver: Receiver
) -> None:
    makes(ann, receiver.url, events=["started", "turn_opened"])
    table()
    tells(ann)
    assert arrived_types(receiver) == ["started", "turn_opened"]


def test_each_of_two_webhooks_gets_everything(ann: Person, bob: Person, table: Table) -> None:
    with receiving() as one, receiving() as other:
        makes(ann, one.url)
        makes(ann, other.url)
        table()
        tells(ann)
        bodies = [[arrived.body for arrived in each.arrived] for each in (one, other)]
        assert bodies[0] == bodies[1] != []
        assert not set(one.ids()) & set(other.ids())


def test_what_was_read_in_the_feed_before_is_sent_all_the_same(
    ann: Person, receiver: Receiver
) -> None:
    makes(ann, receiver.url)
    ann.opens(3)
    assert types(feed(ann)) == ["joined"]
    tells(ann)
    assert arrived_types(receiver) == ["joined"]


def test_many_events_at_once_are_all_sent(
    ann: Person, table: Table, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "AT_ONCE", 3)
    makes(ann, receiver.url)
    makes(ann, receiver.url, events=["started"])
    table()
    table()
    tells(ann)
    sent = [json.loads(one.body)["number"] for one in receiver.arrived]
    wanted = [one["number"] for one in feed(ann)]
    assert sorted(sent) == sorted(wanted + [one["number"] for one in feed(ann, "started")])


def test_who_has_no_seat_is_sent_what_is_whispered_to_her(
    ann: Person, bob: Person, dan: Person, table: Table, receiver: Receiver
) -> None:
    game = table()
    hook = makes(dan, receiver.url)
    bob.post(f"/games/{game}/resign")
    ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    tells(dan)
    (arrived,) = receiver.arrived
    assert arrived.verified(hook["secret"]) == feed(dan)[0]


def test_nothing_is_sent_for_a_player_who_was_deactivated(ann: Person, receiver: Receiver) -> None:
    makes(ann, receiver.url)
    ann.opens(3)
    hooks.tell(number_of(ann))
    ann.opens(3)
    Player.objects.filter(username="ann").update(is_active=False)
    tells(ann)
    assert hooks.left_behind() == []
    assert receiver.arrived == []
    assert Delivery.objects.count() == 1


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
        telling = [at_once.start(hooks.tell, me) for _ in range(24)]
        for one in telling:
            one.result()
        playing.result()
    hooks.tell(me)
    sent = [one.number for one in Delivery.objects.order_by("created_at")]
    hook = Webhook.objects.get()
    wanted = [one["number"] for one in feed(ann) if one["number"] > hook.after]
    assert len(wanted) == 6
    assert sent == wanted


# -- who is told to hand over


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that were sent, with what they were told."""
    found: list[tuple[Any, ...]] = []

    def send(task: str, *args: Any, queue: str | None = None) -> None:
        found.append((task.removeprefix("games.tasks."), *args, queue))

    monkeypatch.setattr(wake, "_send", send)
    return found


def test_games_ring_for_the_players_with_a_webhook_and_for_nobody_else(
    ann: Person,
    bob: Person,
    table: Table,
    rung: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game = table()
    with django_capture_on_commit_callbacks(execute=True):
        ann.seals_anything(game)
    assert rung == []
    hook = makes(bob, "http://127.0.0.1:9/")
    with django_capture_on_commit_callbacks(execute=True):
        bob.seals_anything(game)
    assert rung == [("tell_webhooks", [number_of(bob)], "hooks")]
    rung.clear()
    bob.patch(f"/webhooks/{hook['id']}", {"enabled": False})
    with django_capture_on_commit_callbacks(execute=True):
        ann.post(f"/games/{game}/resign")
    assert rung == []


def told(rung: list[tuple[Any, ...]]) -> set[int]:
    """The players whose webhooks were to be told something."""
    return {player for name, *args, _ in rung if name == "tell_webhooks" for player in args[0]}


def test_games_ring_for_whoever_is_offered_a_seat_and_for_whoever_has_lost_hers(
    ann: Person,
    bob: Person,
    dan: Person,
    table: Table,
    rung: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game = table()
    for person in (bob, dan):
        makes(person, "http://127.0.0.1:9/")
    bob.post(f"/games/{game}/resign")
    with django_capture_on_commit_callbacks(execute=True):
        ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    assert told(rung) == {number_of(bob), number_of(dan)}
    rung.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert dan.post(f"/games/{game}/seats/1/take").status == 200
    assert told(rung) == {number_of(bob), number_of(dan)}
    for person in (bob, dan):
        hooks.tell(number_of(person))
    lost = Delivery.objects.filter(webhook__player__username="bob", type="seat_lost")
    assert lost.count() == 1


def test_what_a_lost_task_has_left_behind_is_found(
    ann: Person, bob: Person, table: Table, receiver: Receiver, rung: list[tuple[Any, ...]]
) -> None:
    makes(ann, receiver.url)
    makes(bob, receiver.url)
    assert hooks.left_behind() == []
    game = table()
    assert sorted(hooks.left_behind()) == sorted([number_of(ann), number_of(bob)])
    tasks.look_after_webhooks()
    assert hooks.left_behind() == []
    assert rung == [("send_webhooks", "hooks")] * 2
    ann.seals_anything(game)
    feed(bob)  # It is in his feed now, but was not handed over.
    assert sorted(hooks.left_behind()) == sorted([number_of(ann), number_of(bob)])
    tells(ann)
    assert hooks.left_behind() == [number_of(bob)]


# -- again and again


def test_what_fails_is_sent_again_later_and_ever_more_rarely(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    ann.opens(3)
    tells(ann)
    waited = []
    for attempt in range(1, 9):
        (delivery,) = deliveries(ann, hook)
        assert (delivery["state"], len(delivery["attempts"])) == ("waiting", attempt)
        last = delivery["attempts"][-1]
        assert (last["status"], last["error"]) == (503, "refused")
        after = moment(delivery["next_at"]) - moment(last["at"])
        waited.append((after - timedelta(milliseconds=last["milliseconds"])).total_seconds())
        sending.send_due()
        assert len(receiver.arrived) == attempt, "it is not due yet"
        is_due_now()
        sending.send_due()
    wanted = [5, 30, 300, 1800, 7200, 18000, 28800, 28800]
    assert [0.8 <= had / want <= 1.2 for had, want in zip(waited, wanted, strict=True)] == [
        True
    ] * 8
    (delivery,) = deliveries(ann, hook)
    assert (delivery["state"], delivery["next_at"]) == ("failed", None)
    assert len(set(receiver.ids())) == 1
    assert len({one.body for one in receiver.arrived}) == 1
    assert all(one.verified(hook["secret"]) for one in receiver.arrived)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_receiver_that_comes_back_gets_what_it_has_missed(
    ann: Person, table: Table, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    table()
    tells(ann)
    missed = len(receiver.arrived)
    assert ann.get(f"/webhooks/{hook['id']}").json["failing_since"] is not None
    receiver.answer = lambda _: 200
    is_due_now()
    sending.send_due()
    assert receiver.ids()[:missed] == receiver.ids()[missed:]
    assert {one["state"] for one in deliveries(ann, hook)} == {"delivered"}
    assert ann.get(f"/webhooks/{hook['id']}").json["failing_since"] is None


def test_one_that_never_answers_is_disabled_and_its_player_is_told(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    ann.opens(3)
    gives_up(ann, settings, attempts=3)
    assert len(receiver.arrived) == 3
    shown = ann.get(f"/webhooks/{hook['id']}").json
    assert (shown["enabled"], shown["disabled"]["why"]) == (False, "failed")
    (told,) = feed(ann, "webhook_disabled")
    assert (told["game"], told["event"], told["hash"]) == (None, None, None)
    assert told["data"] == {"webhook": hook["id"], "url": receiver.url, "why": "failed"}
    ann.opens(3)
    tells(ann)
    assert len(receiver.arrived) == 3


def test_that_one_is_disabled_is_sent_to_the_others(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    with receiving(fails) as broken:
        makes(ann, broken.url, events=["joined"])
        makes(ann, receiver.url, events=["webhook_disabled"])
        ann.opens(3)
        gives_up(ann, settings, attempts=2)
        tells(ann)
    assert arrived_types(receiver) == ["webhook_disabled"]
    assert page([receiver.arrived[0].body]) == ann.get("/me/events", after=1).raw


def test_one_that_takes_some_messages_is_not_disabled(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    def takes_no_joining(arrived: Arrived) -> int:
        return 500 if b'"joined"' in arrived.body else 200

    receiver.answer = takes_no_joining
    hook = makes(ann, receiver.url)
    game = ann.opens(3)
    settings.TIDE_WEBHOOKS_RETRIES = [timedelta(hours=1)]
    tells(ann)
    ann.post(f"/games/{game}/cancel")
    tells(ann)
    is_due_now()
    sending.send_due()
    states = [(one["type"], one["state"]) for one in deliveries(ann, hook)]
    assert states == [("joined", "failed"), ("cancelled", "delivered")]
    assert ann.get(f"/webhooks/{hook['id']}").json["enabled"]


def test_one_that_says_410_is_disabled_at_once(
    ann: Person, table: Table, receiver: Receiver
) -> None:
    receiver.answer = lambda _: 410
    hook = makes(ann, receiver.url)
    table()
    tells(ann)
    assert len(receiver.arrived) == 1
    assert ann.get(f"/webhooks/{hook['id']}").json["disabled"]["why"] == "gone"
    assert feed(ann, "webhook_disabled")[0]["data"]["why"] == "gone"
    states = [one["state"] for one in deliveries(ann, hook)]
    assert states[0] == "failed"
    assert set(states[1:]) == {"waiting"}


def test_what_waited_when_it_was_disabled_is_sent_when_it_is_enabled_and_what_came_between_is_not(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    game = ann.opens(3)
    tells(ann)
    address = f"/webhooks/{hook['id']}"
    assert ann.patch(address, {"enabled": False}).json["disabled"]["why"] == "by_player"
    is_due_now()
    ann.post(f"/games/{game}/cancel")
    tells(ann)
    assert len(receiver.arrived) == 1
    receiver.answer = lambda _: 204
    shown = ann.patch(address, {"enabled": True}).json
    assert (shown["disabled"], shown["after"]) == (None, feed(ann)[-1]["number"])
    tells(ann)
    ann.opens(3)
    tells(ann)
    assert arrived_types(receiver) == ["joined", "joined", "joined"]
    assert receiver.ids()[0] == receiver.ids()[1] != receiver.ids()[2]


def test_no_attempt_is_made_where_the_address_is_not_public(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    hook = makes(ann, receiver.url)
    settings.TIDE_WEBHOOKS_PRIVATE = False
    ann.opens(3)
    tells(ann)
    (delivery,) = deliveries(ann, hook)
    assert [one["error"] for one in delivery["attempts"]] == ["bad_address"]
    assert receiver.arrived == []


# -- secrets


def test_for_a_day_a_message_is_signed_with_the_old_secret_too(
    ann: Person, receiver: Receiver
) -> None:
    hook = makes(ann, receiver.url)
    renewed = ann.post(f"/webhooks/{hook['id']}/secret").json
    assert renewed["secret"] != hook["secret"]
    ann.opens(3)
    tells(ann)
    arrived = receiver.arrived[-1]
    assert len(arrived.headers["webhook-signature"].split()) == 2
    assert arrived.verified(hook["secret"]) == arrived.verified(renewed["secret"])
    grow_older(hours=24)
    ann.opens(3)
    tells(ann)
    arrived = receiver.arrived[-1]
    assert arrived.verified(renewed["secret"])
    with pytest.raises(WebhookVerificationError):
        arrived.verified(hook["secret"])


def test_a_backup_holds_no_secret_and_no_message(ann: Person, table: Table) -> None:
    hook = makes(ann, "http://127.0.0.1:9/")
    ann.post(f"/webhooks/{hook['id']}/secret")
    game = table()
    plays = {"plays": [{"card": ann.sees(game)["mine"]["hand"][-1]}]}
    ann.put(f"/games/{game}/standing-order", {"order": plays})
    hooks.tell(number_of(ann))
    backup = everything()
    assert Delivery.objects.filter(type="order_given").count() == 1
    assert b'"plays"' not in backup
    assert b"whsec_" not in backup
    row = Webhook.objects.get()
    for secret in (row.secret, row.old_secret):
        assert secret is not None
        assert bytes(secret).hex().encode() not in backup


def test_what_waits_is_sent_after_the_key_was_replaced(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    old, new = secrecy.new_key(), secrecy.new_key()
    settings.TIDE_KEYS = [old]
    hook = makes(ann, receiver.url)
    renewed = ann.post(f"/webhooks/{hook['id']}/secret").json
    ann.opens(3)
    hooks.tell(number_of(ann))
    settings.TIDE_KEYS = [new, old]
    call_command("reseal", stdout=StringIO())
    settings.TIDE_KEYS = [new]
    sending.send_due()
    (arrived,) = receiver.arrived
    assert arrived.verified(hook["secret"]) == arrived.verified(renewed["secret"]) == feed(ann)[0]


def test_nothing_that_is_sent_stands_in_the_logs_or_in_the_tasks(
    ann: Person,
    receiver: Receiver,
    settings: Any,
    caplog: pytest.LogCaptureFixture,
    rung: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    caplog.set_level("DEBUG")
    receiver.answer = fails
    hook = makes(ann, f"{receiver.url}/path-of-mine")
    with django_capture_on_commit_callbacks(execute=True):
        ann.opens(3)
    gives_up(ann, settings, attempts=2)
    assert "is disabled: failed" in caplog.text
    for secret in ("path-of-mine", hook["secret"], receiver.arrived[0].body.decode()):
        assert secret not in caplog.text
        assert secret not in repr(rung)
    assert {name for name, *_ in rung} == {"tell_webhooks"}


# -- one sender at a time


def test_two_senders_never_have_the_same_webhook(ann: Person, receiver: Receiver) -> None:
    hook = makes(ann, receiver.url)
    ann.opens(3)
    hooks.tell(number_of(ann))
    claimed = outbox.claim()
    assert claimed is not None
    assert claimed.pk == hook["id"]
    assert outbox.claim() is None
    outbox.release(claimed)
    assert outbox.claim() is not None


def test_what_a_dead_sender_had_is_sent_by_the_next_one_with_the_same_id(
    ann: Person, receiver: Receiver
) -> None:
    makes(ann, receiver.url)
    ann.opens(3)
    hooks.tell(number_of(ann))
    claimed = outbox.claim()
    assert claimed is not None
    assert outbox.next_due(claimed) is not None
    sending.send_due()
    assert receiver.arrived == []
    Webhook.objects.update(busy_until=Now())
    sending.send_due()
    assert receiver.ids() == [str(pk) for pk in Delivery.objects.values_list("pk", flat=True)]


def test_those_that_are_slow_or_fail_leave_senders_for_the_others(
    ann: Person, bob: Person, cat: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "SLOW_AT_ONCE", 2)
    for person in (ann, bob, cat):
        for _ in range(2):
            makes(person, "http://127.0.0.1:9/")
        person.opens(3)
        hooks.tell(number_of(person))
    Webhook.objects.filter(player__username="cat").update(slow=False)
    claimed = [outbox.claim() for _ in range(5)]
    assert Counter(None if one is None else one.slow for one in claimed) == {
        True: 2,
        False: 1,
        None: 2,
    }


def test_a_webhook_that_is_made_anew_while_it_is_sent_to_takes_no_further_sender(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, at_once = list[str](), list[int]()

    def waits(url: str, *_: Any) -> Outcome:
        """While this sender waits the webhook is made anew, and the next sender looks for work."""
        waiting.append(url)
        at_once.append(len(waiting))
        if len(at_once) < 20:
            Webhook.objects.all().delete()
            has_a_ping()
            sending.send_due()
        waiting.pop()
        return Outcome(None, Error.TIME, 5000)

    def has_a_ping() -> None:
        made = makes(ann, f"http://127.0.0.1:9/{len(at_once)}")
        assert ann.post(f"/webhooks/{made['id']}/test").status == 202

    monkeypatch.setattr(sending, "post", waits)
    has_a_ping()
    sending.send_due()
    assert max(at_once) == outbox.SLOW_AT_ONCE


@pytest.mark.django_db(transaction=True)
def test_a_slow_receiver_holds_up_nobody_else(ann: Person, bob: Person) -> None:
    meanwhile: list[int] = []

    def waits(_: Arrived) -> int:
        """Answer when all has arrived at the other one, or after some seconds."""
        end = time.monotonic() + 8
        while len(quick.arrived) < 3 and time.monotonic() < end:
            time.sleep(0.01)
        meanwhile.append(len(quick.arrived))
        return 200

    with receiving() as quick, receiving(waits) as slow:
        makes(ann, slow.url)
        makes(bob, quick.url)
        for person in (ann, bob):
            for _ in range(3):
                person.opens(3)
            hooks.tell(number_of(person))
        with threads() as at_once:
            senders = [at_once.start(sending.send_due) for _ in range(2)]
            for one in senders:
                one.result()
        assert len(slow.arrived) == len(quick.arrived) == 3
    assert meanwhile == [3, 3, 3]


@pytest.mark.django_db(transaction=True)
def test_one_that_is_deleted_while_something_is_sent_to_it_leaves_nothing_behind(
    ann: Person,
) -> None:
    arrived, deleted = threading.Event(), threading.Event()

    def waits(_: Arrived) -> int:
        arrived.set()
        deleted.wait(8)
        return 200

    with receiving(waits) as receiver, threads() as at_once:
        hook = makes(ann, receiver.url)
        for _ in range(2):
            ann.opens(3)
        hooks.tell(number_of(ann))
        sender = at_once.start(sending.send_due)
        assert arrived.wait(8)
        said = at_once.start(ann.delete, f"/webhooks/{hook['id']}").result()
        deleted.set()
        sender.result()
        assert said.status == 204
        assert len(receiver.arrived) == 1
    assert Webhook.objects.count() == Delivery.objects.count() == Attempt.objects.count() == 0


# -- who is sent to first


def has_something(person: Person, webhooks: int, **change: Any) -> None:
    """So many webhooks of somebody's have something to be sent."""
    for _ in range(webhooks):
        makes(person, "http://127.0.0.1:9/")
    person.opens(3)
    hooks.tell(number_of(person))
    Webhook.objects.filter(player__username=person.name).update(**change)


def claimed_of() -> list[str | None]:
    """Whose webhooks are claimed, until there is none left that may be."""
    found: list[str | None] = []
    while (webhook := outbox.claim()) is not None:
        found.append(webhook.player.username)
    return found


def test_what_is_new_leaves_senders_for_what_has_shown_that_it_answers(
    ann: Person, bob: Person, cat: Person, dan: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "SLOW_AT_ONCE", 2)
    for person in (ann, bob, cat):
        has_something(person, 1)
    has_something(dan, 1, slow=False, proven=True)
    assert claimed_of() == ["ann", "bob", "dan"]


def test_one_webhook_of_a_player_is_sent_to_at_a_time_and_one_more_that_is_slow(
    ann: Person, bob: Person
) -> None:
    has_something(ann, 3)
    has_something(bob, 4)
    Webhook.objects.filter(pk__in=Webhook.objects.filter(player__username="bob")[:2]).update(
        slow=False, proven=True
    )
    assert Counter(claimed_of()) == {"ann": 1, "bob": 2}


def test_one_that_has_answered_quickly_is_new_no_more_until_it_has_another_address(
    ann: Person, receiver: Receiver
) -> None:
    hook = makes(ann, receiver.url)
    row = Webhook.objects.filter(pk=hook["id"])
    assert row.values_list("proven", "slow").get() == (False, True)
    ann.opens(3)
    tells(ann)
    assert row.values_list("proven", "slow").get() == (True, False)
    ann.patch(f"/webhooks/{hook['id']}", {"enabled": False})
    ann.patch(f"/webhooks/{hook['id']}", {"enabled": True})
    assert row.values_list("proven", "slow").get() == (True, True)
    ann.patch(f"/webhooks/{hook['id']}", {"url": f"{receiver.url}/elsewhere"})
    assert row.values_list("proven", "slow").get() == (False, True)


def test_what_is_new_has_less_time_to_answer(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def post(url: str, headers: Any, body: bytes, seconds: float) -> Outcome:
        given.append(seconds)
        return Outcome(200, None, 3)

    monkeypatch.setattr(sending, "post", post)
    makes(ann, "http://127.0.0.1:9/")
    for _ in range(2):
        ann.opens(3)
        tells(ann)
    assert given == [sending.UNPROVEN, SECONDS]


def test_one_that_is_slow_lets_others_go_first_after_each_message(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def post(*_: object) -> Outcome:
        made.append("sent")
        return Outcome(200, None, outbox.SLOW + 1)

    monkeypatch.setattr(sending, "post", post)
    makes(ann, "http://127.0.0.1:9/")
    ann.opens(3)
    ann.opens(3)
    hooks.tell(number_of(ann))
    webhook = outbox.claim()
    assert webhook is not None
    sending._send_to(webhook)
    assert made == ["sent"]


@pytest.mark.django_db(transaction=True)
def test_senders_that_claim_at_once_keep_to_that_too(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    for person in (ann, bob, cat, dan):
        has_something(person, 3)
    with threads() as at_once:
        claims = [at_once.start(outbox.claim) for _ in range(12)]
        found = [one.result() for one in claims]
    players = Counter(one.player_id for one in found if one is not None)
    assert sorted(players.values()) == [1, 1, 1, 1]


# -- pings, redelivery, and what is forgotten


def test_a_ping_is_sent_once_and_its_failure_disables_nothing(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    said = ann.post(f"/webhooks/{hook['id']}/test")
    assert said.status == 202
    sending.send_due()
    (delivery,) = deliveries(ann, hook)
    assert (delivery["id"], delivery["state"], delivery["number"]) == (
        said.json["id"],
        "failed",
        None,
    )
    assert receiver.arrived[0].verified(hook["secret"])["data"] == {"webhook": hook["id"]}
    is_due_now()
    sending.send_due()
    assert receiver.ids() == [said.json["id"]]
    assert ann.get(f"/webhooks/{hook['id']}").json["enabled"]


def test_what_was_delivered_or_given_up_is_sent_again_with_the_same_id_and_body(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    settings.TIDE_WEBHOOKS_RETRIES = []
    receiver.answer = lambda arrived: 500 if b'"cancelled"' in arrived.body else 200
    hook = makes(ann, receiver.url)
    game = ann.opens(3)
    tells(ann)
    ann.post(f"/games/{game}/cancel")
    ann.opens(3)
    tells(ann)
    address = f"/webhooks/{hook['id']}"
    if not ann.get(address).json["enabled"]:
        ann.patch(address, {"enabled": True})
    before = {one["id"]: one["state"] for one in deliveries(ann, hook)}
    assert {"delivered", "failed"} <= set(before.values())
    receiver.answer = lambda _: 200
    first = {one.id: one.body for one in receiver.arrived}
    receiver.arrived.clear()
    for one in before:
        said = ann.post(f"{address}/deliveries/{one}/redeliver")
        assert (said.status, said.json["state"]) == (202, "waiting")
    sending.send_due()
    assert set(receiver.ids()) >= set(first)
    assert {one.id: one.body for one in receiver.arrived if one.id in first} == first
    assert {one["state"] for one in deliveries(ann, hook)} == {"delivered"}


def test_deliveries_are_forgotten_after_their_days(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    hook = makes(ann, receiver.url)
    ann.opens(3)
    tells(ann)
    grow_older(days=29, hours=23)
    assert outbox.prune() == 0
    grow_older(hours=1)
    assert outbox.prune() == 1
    assert deliveries(ann, hook) == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM players_attempt")
        assert cursor.fetchone() == (0,)
    settings.TIDE_WEBHOOKS_DAYS = 60
    ann.opens(3)
    tells(ann)
    grow_older(days=59)
    assert outbox.prune() == 0
