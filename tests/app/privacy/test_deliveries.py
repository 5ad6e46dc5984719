"""What went to others' webhooks about somebody gets her new name, however much it is."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notifications.models import Delivery
from notifications.webhooks import player_names
from notifications.webhooks.feed_events import enqueue_events
from players.models import Player
from tests.app.privacy.world import ann_joins
from tests.people import Person
from tests.webhooks import makes, number_of

pytestmark = pytest.mark.django_db

ANEW = "deleted-1"


def test_each_delivery_about_her_gets_her_new_name_once(
    ann: Person, bob: Person, dan: Person
) -> None:
    her = writes(dan, ann, bob, times=3)
    assert told() == ["dan"] * 6
    assert [player_names.rename_in_deliveries(her), player_names.rename_in_deliveries(her)] == [
        6,
        0,
    ]
    assert told() == [ANEW] * 6


def test_many_are_renamed_in_steps(
    ann: Person, bob: Person, dan: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_names, "BATCH", 2)
    her = writes(dan, ann, bob, times=3)
    steps = [player_names.rename_in_deliveries(her) for _ in range(5)]
    assert steps == [2, 3, 1, 0, 0]
    assert told() == [ANEW] * 6


def test_one_reading_of_deliveries_does_for_all_of_a_feed(
    ann: Person, bob: Person, dan: Person
) -> None:
    her = writes(dan, ann, bob, times=9)
    with CaptureQueriesContext(connection) as asked:
        assert player_names.rename_in_deliveries(her) == 18
    reads = [one for one in asked if one["sql"].startswith('SELECT "players_delivery"')]
    assert len(reads) == 2


def writes(her: Person, *others: Person, times: int) -> Player:
    """Her under a new name, after she has written to these others so often; they have webhooks."""
    game = ann_joins(her, *others)
    for person in others:
        makes(person, f"https://{person.name}.example/hook")
    for number in range(times):
        assert her.post(f"/games/{game}/messages", {"text": f"Line {number}."}).status == 201
    for person in others:
        enqueue_events(number_of(person))
    row = Player.objects.get(username=her.name)
    # As the erasure does: no player may choose such a name.
    row.username = ANEW
    Player.objects.filter(pk=row.pk).update(username=ANEW)
    return row


def told() -> list[str]:
    """Who wrote, by what was sent."""
    bodies = [json.loads(bytes(row.body)) for row in Delivery.objects.order_by("pk")]
    return [body["data"]["player"] for body in bodies if "message" in body["data"]]
