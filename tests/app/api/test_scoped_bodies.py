"""What a token is shown follows from its scopes, whichever call it makes."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from games.event_types.catalogue import event_scope, event_types
from notifications.models import Notification, Webhook
from notifications.notice import NoticeKind
from notifications.webhooks.endpoints import note_disabled
from notifications.webhooks.feed_events import enqueue_events
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import makes, number_of, webhook_to

pytestmark = pytest.mark.django_db

URL = "https://bots.example/tide"


def holding(name: str, *scopes: str) -> Person:
    """Somebody of this name, with another token that has these scopes alone."""
    body = {"username": name, "password": PASSWORD, "scopes": list(scopes)}
    return Person(Person().post("/me/tokens", body).json["token"], name)


# -- games


@pytest.mark.parametrize("private", [False, True])
def test_a_token_that_hosts_or_plays_alone_is_shown_no_hand(
    ann: Person, bob: Person, private: bool
) -> None:
    def seats_bob(how: str, scopes: list[str]) -> Answer:
        game = ann.opens(3, bots=["random"], private=private)
        host = holding("bob", *scopes)
        if how == "join":
            return host.post(f"/games/{game}/join")
        code = ann.post(f"/games/{game}/invitations", {}).json["code"]
        return host.post(f"/invitations/{code}/accept")

    for how in ("join", "accept"):
        said = seats_bob(how, ["game:host", "game:read"])
        assert len(said.json["mine"]["hand"]) > 5
        assert said.json["table"] is not None
        said = seats_bob(how, ["game:host"])
        assert (said.status, said.json["status"]) == (200, "running")
        assert said.json["mine"] is None
        assert (said.json["table"] is None) == private
    game = said.json["id"]
    for scope, method, path in (
        ("game:host", "PUT", f"/games/{game}/pause"),
        ("game:play", "POST", f"/games/{game}/seats/0/time"),
    ):
        body = {"length": "P1D"} if method == "PUT" else None
        for more in ([], ["game:read"]):
            said = holding("bob", scope, *more).call(method, path, body)
            if said.status == 409:
                continue  # Given once, and there is nothing to look at.
            assert said.status == 200, said.json
            assert (said.json["mine"] is None) == (not more)
            assert (said.json["table"] is None) == (private and not more)


def test_whether_an_invitation_was_declined_is_read_with_messages_alone(
    ann: Person, bob: Person
) -> None:
    game = ann.opens(3)
    path, wish = f"/games/{game}/invitations", {"player": "bob"}
    code = ann.post(path, wish).json["code"]
    assert bob.delete(f"/invitations/{code}").status == 204
    assert holding("ann", "game:host").post(path, wish).json["declined_at"] is None
    hears = holding("ann", "game:host", "message:read")
    assert hears.post(path, wish).json["declined_at"] is not None


def test_declining_takes_one_scope_more_than_revoking(ann: Person, bob: Person) -> None:
    code = ann.post(f"/games/{ann.opens(3)}/invitations", {"player": "bob"}).json["code"]
    hosts, writes = (holding("bob", one) for one in ("game:host", "message:write"))
    refused(hosts.delete(f"/invitations/{code}"), 403, "insufficient_scope")
    refused(writes.delete(f"/invitations/{code}"), 403, "insufficient_scope")
    assert holding("bob", "game:host", "message:write").delete(f"/invitations/{code}").status == 204
    assert holding("ann", "game:host").delete(f"/invitations/{code}").status == 204


# -- feeds

PRIVATE = {
    "game:read": {
        "created",
        "offered_to_you",
        "one_seat_left",
        "table_full",
        "order_given",
        "sealed",
    },
    "message:read": {
        *("friend_asked", "friend_accepted", "invited", "invitation_declined"),
        *("message_written", "message_deleted"),
    },
    "notice:write": {"webhook_disabled", "receiver_disabled", "ping"},
}


def test_each_type_of_event_needs_one_scope() -> None:
    known = {one.type: event_scope(one.type) for one in event_types()}
    for scope, kinds in PRIVATE.items():
        assert {known[kind] for kind in kinds} == {scope}
    for scope in ("message:read", "notice:write"):
        assert {kind for kind, needed in known.items() if needed == scope} == PRIVATE[scope]


@pytest.fixture
def told(ann: Person, bob: Person, table: Callable[..., str]) -> str:
    """A game of which ann has heard, between what only people and her webhook have to do with."""
    hook = makes(ann, URL)
    game = ann.opens(3)
    bob.joins(game)
    assert bob.patch("/me/relations/ann", {"friend": True}).status == 200
    assert bob.post(f"/games/{game}/messages", {"text": "Low water!"}).status == 201
    ann.get("/me/events")
    row = Webhook.objects.get(pk=hook["id"])
    row.disabled_why = Webhook.Why.GONE
    note_disabled(row)
    assert bob.post(f"/games/{game}/leave").status == 204
    ann.get("/me/events")
    return game


def test_a_feed_leaves_out_what_the_token_may_not_be_shown(ann: Person, told: str) -> None:
    whole = ann.get("/me/events", page_size=100).json
    assert {"friend_asked", "message_written", "webhook_disabled", "left"} <= {
        one["type"] for one in whole["results"]
    }
    for more in ([], ["message:read"], ["notice:write"], ["message:read", "notice:write"]):
        scopes = ["game:read", *more]
        reader = holding("ann", *scopes)
        shown = [one for one in whole["results"] if event_scope(one["type"]) in scopes]
        read = reader.get("/me/events", page_size=100).json
        assert read == {**whole, "results": shown}
        # One at a time she comes to the end, and no page before it is empty.
        after, found = 0, list[Any]()
        while page := reader.get("/me/events", after=after, page_size=1).json["results"]:
            found += page
            after = page[-1]["number"]
        assert found == shown


# -- webhooks and receivers


def test_a_webhook_is_sent_what_its_maker_may_read(ann: Person) -> None:
    reader = holding("ann", "notice:write", "game:read")
    for events in ([], ["finished", "message_written"]):
        with nothing_changes():
            said = reader.post("/me/receivers", webhook_to(URL, events=events))
        refused(said, 403, "insufficient_scope")
        assert 'scope="message:read"' in said.headers["WWW-Authenticate"]
    path = f"/me/receivers/{makes(reader, URL, events=['finished'])['id']}"
    assert reader.patch(path, {"address": {"url": URL + "/2"}, "enabled": True}).status == 200
    for kinds in ([], ["finished", "friend_asked"]):
        with nothing_changes():
            refused(reader.patch(path, {"events": kinds}), 403, "insufficient_scope")
    chooser = holding("ann", "notice:write")
    with nothing_changes():
        said = chooser.patch(path, {"events": ["finished", "started"]})
    refused(said, 403, "insufficient_scope")
    assert ann.patch(path, {"events": ["finished", "friend_asked"]}).status == 200
    changes: list[dict[str, Any]] = [{"address": {"url": URL + "/3"}}, {"enabled": True}]
    for wish in changes:
        with nothing_changes():
            refused(reader.patch(path, wish), 403, "insufficient_scope")
    with nothing_changes():
        refused(reader.post(f"{path}/secret"), 403, "insufficient_scope")
    assert chooser.patch(path, {"events": ["finished"]}).status == 200


def test_what_waits_is_turned_to_no_address_by_a_token_that_may_not_read_it(
    ann: Person, bob: Person
) -> None:
    path = f"/me/receivers/{makes(ann, URL)['id']}"
    bob.patch("/me/relations/ann", {"friend": True})
    enqueue_events(number_of(ann))
    reader = holding("ann", "notice:write", "game:read")
    assert reader.patch(path, {"events": ["finished"]}).status == 200
    with nothing_changes():
        refused(reader.patch(path, {"address": {"url": URL + "/2"}}), 403, "insufficient_scope")


def test_deliveries_and_what_was_told_are_listed_as_the_feed_is(ann: Person, told: str) -> None:
    hook, number = makes(ann, URL + "/new")["id"], number_of(ann)
    game = ann.opens(3)
    Webhook.objects.filter(pk=hook).update(feed_cursor=0)
    enqueue_events(number)
    ann.post(f"/me/receivers/{hook}/test")
    body = {"channel": "ntfy", "address": {"url": "https://ntfy.example/anns-long-topic"}}
    phone = ann.post("/me/receivers", body).json["id"]
    ann.post(f"/me/receivers/{phone}/test")
    trial = Notification.objects.get(receiver=phone)
    for kind in (NoticeKind.GAME_ENDED, NoticeKind.MESSAGE, NoticeKind.INVITED):
        trial.pk, trial.kind, trial.cause, trial.game_id = None, kind, f"x:{kind}", game
        trial.id = f"msg_{kind}"
        trial.save(force_insert=True)
    listed = ann.get(f"/me/receivers/{hook}/deliveries", page_size=100).json["results"]
    assert {event_scope(one["type"]) for one in listed} == {*PRIVATE}
    kinds = {NoticeKind.GAME_ENDED: "game:read", NoticeKind.ACCOUNT: "notice:write"}
    for read, people in product([False, True], repeat=2):
        scopes = {"notice:write", *["game:read"] * read, *["message:read"] * people}
        reader = holding("ann", *scopes)
        seen = reader.get(f"/me/receivers/{hook}/deliveries", page_size=100).json["results"]
        assert seen == [one for one in listed if event_scope(one["type"]) in scopes]
        for one in {one["type"]: one for one in listed if one["type"] != "ping"}.values():
            said = reader.post(f"/me/receivers/{hook}/deliveries/{one['id']}/redeliver")
            allowed = event_scope(one["type"]) in scopes
            assert said.status == (202 if allowed else 404), said.json
        seen = reader.get(f"/me/receivers/{phone}/deliveries").json["results"]
        assert len(seen) == 1 + read + 2 * people
        assert {kinds.get(one["type"], "message:read") for one in seen} <= scopes


def test_news_of_people_take_the_scope_that_reads_them(ann: Person) -> None:
    reader = holding("ann", "notice:write", "game:read")
    assert reader.post("/me/subscriptions", {"kind": "calendar"}).status == 201
    with nothing_changes():
        refused(reader.post("/me/subscriptions", {"kind": "news"}), 403, "insufficient_scope")


def test_a_receiver_is_made_and_enabled_by_a_token_that_may_read_what_is_told(ann: Person) -> None:
    wish = {"channel": "ntfy", "address": {"url": "https://ntfy.example/anns-long-topic"}}
    path = f"/me/receivers/{ann.post('/me/receivers', wish).json['id']}"
    assert ann.patch(path, {"enabled": False}).status == 200
    for scopes in (
        ["notice:write"],
        ["notice:write", "game:read"],
        ["notice:write", "message:read"],
    ):
        app = holding("ann", *scopes)
        with nothing_changes():
            refused(app.post("/me/receivers", wish), 403, "insufficient_scope")
            refused(app.patch(path, {"enabled": True}), 403, "insufficient_scope")
