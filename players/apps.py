from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from players.webhooks import outbox  # noqa: F401, PLC0415  It hears of new epochs.
