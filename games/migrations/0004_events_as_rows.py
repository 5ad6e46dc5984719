"""A row for each event. Before, events stood compressed with their turns, and the newest in their log's row."""

import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import orjson
from django.db import migrations

from games.fairness.commitments import ChainEvent, digest_from_text, link_event

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# No event is missing: each but the first has the one before it.
FOLLOWS = """
ALTER TABLE games_event ADD CONSTRAINT event_follows
    FOREIGN KEY (game_id, previous) REFERENCES games_event (game_id, number);
"""
# The row of a log no longer grows.
LOG_STORAGE = (
    "ALTER TABLE games_log SET (fillfactor = 80); ALTER TABLE games_log RESET (toast_tuple_target);"
)
AT_ONCE = 1000


def read_turn(turn: Any) -> Iterator[ChainEvent]:
    """Yield the events of a closed turn, whose hashes follow from the head before them."""
    head = bytes(turn.events_head)
    for one in orjson.loads(zstd.decompress(bytes(turn.events))):
        event = ChainEvent(
            turn.game_id, one["number"], one["type"], one["data"], datetime.fromisoformat(one["at"])
        )
        event.hash = head = link_event(head, event)
        yield event


def read_log(log: Any) -> Iterator[ChainEvent]:
    for one in log.recent:
        at, digest = datetime.fromisoformat(one["at"]), digest_from_text(one["hash"])
        yield ChainEvent(log.game_id, one["number"], one["type"], one["data"], at, digest)


def make_rows(apps: Any, _: Any) -> None:
    row = apps.get_model("games", "Event")
    turns_of, logs = (apps.get_model("games", name).objects for name in ("Turn", "Log"))
    for log in logs.order_by("pk").iterator():
        turns = turns_of.filter(game=log.game_id, events__isnull=False).order_by("number")
        events = [event for turn in turns for event in read_turn(turn)] + [*read_log(log)]
        row.objects.bulk_create(
            [
                row(
                    game_id=one.game_id,
                    number=one.number,
                    type=one.type,
                    data=one.data,
                    at=one.at,
                    hash=one.hash,
                )
                for one in events
            ],
            batch_size=AT_ONCE,
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0003_event")]

    operations = [
        migrations.RunPython(make_rows, migrations.RunPython.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.RunSQL(
            "ALTER TABLE games_turn DROP CONSTRAINT turn_events_follow", migrations.RunSQL.noop
        ),
        migrations.RemoveConstraint("turn", "turn_events_once"),
        migrations.RemoveConstraint("log", "log_without_gap"),
        *(
            migrations.RemoveField("turn", name)
            for name in (
                "events_after",
                "events",
                "events_head",
                "events_from",
                "events_to",
                "events_at",
            )
        ),
        *(
            migrations.RemoveField("log", name)
            for name in ("recent", "recent_after", "recent_head")
        ),
        migrations.RunSQL(FOLLOWS, migrations.RunSQL.noop),
        migrations.RunSQL(LOG_STORAGE, migrations.RunSQL.noop),
    ]
