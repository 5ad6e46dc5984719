"""ETag, If-None-Match and If-Match: other bytes have another tag, and no answer is made in vain."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client

from common.db import encrypted
from games.models import Seat
from games.rulesets import registry
from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import AnyRuleset
from games.visibility import snapshot
from tests.app.api.looking import looks
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import Time
from tests.people import PASSWORD, Person
from tests.sampling import sample, sample_count

pytestmark = pytest.mark.django_db


def test_an_unchanged_answer_is_304_without_a_body(
    ann: Person, bob: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    for person in (ann, bob, stranger):
        for address, seen in looks(person, game).items():
            if seen.status != 200:
                continue
            assert seen.tag is not None
            again = person.get(address, headers={"If-None-Match": seen.tag})
            assert (again.status, again.raw) == (304, b""), address
            assert again.headers["ETag"] == seen.tag


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_condition_of_a_read_is_decided(
    client: Client, ann: Person, table: Callable[..., str], method: str
) -> None:
    address, past = f"/api/v1/games/{table()}", "Sat, 01 Jan 2000 00:00:00 GMT"
    tag = client.get(address).headers["ETag"]
    for headers, status in (
        ({"If-Match": tag}, 200),
        ({"If-Match": f'"other", {tag}'}, 200),
        ({"If-Match": "*"}, 200),
        ({"If-Match": '"other"'}, 412),
        ({"If-Match": f"W/{tag}"}, 412),
        ({"If-Match": '"other"', "If-None-Match": tag}, 412),
        ({"If-Match": tag, "If-None-Match": tag}, 304),
        ({"If-None-Match": f"W/{tag}"}, 304),
        ({"If-None-Match": "*"}, 304),
        # No answer has a date of its last change.
        ({"If-Unmodified-Since": past}, 200),
        ({"If-Unmodified-Since": past, "If-None-Match": tag}, 304),
        ({"If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT"}, 200),
        ({"If-Range": tag, "Range": "bytes=0-1"}, 200),
    ):
        said = client.generic(method, address, headers=headers)
        assert said.status_code == status, headers
        assert said.headers.get("ETag") == (None if status == 412 else tag)
        assert (status == 412) == ("problem+json" in said.headers.get("Content-Type", ""))
    for other in (address, "/api/v1/rulesets", "/api/v1"):
        said = client.get(other, headers={"If-Match": '"other"'})
        assert (said.status_code, said.json()["code"]) == (412, "precondition_failed")
    nothing = ann.get("/games/zzzzzzzzzzzz", headers={"If-Match": '"other"'})
    refused(nothing, 404, "game_not_found")


@pytest.mark.parametrize("condition", ["If-Match", "If-None-Match", "If-Unmodified-Since"])
def test_a_condition_of_a_write_is_refused_by_name_and_nothing_is_done(
    ann: Person, table: Callable[..., str], condition: str
) -> None:
    game = table()
    values = {"If-Unmodified-Since": ["Sat, 01 Jan 2000 00:00:00 GMT"]}
    tags = ["*", '"other"', ann.get(f"/games/{game}").headers["ETag"], ""]
    for method, address, body in (
        ("PATCH", "/me", {"about": "I play by ear."}),
        ("PUT", f"/games/{game}/entropy", {"text": "abc"}),
        ("PATCH", "/me/relations/bob", {"friend": True}),
        ("DELETE", f"/games/{game}/turns/1/submission", None),
        ("DELETE", "/me/tokens/current", None),
        ("POST", f"/games/{game}/cancel", {}),
        ("POST", "/games", {"ruleset": "turn_the_tide", "seat_count": 3}),
        ("POST", "/me/tokens", {"username": "ann", "password": PASSWORD}),
    ):
        for value in values.get(condition, tags):
            with nothing_changes():
                said = ann.call(method, address, body, headers={condition: value})
            refused(said, 412, "precondition_unsupported")
            assert condition in said.json["detail"]


def test_what_conditions_only_reads_does_not_keep_a_write_back(ann: Person) -> None:
    reads = {"If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT", "If-Range": '"other"'}
    assert ann.call("PATCH", "/me", {"about": "Low."}, headers=reads).json["about"] == "Low."
    assert ann.call("OPTIONS", "/me", headers={"If-Match": '"other"'}).status == 204


STEPS = max(10, sample_count(60))
Json = dict[str, Any]


class Evening:
    """A game in which everything happens that can happen, in any order."""

    def __init__(self, rules: AnyRuleset, people: list[Person], time: Time, seed: int) -> None:
        self.rules = rules
        self.people = people
        self.time = time
        self.any = Random(seed)
        self.game = people[0].opens(
            3,
            ruleset=rules.id,
            options=rules.variants[0],
            private=seed % 2 == 1,
            clock={"per_turn": "PT24H", "bank": "PT72H", "increment": "PT1H"},
            absence={"bot_after": 4},
        )
        self.done: list[str] = []

    @property
    def path(self) -> str:
        return f"/games/{self.game}"

    def happens(self) -> None:
        """One thing, whatever comes of it."""
        who = self.any.choice(self.people)
        # Time goes on between two calls, if only a little.
        self.time.goes_on(milliseconds=1)
        what = self.any.choice(WEIGHED)
        self.done.append(f"{who.name} {what.__name__}")
        what(self, who)

    def seen(self, who: Person) -> Json:
        said = who.get(self.path)
        return said.json if said.status == 200 and said.json["mine"] else {}


def seals(evening: Evening, who: Person) -> None:
    seen = evening.seen(who)
    if seen and seen["mine"]["legal_actions"]:
        action = evening.any.choice(seen["mine"]["legal_actions"])
        who.seals(evening.game, action, seen["turn"]["number"])


def all_seal(evening: Evening, who: Person) -> None:
    for person in evening.people:
        seals(evening, person)


def withdraws(evening: Evening, who: Person) -> None:
    seen = evening.seen(who)
    if seen and seen["turn"]:
        who.delete(f"{evening.path}/turns/{seen['turn']['number']}/submission")


def orders(evening: Evening, who: Person) -> None:
    seen = evening.seen(who)
    rehearsal = kit_of(evening.rules).rehearse_orders(seen["table"], seen["mine"]) if seen else None
    if rehearsal is not None:
        order = evening.any.choice([rehearsal.order, *rehearsal.idle, *rehearsal.longer])
        wish = {"order": order, "at_once": evening.any.random() < 0.3}
        who.put(f"{evening.path}/standing-order", wish)


def takes_back(evening: Evening, who: Person) -> None:
    who.delete(f"{evening.path}/standing-order")


def pauses(evening: Evening, who: Person) -> None:
    length = evening.any.choice(["PT6H", "PT6H", "P1D"])
    for person in evening.any.sample(evening.people, 3):
        person.put(f"{evening.path}/pause", {"length": length})


def proposes(evening: Evening, who: Person) -> None:
    who.put(f"{evening.path}/pause", {"length": "PT3H"})


def goes_on(evening: Evening, who: Person) -> None:
    who.delete(f"{evening.path}/pause")


def is_away(evening: Evening, who: Person) -> None:
    until = evening.time.now + timedelta(days=evening.any.choice([0.3, 1.5]))
    who.post("/me/vacations", {"until": until.strftime("%Y-%m-%dT%H:%M:%SZ")})


def is_back(evening: Evening, who: Person) -> None:
    for one in who.get("/me/vacations").json["results"]:
        who.delete(f"/me/vacations/{one['id']}")


def resigns(evening: Evening, who: Person) -> None:
    if evening.any.random() < 0.2:
        who.post(f"{evening.path}/resign")


def returns(evening: Evening, who: Person) -> None:
    who.post(f"{evening.path}/return")


def offers(evening: Evening, who: Person) -> None:
    """A vacant seat, to whoever has none; it is taken, declined, or left."""
    host, *_, guest = evening.people
    for seat in Seat.objects.filter(game=evening.game).exclude(away=None):
        host.put(f"{evening.path}/seats/{seat.number}/offer", {"player": guest.name})
        answer = evening.any.choice(["take", "decline", None])
        if answer is not None:
            guest.post(f"{evening.path}/seats/{seat.number}/{answer}")


def a_while_passes(evening: Evening, who: Person) -> None:
    evening.time.goes_on(hours=evening.any.choice([1, 7]))


def time_is_up(evening: Evening, who: Person) -> None:
    evening.time.passes(hours=25)


WEIGHED: list[Callable[[Evening, Person], None]] = [
    *(seals, seals, seals, all_seal, all_seal, withdraws, orders, orders, takes_back),
    *(pauses, proposes, goes_on, is_away, is_back, resigns, returns, offers),
    *(a_while_passes, time_is_up),
]


OF_MINE = ("/me/turns", "/me/turns?include=game", "/me/games")


def about_orders(who: Person) -> list[list[str]]:
    return [[f"{who.name} orders"], [f"{who.name} takes_back"]]


@pytest.fixture
def four(ann: Person, bob: Person, cat: Person, dan: Person) -> list[Person]:
    return [ann, bob, cat, dan]


@pytest.mark.parametrize("seed", sample(range(2), 1))
@pytest.mark.parametrize("rules", registry.RULESETS.values(), ids=registry.RULESETS)
def test_whatever_happens_in_a_game_other_bytes_have_another_tag(
    four: list[Person], stranger: Person, time: Time, rules: AnyRuleset, seed: int
) -> None:
    evening = Evening(rules, four, time, seed)
    bytes_of: dict[tuple[str, str], bytes] = {}
    before: dict[tuple[Person, str], tuple[str, bytes]] = {}
    changes = same = 0

    def look() -> None:
        nonlocal changes, same
        for who in (*four, stranger):
            for path in (evening.path, *OF_MINE):
                if path in OF_MINE and who is stranger:
                    continue
                said = who.get(path)
                if said.status != 200:
                    continue
                tag = said.headers["ETag"]
                # Of all that was ever shown at this address, to whomever, only the same has this tag.
                assert bytes_of.setdefault((path, tag), said.raw) == said.raw, evening.done[-3:]
                was, body = before.get((who, path), ("", b""))
                changes += body != said.raw
                # Her own order she may have changed without any effect as yet.
                if body == said.raw and evening.done[-1:] not in about_orders(who):
                    same += 1
                    assert was == tag, f"A tag of its own for nothing new: {evening.done[-3:]}"
                again = who.get(path, headers={"If-None-Match": tag})
                assert (again.status, again.raw, again.headers["ETag"]) == (304, b"", tag)
                if was and was != tag:
                    since = who.get(path, headers={"If-None-Match": was})
                    assert (since.status, since.raw) == (200, said.raw)
                before[who, path] = (tag, said.raw)

    look()
    for who in four[1:3]:
        who.joins(evening.game)
        look()
    for _ in range(STEPS):
        evening.happens()
        look()
    assert changes > STEPS
    assert same > STEPS


def test_an_answer_that_is_unchanged_is_neither_decrypted_nor_shown(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    ann.seals_anything(game)
    paths = [f"/games/{game}", *OF_MINE]
    tags = [ann.get(path).headers["ETag"] for path in paths]

    def fails(token: bytes) -> bytes:
        raise AssertionError("It is decrypted.")

    monkeypatch.setattr(encrypted, "decrypt_token", fails)
    for path, tag in zip(paths, tags, strict=True):
        assert ann.get(path, headers={"If-None-Match": tag}).status == 304
        assert ann.call("HEAD", path, headers={"If-None-Match": tag}).status == 304


def test_a_tag_shows_nobody_a_game_that_is_not_hers(
    ann: Person, dan: Person, stranger: Person, table: Callable[..., str]
) -> None:
    path = f"/games/{table(private=True)}"
    known = {"If-None-Match": ann.get(path).headers["ETag"]}
    assert ann.get(path, headers=known).status == 304
    for who in (dan, stranger):
        assert who.get(path, headers=known).status == 404
        assert who.get("/games/nosuchgame", headers=known).status == 404


def test_other_code_makes_other_tags(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{table()}"
    tag = ann.get(path).headers["ETag"]
    monkeypatch.setattr(snapshot, "BUILD", "another")
    said = ann.get(path, headers={"If-None-Match": tag})
    assert (said.status, said.headers["ETag"] == tag) == (200, False)


def test_an_unchanged_answer_has_the_headers_that_it_had(
    ann: Person, table: Callable[..., str]
) -> None:
    tagged, hashed = f"/games/{table()}", "/me"
    names = []
    for path in (tagged, hashed):
        tag = ann.get(path).headers["ETag"]
        names.append(set(ann.get(path, headers={"If-None-Match": tag}).headers))
    assert names[0] == names[1]
