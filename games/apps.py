from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Registering is what these imports are for: what is wrong, and what is noted of disabled webhooks.
        from games import checks  # noqa: F401, PLC0415
        from games.feeds import webhooks  # noqa: F401, PLC0415
