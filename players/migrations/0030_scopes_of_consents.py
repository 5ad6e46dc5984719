from django.db import migrations

# Before 0028 the access token alone had the scope.
SCOPES = """
UPDATE players_apprefresh refresh SET scope = token.scope
FROM players_apptoken token
WHERE token.id = refresh.access_token_id AND refresh.scope = '';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0029_kept_answers_by_key"),
    ]

    operations = [
        migrations.RunSQL(SCOPES, migrations.RunSQL.noop),
    ]
