"""What an app has set up to be sent or told somewhere ends with the app, and nothing else does."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

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
from tests.system.notifications.processes import until
from tests.webhooks import makes, number_of, webhook_to

pytestmark = pytest.mark.django_db

SCOPE = "game:read message:read notice:write"
HOOK = "https://bots.example/tide"
PHONE = {"channel": "ntfy", "address": {"url": "https://ntfy.example/anns-long-secret-topic"}}
Call = Callable[[Person], Answer]


def row(app: App) -> Row:
    found: Row = Row.objects.get(client_id=app.id)
    return found


def ends(who: Client, app: App) -> None:
    """Press the button of this app."""
    page = who.get("/account/apps/")
    said = who.post(f"/account/apps/{row(app).pk}/end", form(page.content))
    assert said.status_code == 302


def told(person: Person) -> str:
    """A new receiver of hers."""
    said = person.post("/me/receivers", PHONE)
    assert said.status == 201, said.json
    return str(said.json["id"])


def stands(path: str, person: Person) -> tuple[bool, str | None]:
    """Whether a webhook or a receiver is enabled, and why it is not."""
    shown = person.get(path).json
    return shown["enabled"], (shown["disabled"] or {}).get("why")


ON = (True, None)
ENDED = (False, "signed_out")


@pytest.fixture
def other(db: None) -> App:
    """Another app than `app`."""
    return App(client_name="Other")


@pytest.fixture
def its(app: App, anns: Client) -> Person:
    """Ann, as the app acts for her."""
    return app.signs_in(anns, scope=SCOPE)


@pytest.fixture
def others(other: App, anns: Client) -> Person:
    """Ann, as the other app acts for her."""
    return other.signs_in(anns, scope=SCOPE)


# -- what it has made


def test_what_an_app_has_made_ends_with_it(
    app: App, anns: Client, ann: Person, its: Person
) -> None:
    hook, phone, calendar = makes(its, HOOK)["id"], told(its), address(its, "calendar")
    ends(anns, app)
    assert stands(f"/me/receivers/{hook}", ann) == ENDED
    assert stands(f"/me/receivers/{phone}", ann) == ENDED
    assert fetch(calendar).status_code == 404
    assert ann.get("/me/subscriptions").json["results"] == []
    ann.opens()
    enqueue_events(number_of(ann))
    assert outbox.OUTBOX.claim() is None


def test_what_others_have_made_goes_on(
    app: App, anns: Client, ann: Person, bob: Person, its: Person, others: Person
) -> None:
    bobs = app.signs_in(browser(bob), scope=SCOPE)
    makes(its, HOOK)
    hooks = [(one, makes(one, HOOK)["id"]) for one in (ann, others, bobs)]
    phones = [(one, told(one)) for one in (ann, others, bobs)]
    fetched = [address(ann, "calendar"), address(others, "news"), address(bobs, "calendar")]
    ends(anns, app)
    assert [stands(f"/me/receivers/{hook}", one) for one, hook in hooks] == [ON] * 3
    assert [stands(f"/me/receivers/{phone}", one) for one, phone in phones] == [ON] * 3
    assert [fetch(path).status_code for path in fetched] == [200] * 3


def test_her_feed_says_what_has_ended_with_an_app(
    app: App, anns: Client, ann: Person, its: Person
) -> None:
    hook, phone, off = makes(its, HOOK)["id"], told(its), makes(its, f"{HOOK}/off")["id"]
    ann.patch(f"/me/receivers/{off}", {"enabled": False})
    ends(anns, app)
    events = ann.get("/me/events").json["results"]
    assert {one["type"]: one["data"] for one in events} == {
        "webhook_disabled": {"webhook": hook, "url": HOOK, "why": "signed_out"},
        "receiver_disabled": {"receiver": phone, "channel": "ntfy", "why": "signed_out"},
    }
    assert len(events) == 2
    assert stands(f"/me/receivers/{off}", ann) == (False, "by_player")


def test_the_page_says_that_what_an_app_has_set_up_ends_with_it(anns: Client) -> None:
    assert "Everything that it set up ends too" in anns.get("/account/apps/").content.decode()


def test_what_ended_with_an_app_is_enabled_by_her_and_is_hers_then(
    app: App, anns: Client, ann: Person, its: Person
) -> None:
    hook = makes(its, HOOK)["id"]
    ends(anns, app)
    assert ann.patch(f"/me/receivers/{hook}", {"enabled": True}).status == 200
    app.signs_in(anns, scope=SCOPE)
    ends(anns, app)
    assert stands(f"/me/receivers/{hook}", ann) == ON


def test_an_app_that_is_deleted_takes_nothing_along(app: App, ann: Person, its: Person) -> None:
    hook, phone, calendar = makes(its, HOOK)["id"], told(its), address(its, "calendar")
    row(app).delete()
    assert stands(f"/me/receivers/{hook}", ann) == ON
    assert stands(f"/me/receivers/{phone}", ann) == ON
    assert fetch(calendar).status_code == 200


# -- what it has not made


def enabled_anew(person: Person, path: str) -> None:
    for enabled in (False, True):
        assert person.patch(path, {"enabled": enabled}).status == 200


def turned(person: Person, path: str) -> None:
    assert person.patch(path, {"address": {"url": f"{HOOK}/elsewhere"}}).status == 200


def renewed(person: Person, path: str) -> None:
    assert person.post(f"{path}/secret").status == 200


def noted(person: Person, path: str) -> None:
    wish = {"address": {"url": HOOK}, "note": "my bot", "events": ["finished"], "enabled": True}
    assert person.patch(path, wish).status == 200


Does = Callable[[Person, str], None]


@pytest.mark.parametrize(
    ("does", "after"), [(enabled_anew, ENDED), (turned, ENDED), (renewed, ENDED), (noted, ON)]
)
def test_her_webhook_ends_with_the_app_whose_doing_it_is_that_it_is_sent_or_read(
    app: App, anns: Client, ann: Person, its: Person, does: Does, after: Any
) -> None:
    path = f"/me/receivers/{makes(ann, HOOK)['id']}"
    does(its, path)
    ends(anns, app)
    assert stands(path, ann) == after


@pytest.fixture(params=["she herself", "another app"])
def somebody_else(request: pytest.FixtureRequest, ann: Person, others: Person) -> Person:
    """Ann, by a token that is not the app's."""
    return ann if request.param == "she herself" else others


