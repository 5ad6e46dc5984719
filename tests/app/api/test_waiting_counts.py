"""How many invitations, friend requests and messages wait, beside the list of my games."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from games.models import Message
from tests.app.api.test_viewer import narrow_token
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_what_waits_besides_games_is_counted_on_request(
    ann: Person, bob: Person, cat: Person
) -> None:
    tag = ann.get("/me/games?include=counts").headers["ETag"]
    assert ann.get("/me/games").json["counts"] is None
    bob.post(f"/games/{bob.opens()}/invitations", {"player": "ann"})
    for asker in (bob, cat):
        asker.patch("/me/relations/ann", {"friend": True})
    ann.patch("/me/relations/cat", {"blocked": True})
    said = ann.get("/me/games?include=counts", headers={"If-None-Match": tag})
    counts = {"invitations": 1, "friend_requests": 1, "messages": 0}
    assert (said.status, said.json["counts"]) == (200, counts)
    ann.patch("/me/relations/bob", {"friend": True})
    assert ann.get("/me/games?include=counts").json["counts"]["friend_requests"] == 0


def test_messages_of_others_are_new_until_they_are_marked_or_answered(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    first, second = table(), table()
    tag = ann.get("/me/games?include=counts").headers["ETag"]
    assert new_messages(ann) == 0
    for game, author in ((first, bob), (first, cat), (second, bob), (second, ann)):
        author.post(f"/games/{game}/messages", {"text": "Low water!"})
    # What stands before my own last message is no news, nor is what I have written.
    assert (new_messages(ann), new_messages(bob), new_messages(cat)) == (2, 2, 2)
    said = ann.get("/me/games?include=counts", headers={"If-None-Match": tag})
    assert said.status == 200
    ann.patch("/me/relations/cat", {"muted": True})
    assert new_messages(ann) == 1
    last = ann.get("/me/games").json["last"]
    bob.post(f"/games/{second}/messages", {"text": "Still low."})
    assert ann.put("/me/read", {"number": last, "game": second}).status == 204
    assert new_messages(ann) == 2
    assert ann.put("/me/read", {"number": last}).status == 204
    assert new_messages(ann) == 1
    assert ann.put("/me/read", {"number": 0}).status == 204
    assert new_messages(ann) == 1
    assert ann.put("/me/read", {"number": ann.get("/me/games").json["last"]}).status == 204
    assert new_messages(ann) == 0


def test_a_message_that_is_deleted_or_a_month_old_is_not_new(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    kept, deleted = (
        bob.post(f"/games/{game}/messages", {"text": text}).json["id"] for text in ("One", "Two")
    )
    assert bob.delete(f"/games/{game}/messages/{deleted}").status == 204
    assert new_messages(ann) == 1
    Message.objects.filter(pk=kept).update(at=Now() - timedelta(days=31))
    assert new_messages(ann) == 0


def new_messages(person: Person) -> int:
    counted: int = person.get("/me/games?include=counts").json["counts"]["messages"]
    return counted


def test_a_token_that_may_not_read_messages_counts_none(ann: Person) -> None:
    narrow = narrow_token("game:read")
    assert narrow.get("/me/games?include=counts").json["counts"] is None
