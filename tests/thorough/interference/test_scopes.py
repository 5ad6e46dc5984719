"""A token is shown nothing of what another scope guards, whichever call it makes."""

from collections.abc import Callable, Collection, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from common.rest.scopes import SCOPES
from games.models import Message, PrivateEvent, StandingOrder
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from notifications.models import Receiver, Webhook
from notifications.webhooks.endpoints import note_disabled
from players.models import Friendship, Player, Token
from tests import document
from tests.determinism import deterministic, numbered_as_before, rolled_back
from tests.moving_time import MONDAY, frozen_time
from tests.people import PASSWORD
from tests.thorough.interference.calls import CallerView, Request, operations, requests
from tests.thorough.interference.responses import Response, make_call
from tests.thorough.interference.scenario import Caller, Scenario
from tests.thorough.interference.secret_kinds import SEATED

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
PHONE = {"channel": "ntfy", "address": {"url": "https://one.example/anns-topic"}}


@pytest.fixture
def scenario() -> Iterator[Scenario]:
    """One in which ann has something to hide in every scope."""
    with frozen_time(MONDAY) as time, deterministic() as luck:
        scenario = Scenario(TURN_THE_TIDE, luck, time)
        scenario.sign_up()
        ann, bob, cat, eve = (scenario[name] for name in ("ann", "bob", "cat", "eve"))
        wish = {"ruleset": "turn_the_tide", "seat_count": 3, "absence": {"bot_after": 100}}
        scenario.game = ann.act("POST", "/games", {**wish, "private": True})["id"]
        for player in (bob, cat):
            player.act("POST", f"/games/{scenario.game}/join")
        rehearsal = scenario.rehearse_orders("ann")
        assert rehearsal is not None
        path = f"/games/{scenario.game}/standing-order"
        ann.act("PUT", path, {"order": rehearsal.order})
        bob.act("POST", f"/games/{scenario.game}/messages", {"text": "Low water!"})
        eve.act("PATCH", "/me/relations/ann", {"friend": True})
        ann.receivers = [*ann.receivers, ann.act("POST", "/me/receivers", PHONE)["id"]]
        row = Webhook.objects.get(pk=ann.webhooks[0])
        row.disabled_why = Webhook.Why.GONE
        note_disabled(row)
        address = "one@tide.example"
        EmailAddress.objects.create(user_id=ann.number, email=address, primary=True, verified=True)
        Player.objects.filter(username="ann").update(email=address)
        wish = {"username": "ann", "password": PASSWORD, "name": "telephone"}
        ann.act("POST", "/me/tokens", wish)
        ann.call("GET", "/me/events", None)
        yield scenario


# -- what is secret


@dataclass(frozen=True)
class Secret:
    """Something of ann's that one scope shows, by this call, and how to have it otherwise."""

    scope: str
    shown_by: str
    change: Callable[[Scenario], object]


def deal_again(scenario: Scenario) -> None:
    """Deal ann's cards otherwise than bob could notice."""
    scenario.eyes = SEATED.index("bob")
    assert scenario._redraw(scenario.row)


def change_order(scenario: Scenario) -> None:
    row = StandingOrder.objects.get(seat__player=scenario["ann"].number)
    row.order = {**row.order, "plays": [*row.order["plays"], *row.order["plays"]]}
    row.save()


def change_friend(scenario: Scenario) -> None:
    """Not eve has asked ann to be friends, but cat."""
    cat = scenario["cat"].number
    assert Friendship.objects.filter(asked=scenario["ann"].number).update(asker=cat)
    told = PrivateEvent.objects.filter(player=scenario["ann"].number, type="friend_asked")
    assert told.update(about=cat, type="friend_accepted")


def change_message(scenario: Scenario) -> None:
    row = Message.objects.get(game=scenario.game)
    row.text = "High water!"
    row.save()


def change_disabled(scenario: Scenario) -> None:
    rows = PrivateEvent.objects.filter(player=scenario["ann"].number, type="webhook_disabled")
    assert rows.update(data={"webhook": "another", "url": "https://x.example", "why": "failed"})


def change_receivers(scenario: Scenario) -> None:
    assert Webhook.objects.filter(player=scenario["ann"].number).update(
        url="https://other.example/tide"
    )
    row = Receiver.objects.get(player=scenario["ann"].number, channel="ntfy")
    row.address = {"url": "https://other.example/anns-topic"}
    row.save()


