"""What went to others' webhooks about a player gets the new name, however much it is."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notifications.models import Delivery
from notifications.webhooks import player_names
from notifications.webhooks.feed_events import enqueue_events
from players.models import Player
from tests.factories import make_game
from tests.people import Person
from tests.webhooks import create_webhook, player_id

pytestmark = pytest.mark.django_db

ANEW = "deleted-1"


def write_lines(writer: Person, *others: Person, times: int) -> Player:
    """Return the writer under a new name, after so many lines to these others, who have webhooks."""
    game = make_game((writer, *others))
    for person in others:
        create_webhook(person, f"https://{person.name}.example/hook")
    for number in range(times):
        assert writer.post(f"/games/{game}/messages", {"text": f"Line {number}."}).status == 201
    for person in others:
        enqueue_events(player_id(person))
    assert writers() == [writer.name] * times * len(others)
    row = Player.objects.get(username=writer.name)
    # As the erasure does: no player may choose such a name.
    row.username = ANEW
    Player.objects.filter(pk=row.pk).update(username=ANEW)
    return row


def writers() -> list[str]:
    """Return who wrote, by what was sent."""
    bodies = [json.loads(bytes(row.body)) for row in Delivery.objects.order_by("pk")]
    return [body["data"]["player"] for body in bodies if "message" in body["data"]]


def test_deliveries_get_the_new_name_in_steps(
    ann: Person, bob: Person, dan: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_names, "BATCH", 2)
    row = write_lines(dan, ann, bob, times=3)
    assert [player_names.rename_in_deliveries(row) for _ in range(5)] == [2, 3, 1, 0, 0]
    assert writers() == [ANEW] * 6


def test_deliveries_are_read_once_for_a_feed(ann: Person, bob: Person, dan: Person) -> None:
    row = write_lines(dan, ann, bob, times=9)
    with CaptureQueriesContext(connection) as asked:
        assert player_names.rename_in_deliveries(row) == 18
    reads = [one for one in asked if one["sql"].startswith('SELECT "notifications_delivery"')]
    assert len(reads) == 2
    assert player_names.rename_in_deliveries(row) == 0
    assert writers() == [ANEW] * 18
