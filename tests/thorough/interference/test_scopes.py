"""A token is shown nothing of what another scope guards, whichever call it makes."""

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from common.rest.scopes import SCOPES
from games.models import GamePreferences, Invitation, Message, PrivateEvent, StandingOrder
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from notifications.models import Receiver, Webhook
from notifications.webhooks.endpoints import note_disabled
from players.models import Friendship, Player, Token
from tests import document
from tests.moving_time import MONDAY, standing
from tests.people import PASSWORD
from tests.thorough.interference.answers import Answer, _answer
from tests.thorough.interference.calls import Ask, Sight, asks, operations
from tests.thorough.interference.hidden import SEATED
from tests.thorough.interference.world import Caller, World
from tests.twins import alike, numbered_as_before, rolled_back

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
PHONE = {"channel": "ntfy", "address": {"url": "https://one.example/anns-topic"}}
FREE = {"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["random"], "private": True}


@dataclass(frozen=True)
class Setting:
    """A world in which ann has something to hide in every scope, and more to ask than the document has."""

    world: World
    lobby: str
    """Ann's own open table, to which she has invited eve."""
    free: str
    """A private table of dan's that starts as soon as ann has joined."""
    code: str
    """Dan's invitation to it."""

    @property
    def ann(self) -> Caller:
        return self.world["ann"]

    def more(self) -> Iterator[Ask]:
        """Yield calls that answer with a hand, an invitation, or news, as things stand here."""
        for call, method, path, body in (
            ("join_game", "POST", f"/games/{self.free}/join", b""),
            ("accept_invitation", "POST", f"/invitations/{self.code}/accept", b""),
            ("get_invitation", "GET", f"/invitations/{self.code}", None),
            ("create_invitation", "POST", f"/games/{self.lobby}/invitations", b'{"player":"eve"}'),
            ("list_invitations", "GET", f"/games/{self.lobby}/invitations", None),
            ("get_game", "GET", f"/games/{self.free}", None),
        ):
            yield Ask(call, "as it stands", method, path, body)


def set_up(world: World) -> Setting:
    world.sign_up()
    ann, bob, dan, eve = (world[name] for name in ("ann", "bob", "dan", "eve"))
    wish = {"ruleset": "turn_the_tide", "seat_count": 3, "absence": {"bot_after": 100}}
    world.game = ann.does("POST", "/games", {**wish, "private": True})["id"]
    for name in SEATED[1:]:
        world[name].does("POST", f"/games/{world.game}/join")
    order = world.kit.rehearse_orders(world.sees("ann")["table"], world.sees("ann")["mine"])
    assert order is not None
    ann.does("PUT", f"/games/{world.game}/standing-order", {"order": order.order})
    ann.does("PATCH", f"/games/{world.game}/viewer", {"note": "bob bluffs"})
    bob.does("POST", f"/games/{world.game}/messages", {"text": "Low water!"})
    eve.does("PATCH", "/me/relations/ann", {"friend": True})
    lobby = ann.does("POST", "/games", wish)["id"]
    ann.does("POST", f"/games/{lobby}/invitations", {"player": "eve"})
    free = dan.does("POST", "/games", FREE)["id"]
    code = dan.does("POST", f"/games/{free}/invitations", {"player": "ann"})["code"]
    ann.receivers = [*ann.receivers, ann.does("POST", "/me/receivers", PHONE)["id"]]
    row = Webhook.objects.get(pk=ann.webhooks[0])
    row.disabled_why = Webhook.Why.GONE
    note_disabled(row)
    EmailAddress.objects.create(
        user_id=ann.number, email="one@tide.example", primary=True, verified=True
    )
    Player.objects.filter(username="ann").update(email="one@tide.example")
    ann.does("POST", "/me/tokens", {"username": "ann", "password": PASSWORD, "name": "telephone"})
    ann.calls("GET", "/me/events", None)
    return Setting(world, lobby, free, code)


# -- what is secret


@dataclass(frozen=True)
class Secret:
    """Something of ann's that one scope shows, by this call, and how to have it otherwise."""

    scope: str
    shown_by: str
    change: Callable[[Setting], object]


def _deals(at: Setting) -> None:
    """Deal ann's cards otherwise than bob could notice."""
    at.world.eyes = SEATED.index("bob")
    assert at.world._redraw(at.world.row)


def _orders(at: Setting) -> None:
    row = StandingOrder.objects.get(seat__player=at.ann.number)
    row.order = {**row.order, "plays": [*row.order["plays"], *row.order["plays"]]}
    row.save()


def _notes(at: Setting) -> None:
    row = GamePreferences.objects.get(player=at.ann.number)
    row.note = "bob never bluffs"
    row.save()


def _writes(at: Setting) -> None:
    row = Message.objects.get(game=at.world.game)
    row.text = "High water!"
    row.save()


def _asks(at: Setting) -> None:
    """Not eve has asked ann to be friends, but cat."""
    cat = at.world["cat"].number
    assert Friendship.objects.filter(asked=at.ann.number).update(asker=cat)
    told = PrivateEvent.objects.filter(player=at.ann.number, type="friend_asked")
    assert told.update(about=cat, type="friend_accepted")


def _declines(at: Setting) -> None:
    assert Invitation.objects.filter(game=at.lobby).update(declined_at=at.world.time.now)


def _disables(at: Setting) -> None:
    rows = PrivateEvent.objects.filter(player=at.ann.number, type="webhook_disabled")
    assert rows.update(data={"webhook": "another", "url": "https://x.example", "why": "failed"})


def _turns(at: Setting) -> None:
    assert Webhook.objects.filter(player=at.ann.number).update(url="https://other.example/tide")


def _moves(at: Setting) -> None:
    row = Receiver.objects.get(player=at.ann.number, channel="ntfy")
    row.address = {"url": "https://other.example/anns-topic"}
    row.save()


def _has_mail(at: Setting) -> None:
    EmailAddress.objects.filter(user_id=at.ann.number).update(email="other@tide.example")
    Player.objects.filter(username="ann").update(email="other@tide.example")


def _names(at: Setting) -> None:
    assert Token.objects.filter(player=at.ann.number, name="telephone").update(name="fridge")


SECRETS = (
    Secret("game:read", "get_game", _deals),
    Secret("game:read", "get_game", _orders),
    Secret("game:read", "get_game", _notes),
    Secret("message:read", "list_messages", _writes),
    Secret("message:read", "list_relations", _asks),
    Secret("message:read", "list_invitations", _declines),
    Secret("notice:write", "list_receivers", _turns),
    Secret("notice:write", "list_receivers", _moves),
    Secret("profile:write", "update_me", _has_mail),
    Secret("token:write", "list_tokens", _names),
    # What takes two scopes to be shown: a token needs one for the call and another for its part.
    Secret("message:read", "list_my_events", _asks),
    Secret("notice:write", "list_my_events", _disables),
)


# -- who looks


def asked_by(at: Setting, scopes: list[str]) -> Caller:
    """Return ann with a token of these scopes alone, which is no secret of either world."""
    caller = copy(at.ann)
    caller._calls = {}
    body = {"username": "ann", "password": PASSWORD, "scopes": scopes, "name": "narrow"}
    caller.token = caller.does("POST", "/me/tokens", body, luck=f"a token of {scopes}")["token"]
    return caller


def needed() -> dict[str, str]:
    """Return the scope of each call that looks at a token."""
    found = dict[str, str]()
    for _, _, call in operations(document.document()):
        for scope in [scope for one in call["security"] for scope in one.get("bearer", [])[:1]]:
            found[call["operationId"]] = scope
    return found


def made(at: Setting, caller: Caller) -> list[Ask]:
    """Return each call of the document, with a body that it takes, and those that fit this world."""
    ways = ("plain", "?after", "?include")
    every = asks(document.document(), Sight(at.world, caller, None))
    return [*(one for one in every if one.way in ways), *at.more()]


def answers(at: Setting, scopes: list[str], calls: Collection[str]) -> dict[str, Answer]:
    """Return what these calls answer a token of these scopes, undone each time."""
    with numbered_as_before():
        caller = asked_by(at, scopes)
        wanted = [one for one in made(at, caller) if one.call in calls]
        return {f"{one.name} {one.path}": _answer(at.world, caller, one) for one in wanted}


@contextmanager
def changed(at: Setting, secrets: list[Secret]) -> Iterator[None]:
    with rolled_back():
        for change in dict.fromkeys(one.change for one in secrets):
            change(at)
        yield


@pytest.fixture
def at() -> Iterator[Setting]:
    with standing(MONDAY) as time, alike() as luck:
        yield set_up(World(TURN_THE_TIDE, luck, time))


def _of_seats(answer: Answer) -> Iterator[Any]:
    """Yield the parts of a game in an answer that take `game:read`: here every game is private or open."""
    body = answer.raw.partition(b"\n\n")[2]
    whole = json.loads(body) if answer.status < 300 and body.startswith(b"{") else {}
    if "mine" in whole:
        yield whole["mine"]
        yield whole["table"]


def test_a_token_of_one_scope_is_refused_by_every_call_of_another(at: Setting) -> None:
    needs, met = needed(), set[tuple[str, str]]()
    for scope in SCOPES:
        caller = asked_by(at, [scope])
        for one in made(at, caller):
            if needs.get(one.call, scope) != scope:
                said = caller.calls(one.method, one.path, one.body)
                assert (said.status, said.json["code"]) == (403, "insufficient_scope"), (scope, one)
                met.add((scope, one.call))
    assert len(met) == sum(scope != needs[call] for scope in SCOPES for call in needs)


def test_a_token_of_one_scope_learns_nothing_that_another_scope_guards(at: Setting) -> None:
    needs, found, done, parts = needed(), list[str](), set[str](), 0
    for scope in SCOPES:
        calls = {call for call, needed in needs.items() if needed == scope}
        first = answers(at, [scope], calls)
        with changed(at, [one for one in SECRETS if one.scope != scope]):
            second = answers(at, [scope], calls)
        assert {one.call for one in first.values()} == calls
        if scope != "game:read":
            # What a game that has just been dealt holds is secret, and so is a private table.
            shown = [part for one in first.values() for part in _of_seats(one)]
            assert not any(shown), (scope, shown)
            parts += len(shown)
        done |= {one.call for one in first.values() if one.status < 300}
        found += [
            f"{scope}: {name}\n    {one.raw!r}\n    {second[name].raw!r}"
            for name, one in first.items()
            if one != second[name]
        ]
    assert not found, "\n".join(found)
    assert parts > 5
    shows = {
        "agree_to_pause",
        "create_game",
        "join_game",
        "accept_invitation",
        "create_invitation",
        "get_me",
    }
    assert done >= {*shows, "update_me", "list_my_events", "stream_my_events", "list_deliveries"}


def test_each_of_these_secrets_is_shown_by_the_scope_that_guards_it(at: Setting) -> None:
    """Else the test above could not fail."""
    needs = needed()
    for one in SECRETS:
        scopes = sorted({one.scope, needs[one.shown_by]})
        first = answers(at, scopes, [one.shown_by])
        with changed(at, [one]):
            assert answers(at, scopes, [one.shown_by]) != first, one
