"""What a token may do and is shown: every call needs its scopes, and a refusal says which."""

from itertools import product
from typing import Any

import pytest

from common.rest.scopes import LENT, SCOPES
from games.event_types.catalogue import event_scope, event_types
from notifications.models import Notification, Webhook
from notifications.notice import NoticeKind
from notifications.webhooks.endpoints import note_disabled
from notifications.webhooks.feed_events import enqueue_events
from tests.app.api.calls import narrow_token, walk_pages
from tests.app.api.refusals import nothing_changes, refused
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import create_webhook, player_id, webhook_to

URL = "https://bots.example/tide"
PHONE = {"channel": "ntfy", "address": {"url": "https://ntfy.example/anns-long-topic"}}
BUTTONS = {"channel": "ntfy", "address": {**PHONE["address"], "moves": True}}  # type: ignore[dict-item]
"""A receiver of moves as buttons."""


def refuse_scope(said: Answer, missing: str | None = None) -> None:
    refused(said, 403, "insufficient_scope")
    assert missing is None or f'scope="{missing}"' in said.headers["WWW-Authenticate"]


def test_a_token_without_the_scope_is_refused_and_told_which_it_needs(ann: Person) -> None:
    body = {"username": "ann", "password": PASSWORD, "scopes": ["game:read", "game:read"]}
    reader = Person(Person().post("/me/tokens", body).json["token"], "ann")
    assert reader.get("/me").status == 200
    with nothing_changes():
        said = reader.patch("/me", {"about": "Taken over."})
    refused(said, 403, "insufficient_scope")
    wanted = 'Bearer error="insufficient_scope", scope="profile:write"'
    assert said.headers["WWW-Authenticate"].startswith(wanted)
    # A public call is refused too, where the token that is sent does not allow it.
    refuse_scope(narrow_token(ann, "notice:write").get("/games"))
    assert Person().get("/games").status == 200
    listed = ann.get("/me/tokens").json["results"]
    assert [one["scopes"] for one in listed] == [["notice:write"], ["game:read"], list(SCOPES)]


def test_no_token_that_an_app_may_have_takes_all_data_along(ann: Person) -> None:
    app = narrow_token(ann, *LENT)
    made = ann.post("/me/exports").json["id"]
    with nothing_changes():
        refuse_scope(app.post("/me/exports"))
    for path in ("", f"/{made}", f"/{made}/archives/1"):
        refuse_scope(app.get(f"/me/exports{path}"))


@pytest.mark.parametrize("private", [False, True])
def test_a_token_that_hosts_or_plays_alone_is_shown_no_hand(ann, bob, private: bool) -> None:
    def seat_bob(how: str, *scopes: str) -> Answer:
        game = ann.opens(3, bots=["random"], private=private)
        host = narrow_token(bob, *scopes)
        if how == "join":
            return host.post(f"/games/{game}/join")
        code = ann.post(f"/games/{game}/invitations", {}).json["code"]
        return host.post(f"/invitations/{code}/accept")

    for how in ("join", "accept"):
        said = seat_bob(how, "game:host", "game:read")
        assert len(said.json["mine"]["hand"]) > 5
        assert said.json["table"] is not None
        said = seat_bob(how, "game:host")
        assert (said.status, said.json["status"]) == (200, "running")
        assert said.json["mine"] is None
        assert (said.json["table"] is None) == private
    path = f"/games/{said.json['id']}"
    hosts: tuple[str, str, Any] = ("PUT", f"{path}/pause", {"length": "P1D"})
    plays = ("POST", f"{path}/seats/0/extension", None)
    for scopes, call in (
        (["game:host"], hosts),
        (["game:play"], plays),
        (["game:host", "game:read"], hosts),
    ):
        said = narrow_token(bob, *scopes).call(*call)
        assert (said.json["mine"] is None) == (len(scopes) == 1)
        assert (said.json["table"] is None) == (private and len(scopes) == 1)


