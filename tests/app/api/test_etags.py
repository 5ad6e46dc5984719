"""Tags and pages of answers: other bytes have another tag, and lists are steady while they grow."""

from typing import Any

import pytest

from common.db import encrypted
from games.models import Game
from games.rulesets import registry
from games.rulesets.testing.whole_games import AnyRuleset
from games.visibility import snapshot
from tests.app.api.calls import cursor, narrow_token, walk_list, walk_pages
from tests.app.api.conftest import Table
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_finished_game
from tests.moving_time import Time
from tests.people import PASSWORD, Person
from tests.sampling import sample_count
from tests.thorough.eventful_game import EventfulGame, repeatable_games

PAST, FUTURE = "Sat, 01 Jan 2000 00:00:00 GMT", "Sat, 01 Jan 2050 00:00:00 GMT"


def test_an_unchanged_answer_is_304_without_a_body(ann: Person, table: Table) -> None:
    game = table()
    ann.seals_anything(game)
    shown = [f"/games/{game}{rest}" for rest in ("", "/events", "/stages", "/turns/1")]
    shown += ["/games", "/rulesets", "/players/bob"]
    mine = [f"/games/{game}/turns/1/submission", "/me/turns", "/me/events", "/me/vacations"]
    for person, addresses in ((ann, [*shown, *mine]), (Person(), shown)):
        for address in addresses:
            tag = person.get(address).headers["ETag"]
            again = person.get(address, headers={"If-None-Match": tag})
            assert (again.status, again.raw) == (304, b""), address
            assert again.headers["ETag"] == tag


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_condition_of_a_read_is_decided(client, ann, table, method: str) -> None:
    address = f"/api/v1/games/{table()}"
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
        ({"If-Unmodified-Since": PAST}, 200),
        ({"If-Unmodified-Since": PAST, "If-None-Match": tag}, 304),
        ({"If-Modified-Since": FUTURE}, 200),
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
def test_a_condition_of_a_write_is_refused_by_name(ann, table, condition) -> None:
    game = table()
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
        for value in [PAST] if condition == "If-Unmodified-Since" else tags:
            with nothing_changes():
                said = ann.call(method, address, body, headers={condition: value})
            refused(said, 412, "precondition_unsupported")
            assert condition in said.json["detail"]
    # What conditions only reads does not keep a write back.
    reads = {"If-Modified-Since": FUTURE, "If-Range": '"other"'}
    assert ann.call("PATCH", "/me", {"about": "Low."}, headers=reads).json["about"] == "Low."
    assert ann.call("OPTIONS", "/me", headers={"If-Match": '"other"'}).status == 204


OF_MINE = ("/me/turns", "/me/turns?include=game", "/me/games")
LOOKS = max(20, sample_count(100))


class EnoughLooks(Exception):
    """The game need not be played on."""


class TaggedGame(EventfulGame):
    """A game of which people look at everything after each call: other bytes have another tag."""

    def __init__(self, seed: str, time: Time, settings: tuple[str, dict[str, Any], int]) -> None:
        self.bytes_of: dict[tuple[str, str], bytes] = {}
        self.before: dict[tuple[Person | None, str], tuple[str, bytes]] = {}
        self.looks = self.changes = self.same = 0
        super().__init__(seed, time, settings)

    def _call(self, person: Person, method: str, path: str, body: Any = None) -> Any:
        said = super()._call(person, method, path, body)
        # A player's own order may be another without any effect as yet.
        ordered = person if path == "/standing-order" else None
        for who in self.people[:3]:
            for address in (f"/games/{self.game}", *OF_MINE):
                self._look(who, address, may_differ=who is ordered)
        self._look(None, f"/games/{self.game}", may_differ=False)
        self.looks += 1
        if self.looks == LOOKS:
            raise EnoughLooks(self.changes, self.same)
        return said

    def _look(self, who: Person | None, path: str, *, may_differ: bool) -> None:
        caller = who or Person()
        said = caller.get(path)
        if said.status != 200:
            return
        tag = said.headers["ETag"]
        # Of all that was ever shown at this address, to whomever, only the same has this tag.
        assert self.bytes_of.setdefault((path, tag), said.raw) == said.raw
        was, body = self.before.get((who, path), ("", b""))
        self.changes += body != said.raw
        if body == said.raw and not may_differ:
            self.same += 1
            assert was == tag, "a tag of its own for nothing new"
        for known, answer in {was: (200, said.raw), tag: (304, b"")}.items():
            again = caller.get(path, headers={"If-None-Match": known})
            assert (again.status, again.raw, again.headers["ETag"]) == (*answer, tag)
        self.before[who, path] = (tag, said.raw)


