"""No secret lies anywhere else: not at rest, not with the broker. And no call is forgotten."""

import base64
import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import connection

from common.db import encrypted
from common.rest.json_codec import dump
from games.models import Game, Submission
from games.play import answers, submissions
from games.rulesets import registry
from games.rulesets.testing.whole_games import AnyRuleset
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from notifications import tasks
from tests import document
from tests.moving_time import standing
from tests.people import PASSWORD, Person
from tests.thorough.interference import operators
from tests.thorough.interference.calls import NotKnown, Sight, asks, operations
from tests.thorough.interference.world import World
from tests.twins import alike

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
Canaries = dict[str, list[bytes]]
"""What must not be found, in each of the forms in which it might be written."""


# -- at rest


@pytest.fixture
def canaries(ann: Person, table: Callable[..., str]) -> Canaries:
    """A game with everything in it that must not be read in a backup, as it might be written there."""
    game = table()
    mine = ann.sees(game)["mine"]
    receipt = ann.seals(game, mine["legal_actions"][2]).json
    order = {"plays": [{"card": card} for card in mine["hand"][3:7]]}
    assert ann.put(f"/games/{game}/standing-order", {"order": order}).status == 200
    row = Game.objects.get(pk=game)
    state: Any = row.state
    raw = {"seed": bytes(row.server_seed), "nonce": bytes.fromhex(receipt["nonce"])}
    raw["nonce key"] = bytes(row.nonce_key or b"")
    values = {"hand": mine["hand"], "dealt": state["dealt"], "action": receipt["action"]}
    return {
        **{name: [value, value.hex().encode()] for name, value in raw.items()},
        **{name: written(value) for name, value in {**values, "order": order}.items()},
        "any card": [b'"card"'],
    }


def written(value: Any) -> list[bytes]:
    """JSON as PostgreSQL writes it, and as we do."""
    return [json.dumps(value).encode(), dump(value)]


def readable(canaries: Canaries, dumped: bytes) -> set[str]:
    return {name for name, forms in canaries.items() if any(form in dumped for form in forms)}


def raw_rows() -> bytes:
    """Every column of every table, as bytes: text as it is written, binary as it is."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                found += [
                    bytes(one) if isinstance(one, bytes | memoryview) else str(one).encode()
                    for one in row
                ]
    return b"\n".join(found)


def test_nothing_in_the_database_can_be_read(canaries: Canaries) -> None:
    assert readable(canaries, raw_rows()) == set()
    assert operators.readable_at_rest() == []


def test_what_is_not_encrypted_is_found(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    for module in (encrypted, operators):
        monkeypatch.setattr(module, "decrypt_token", bytes)
    monkeypatch.setattr(encrypted, "encrypt_bytes", bytes)
    canaries: Canaries = request.getfixturevalue("canaries")
    assert readable(canaries, raw_rows()) == {*canaries}
    assert {"games_submission.action", "games_game.state", "games_standingorder.order"} <= {
        *operators.readable_at_rest()
    }


# -- with the broker


def kept_by_broker() -> bytes:
    """All that lies in the broker's server."""
    found = []
    with redis.Redis.from_url(settings.BROKER_URL) as broker:
        for key in broker.scan_iter():
            match broker.type(key):
                case b"list":
                    found += broker.lrange(key, 0, -1)
                case b"hash":
                    found += [b"%b %b" % pair for pair in broker.hgetall(key).items()]
                case b"set":
                    found += broker.smembers(key)
                case b"zset":
                    found += broker.zrange(key, 0, -1)
                case _:
                    found.append(broker.get(key) or b"")
            found.append(key)
    return b"\n".join(found)


@pytest.mark.parametrize("leaking", [False, True])
def test_the_broker_keeps_nothing_that_is_secret(
    ann: Person,
    leaking: bool,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    if leaking:
        real = answers.seal_answer

        def seal(*args: Any) -> Submission:
            sealed = real(*args)
            tasks.enqueue_for_webhooks.delay([bytes(sealed.nonce).hex()])
            return sealed

        monkeypatch.setattr(submissions, "seal_answer", seal)
    with django_capture_on_commit_callbacks(execute=True):
        game = ann.opens(3, bots=["random", "careful"])
        receipt = ann.seals_anything(game).json
        wish = {"email": "canary@tide.example", "current_password": PASSWORD}
        assert ann.patch("/me", wish).status == 200
    kept = kept_by_broker()
    assert b"games.tasks.move_bots" in kept, "the task for the bots"
    row = Game.objects.get(pk=game)
    keys = [bytes(one or b"").hex() for one in (row.server_seed, row.nonce_key)]
    secrets = [receipt["nonce"], receipt["receipt"], *keys, ann.token, "canary@tide.example"]
    found = [one for one in secrets if str(one).encode() in kept + _decoded(kept)]
    assert found == ([receipt["nonce"]] if leaking else [])


def _decoded(kept: bytes) -> bytes:
    """The bodies of the messages, which Celery writes in base64."""
    messages = [json.loads(line) for line in kept.split(b"\n") if line.startswith(b"{")]
    return b"\n".join(base64.b64decode(message["body"]) for message in messages)


# -- no call is forgotten


def added(change: Callable[[Json], None]) -> Json:
    """The document after somebody has added something to it."""
    changed = deepcopy(document.document())
    change(changed["paths"])
    return changed


def a_parameter(paths: Json) -> None:
    paths["/api/v1/games/{game}"]["get"]["parameters"].append({"name": "hint", "in": "query"})


def an_address(paths: Json) -> None:
    parameters = [{"name": "move", "in": "path"}]
    paths["/api/v1/moves/{move}"] = {"get": {"operationId": "get_move", "parameters": parameters}}


def a_body(paths: Json) -> None:
    paths["/api/v1/hints"] = {"post": {"operationId": "ask_for_a_hint", "requestBody": {}}}


def a_header(paths: Json) -> None:
    paths["/api/v1/me"]["get"]["parameters"].append({"name": "X-Hint", "in": "header"})


@pytest.mark.parametrize("change", [a_parameter, an_address, a_body, a_header])
def test_a_call_that_nobody_knows_how_to_make_is_named(change: Callable[[Json], None]) -> None:
    with pytest.raises(NotKnown):
        made(TURN_THE_TIDE, added(change))


@pytest.mark.parametrize("rules", registry.RULESETS.values(), ids=registry.RULESETS)
def test_every_call_of_the_document_is_made(rules: AnyRuleset) -> None:
    calls = {call["operationId"] for _, _, call in operations(document.document())}
    assert made(rules, document.document()) == calls
    assert len(calls) > 50


def test_a_new_call_without_anything_to_fill_in_is_made_at_once() -> None:
    def change(paths: Json) -> None:
        paths["/api/v1/tides"] = {"get": {"operationId": "list_tides"}}

    assert "list_tides" in made(TURN_THE_TIDE, added(change))


def made(rules: AnyRuleset, stated: Json) -> set[str]:
    """The calls that a stranger makes, by their names."""
    with standing() as time, alike() as luck:
        world = World(rules, luck, time)
        return {ask.call for ask in asks(stated, Sight(world, world["nobody"], None))}
