"""However many have something due in the same moment, who is next is found at once."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from notifications.delivery.outbox import OUTBOX as NOTICES
from notifications.webhooks.outbox import OUTBOX as WEBHOOKS
from players.models import Player

pytestmark = pytest.mark.django_db
MANY = 1000
CLAIMED = 5
KINDS = [(NOTICES, {"channel": "ntfy", "address": "a"}), (WEBHOOKS, {"after": 0, "feed_cursor": 0})]


def rows_read(node: dict[str, Any]) -> int:
    """Return how many rows of tables a plan reads, those that it throws away included."""
    own = (
        node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
        if "Relation Name" in node
        else 0
    )
    return int(own * node["Actual Loops"]) + sum(map(rows_read, node.get("Plans", [])))


@pytest.mark.parametrize(("outbox", "kind"), KINDS, ids=["notices", "webhooks"])
@pytest.mark.parametrize("slow", [False, True], ids=["quick", "slow"])
def test_a_claim_reads_few_receivers_of_many_that_are_due(outbox, kind, slow) -> None:
    now, receivers = timezone.now(), outbox.receivers
    people = Player.objects.bulk_create(
        Player(username=f"receiver-{number}", password="!", date_joined=now)
        for number in range(MANY)
    )
    receivers._default_manager.bulk_create(
        receivers(
            player=one,
            created_at=now,
            next_attempt_at=now - timedelta(seconds=MANY - number),
            slow=slow,
            **kind,
        )
        for number, one in enumerate(people)
    )
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE players_player, {receivers._meta.db_table}")
    for _ in range(CLAIMED):
        # No more than four that are slow are claimed at a time.
        outbox.claim()
    with CaptureQueriesContext(connection) as asked:
        assert (outbox.claim() is None) == slow
    (claiming,) = (one["sql"] for one in asked if "SKIP LOCKED" in one["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {claiming}")
        ((plans,),) = cursor.fetchall()
    (plan,) = json.loads(plans) if isinstance(plans, str) else plans
    assert rows_read(plan["Plan"]) < MANY / 10
