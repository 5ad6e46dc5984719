"""What an app has set up to be sent or told somewhere ends with the app, and nothing else does."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from common.rest.serializers import EmptyBody
from notifications.api.serializers import ReceiverChangeRequest, ReceiverRequest
from notifications.api.subscriptions import SubscriptionRequest
from notifications.models import Receiver, Subscription, Webhook
from notifications.receivers import begin_mail
from notifications.webhooks import outbox
from notifications.webhooks.feed_events import enqueue_events
from players.models import App as Row
from players.models import Player
from players.oauth.apps import end_rights
from tests.app.api.refusals import refused
from tests.app.api.threads import threads
from tests.app.notifications.subscriptions.fetching import address, fetch
from tests.app.oauth.app import App, browser, form
from tests.people import Answer, Person
from tests.waiting import eventually
from tests.webhooks import create_webhook, player_id, webhook_to

pytestmark = pytest.mark.django_db

SCOPE = "game:read message:read notice:write"
HOOK = "https://bots.example/tide"
PHONE = {
    "channel": "ntfy",
    "address": {"url": "https://ntfy.example/anns-long-secret-topic"},
}
ON = (True, None)
ENDED = (False, "signed_out")
Change = Callable[[Person, str], None]


class Acting:
    """An app that a player has let in, and the player as the app acts."""

    def __init__(self, player: Person, name: str) -> None:
        self.app = App(client_name=name)
        self.browser = browser(player)
        self.person = self.app.signs_in(self.browser, scope=SCOPE)

    @property
    def row(self) -> Row:
        found: Row = Row.objects.get(client_id=self.app.id)
        return found

    def end(self) -> None:
        """Press the button of this app."""
        page = self.browser.get("/account/apps/")
        said = self.browser.post(f"/account/apps/{self.row.pk}/end", form(page.content))
        assert said.status_code == 302


@pytest.fixture
def board(ann: Person) -> Acting:
    return Acting(ann, "Board")


@pytest.fixture
def other(ann: Person) -> Acting:
    return Acting(ann, "Other")


def make_webhook(person: Person) -> str:
    """Return the path of a new webhook."""
    return f"/me/receivers/{create_webhook(person, HOOK)['id']}"


def make_phone(person: Person) -> str:
    """Return the path of a new receiver."""
    said = person.post("/me/receivers", PHONE)
    assert said.status == 201, said.json
    return f"/me/receivers/{said.json['id']}"


def state(path: str, person: Person) -> tuple[bool, str | None]:
    """Return whether a webhook or a receiver is enabled, and why it is not."""
    shown = person.get(path).json
    return shown["enabled"], (shown["disabled"] or {}).get("why")


# -- what it has made


def test_what_an_app_has_made_ends_with_it_and_the_feed_says_so(ann, board) -> None:
    page = board.browser.get("/account/apps/").content.decode()
    assert "Everything that it set up ends too" in page
    its = board.person
    hook, phone, off = make_webhook(its), make_phone(its), make_webhook(its)
    calendar = address(its, "calendar")
    ann.patch(off, {"enabled": False})
    board.end()
    assert [state(path, ann) for path in (hook, phone)] == [ENDED, ENDED]
    assert state(off, ann) == (False, "by_player")
    assert fetch(calendar).status_code == 404
    assert ann.get("/me/subscriptions").json["results"] == []
    first, second = (path.rpartition("/")[2] for path in (hook, phone))
    events = [(one["type"], one["data"]) for one in ann.get("/me/events").json["results"]]
    assert sorted(events, reverse=True) == [
        ("webhook_disabled", {"webhook": first, "url": HOOK, "why": "signed_out"}),
        ("receiver_disabled", {"receiver": second, "channel": "ntfy", "why": "signed_out"}),
    ]
    enqueue_events(player_id(ann))
    assert outbox.OUTBOX.claim() is None


def test_what_others_have_made_goes_on(ann, bob, board, other) -> None:
    its, bobs = other.person, board.app.signs_in(browser(bob), scope=SCOPE)
    make_webhook(board.person)
    paths = [(one, make(one)) for one in (ann, its, bobs) for make in (make_webhook, make_phone)]
    fetched = [address(ann, "calendar"), address(its, "news"), address(bobs, "calendar")]
    board.end()
    assert [state(path, one) for one, path in paths] == [ON] * 6
    assert [fetch(path).status_code for path in fetched] == [200] * 3


def test_what_the_player_enables_again_is_the_players(ann, board) -> None:
    hook = make_webhook(board.person)
    board.end()
    assert ann.patch(hook, {"enabled": True}).status == 200
    board.app.signs_in(board.browser, scope=SCOPE)
    board.end()
    assert state(hook, ann) == ON


def test_an_app_that_is_deleted_takes_nothing_along(ann, board) -> None:
    paths = [make(board.person) for make in (make_webhook, make_phone)]
    calendar = address(board.person, "calendar")
    board.row.delete()
    assert [state(path, ann) for path in paths] == [ON, ON]
    assert fetch(calendar).status_code == 200


def enable_again(person: Person, path: str) -> None:
    for enabled in (False, True):
        assert person.patch(path, {"enabled": enabled}).status == 200


def redirect(person: Person, path: str) -> None:
    assert person.patch(path, {"address": {"url": f"{HOOK}/elsewhere"}}).status == 200


def renew_secret(person: Person, path: str) -> None:
    assert person.post(f"{path}/secret").status == 200


def describe(person: Person, path: str) -> None:
    wish = {"address": {"url": HOOK}, "note": "my bot", "events": ["finished"], "enabled": True}
    assert person.patch(path, wish).status == 200


WEBHOOKS = [
    # Made by, changed by, how, and after the other app has ended, and the app too.
    *(("ann", "app", change, ON, ENDED) for change in (enable_again, redirect, renew_secret)),
    ("ann", "app", describe, ON, ON),
    *(("app", "ann", change, ON, ENDED) for change in (enable_again, renew_secret, describe)),
    *(("app", "other", change, ON, ENDED) for change in (enable_again, renew_secret, describe)),
    ("app", "ann", redirect, ON, ON),
    ("app", "other", redirect, ENDED, ENDED),
]


@pytest.mark.parametrize("row", WEBHOOKS, ids=lambda row: f"{row[0]}, {row[1]}, {row[2].__name__}")
def test_a_webhook_belongs_to_who_has_it_sent_or_read(ann, board, other, row) -> None:
    people = {"ann": ann, "app": board.person, "other": other.person}
    made_by, changed_by, change, after_other, after_both = row
    path = make_webhook(people[made_by])
    change(people[changed_by], path)
    other.end()
    assert state(path, ann) == after_other
    board.end()
    assert state(path, ann) == after_both


def test_a_receiver_that_an_app_has_enabled_again_ends_with_it(ann, board, other) -> None:
    begin_mail(player_id(ann))
    # The mail is the account's own, whoever has enabled it.
    mail = f"/me/receivers/{Receiver.objects.get(channel='mail').pk}"
    paths = [make_phone(ann), make_phone(other.person), mail]
    for path in paths:
        enable_again(board.person, path)
    board.end()
    assert [state(path, ann) for path in paths] == [ENDED, ON, ON]
    other.end()
    assert [state(path, ann) for path in paths] == [ENDED, ENDED, ON]


def test_an_address_is_the_apps_that_has_made_it_again(ann, board) -> None:
    address(ann, "calendar"), address(board.person, "news")
    calendar, news = address(board.person, "calendar"), address(ann, "news")
    board.end()
    assert [fetch(path).status_code for path in (calendar, news)] == [404, 200]


def set_up() -> list[Any]:
    """Return all webhooks, receivers and private addresses, without what an end writes to them."""
    return [
        *Webhook.objects.order_by("pk").values_list("pk", "url", "enabled", "secret"),
        *Receiver.objects.order_by("pk").values_list("pk", "enabled"),
        *Subscription.objects.values_list("kind", "digest"),
    ]


Call = Callable[[Person, str, str], Answer]
MAKE: dict[str, Call] = {
    "create a webhook": lambda who, *_: who.post("/me/receivers", webhook_to(HOOK)),
    "create a receiver": lambda who, *_: who.post("/me/receivers", PHONE),
    "create an address": lambda who, *_: who.post("/me/subscriptions", {"kind": "calendar"}),
}
CALLS: dict[str, Call] = {
    **MAKE,
    "enable": lambda who, hook, phone: who.patch(hook, {"enabled": True}),
    "enable a receiver": lambda who, hook, phone: who.patch(phone, {"enabled": True}),
    "redirect": lambda who, hook, phone: who.patch(
        hook, {"address": {"url": "https://thief.example/"}}
    ),
    "renew": lambda who, hook, phone: who.post(f"{hook}/secret"),
    "renew an address": lambda who, *_: who.post("/me/subscriptions", {"kind": "news"}),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_whose_app_is_ended_at_that_moment_changes_nothing(
    ann, board, monkeypatch, call
) -> None:
    paths = make_webhook(ann), make_phone(ann)
    address(ann, "news")
    for path in paths:
        assert ann.patch(path, {"enabled": False}).status == 200
    before = set_up()
    for body in (ReceiverRequest, ReceiverChangeRequest, SubscriptionRequest, EmptyBody):

        def slowly(self: Any, *, raise_exception: bool, check: Any = body.is_valid) -> Any:
            end_rights(Player.objects.get(username="ann"), board.row)
            return check(self, raise_exception=raise_exception)

        monkeypatch.setattr(body, "is_valid", slowly)
    refused(call(board.person, *paths), 401, "token_invalid")
    assert set_up() == before


def is_waiting_for_lock() -> bool:
    """Return whether a call waits for the lock of a row that this transaction has."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_locks WHERE NOT granted")
        return bool(cursor.rowcount)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("call", MAKE.values(), ids=MAKE)
def test_a_call_that_waits_while_its_app_is_ended_is_refused(board, call: Call) -> None:
    with threads() as at_once:
        with transaction.atomic():
            end_rights(Player.objects.get(username="ann"), board.row)
            said = at_once.start(call, board.person, "", "")
            eventually(is_waiting_for_lock, "a lock is waited for")
        refused(said.result(), 401, "token_invalid")
    assert set_up() == []