@pytest.mark.parametrize("rules", registry.RULESETS.values(), ids=registry.RULESETS)
def test_whatever_happens_other_bytes_have_another_tag(rules: AnyRuleset) -> None:
    with repeatable_games() as time, pytest.raises(EnoughLooks) as looked:
        TaggedGame("tags", time, (rules.id, rules.variants[0], 3))
    changes, same = looked.value.args
    assert changes > LOOKS
    assert same > LOOKS


def test_an_unchanged_answer_is_neither_decrypted_nor_shown(ann, table, monkeypatch) -> None:
    game = table()
    ann.seals_anything(game)
    paths = [f"/games/{game}", *OF_MINE]
    tags = [ann.get(path).headers["ETag"] for path in paths]

    def fail(token: bytes) -> bytes:
        raise AssertionError("It is decrypted.")

    monkeypatch.setattr(encrypted, "decrypt_token", fail)
    for path, tag in zip(paths, tags, strict=True):
        assert ann.get(path, headers={"If-None-Match": tag}).status == 304
        assert ann.call("HEAD", path, headers={"If-None-Match": tag}).status == 304


def test_a_tag_shows_nobody_a_game_of_others(ann: Person, dan: Person, table: Table) -> None:
    path = f"/games/{table(private=True)}"
    known = {"If-None-Match": ann.get(path).headers["ETag"]}
    assert ann.get(path, headers=known).status == 304
    for who in (dan, Person()):
        assert who.get(path, headers=known).status == 404
        assert who.get("/games/nosuchgame", headers=known).status == 404


def test_other_code_makes_other_tags(ann, table, monkeypatch) -> None:
    path = f"/games/{table()}"
    tag = ann.get(path).headers["ETag"]
    unchanged = ann.get(path, headers={"If-None-Match": tag})
    # A 304 has the headers of the answer, whether the tag is of the rows or of the bytes.
    mine = ann.get("/me", headers={"If-None-Match": ann.get("/me").headers["ETag"]})
    assert {*unchanged.headers} == {*mine.headers}
    monkeypatch.setattr(snapshot, "BUILD", "another")
    said = ann.get(path, headers={"If-None-Match": tag})
    assert (said.status, said.headers["ETag"] == tag) == (200, False)


# -- pages


def test_a_list_is_walked_from_end_to_end_and_back(ann: Person) -> None:
    games = [ann.opens(3) for _ in range(6)][::-1]
    for size in (1, 4):
        assert [one["id"] for one in walk_list(Person(), f"/games?page_size={size}")] == games
    # Those that are added while one reads move nothing.
    seen = list[str]()
    for page in walk_pages(Person(), "/games?page_size=2"):
        seen += [one["id"] for one in page["results"]]
        ann.opens(3)
    assert seen == games
    # Games of one moment are all listed once.
    Game.objects.update(created_at=Game.objects.all()[0].created_at)
    pages = walk_pages(Person(), "/games?page_size=2")
    alike = [one["id"] for page in pages for one in page["results"]]
    assert len(alike) == len({*alike}) == Game.objects.count()


def test_a_page_has_25_unless_asked_and_100_at_most(ann: Person) -> None:
    for _ in range(30):
        ann.post("/me/tokens", {"username": "ann", "password": PASSWORD})
    assert len(ann.get("/me/tokens").json["results"]) == 25
    assert len(ann.get("/me/tokens?page_size=100").json["results"]) == 31


def test_a_cursor_beyond_every_row_does_no_harm(ann: Person) -> None:
    last = "9999-12-31 23:59:59.999999+00:00"
    for far in (
        *(cursor(p="0001-01-01 00:00:00+00:00"), cursor(p=last), cursor(r="1", p=last)),
        cursor(o="999999999999"),
    ):
        for address in ("/games", "/me/tokens", "/me/turns"):
            assert ann.get(address, cursor=far).status == 200


def test_one_call_has_what_five_have(ann, bob, dan, people) -> None:
    path = f"/games/{make_finished_game(people)}"
    parts = ("viewer", "newest_messages", "newest_events")
    tag = ann.get(path, include="messages").headers["ETag"]
    known = {"If-None-Match": tag}
    assert ann.get(path, headers=known, include="messages").status == 304
    bob.post(f"{path}/messages", {"text": "Low water!"})
    assert ann.get(path, headers=known, include="messages").status == 200
    whole = ann.get(f"{path}?include=viewer,messages&include=events").json
    assert whole["newest_messages"] == ann.get(f"{path}/messages").json["results"]
    assert whole["newest_events"] == ann.get(f"{path}/events?before=latest").json["results"]
    assert len(whole["newest_events"]) == 25
    assert whole["viewer"]["note"] is None
    plain = ann.get(path).json
    assert {name: value for name, value in whole.items() if name not in parts} == plain
    for who in (dan, Person(), narrow_token(ann, "game:read")):
        assert who.get(path, include="messages").json["newest_messages"] is None
