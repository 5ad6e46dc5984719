"""The admin shows games that were set aside by a filter, and needs no model for them."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0017_answers_by_game")]

    operations = [migrations.DeleteModel("SetAside")]
