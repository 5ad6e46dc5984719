"""A request that is wrong in thousands of places is answered shortly."""

import json

import pytest

from tests.app.api.refusals import nothing_changes
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import webhook_to

pytestmark = pytest.mark.django_db
WISH = {"username": "eve", "password": PASSWORD}


def sends(body: object) -> tuple[Answer, int]:
    raw = json.dumps(body, ensure_ascii=False).encode()
    with nothing_changes():
        said = Person().call("POST", "/players", raw=raw)
    assert said.status == 400
    return said, len(raw)


def test_twenty_are_named_and_the_others_are_counted() -> None:
    said, sent = sends({**WISH, **{f"x{number:04}": 0 for number in range(5000)}})
    assert said.code == "unknown_field"
    assert [fault["pointer"] for fault in said.json["errors"]] == [f"/x{n:04}" for n in range(20)]
    assert said.json["detail"].endswith(" 4980 further faults are not listed.")
    assert len(said.raw) < 4000 < sent


def test_twenty_are_all_named() -> None:
    said, _ = sends({**WISH, **{f"x{number:04}": 0 for number in range(20)}})
    assert len(said.json["errors"]) == 20
    assert "further" not in said.json["detail"]


def test_the_code_is_that_of_all_of_them() -> None:
    said, _ = sends({**{f"x{number:04}": 0 for number in range(500)}, "username": 7})
    assert said.code == "invalid_request"
    assert said.json["detail"].endswith(" further faults are not listed.")
    assert len(said.json["errors"]) == 20


@pytest.mark.parametrize("name", ["n" * 60_000, "~" * 60_000, "/" * 60_000, "é" * 30_000])
def test_a_long_name_is_not_sent_back_whole(name: str) -> None:
    said, sent = sends({**WISH, name: 0})
    (fault,) = said.json["errors"]
    assert fault["code"] == "unknown_field"
    assert fault["pointer"].endswith("…")
    assert len(said.raw) < 2000 < sent


def test_many_parameters_of_a_query_are_counted_too(ann: Person) -> None:
    said = ann.get("/games?" + "&".join(f"x{number:04}=0" for number in range(900)))
    assert said.code == "invalid_query"
    assert len(said.json["errors"]) == 20
    assert said.json["detail"].endswith(" 880 further faults are not listed.")


def test_many_wrong_items_of_a_list_are_counted_too(ann: Person) -> None:
    said = ann.post("/me/receivers", webhook_to("https://bots.example/", events=["x"] * 5000))
    assert said.status == 400
    assert len(said.raw) < 40_000
    assert len(said.json["errors"]) == 20
