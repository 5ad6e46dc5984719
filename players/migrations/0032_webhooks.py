"""Webhooks go to `notifications`, with their tables, content types and rights."""

from django.db import migrations

MOVED = ("webhook", "delivery", "attempt", "noticecursor")

ENDS_WEBHOOKS = """
CREATE OR REPLACE FUNCTION player_ends_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE {table} SET enabled = false, disabled_at = now(), disabled_why = 'signed_out'
    WHERE player_id = NEW.id AND enabled;
    RETURN NULL;
END
$$;
"""
CONTENT_TYPES = """
UPDATE django_content_type SET app_label = '{new}'
WHERE app_label = '{old}' AND model IN ('webhook', 'delivery', 'attempt', 'noticecursor');
"""


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("players", "0031_names_of_models"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                *(migrations.AlterModelTable(name, f"notifications_{name}") for name in MOVED),
                migrations.RunSQL(
                    ENDS_WEBHOOKS.format(table="notifications_webhook"),
                    ENDS_WEBHOOKS.format(table="players_webhook"),
                ),
                migrations.RunSQL(
                    CONTENT_TYPES.format(old="players", new="notifications"),
                    CONTENT_TYPES.format(old="notifications", new="players"),
                ),
            ],
            state_operations=[
                migrations.DeleteModel(name)
                for name in ("Attempt", "Delivery", "Webhook", "NoticeCursor")
            ],
        ),
    ]
