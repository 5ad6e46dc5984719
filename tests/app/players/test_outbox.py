"""However many have something due in the same moment, who is next is found at once."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.outbox.outcome import Outcome, record_attempt
from common.outbox.queue import Outbox
from notifications.delivery.outbox import OUTBOX as NOTICES
from notifications.models import Delivery, Webhook
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
    everybody_has_something_due(outbox.receivers, {**kind, "slow": slow})
    for _ in range(CLAIMED):
        # No more than four that are slow are claimed at a time.
        outbox.claim()
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert (outbox.claim() is None) == slow
    (claiming,) = (one["sql"] for one in asked if "SKIP LOCKED" in one["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {claiming}")
        ((plan,),) = cursor.fetchall()
    assert rows_read(json.loads(plan) if isinstance(plan, str) else plan) < MANY / 10


def test_what_goes_next_is_found_without_reading_all_that_waits() -> None:
    everybody_has_something_due(Webhook, {"after": 0, "feed_cursor": 0})
    webhook = Webhook.objects.order_by("next_attempt_at")[0]
    moment = timezone.now()
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, type="joined", body=b"{}", next_at=moment, created_at=moment)
        for _ in range(MANY)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE players_delivery")
    with CaptureQueriesContext(connection) as asked:
        claimed = WEBHOOKS.claim()
        assert claimed == webhook
        delivery = WEBHOOKS.next_due(claimed)
        assert delivery is not None
        failed = Outcome(at=moment, milliseconds=3, error="no_connection")
        assert record_attempt(WEBHOOKS, [delivery], failed) == "retried"
        WEBHOOKS.release(claimed)
    asks = [one["sql"] for one in asked if one["sql"].startswith('SELECT "players_')]
    assert len(asks) == 6
    for ask in asks:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {ask}")
            ((plan,),) = cursor.fetchall()
        assert rows_read(json.loads(plan) if isinstance(plan, str) else plan) < 50, ask


def everybody_has_something_due(receivers: type[models.Model], kind: dict[str, Any]) -> None:
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


def rows_read(node: Any) -> int:
    """How many rows this part of a plan has read of tables, those that it threw away included."""
    if isinstance(node, list):
        return sum(map(rows_read, node))
    if not isinstance(node, dict):
        return 0
    own = (
        node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
        if "Relation Name" in node
        else 0
    )
    return int(own * node.get("Actual Loops", 1)) + sum(
        rows_read(node.get(part, [])) for part in ("Plan", "Plans")
    )
