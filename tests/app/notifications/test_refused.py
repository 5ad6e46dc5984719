"""Receivers and preferences that are refused by the API."""

from typing import Any

import pytest

from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db
PHONE = {"channel": "ntfy", "address": {"url": "https://ntfy.sh/anns-long-secret-topic"}}


def test_a_player_has_so_many_receivers(ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_RECEIVERS_PER_PLAYER = 1
    assert ann.post("/me/receivers", PHONE).status == 201
    with nothing_changes():
        refused(ann.post("/me/receivers", PHONE), 409, "too_many_receivers")


def test_a_receiver_of_another_is_not_there(ann: Person, bob: Person) -> None:
    made = ann.post("/me/receivers", PHONE).json["id"]
    with nothing_changes():
        refused(bob.get(f"/me/receivers/{made}"), 404, "receiver_not_found")


def test_one_that_is_disabled_is_not_tried_out(ann: Person) -> None:
    made = ann.post("/me/receivers", PHONE).json["id"]
    assert ann.patch(f"/me/receivers/{made}", {"enabled": False}).status == 200
    with nothing_changes():
        refused(ann.post(f"/me/receivers/{made}/test"), 409, "receiver_disabled")


@pytest.mark.parametrize(
    ("wish", "pointer"), [({"zone": "Atlantis/Tide"}, "/zone"), ({"lead": "PT1S"}, "/lead")]
)
def test_preferences_that_cannot_be_are_refused_by_their_place(
    ann: Person, wish: dict[str, str], pointer: str
) -> None:
    with nothing_changes():
        refused(ann.patch("/me/notifications", wish), 400, "invalid_preferences", pointer)