def change_mail_address(scenario: Scenario) -> None:
    EmailAddress.objects.filter(user_id=scenario["ann"].number).update(email="other@tide.example")
    Player.objects.filter(username="ann").update(email="other@tide.example")


def rename_token(scenario: Scenario) -> None:
    assert Token.objects.filter(player=scenario["ann"].number, name="telephone").update(
        name="fridge"
    )


SECRETS = (
    Secret("game:read", "get_game", deal_again),
    Secret("game:read", "get_game", change_order),
    Secret("message:read", "list_relations", change_friend),
    Secret("message:read", "list_messages", change_message),
    Secret("notice:write", "list_receivers", change_receivers),
    Secret("profile:write", "update_me", change_mail_address),
    Secret("token:write", "list_tokens", rename_token),
    # What takes two scopes to be shown: a token needs one for the call and another for its part.
    Secret("message:read", "list_my_events", change_friend),
    Secret("notice:write", "list_my_events", change_disabled),
)


# -- who reads


def make_token(scenario: Scenario, scopes: list[str]) -> Caller:
    """Return ann with a token of these scopes alone, which is the same in each variant."""
    caller = copy(scenario["ann"])
    caller._calls = {}
    body = {"username": "ann", "password": PASSWORD, "scopes": scopes, "name": "narrow"}
    caller.token = caller.act("POST", "/me/tokens", body, luck=f"a token of {scopes}")["token"]
    return caller


def scopes_by_call() -> dict[str, str]:
    """Return the scope of each call that looks at a token."""
    return {
        call["operationId"]: scope
        for _, _, call in operations(document.document())
        for one in call["security"]
        for scope in one.get("bearer", [])[:1]
    }


def plain_requests(scenario: Scenario, caller: Caller) -> list[Request]:
    """Return each call of the document, with a body that it takes."""
    every = requests(document.document(), CallerView(scenario, caller, None))
    return [one for one in every if one.way in ("plain", "?after", "?include")]


def read(
    scenario: Scenario, scopes: list[str], calls: Collection[str], changed: Collection[Secret] = ()
) -> dict[str, Response]:
    """Return what these calls answer a token of these scopes, undone each time."""
    with rolled_back():
        for change in dict.fromkeys(one.change for one in changed):
            change(scenario)
        with numbered_as_before():
            caller = make_token(scenario, scopes)
            wanted = [one for one in plain_requests(scenario, caller) if one.call in calls]
            return {f"{one.name} {one.path}": make_call(scenario, caller, one) for one in wanted}


def test_a_token_of_one_scope_is_refused_by_every_call_of_another(scenario: Scenario) -> None:
    needs, met = scopes_by_call(), set[tuple[str, str]]()
    for scope in SCOPES:
        caller = make_token(scenario, [scope])
        for one in plain_requests(scenario, caller):
            if needs.get(one.call, scope) != scope:
                said = caller.call(one.method, one.path, one.body)
                assert (said.status, said.json["code"]) == (403, "insufficient_scope"), (scope, one)
                met.add((scope, one.call))
    assert len(met) == sum(scope != needs[call] for scope in SCOPES for call in needs)


def test_a_token_of_one_scope_learns_nothing_that_another_scope_guards(scenario: Scenario) -> None:
    needs, done = scopes_by_call(), set[str]()
    for scope in SCOPES:
        calls = {call for call, needed in needs.items() if needed == scope}
        first = read(scenario, [scope], calls)
        second = read(scenario, [scope], calls, [one for one in SECRETS if one.scope != scope])
        assert {one.call for one in first.values()} == calls
        for name, one in first.items():
            assert one == second[name], (scope, name)
            done |= {one.call} if one.status < 300 else set()
    assert done >= {
        *("agree_to_pause", "create_game", "get_me", "update_me"),
        *("list_my_events", "stream_my_events", "list_deliveries"),
    }


def test_each_of_these_secrets_is_shown_by_the_scope_that_guards_it(scenario: Scenario) -> None:
    """Else the test above could not fail."""
    needs = scopes_by_call()
    for one in SECRETS:
        scopes = sorted({one.scope, needs[one.shown_by]})
        first = read(scenario, scopes, [one.shown_by])
        assert read(scenario, scopes, [one.shown_by], [one]) != first, one
