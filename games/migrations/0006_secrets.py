"""What is sealed, encrypted in the database."""

from typing import Any

from django.db import migrations, models

import games.models
import tideapi.db.encrypted

SECRETS: list[tuple[str, str, Any, dict[str, Any]]] = [
    (
        "game",
        "server_seed",
        tideapi.db.encrypted.SecretBytes,
        {"default": games.models.new_seed, "editable": False},
    ),
    (
        "game",
        "setup",
        tideapi.db.encrypted.SecretJSON,
        {"null": True, "help_text": "What chance gave before the first turn."},
    ),
    ("game", "state", tideapi.db.encrypted.SecretJSON, {"null": True}),
    ("stage", "sealed", tideapi.db.encrypted.SecretJSON, {}),
    (
        "turn",
        "salt",
        tideapi.db.encrypted.SecretBytes,
        {"default": games.models.new_nonce, "help_text": "Hides what is private in its closing."},
    ),
    ("submission", "action", tideapi.db.encrypted.SecretJSON, {}),
    (
        "submission",
        "nonce",
        tideapi.db.encrypted.SecretBytes,
        {"default": games.models.new_nonce, "help_text": "Hides the action in its commitment."},
    ),
    ("submission", "skipped", tideapi.db.encrypted.SecretJSON, {"default": list}),
    ("standingorder", "order", tideapi.db.encrypted.SecretJSON, {}),
    ("whisper", "data", tideapi.db.encrypted.SecretJSON, {}),
]
HAS_STATE = models.CheckConstraint(
    name="game_running_has_state",
    condition=models.Q(status__in=["open", "cancelled"]) | models.Q(state__isnull=False),
)


def encrypt(apps: Any, schema_editor: Any) -> None:
    """Copy every secret into its new column."""
    for model, field, _, _ in SECRETS:
        rows = apps.get_model("games", model).objects
        for row in rows.only("pk", field).iterator():
            rows.filter(pk=row.pk).update(**{f"{field}_secret": getattr(row, field)})


class Migration(migrations.Migration):
    dependencies = [("games", "0005_log_chain")]

    operations = [
        migrations.RemoveConstraint("game", "game_running_has_state"),
        *[
            migrations.AddField(model, f"{field}_secret", kind(null=True))
            for model, field, kind, _ in SECRETS
        ],
        migrations.RunPython(encrypt, migrations.RunPython.noop),
        *[migrations.RemoveField(model, field) for model, field, _, _ in SECRETS],
        *[
            migrations.RenameField(model, f"{field}_secret", field)
            for model, field, _, _ in SECRETS
        ],
        *[
            migrations.AlterField(model, field, kind(**words))
            for model, field, kind, words in SECRETS
        ],
        migrations.AddConstraint("game", HAS_STATE),
    ]
