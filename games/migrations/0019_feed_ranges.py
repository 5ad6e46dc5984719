"""A row of a feed stands for all that follows one another there and in its game, in archived games too.

In one transaction: all of it is done, or nothing. It removes tables, so older code cannot go on beside it.
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

from games.repository.compression import read

# What follows the number, and the event of the same game, that stands before it makes no range of its own.
RANGES = """
INSERT INTO games_feedrange (player_id, first, last, game_id, event, private_event, account_event_id, at)
SELECT player_id, min(number), max(number), min(game_id), min(event), min(private_event),
    min(account_event_id), max(at)
FROM (
    SELECT *, count(*) FILTER (WHERE follows IS NOT TRUE)
        OVER (PARTITION BY player_id ORDER BY number) AS range
    FROM (
        SELECT notice.player_id, notice.number, notice.game_id, notice.event, notice.at,
            alone.number AS private_event,
            CASE WHEN notice.game_id IS NULL THEN alone.id END AS account_event_id,
            lag(notice.number) OVER feed = notice.number - 1 AND lag(notice.game_id) OVER feed = notice.game_id
                AND lag(notice.event) OVER feed = notice.event - 1 AS follows
        FROM games_notice notice
        LEFT JOIN games_privateevent alone ON alone.id = notice.private_event_id
        WINDOW feed AS (PARTITION BY notice.player_id ORDER BY notice.number)
    ) notice
) notice
GROUP BY player_id, range
"""

# The last range of a feed grows in place, on a page with room for it.
ROOM = "ALTER TABLE games_feedrange SET (fillfactor = 80)"
NO_ROOM = "ALTER TABLE games_feedrange RESET (fillfactor)"

AT_ONCE = 10_000
"""Ranges that are written together."""


def _move_archived(apps: Any, _: Any) -> None:
    """Write the ranges of archived games, which stand compressed in a row for each player and game."""
    ranges = apps.get_model("games", "FeedRange")
    rows = apps.get_model("games", "ArchivedFeed").objects.select_related("game")
    some: list[Any] = []
    for row in rows.iterator():
        some += (ranges(**one) for one in _ranges(row))
        if len(some) >= AT_ONCE:
            ranges.objects.bulk_create(some)
            some = []
    ranges.objects.bulk_create(some)


def _ranges(row: Any) -> Iterator[dict[str, Any]]:
    firsts, things, counts = read(bytes(row.runs))
    for first, thing, count in zip(accumulate(firsts), accumulate(things), counts, strict=True):
        its = {"event": thing} if thing > 0 else {"private_event": -thing}
        yield {
            "player_id": row.player_id,
            "game_id": row.game_id,
            "first": first,
            "last": first + count - 1,
            "at": row.game.ended_at,
            **its,
        }


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_no_page_of_games_set_aside"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FeedRange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.BigIntegerField()),
                ("last", models.BigIntegerField()),
                (
                    "event",
                    models.IntegerField(
                        help_text="Number of the first event in the game's log.", null=True
                    ),
                ),
                (
                    "private_event",
                    models.IntegerField(
                        help_text="Number of a private event in the game.", null=True
                    ),
                ),
                ("at", models.DateTimeField(help_text="When the last of it happened.")),
                (
                    "account_event",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_feed_at",
                        to="games.privateevent",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_feeds",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["player", "first"], name="feed_range_once"),
                    models.UniqueConstraint(
                        condition=Q(event__isnull=False),
                        fields=["player", "game", "event"],
                        name="feed_range_of_event_once",
                    ),
                    models.UniqueConstraint(
                        condition=Q(private_event__isnull=False),
                        fields=["player", "game", "private_event"],
                        name="feed_range_of_private_event_once",
                    ),
                    models.UniqueConstraint(
                        condition=Q(account_event__isnull=False),
                        fields=["account_event"],
                        name="feed_range_of_account_event_once",
                    ),
                    models.CheckConstraint(
                        name="feed_range_of_one_thing",
                        condition=Q(
                            game__isnull=False,
                            event__isnull=False,
                            private_event__isnull=True,
                            account_event__isnull=True,
                            last__gte=F("first"),
                        )
                        | Q(
                            game__isnull=False,
                            event__isnull=True,
                            private_event__isnull=False,
                            account_event__isnull=True,
                            last=F("first"),
                        )
                        | Q(
                            game__isnull=True,
                            event__isnull=True,
                            private_event__isnull=True,
                            account_event__isnull=False,
                            last=F("first"),
                        ),
                    ),
                ],
            },
        ),
        migrations.RunSQL(ROOM, NO_ROOM),
        migrations.RunSQL(RANGES, elidable=True),
        migrations.RunPython(_move_archived, elidable=True),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", "", elidable=True),
        migrations.DeleteModel("ArchivedFeed"),
        migrations.DeleteModel("Notice"),
    ]
