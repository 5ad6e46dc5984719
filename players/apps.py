from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Each hears of something: of new epochs, of addresses removed or verified, of sign-ins without a
        # password.
        from players.leaving import own  # noqa: PLC0415
        from players.mail import reachable  # noqa: F401, PLC0415
        from players.pages import addresses, signing_in  # noqa: F401, PLC0415
        from players.webhooks import outbox  # noqa: F401, PLC0415

        own.enrol_all()
