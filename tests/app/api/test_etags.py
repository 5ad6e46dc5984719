"""Tags and pages of answers: other bytes have another tag, and lists are steady while they grow."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from common.db import encrypted
from games.models import Game, Seat
from games.rulesets import registry
from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import AnyRuleset
from games.visibility import snapshot
from tests.app.api.calls import cursor, narrow_token, walk_list, walk_pages
from tests.app.api.conftest import Table
from tests.app.api.looking import looks
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_finished_game
from tests.moving_time import Time
from tests.people import PASSWORD, Person
from tests.sampling import sample, sample_count

PAST, FUTURE = "Sat, 01 Jan 2000 00:00:00 GMT", "Sat, 01 Jan 2050 00:00:00 GMT"


def test_an_unchanged_answer_is_304_without_a_body(ann: Person, bob: Person, table: Table) -> None:
    game = table()
    ann.seals_anything(game)
    for person in (ann, bob, Person()):
        for address, seen in looks(person, game).items():
            if seen.status != 200:
                continue
            assert seen.tag is not None
            again = person.get(address, headers={"If-None-Match": seen.tag})
            assert (again.status, again.raw) == (304, b""), address
            assert again.headers["ETag"] == seen.tag


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


STEPS = max(10, sample_count(60))
OF_MINE = ("/me/turns", "/me/turns?include=game", "/me/games")
Json = dict[str, Any]


class Evening:
    """A game in which everything happens that can happen, in any order."""

    def __init__(self, rules: AnyRuleset, people: list[Person], time: Time, seed: int) -> None:
        self.rules, self.people, self.time, self.any = rules, people, time, Random(seed)
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

    def do_anything(self) -> None:
        """Do one thing, whatever comes of it."""
        who = self.any.choice(self.people)
        # Time goes on between two calls, if only a little.
        self.time.advance(milliseconds=1)
        (what,) = self.any.choices(NAMES, [WEIGHTS.get(name, 1) for name in NAMES])
        self.done.append(f"{who.name} {what}")
        if what in CALLS:
            method, tail, body = CALLS[what]
            who.call(method, self.path + tail, body)
        else:
            DEEDS[what](self, who)

    def view(self, who: Person) -> Json:
        """Return the game as a player with a seat sees it; empty for others."""
        said = who.get(self.path)
        return said.json if said.status == 200 and said.json["mine"] else {}


def seal(evening: Evening, who: Person) -> None:
    seen = evening.view(who)
    if seen and seen["mine"]["legal_actions"]:
        action = evening.any.choice(seen["mine"]["legal_actions"])
        who.seals(evening.game, action, seen["turn"]["number"])


def all_seal(evening: Evening, who: Person) -> None:
    for person in evening.people:
        seal(evening, person)


def withdraw(evening: Evening, who: Person) -> None:
    seen = evening.view(who)
    if seen and seen["turn"]:
        who.delete(f"{evening.path}/turns/{seen['turn']['number']}/submission")


def leave_order(evening: Evening, who: Person) -> None:
    seen = evening.view(who)
    rehearsal = kit_of(evening.rules).rehearse_orders(seen["table"], seen["mine"]) if seen else None
    if rehearsal is not None:
        order = evening.any.choice([rehearsal.order, *rehearsal.idle, *rehearsal.longer])
        wish = {"order": order, "at_once": evening.any.random() < 0.3}
        who.put(f"{evening.path}/standing-order", wish)


def agree_to_pause(evening: Evening, who: Person) -> None:
    length = evening.any.choice(["PT6H", "PT6H", "P1D"])
    for person in evening.any.sample(evening.people, 3):
        person.put(f"{evening.path}/pause", {"length": length})


def announce_vacation(evening: Evening, who: Person) -> None:
    until = evening.time.now + timedelta(days=evening.any.choice([0.3, 1.5]))
    who.post("/me/vacations", {"until": until.strftime("%Y-%m-%dT%H:%M:%SZ")})


def end_vacations(evening: Evening, who: Person) -> None:
    for one in who.get("/me/vacations").json["results"]:
        who.delete(f"/me/vacations/{one['id']}")


def offer_seats(evening: Evening, who: Person) -> None:
    """A vacant seat, to whoever has none; it is taken, declined, or left."""
    host, *_, guest = evening.people
    for seat in Seat.objects.filter(game=evening.game).exclude(away=None):
        host.put(f"{evening.path}/seats/{seat.number}/offer", {"player": guest.name})
        answer = evening.any.choice(["take", "decline", None])
        if answer is not None:
            guest.post(f"{evening.path}/seats/{seat.number}/{answer}")


CALLS: dict[str, tuple[str, str, Any]] = {
    "drop_order": ("DELETE", "/standing-order", None),
    "propose_pause": ("PUT", "/pause", {"length": "PT3H"}),
    "end_pause": ("DELETE", "/pause", None),
    "reclaim": ("POST", "/return", None),
    "resign": ("POST", "/resign", None),
}
DEEDS: dict[str, Callable[[Evening, Person], Any]] = {
    "seal": seal,
    "all_seal": all_seal,
    "withdraw": withdraw,
    "leave_order": leave_order,
    "agree_to_pause": agree_to_pause,
    "announce_vacation": announce_vacation,
    "end_vacations": end_vacations,
    "offer_seats": offer_seats,
    "pass_hours": lambda evening, who: evening.time.advance(hours=evening.any.choice([1, 7])),
    "pass_deadline": lambda evening, who: evening.time.sweep_after(hours=25),
}
WEIGHTS = {"seal": 3, "all_seal": 2, "leave_order": 2, "resign": 0.2}
NAMES = [*CALLS, *DEEDS]
ORDERS = ("leave_order", "drop_order")


@pytest.mark.parametrize("seed", sample(range(2), 1))
@pytest.mark.parametrize("rules", registry.RULESETS.values(), ids=registry.RULESETS)
def test_whatever_happens_other_bytes_have_another_tag(time, rules, seed) -> None:
    four = [Person.signs_up(name) for name in ("ann", "bob", "cat", "dan")]
    everybody = [*four, Person()]
    evening = Evening(rules, four, time, seed)
    bytes_of: dict[tuple[str, str], bytes] = {}
    before: dict[tuple[Person, str], tuple[str, bytes]] = {}
    changes = same = 0

    def look() -> None:
        nonlocal changes, same
        for who in everybody:
            for path in (evening.path, *OF_MINE):
                if path in OF_MINE and who.token is None:
                    continue
                said = who.get(path)
                if said.status != 200:
                    continue
                tag = said.headers["ETag"]
                # Of all that was ever shown at this address, to whomever, only the same has this tag.
                assert bytes_of.setdefault((path, tag), said.raw) == said.raw, evening.done[-3:]
                was, body = before.get((who, path), ("", b""))
                changes += body != said.raw
                # A player's own order may be another without any effect as yet.
                ordered = evening.done[-1:] in [[f"{who.name} {one}"] for one in ORDERS]
                if body == said.raw and not ordered:
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
        evening.do_anything()
        look()
    assert changes > STEPS
    assert same > STEPS


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