@pytest.mark.parametrize("does", [enabled_anew, renewed, noted])
def test_a_webhook_stays_the_apps_as_long_as_it_is_sent_where_that_wants(
    app: App,
    other: App,
    anns: Client,
    ann: Person,
    its: Person,
    somebody_else: Person,
    does: Does,
) -> None:
    path = f"/me/receivers/{makes(its, HOOK)['id']}"
    does(somebody_else, path)
    end_rights(Player.objects.get(username="ann"), row(other))
    assert stands(path, ann) == ON
    ends(anns, app)
    assert stands(path, ann) == ENDED


def test_a_webhook_that_is_turned_to_another_address_is_no_longer_the_apps(
    app: App, other: App, anns: Client, ann: Person, its: Person, others: Person
) -> None:
    to_her, to_another = (f"/me/receivers/{makes(its, HOOK)['id']}" for _ in range(2))
    turned(ann, to_her)
    turned(others, to_another)
    ends(anns, app)
    assert [stands(path, ann) for path in (to_her, to_another)] == [ON, ON]
    ends(anns, other)
    assert [stands(path, ann) for path in (to_her, to_another)] == [ON, ENDED]


def test_a_receiver_that_an_app_has_enabled_again_ends_with_it_unless_it_was_anothers(
    app: App, other: App, anns: Client, ann: Person, its: Person, others: Person
) -> None:
    hers, anothers = (f"/me/receivers/{told(one)}" for one in (ann, others))
    enabled_anew(its, hers)
    enabled_anew(its, anothers)
    ends(anns, app)
    assert [stands(path, ann) for path in (hers, anothers)] == [ENDED, ON]
    ends(anns, other)
    assert stands(anothers, ann) == ENDED


