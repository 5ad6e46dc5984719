"""GET /me/notifications?include=…: the screen of notification settings in one call."""

import pytest

from tests.app.api.refusals import refused
from tests.app.api.statements import statements
from tests.people import Person

pytestmark = pytest.mark.django_db

WHOLE = "/me/notifications?include=receivers,subscriptions"
STATEMENTS = 6
"""The settings ask two; receivers and webhooks, feed addresses, and the account one each."""


def add_receivers(who: Person) -> None:
    for name in ("one", "two"):
        address = {"url": f"https://ntfy.sh/{name}"}
        assert who.post("/me/receivers", {"channel": "ntfy", "address": address}).status == 201
    webhook = {"channel": "webhook", "address": {"url": "https://bots.example/tide"}}
    assert who.post("/me/receivers", webhook).status == 201


def test_one_call_has_what_three_have(ann: Person) -> None:
    add_receivers(ann)
    ann.post("/me/subscriptions", {"kind": "news"})
    whole = ann.get(WHOLE).json
    assert len(whole["receivers"]) == 3
    assert whole.pop("receivers") == ann.get("/me/receivers").json["results"]
    assert whole.pop("subscriptions") == ann.get("/me/subscriptions").json["results"]
    assert whole == ann.get("/me/notifications").json


def test_a_client_that_polls_hears_of_a_new_receiver(ann: Person) -> None:
    tag = ann.get(WHOLE).headers["ETag"]
    assert ann.get(WHOLE, headers={"If-None-Match": tag}).status == 304
    add_receivers(ann)
    assert ann.get(WHOLE, headers={"If-None-Match": tag}).status == 200


def test_it_costs_as_many_statements_for_many_receivers(ann: Person) -> None:
    add_receivers(ann)
    ann.get("/me")  # Once an hour it is noted that a token is used.
    with statements() as asked:
        assert ann.get(WHOLE).status == 200
    assert len(asked) <= STATEMENTS, "\n".join(asked)


def test_a_part_that_is_unknown_is_refused_by_name(ann: Person) -> None:
    refused(ann.get("/me/notifications?include=bots"), 400, "invalid_query", "include")
