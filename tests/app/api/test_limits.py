"""How many calls an address or a player may make."""

import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from common.rest import rate_limits
from tests.app.api.refusals import nothing_changes, refused
from tests.counting_server import counting_server
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
PERIOD = 3600
AMPLE = 1_000_000


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Ten minutes past an hour in which nobody has called yet, and no time passes by itself."""
    hours = secrets.randbelow(500_000)
    moment = datetime(2031, 1, 1, 0, 10, tzinfo=UTC) + timedelta(hours=hours)
    with time_machine.travel(moment, tick=False) as clock:
        yield clock


Allow = Callable[..., None]


@pytest.fixture
def allow(settings: Any, clock: time_machine.Traveller) -> Allow:
    """Set the quota of an hour for each kind of caller."""

    def set_to(**quotas: int) -> None:
        kinds = ("address", "player", "sign_in", "wrong_passwords", "redeliveries", "invitations")
        every = {**dict.fromkeys(kinds, AMPLE), **quotas}
        settings.TIDE_LIMITS = {name: (quota, PERIOD) for name, quota in every.items()}

    set_to()
    return set_to


def test_every_answer_says_what_is_left(allow: Allow, stranger: Person) -> None:
    allow(address=10)
    for left in (9, 8, 7):
        said = stranger.get("/games")
        assert said.headers["RateLimit-Policy"] == f'"address";q=10;w={PERIOD}'
        assert said.headers["RateLimit"] == f'"address";r={left};t=3000'


def test_also_those_that_refuse(
    allow: Allow, ann: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(address=100)
    game = ann.opens(3)
    tag = stranger.get("/games").headers["ETag"]
    answers = [
        stranger.get("/games", headers={"If-None-Match": tag}),
        stranger.get("/games", page_size=0),
        stranger.get("/me"),
        Person("tide_void").get("/me"),
        stranger.get("/games/nosuchgame"),
        stranger.get("/nowhere"),
        stranger.call("DELETE", "/games"),
    ]
    assert [said.status for said in answers] == [304, 400, 401, 401, 404, 404, 405]
    monkeypatch.setattr("games.visibility.game_view.GameView.load", None)
    answers.append(stranger.call("GET", f"/games/{game}", fault=True))
    assert answers[-1].status == 500
    left = [said.headers["RateLimit"] for said in answers]
    assert left == [f'"address";r={98 - place};t=3000' for place in range(8)]


def test_over_the_limit_is_429_until_the_window_ends(
    allow: Allow, stranger: Person, clock: time_machine.Traveller
) -> None:
    allow(address=3)
    assert [stranger.get("/games").status for _ in range(3)] == [200] * 3
    said = stranger.get("/games")
    refused(said, 429, "throttled")
    assert said.headers["Retry-After"] == "3000"
    assert said.headers["RateLimit"] == '"address";r=0;t=3000'
    clock.shift(timedelta(seconds=2999))
    said = stranger.get("/games")
    assert (said.status, said.headers["Retry-After"]) == (429, "1")
    clock.shift(timedelta(seconds=1))
    assert stranger.get("/games").status == 200


def test_what_is_refused_is_not_done(allow: Allow, ann: Person) -> None:
    allow(player=0)
    with nothing_changes():
        refused(ann.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3}), 429, "throttled")


def test_each_player_has_a_quota_of_her_own(allow: Allow, ann: Person, bob: Person) -> None:
    allow(player=2, address=0)
    second = Person().post("/me/tokens", {"username": "ann", "password": PASSWORD})
    telephone = Person(second.json["token"])
    assert ann.get("/me").headers["RateLimit"] == '"player";r=1;t=3000'
    # However many clients she has.
    assert telephone.get("/me").headers["RateLimit"] == '"player";r=0;t=3000'
    refused(ann.get("/me"), 429, "throttled")
    assert bob.get("/me").status == 200


def test_guessing_at_tokens_counts_against_the_address(allow: Allow, stranger: Person) -> None:
    allow(address=2)
    for guess in ("tide_a", "tide_b"):
        refused(Person(guess).get("/me"), 401, "token_invalid")
    refused(Person("tide_c").get("/me"), 429, "throttled")
    refused(stranger.get("/games"), 429, "throttled")


def test_signing_up_and_in_has_a_limit_that_no_token_lifts(allow: Allow, ann: Person) -> None:
    allow(sign_in=2)
    wrong = {"username": "ann", "password": "a guess"}
    refused(ann.post("/me/tokens", wrong), 401, "wrong_credentials")
    said = Person().post("/players", {"username": "eve", "password": PASSWORD})
    assert said.headers["RateLimit"] == '"sign_in";r=0;t=3000'
    with nothing_changes():
        for person in (ann, Person()):
            right = {"username": "ann", "password": PASSWORD}
            refused(person.post("/me/tokens", right), 429, "throttled")
            new = {"username": "fay", "password": PASSWORD}
            refused(person.post("/players", new), 429, "throttled")
    assert ann.get("/me/tokens").status == 200


def test_a_server_that_has_lost_its_counts_forgets_the_new_ones_too(
    allow: Allow, clock: time_machine.Traveller
) -> None:
    usage = rate_limits.count_use("address", "192.0.2.1")
    rate_limits.get_connection().delete(usage.counter[0])
    clock.shift(rate_limits.EXPIRY_INTERVAL_SECONDS)
    assert rate_limits.count_use("address", "192.0.2.1").used == 1
    assert rate_limits.get_connection().ttl(usage.counter[0]) > 0


def test_without_the_counting_server_nobody_is_refused(
    allow: Allow, ann: Person, stranger: Person
) -> None:
    allow(address=1, player=1)
    with counting_server():
        for person in (ann, stranger) * 2:
            said = person.get("/games")
            assert said.status == 200
            assert said.headers["RateLimit"].endswith(";r=1;t=3000")


@pytest.mark.parametrize(
    ("proxies", "seen", "shared"),
    [
        (0, ("10.0.0.1", "10.0.0.2"), True),  # anybody can write the header
        (1, ("10.0.0.1", "10.0.0.2"), False),
        (1, ("6.6.6.6, 10.0.0.1", "7.7.7.7, 10.0.0.1"), True),
        (2, ("6.6.6.6, 10.0.0.1, 10.9.9.9", "6.6.6.6, 10.0.0.2, 10.9.9.9"), False),
    ],
)
def test_the_address_is_the_one_that_our_own_proxies_saw(
    allow: Allow,
    settings: Any,
    stranger: Person,
    proxies: int,
    seen: tuple[str, str],
    shared: bool,
) -> None:
    settings.TIDE_PROXY_COUNT = proxies
    allow(address=1)
    first, second = (stranger.get("/games", headers={"X-Forwarded-For": one}) for one in seen)
    assert (first.status, second.status) == (200, 429 if shared else 200)


@pytest.mark.parametrize(
    "address", ["/api/schema/", "/api/docs/", "/api/docs/turns", "/admin/login/", "/"]
)
def test_pages_for_people_count_against_the_address(
    allow: Allow, ann: Person, address: str
) -> None:
    allow(address=1)
    # A token makes no difference where nobody asks for one.
    page = Client(headers={"Authorization": f"Bearer {ann.token}"})
    said = page.get(address)
    assert said.status_code in {200, 302}
    assert said.headers["RateLimit"] == '"address";r=0;t=3000'
    said = page.get(address)
    assert (said.status_code, said.json()["code"]) == (429, "throttled")


def test_a_refusal_names_the_limit_that_struck_with_its_figures(
    allow: Allow, ann: Person, bob: Person
) -> None:
    allow(invitations=0, wrong_passwords=0)
    answers = {
        "invitations": ann.patch("/me/relations/bob", {"friend": True}),
        "wrong_passwords": Person().post("/me/tokens", {"username": "ann", "password": "a guess"}),
    }
    for limit, said in answers.items():
        refused(said, 429, "throttled")
        assert said.headers["RateLimit-Policy"] == f'"{limit}";q=0;w={PERIOD}'
        assert said.headers["RateLimit"] == f'"{limit}";r=0;t=3000'
        assert said.headers["Retry-After"] == "3000"


def test_a_page_that_refuses_names_it_too(allow: Allow, ann: Person) -> None:
    allow(wrong_passwords=0)
    guess = {"login": "ann", "password": "a guess"}
    said = Client().post("/account/login/", guess)
    assert (said.status_code, said.headers["RateLimit"]) == (429, '"wrong_passwords";r=0;t=3000')


def test_health_is_not_counted(allow: Allow, stranger: Person) -> None:
    allow(address=0)
    assert stranger.get("/healthz").status == 200


def test_signing_in_to_the_admin_counts_like_any_sign_in(allow: Allow, ann: Person) -> None:
    allow(sign_in=1)
    guess = {"username": "ann", "password": "a guess"}
    assert Client().post("/admin/login/", guess).status_code == 200
    said = Client().post("/admin/login/", guess)
    assert (said.status_code, said.json()["code"]) == (429, "throttled")
    assert said.headers["Retry-After"] == "3000"
    refused(Person().post("/me/tokens", guess), 429, "throttled")
