"""A kept answer is given to tokens of the same app and the same scopes, and to no other."""

from itertools import product
from typing import Any

import pytest
from django.test import Client

from players.models import Player, Token
from tests.app.api.refusals import nothing_changes, refused
from tests.app.oauth.app import App
from tests.optional_packages import needs
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import webhook_to

pytestmark = pytest.mark.django_db

SCOPES = {
    "hosts": "game:host",
    "sees": "game:host game:read",
    "tells": "notice:write",
    "subscribes": "notice:write game:read",
}
CALLS: dict[str, Any] = {
    "/games": {"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["random", "careful"]},
    "/me/subscriptions": {"kind": "calendar"},
}


def by_password(scopes: str, **wish: object) -> Person:
    """Ann, with a token of her own."""
    body = {"username": "ann", "password": PASSWORD, "scopes": scopes.split(), **wish}
    return Person(Person().post("/me/tokens", body).json["token"], "ann")


@needs("calendar")
def test_a_key_belongs_to_the_app_and_the_scopes_of_its_token(
    app: App, anns: Client, ann: Person, settings: Any
) -> None:
    settings.TIDE_SANDBOX_ENABLED = True
    other = App(client_name="Other")
    tokens: dict[tuple[str, ...], Person] = {("own", "all"): ann}
    for name, scopes in SCOPES.items():
        tokens["own", name] = by_password(scopes)
        tokens["app", name] = app.signs_in(anns, scope=scopes)
        tokens["other", name] = other.signs_in(anns, scope=scopes)
    tokens["own", "test"] = by_password(SCOPES["sees"], test=True)
    for path, body in CALLS.items():
        works = dict[tuple[str, ...], Any]()
        for holder, person in tokens.items():
            key = {"Idempotency-Key": f"{path} of {holder}".replace(" ", "-").replace("'", "")}
            works[holder] = (key, person.call("POST", path, body, headers=key))
        for (first, (key, answer)), (second, person) in product(works.items(), tokens.items()):
            if answer.status != 201:
                refused(answer, 403, "insufficient_scope")
                continue
            if works[second][1].status != 201:
                with nothing_changes():
                    said = person.call("POST", path, body, headers=key)
                refused(said, 403, "insufficient_scope")
                continue
            with nothing_changes():
                said = person.call("POST", path, body, headers=key)
            if first == second:
                assert (said.status, said.raw) == (201, answer.raw)
                assert said.headers["Idempotency-Replayed"] == "true"
            else:
                refused(said, 422, "idempotency_key_reused")
        assert sum(answer.status == 201 for _, answer in works.values()) >= 4


def test_another_token_of_the_same_app_and_scopes_is_given_the_kept_answer(
    app: App, anns: Client, ann: Person
) -> None:
    key = {"Idempotency-Key": "one-and-the-same"}
    for name, pair in {
        "an app's": (app.signs_in(anns, scope=SCOPES["sees"]) for _ in range(2)),
        "a player's own": (
            by_password(order) for order in ("game:host game:read", "game:read game:host")
        ),
    }.items():
        key["Idempotency-Key"] = name.replace(" ", "-")
        first, again = (
            person.call("POST", "/games", CALLS["/games"], headers=key) for person in pair
        )
        assert (first.status, first.raw) == (201, again.raw)
        assert again.headers["Idempotency-Replayed"] == "true"


def sends(person: Person, path: str, body: object) -> Answer:
    return person.call("POST", path, body, headers={"Idempotency-Key": "one"})


def test_nothing_that_was_kept_is_given_out_after_a_new_password(ann: Person) -> None:
    hook = webhook_to("https://bots.example/tide")
    assert sends(ann, "/me/receivers", hook).status == 201
    new = {"password": "barnacles-and-brine", "current_password": PASSWORD}
    assert ann.patch("/me", new).status == 200
    with nothing_changes():
        refused(sends(ann, "/me/receivers", hook), 422, "idempotency_key_reused")


def test_a_claim_that_begins_a_new_epoch_is_answered_again(stranger: Person) -> None:
    guest = Person(stranger.post("/guests").json["token"])
    accounts = Player.objects.filter(kind=Player.AccountKind.GUEST)
    # An operator has given the guest a password, and their token goes on.
    accounts.update(password="unknown")
    for one in accounts:
        Token.objects.filter(player=one).update(epoch=one.epoch)
    wish = {"username": "gil", "password": PASSWORD}
    epoch = accounts.get().epoch
    first = sends(guest, "/me/claim", wish)
    assert first.status == 200
    assert Player.objects.get(username="gil").epoch > epoch
    assert sends(guest, "/me/claim", wish).raw == first.raw
