"""However many have something due in the same moment, who is next is found at once."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.outbox.queue import Outbox
from notifications.delivery.outbox import OUTBOX as NOTICES
from notifications.webhooks.outbox import OUTBOX as WEBHOOKS
from players.models import Player

pytestmark = pytest.mark.django_db
MANY = 1000
CLAIMED = 5


@pytest.mark.parametrize(
    ("outbox", "kind"),
    [
        (NOTICES, {"channel": "ntfy", "address": "a"}),
        (WEBHOOKS, {"after": 0, "feed_cursor": 0}),
    ],
    ids=["notices", "webhooks"],
)
@pytest.mark.parametrize("slow", [False, True], ids=["quick", "slow"])
def test_a_claim_reads_few_receivers_of_many_that_are_due(
    outbox: Outbox[Any, Any], kind: dict[str, Any], slow: bool
) -> None:
    make_everybody_due(outbox.receivers, {**kind, "slow": slow})
    for _ in range(CLAIMED):
        # No more than four that are slow are claimed at a time.
        outbox.claim()
    with CaptureQueriesContext(connection) as asked:
        assert (outbox.claim() is None) == slow
    (claiming,) = (one["sql"] for one in asked if "SKIP LOCKED" in one["sql"])
    assert rows_read(claiming) < MANY / 10


def make_everybody_due(receivers: type[models.Model], kind: dict[str, Any]) -> None:
    now = timezone.now()
    people = Player.objects.bulk_create(
        Player(username=f"receiver-{number}", password="!", date_joined=now)
        for number in range(MANY)
    )
    receivers._default_manager.bulk_create(
        receivers(
            player=one,
            created_at=now,
            next_attempt_at=now - timedelta(seconds=MANY - number),
            **kind,
        )
        for number, one in enumerate(people)
    )
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE players_player, {receivers._meta.db_table}")


def rows_read(statement: str) -> int:
    """Return how many rows of tables a statement reads, those that it throws away included."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}")
        ((plan,),) = cursor.fetchall()
    return sum(map(_rows_of, json.loads(plan) if isinstance(plan, str) else plan))


def _rows_of(node: dict[str, Any]) -> int:
    own = 0
    if "Relation Name" in node:
        own = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    parts = [*node.get("Plans", []), *([node["Plan"]] if "Plan" in node else [])]
    return int(own * node.get("Actual Loops", 1)) + sum(map(_rows_of, parts))
