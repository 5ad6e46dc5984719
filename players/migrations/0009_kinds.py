"""Guests, accounts of bots, what names look like, and what is shown of a profile."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import players.models.player
from django.conf import settings
from django.db import migrations, models


# The same as `players.reserved_names.username_look`.
LOOKS = """
CREATE FUNCTION player_look(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT replace(replace(translate(lower(name COLLATE "C"), 'i10_', 'llo-'), 'm', 'rn'), 'vv', 'w')
$$;

CREATE FUNCTION player_has_look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' OR NEW.username IS DISTINCT FROM OLD.username THEN
        NEW.look := player_look(NEW.username);
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER player_has_look BEFORE INSERT OR UPDATE OF username ON players_player
FOR EACH ROW EXECUTE FUNCTION player_has_look();
"""
NO_LOOKS = """
DROP TRIGGER player_has_look ON players_player;
DROP FUNCTION player_has_look();
DROP FUNCTION player_look(text);
"""

# Of names that look alike the first has the look; the others stay without one.
FIRST_COME = """
UPDATE players_player SET look = first.look
FROM (
    SELECT DISTINCT ON (player_look(username)) id, player_look(username) AS look
    FROM players_player ORDER BY player_look(username), id
) first
WHERE first.id = players_player.id
"""

BOTS = """
CREATE FUNCTION player_ends_bots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE players_player SET epoch = epoch + 1 WHERE bot_of_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER player_ends_bots AFTER UPDATE OF password, is_active, epoch ON players_player
FOR EACH ROW
WHEN (NEW.epoch <> OLD.epoch)
EXECUTE FUNCTION player_ends_bots();
"""
NO_BOTS = """
DROP TRIGGER player_ends_bots ON players_player;
DROP FUNCTION player_ends_bots();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("players", "0008_leaving"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptName",
            fields=[
                (
                    "digest",
                    models.BinaryField(
                        help_text="A hash of what the name looks like, with a key.",
                        max_length=32,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("until", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RemoveIndex(
            model_name="player",
            name="player_by_name",
        ),
        migrations.AddField(
            model_name="player",
            name="bot_of",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="bots",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="kind",
            field=models.CharField(
                choices=[("person", "Person"), ("guest", "Guest"), ("bot", "Bot")],
                default="person",
                editable=False,
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="look",
            field=models.CharField(
                editable=False,
                help_text="What the username looks like; the database writes it.",
                max_length=300,
                null=True,
                unique=True,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="renamed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="shows",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=20),
                blank=True,
                default=players.models.player.all_parts,
                help_text="What others see of the public profile.",
                size=None,
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                django.db.models.functions.comparison.Collate(
                    django.db.models.functions.text.Lower("username"), "C"
                ),
                condition=models.Q(("is_active", True), models.Q(("kind", "guest"), _negated=True)),
                name="player_by_name",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                models.F("date_joined"),
                condition=models.Q(("is_active", True), ("kind", "guest")),
                name="player_guests",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot_of__isnull", True), ("kind__in", ["person", "guest"])),
                    models.Q(("bot_of__isnull", False), ("kind", "bot")),
                    _connector="OR",
                ),
                name="player_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="keptname",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="kept_names",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunSQL(LOOKS, NO_LOOKS),
        migrations.RunSQL(FIRST_COME, migrations.RunSQL.noop),
        migrations.RunSQL(BOTS, NO_BOTS),
    ]
