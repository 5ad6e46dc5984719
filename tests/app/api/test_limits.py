"""How many calls an address or a player may make, and by which address a caller is known."""

import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client, RequestFactory
from django.utils.module_loading import import_string

from common.rest import rate_limits
from common.rest.client import client_address, normalize_address
from tests.app.api.refusals import nothing_changes, refused
from tests.counting_server import counting_server
from tests.people import PASSWORD, Person
from tests.unit.web import conversation

PERIOD = 3600
AMPLE = 1_000_000
GUESS = {"username": "ann", "password": "a guess"}


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Ten minutes past an hour in which nobody has called yet, and no time passes by itself."""
    hours = secrets.randbelow(500_000)
    moment = datetime(2031, 1, 1, 0, 10, tzinfo=UTC) + timedelta(hours=hours)
    with time_machine.travel(moment, tick=False) as clock:
        yield clock


SetQuotas = Callable[..., None]


@pytest.fixture
def set_quotas(settings: Any, clock: time_machine.Traveller) -> SetQuotas:
    """Set the quota of an hour for each kind of caller."""

    def set_to(**quotas: int) -> None:
        kinds = ("address", "player", "sign_in", "wrong_passwords", "redeliveries", "invitations")
        every = {**dict.fromkeys(kinds, AMPLE), **quotas}
        settings.TIDE_LIMITS = {name: (quota, PERIOD) for name, quota in every.items()}

    set_to()
    return set_to


def test_every_answer_says_what_is_left_of_the_quota(
    set_quotas, ann, stranger, monkeypatch
) -> None:
    set_quotas(address=100)
    game = ann.opens(3)
    first = stranger.get("/games")
    assert first.headers["RateLimit-Policy"] == f'"address";q=100;w={PERIOD}'
    answers = [
        first,
        stranger.get("/games", headers={"If-None-Match": first.headers["ETag"]}),
        stranger.get("/me"),
        Person("tide_void").get("/me"),
        stranger.get("/nowhere"),
        stranger.call("DELETE", "/games"),
    ]
    monkeypatch.setattr("games.visibility.game_view.GameView.load", None)
    answers.append(stranger.call("GET", f"/games/{game}", fault=True))
    assert [said.status for said in answers] == [200, 304, 401, 401, 404, 405, 500]
    left = [said.headers["RateLimit"] for said in answers]
    assert left == [f'"address";r={99 - place};t=3000' for place in range(7)]


def test_over_the_limit_is_429_until_the_window_ends(set_quotas, stranger, clock) -> None:
    set_quotas(address=3)
    assert [stranger.get("/games").status for _ in range(3)] == [200] * 3
    said = stranger.get("/games")
    refused(said, 429, "throttled")
    assert said.headers["Retry-After"] == "3000"
    assert said.headers["RateLimit"] == '"address";r=0;t=3000'
    assert stranger.get("/healthz").status == 200, "health is not counted"
    clock.shift(timedelta(seconds=2999))
    said = stranger.get("/games")
    assert (said.status, said.headers["Retry-After"]) == (429, "1")
    clock.shift(timedelta(seconds=1))
    assert stranger.get("/games").status == 200


def test_each_player_has_a_quota_for_all_clients(
    set_quotas: SetQuotas, ann: Person, bob: Person
) -> None:
    set_quotas(player=2, address=0)
    second = Person().post("/me/tokens", {"username": "ann", "password": PASSWORD})
    telephone = Person(second.json["token"])
    assert ann.get("/me").headers["RateLimit"] == '"player";r=1;t=3000'
    assert telephone.get("/me").headers["RateLimit"] == '"player";r=0;t=3000'
    with nothing_changes():
        refused(ann.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3}), 429, "throttled")
    assert bob.get("/me").status == 200


def test_guessing_at_tokens_counts_against_the_address(
    set_quotas: SetQuotas, stranger: Person
) -> None:
    set_quotas(address=1)
    refused(Person("tide_a").get("/me"), 401, "token_invalid")
    for caller in (Person("tide_b"), stranger):
        refused(caller.get("/games"), 429, "throttled")


def test_signing_up_and_in_has_a_limit_that_no_token_lifts(
    set_quotas: SetQuotas, ann: Person
) -> None:
    set_quotas(sign_in=2)
    refused(ann.post("/me/tokens", GUESS), 401, "wrong_credentials")
    said = Person().post("/players", {"username": "eve", "password": PASSWORD})
    assert said.headers["RateLimit"] == '"sign_in";r=0;t=3000'
    with nothing_changes():
        for person in (ann, Person()):
            right = {"username": "ann", "password": PASSWORD}
            refused(person.post("/me/tokens", right), 429, "throttled")
            new = {"username": "fay", "password": PASSWORD}
            refused(person.post("/players", new), 429, "throttled")
    assert ann.get("/me/tokens").status == 200


def test_signing_in_to_the_admin_counts_like_any_sign_in(
    set_quotas: SetQuotas, ann: Person
) -> None:
    set_quotas(sign_in=1)
    assert Client().post("/admin/login/", GUESS).status_code == 200
    said = Client().post("/admin/login/", GUESS)
    assert (said.status_code, said.json()["code"]) == (429, "throttled")
    assert said.headers["Retry-After"] == "3000"
    refused(Person().post("/me/tokens", GUESS), 429, "throttled")


def test_a_refusal_names_the_limit_that_struck_with_its_figures(set_quotas, ann, bob) -> None:
    set_quotas(invitations=0, wrong_passwords=0)
    answers = {
        "invitations": ann.patch("/me/relations/bob", {"friend": True}),
        "wrong_passwords": Person().post("/me/tokens", GUESS),
    }
    for limit, said in answers.items():
        refused(said, 429, "throttled")
        assert said.headers["RateLimit-Policy"] == f'"{limit}";q=0;w={PERIOD}'
        assert said.headers["RateLimit"] == f'"{limit}";r=0;t=3000'
        assert said.headers["Retry-After"] == "3000"
    page = Client().post("/account/login/", {"login": "ann", "password": "a guess"})
    assert (page.status_code, page.headers["RateLimit"]) == (429, '"wrong_passwords";r=0;t=3000')


def test_pages_for_people_count_against_the_address(set_quotas: SetQuotas, ann: Person) -> None:
    # A token makes no difference where nobody asks for one.
    browser = Client(headers={"Authorization": f"Bearer {ann.token}"})
    for address in ("/api/schema/", "/api/docs/turns", "/admin/login/", "/"):
        set_quotas(address=AMPLE)
        left = browser.get(address).headers["RateLimit"]
        assert left.startswith('"address"')
        set_quotas(address=0)
        said = browser.get(address)
        assert (said.status_code, said.json()["code"]) == (429, "throttled")


def test_a_server_that_has_lost_its_counts_forgets_the_new_ones_too(set_quotas, clock) -> None:
    usage = rate_limits.count_use("address", "192.0.2.1")
    rate_limits.get_connection().delete(usage.counter[0])
    clock.shift(rate_limits.EXPIRY_INTERVAL_SECONDS)
    assert rate_limits.count_use("address", "192.0.2.1").used == 1
    assert rate_limits.get_connection().ttl(usage.counter[0]) > 0


def test_without_the_counting_server_nobody_is_refused(set_quotas, ann, stranger) -> None:
    set_quotas(address=1, player=1)
    with counting_server():
        for person in (ann, stranger) * 2:
            said = person.get("/games")
            assert said.status == 200
            assert said.headers["RateLimit"].endswith(";r=1;t=3000")


# -- the address of a caller


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *((one, "192.0.2.7") for one in ("192.0.2.7", " 192.0.2.7 ", "192.0.2.7:5678")),
        *((one, "192.0.2.7") for one in ("::ffff:192.0.2.7", "[::ffff:192.0.2.7]:80")),
        *((one, "2001:db8:1:2::/64") for one in ("2001:db8:1:2:3:4:5:6", "2001:DB8:1:2::ffff")),
        *((one, "2001:db8:1:2::/64") for one in ("[2001:db8:1:2::1]", "[2001:db8:1:2::1]:80")),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
    ],
)
def test_one_caller_has_one_address(text: str, told: str) -> None:
    assert normalize_address(text) == told


NO_ADDRESSES = [
    *("", "unknown", "_hidden", "192.0.2.256", "192.0.2.7:", "192.0.2.7:x", "192.0.2.7 192.0.2.8"),
    *("[192.0.2.7", "[]:80", "2001:db8::1:2:3:4:5:6:7", "1", "0x7f.1", "\u0661.0.2.7", "a" * 9000),
]


def test_what_is_no_address_is_none() -> None:
    assert [one for one in NO_ADDRESSES if normalize_address(one) is not None] == []


@pytest.mark.parametrize(
    ("proxies", "seen", "told"),
    [
        (0, "192.0.2.7", "198.51.100.1"),  # anybody can write the header
        (1, "192.0.2.7:5678", "192.0.2.7"),
        (1, "192.0.2.6, 2001:db8::5", "2001:db8::/64"),
        (1, "192.0.2.6, nonsense", "198.51.100.1"),
        (2, "192.0.2.6", "198.51.100.1"),
        (2, "6.6.6.6, 10.0.0.1, 10.9.9.9", "10.0.0.1"),
        (1, "", "198.51.100.1"),
    ],
)
def test_it_is_what_our_own_proxies_saw_or_the_peer(settings, proxies, seen, told) -> None:
    settings.TIDE_PROXY_COUNT = proxies
    headers = {"X-Forwarded-For": seen}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="198.51.100.1")
    assert client_address(request) == told


@pytest.mark.parametrize("lie", [b"x_forwarded_for", b"X_Forwarded-For", b"x-forwarded_for"])
def test_no_header_with_underscores_makes_another_caller(set_quotas, settings, lie) -> None:
    """The server as it is run: before Django, the names of headers are still told apart."""
    settings.TIDE_PROXY_COUNT = 1
    set_quotas(address=9)
    seen = (b"x-forwarded-for", b"192.0.2.55")
    left = []
    for headers in ([seen], [seen, (lie, b"192.0.2.60")], [(lie, b"192.0.2.61"), seen]):
        host = (b"host", b"testserver")
        client = conversation.Client(host, *headers, method="GET", path="/api/v1/nowhere")
        client.calls(import_string("tideapi.asgi.application"))
        left.append(client.headers[b"ratelimit"])
    assert left == [b'"address";r=%d;t=3000' % number for number in (8, 7, 6)]