def test_invitations_are_read_and_declined_with_messages_alone(ann: Person, bob: Person) -> None:
    path, wish = f"/games/{ann.opens(3)}/invitations", {"player": "bob"}
    code = ann.post(path, wish).json["code"]
    for scope in ("game:host", "message:write"):
        refuse_scope(narrow_token(bob, scope).delete(f"/invitations/{code}"))
    both = narrow_token(bob, "game:host", "message:write")
    assert both.delete(f"/invitations/{code}").status == 204
    assert narrow_token(ann, "game:host").post(path, wish).json["declined_at"] is None
    hears = narrow_token(ann, "game:host", "message:read")
    assert hears.post(path, wish).json["declined_at"] is not None
    # Revoking takes no more than hosting.
    assert narrow_token(ann, "game:host").delete(f"/invitations/{code}").status == 204


PRIVATE = {
    "game:read": {
        *("created", "offered_to_you", "one_seat_left", "table_full", "order_given", "sealed")
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
def mixed_feed(ann: Person, bob: Person) -> None:
    """Ann has heard of a game, and in between what only people and her webhook have to do with."""
    hook = create_webhook(ann, URL)
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


def test_a_feed_leaves_out_what_the_token_may_not_be_shown(ann: Person, mixed_feed: None) -> None:
    whole = ann.get("/me/events", page_size=100).json
    assert {"friend_asked", "message_written", "webhook_disabled", "left"} <= {
        one["type"] for one in whole["results"]
    }
    for more in ([], ["message:read"], ["notice:write"], ["message:read", "notice:write"]):
        scopes = ["game:read", *more]
        reader = narrow_token(ann, *scopes)
        shown = [one for one in whole["results"] if event_scope(one["type"]) in scopes]
        read = reader.get("/me/events", page_size=100).json
        assert read == {**whole, "results": shown}
        # One at a time the reader comes to the end, and no page before it is empty.
        for query, wanted in (("", shown), ("&before=latest", shown[::-1])):
            pages = [*walk_pages(reader, f"/me/events?page_size=1{query}")]
            assert [one for page in pages for one in page["results"]] == wanted
            assert all(page["results"] for page in pages[:-1])


READS = ["game:read", "message:read"]
SENDS: dict[str, tuple[str, str, Any, list[str]]] = {
    "a webhook": ("POST", "/receivers", webhook_to(URL), READS),
    "enabled": ("PATCH", "/receivers/{hook}", {"enabled": True}, READS),
    "its address": ("PATCH", "/receivers/{hook}", {"address": {"url": URL + "/2"}}, READS),
    "its secret": ("POST", "/receivers/{hook}/secret", None, READS),
    "a phone": ("POST", "/receivers", PHONE, READS),
    "a phone enabled": ("PATCH", "/receivers/{phone}", {"enabled": True}, READS),
    "moves": ("POST", "/receivers", BUTTONS, [*READS, "game:play"]),
    "moves enabled": ("PATCH", "/receivers/{moves}", {"enabled": True}, [*READS, "game:play"]),
    "a calendar": ("POST", "/subscriptions", {"kind": "calendar"}, ["game:read"]),
    "news": ("POST", "/subscriptions", {"kind": "news"}, READS),
}


@pytest.mark.parametrize("what", SENDS)
def test_no_token_has_anything_sent_that_it_may_not_read_or_do_itself(ann, what: str) -> None:
    method, path, body, needs = SENDS[what]
    wishes = {"hook": webhook_to(URL), "phone": PHONE, "moves": BUTTONS}
    ids = {name: ann.post("/me/receivers", wish).json["id"] for name, wish in wishes.items()}
    for one in ids.values():
        ann.patch(f"/me/receivers/{one}", {"enabled": False})
    call = (method, f"/me{path.format(**ids)}", body)
    apps = [(narrow_token(ann, "notice:write"), needs[0])]
    for missing in needs:
        held = [scope for scope in needs if scope != missing]
        apps.append((narrow_token(ann, "notice:write", *held), missing))
    with nothing_changes():
        for app, missing in apps:
            refuse_scope(app.call(*call), missing)
    assert narrow_token(ann, "notice:write", *needs).call(*call).status in {200, 201}


def test_what_a_token_may_not_read_it_may_quiet(ann: Person) -> None:
    app = narrow_token(ann, "notice:write")
    hook = f"/me/receivers/{create_webhook(ann, URL)['id']}"
    assert app.post(f"{hook}/test").status == 202
    (shown,) = app.get(f"{hook}/deliveries").json["results"]
    assert "body" not in shown
    wish = {"note": "my bot", "events": ["finished"], "enabled": False}
    assert app.patch(hook, wish).json["enabled"] is False
    assert app.delete(hook).status == 204
    moves = f"/me/receivers/{ann.post('/me/receivers', BUTTONS).json['id']}"
    assert app.patch(moves, {"enabled": False, "note": "my phone"}).status == 200


def test_a_webhook_is_sent_what_its_maker_may_read(ann: Person) -> None:
    reader = narrow_token(ann, "notice:write", "game:read")
    with nothing_changes():
        for events in ([], ["finished", "message_written"]):
            said = reader.post("/me/receivers", webhook_to(URL, events=events))
            refuse_scope(said, "message:read")
    path = f"/me/receivers/{create_webhook(reader, URL, events=['finished'])['id']}"
    assert reader.patch(path, {"address": {"url": URL + "/2"}, "enabled": True}).status == 200
    chooser = narrow_token(ann, "notice:write")
    with nothing_changes():
        for kinds in ([], ["finished", "friend_asked"]):
            refuse_scope(reader.patch(path, {"events": kinds}))
        refuse_scope(chooser.patch(path, {"events": ["finished", "started"]}))
    assert ann.patch(path, {"events": ["finished", "friend_asked"]}).status == 200
    with nothing_changes():
        refuse_scope(reader.patch(path, {"address": {"url": URL + "/3"}}))
        refuse_scope(reader.patch(path, {"enabled": True}))
        refuse_scope(reader.post(f"{path}/secret"))
    assert chooser.patch(path, {"events": ["finished"]}).status == 200


def test_what_waits_is_turned_to_no_address_by_a_token_that_may_not_read_it(ann, bob) -> None:
    path = f"/me/receivers/{create_webhook(ann, URL)['id']}"
    bob.patch("/me/relations/ann", {"friend": True})
    enqueue_events(player_id(ann))
    reader = narrow_token(ann, "notice:write", "game:read")
    assert reader.patch(path, {"events": ["finished"]}).status == 200
    refuse_scope(reader.patch(path, {"address": {"url": URL + "/2"}}))


def test_deliveries_are_listed_and_sent_again_as_the_feed_is_read(ann, mixed_feed) -> None:
    hook, game = create_webhook(ann, URL + "/new")["id"], ann.opens(3)
    Webhook.objects.filter(pk=hook).update(feed_cursor=0)
    enqueue_events(player_id(ann))
    ann.post(f"/me/receivers/{hook}/test")
    phone = ann.post("/me/receivers", PHONE).json["id"]
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
        reader = narrow_token(ann, *scopes)
        seen = reader.get(f"/me/receivers/{hook}/deliveries", page_size=100).json["results"]
        assert seen == [one for one in listed if event_scope(one["type"]) in scopes]
        for one in {one["type"]: one for one in listed if one["type"] != "ping"}.values():
            said = reader.post(f"/me/receivers/{hook}/deliveries/{one['id']}/redeliver")
            allowed = event_scope(one["type"]) in scopes
            assert said.status == (202 if allowed else 404), said.json
        seen = reader.get(f"/me/receivers/{phone}/deliveries").json["results"]
        assert len(seen) == 1 + read + 2 * people
        assert {kinds.get(one["type"], "message:read") for one in seen} <= scopes
