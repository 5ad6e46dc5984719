"""A kept answer is given to tokens of the same app and the same scopes, and to no other."""

from itertools import product
from typing import Any

import pytest

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


def call_with_key(person: Person, path: str, body: object, key: str = "one") -> Answer:
    key = f"{key}{path}".replace("/", "-")
    return person.call("POST", path, body, headers={"Idempotency-Key": key})


def by_password(scopes: str, **wish: object) -> Person:
    """Return ann with a token of the player's own."""
    body = {"username": "ann", "password": PASSWORD, "scopes": scopes.split(), **wish}
    return Person(Person().post("/me/tokens", body).json["token"], "ann")


@needs("calendar")
def test_a_key_belongs_to_app_and_scopes(app, anns_browser, ann, settings) -> None:
    settings.TIDE_SANDBOX_ENABLED = True
    other = App(client_name="Other")
    tokens: dict[tuple[str, ...], Person] = {("own", "all"): ann}
    for name, scopes in SCOPES.items():
        tokens["own", name] = by_password(scopes)
        tokens["app", name] = app.signs_in(anns_browser, scope=scopes)
        tokens["other", name] = other.signs_in(anns_browser, scope=scopes)
    tokens["own", "test"] = by_password(SCOPES["sees"], test=True)
    for path, body in CALLS.items():
        answers: dict[tuple[str, ...], Answer] = {}
        for holder, person in tokens.items():
            answers[holder] = call_with_key(person, path, body, "-".join(holder))
        allowed = {holder for holder, answer in answers.items() if answer.status == 201}
        assert len(allowed) >= 4
        for first, (second, person) in product(allowed, tokens.items()):
            with nothing_changes():
                said = call_with_key(person, path, body, "-".join(first))
            if second not in allowed:
                refused(said, 403, "insufficient_scope")
            elif first == second:
                assert (said.status, said.raw) == (201, answers[first].raw)
                assert said.headers["Idempotency-Replayed"] == "true"
            else:
                refused(said, 422, "idempotency_key_reused")
        for holder in answers.keys() - allowed:
            refused(answers[holder], 403, "insufficient_scope")


@pytest.mark.parametrize("of_app", [True, False], ids=["an app's", "a player's own"])
def test_another_token_with_the_same_scopes_is_given_the_kept_answer(
    app, anns_browser, ann, of_app
) -> None:
    scopes = ("game:host game:read", "game:read game:host")
    pair = (app.signs_in(anns_browser, scope=one) if of_app else by_password(one) for one in scopes)
    first, again = (call_with_key(one, "/games", CALLS["/games"]) for one in pair)
    assert (first.status, first.raw) == (201, again.raw)
    assert again.headers["Idempotency-Replayed"] == "true"


def test_nothing_that_was_kept_is_given_out_after_a_new_password(ann) -> None:
    hook = webhook_to("https://bots.example/tide")
    assert call_with_key(ann, "/me/receivers", hook).status == 201
    new = {"password": "barnacles-and-brine", "current_password": PASSWORD}
    assert ann.patch("/me", new).status == 200
    with nothing_changes():
        refused(call_with_key(ann, "/me/receivers", hook), 422, "idempotency_key_reused")


def test_a_claim_that_begins_a_new_epoch_is_answered_again(stranger) -> None:
    guest = Person(stranger.post("/guests").json["token"])
    accounts = Player.objects.filter(kind=Player.AccountKind.GUEST)
    # An operator has given the guest a password, and their token goes on.
    accounts.update(password="unknown")
    for one in accounts:
        Token.objects.filter(player=one).update(epoch=one.epoch)
    wish = {"username": "gil", "password": PASSWORD}
    epoch = accounts.get().epoch
    first = call_with_key(guest, "/me/claim", wish)
    assert first.status == 200
    assert Player.objects.get(username="gil").epoch > epoch
    assert call_with_key(guest, "/me/claim", wish).raw == first.raw
