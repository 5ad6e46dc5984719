"""Logs as hash chains; nonces of sealed answers, salts of turns, whispers bound to turns."""

import hashlib
import json
from datetime import UTC
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import games.chain
import games.models


def link_what_is_there(apps: Any, schema_editor: Any) -> None:
    """Hash the logs of the games that are there already."""
    games_there, events = (apps.get_model("games", name).objects for name in ("Game", "Event"))
    for game in games_there.only("pk").iterator():
        head = bytes(32)
        for event in events.filter(game_id=game.pk).order_by("number"):
            at = event.at.astimezone(UTC).isoformat().replace("+00:00", "Z")
            body = {
                "game": game.pk,
                "number": event.number,
                "type": event.type,
                "at": at,
                "data": event.data,
            }
            text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            head = hashlib.sha256(head + hashlib.sha256(text.encode()).digest()).digest()
            events.filter(pk=event.pk).update(hash=head)
        games_there.filter(pk=game.pk).update(head=head)


class Migration(migrations.Migration):
    dependencies = [("games", "0004_absence")]

    operations = [
        migrations.AddField(
            "game",
            "head",
            models.BinaryField(
                default=games.fairness.chain.START, help_text="The newest event's hash."
            ),
        ),
        migrations.AddField("event", "hash", models.BinaryField(null=True)),
        migrations.AddField(
            "submission",
            "nonce",
            models.BinaryField(
                default=games.models.new_nonce, help_text="Hides the action in its commitment."
            ),
        ),
        migrations.AddField(
            "turn",
            "salt",
            models.BinaryField(
                default=games.models.new_nonce, help_text="Hides what is private in its closing."
            ),
        ),
        migrations.AddField(
            "whisper",
            "turn",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="whispers",
                to="games.turn",
            ),
        ),
        migrations.RunPython(link_what_is_there, migrations.RunPython.noop),
        migrations.AlterField(
            "event",
            "hash",
            models.BinaryField(help_text="The head of the log with this event, 32 bytes."),
        ),
        migrations.AddIndex(
            "whisper",
            models.Index("game", name="whisper_to_bind", condition=models.Q(turn__isnull=True)),
        ),
    ]