def test_an_address_is_the_apps_that_has_made_it_anew(
    app: App, anns: Client, ann: Person, its: Person
) -> None:
    address(ann, "calendar")
    address(its, "news")
    its_own, hers = address(its, "calendar"), address(ann, "news")
    ends(anns, app)
    assert [fetch(path).status_code for path in (its_own, hers)] == [404, 200]


def test_the_mail_is_the_accounts_own_also_when_an_app_has_enabled_it(
    app: App, anns: Client, ann: Person, its: Person
) -> None:
    begin_mail(number_of(ann))
    path = f"/me/receivers/{Receiver.objects.get(channel='mail').pk}"
    enabled_anew(its, path)
    ends(anns, app)
    assert stands(path, ann) == ON


# -- what is under way


@pytest.fixture
def ended_meanwhile(app: App, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever's call is read from now on, the app is ended right after it."""
    for body in (ReceiverRequest, ReceiverChangeRequest, SubscriptionRequest, EmptyBody):

        def slowly(*given: Any, read: Any = body.read) -> Any:
            end_rights(Player.objects.get(username="ann"), row(app))
            return read(*given)

        monkeypatch.setattr(body, "read", slowly)


def kept() -> list[Any]:
    """All webhooks, receivers and private addresses there are, without what an end writes to them."""
    hooks = Webhook.objects.order_by("pk").values_list("pk", "url", "enabled", "secret")
    return [
        *hooks,
        *Receiver.objects.order_by("pk").values_list("pk", "enabled"),
        *Subscription.objects.values_list("kind", "digest"),
    ]


MAKES: dict[str, Call] = {
    "a webhook": lambda who: who.post("/me/receivers", webhook_to(HOOK)),
    "a receiver": lambda who: who.post("/me/receivers", PHONE),
    "an address": lambda who: who.post("/me/subscriptions", {"kind": "calendar"}),
}


@pytest.mark.parametrize("call", MAKES.values(), ids=MAKES)
def test_nothing_is_made_by_a_call_whose_app_is_ended_meanwhile(
    its: Person, ended_meanwhile: None, call: Call
) -> None:
    refused(call(its), 401, "token_invalid")
    assert kept() == []


@pytest.mark.parametrize(
    "call",
    [
        lambda who, hook, phone: who.patch(f"/me/receivers/{hook}", {"enabled": True}),
        lambda who, hook, phone: who.patch(
            f"/me/receivers/{hook}", {"address": {"url": "https://thief.example/"}}
        ),
        lambda who, hook, phone: who.post(f"/me/receivers/{hook}/secret"),
        lambda who, hook, phone: who.patch(f"/me/receivers/{phone}", {"enabled": True}),
        lambda who, hook, phone: who.post("/me/subscriptions", {"kind": "news"}),
    ],
    ids=["enabled", "turned aside", "renewed", "told again", "made anew"],
)
def test_nothing_is_changed_by_a_call_whose_app_is_ended_meanwhile(
    ann: Person,
    its: Person,
    request: pytest.FixtureRequest,
    call: Callable[[Person, str, str], Answer],
) -> None:
    hook, phone = makes(ann, HOOK)["id"], told(ann)
    address(ann, "news")
    for path in (f"/me/receivers/{hook}", f"/me/receivers/{phone}"):
        assert ann.patch(path, {"enabled": False}).status == 200
    before = kept()
    request.getfixturevalue("ended_meanwhile")
    refused(call(its, hook, phone), 401, "token_invalid")
    assert kept() == before


def somebody_waits() -> bool:
    """Whether a call waits for the lock of a row that this transaction has."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_locks WHERE NOT granted")
        return bool(cursor.rowcount)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("call", MAKES.values(), ids=MAKES)
def test_a_call_that_waits_while_its_app_is_ended_is_refused(
    app: App, its: Person, call: Call
) -> None:
    with threads() as at_once:
        with transaction.atomic():
            end_rights(Player.objects.get(username="ann"), row(app))
            said = at_once.start(call, its)
            until(somebody_waits)
        refused(said.result(), 401, "token_invalid")
    assert kept() == []
