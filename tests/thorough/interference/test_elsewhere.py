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
from tests.determinism import deterministic
from tests.moving_time import frozen_time
from tests.people import PASSWORD, Person
from tests.thorough.interference.calls import CallerView, UnknownCall, operations, requests
from tests.thorough.interference.scenario import Scenario

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
        # JSON as PostgreSQL writes it, and as we do.
        **{
            name: [json.dumps(value).encode(), dump(value)]
            for name, value in {**values, "order": order}.items()
        },
        "any card": [b'"card"'],
    }


def raw_rows() -> bytes:
    """Return every column of every table, text as it is written, binary as it is."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            found += [
                bytes(one) if isinstance(one, bytes | memoryview) else str(one).encode()
                for row in cursor.fetchall()
                for one in row
            ]
    return b"\n".join(found)


def find_readable(canaries: Canaries) -> set[str]:
    dumped = raw_rows()
    return {name for name, forms in canaries.items() if any(form in dumped for form in forms)}


def test_nothing_in_the_database_can_be_read(canaries: Canaries) -> None:
    assert find_readable(canaries) == set()


def test_what_is_not_encrypted_is_found(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(encrypted, "decrypt_token", bytes)
    monkeypatch.setattr(encrypted, "encrypt_bytes", bytes)
    canaries: Canaries = request.getfixturevalue("canaries")
    assert find_readable(canaries) == {*canaries}


# -- with the broker


def read_broker() -> bytes:
    """Return all that lies in the broker's server."""
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
    # The bodies of messages are written in base64 by Celery.
    messages = [json.loads(line) for line in found if line.startswith(b"{")]
    return b"\n".join([*found, *(base64.b64decode(one["body"]) for one in messages)])


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
    kept = read_broker()
    assert b"games.tasks.move_bots" in kept, "the task for the bots"
    row = Game.objects.get(pk=game)
    keys = [bytes(one or b"").hex() for one in (row.server_seed, row.nonce_key)]
    secrets = [receipt["nonce"], receipt["receipt"], *keys, ann.token, "canary@tide.example"]
    found = [one for one in secrets if str(one).encode() in kept]
    assert found == ([receipt["nonce"]] if leaking else [])


# -- no call is forgotten


def find_made(rules: AnyRuleset, stated: Json) -> set[str]:
    """Return the calls that a stranger makes, by their names."""
    with frozen_time() as time, deterministic() as luck:
        scenario = Scenario(rules, luck, time)
        return {
            one.call for one in requests(stated, CallerView(scenario, scenario["nobody"], None))
        }


def add_to_document(path: str, method: str, call: Json) -> Json:
    changed = deepcopy(document.document())
    changed["paths"].setdefault(path, {})[method] = call
    return changed


@pytest.mark.parametrize(
    ("path", "added"),
    [
        ("/api/v1/new/{move}", {"parameters": [{"name": "move", "in": "path"}]}),
        ("/api/v1/new", {"parameters": [{"name": "hint", "in": "query"}]}),
        ("/api/v1/new", {"parameters": [{"name": "X-Hint", "in": "header"}]}),
        ("/api/v1/new", {"requestBody": {}}),
    ],
)
def test_a_new_call_that_nobody_knows_how_to_make_is_named(path: str, added: Json) -> None:
    with pytest.raises(UnknownCall):
        find_made(TURN_THE_TIDE, add_to_document(path, "post", {"operationId": "new", **added}))


@pytest.mark.parametrize("rules", registry.RULESETS.values(), ids=registry.RULESETS)
def test_every_call_of_the_document_is_made(rules: AnyRuleset) -> None:
    calls = {call["operationId"] for _, _, call in operations(document.document())}
    assert find_made(rules, document.document()) == calls
    assert len(calls) > 50


def test_a_new_call_without_anything_to_fill_in_is_made_at_once() -> None:
    stated = add_to_document("/api/v1/tides", "get", {"operationId": "list_tides"})
    assert "list_tides" in find_made(TURN_THE_TIDE, stated)
