from django.apps import AppConfig

from common.rest.error_codes import register_codes


class NotificationsConfig(AppConfig):
    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.background import archiving  # noqa: PLC0415

        # Registering is what these imports are for: what is wrong; the tasks that listen to games, verified
        # addresses, receivers that are disabled, and apps that are ended.
        from notifications import (  # noqa: F401, PLC0415
            checks,
            error_codes,
            preferences,
            privacy,
            receivers,
            subscriptions,
            tasks,
        )
        from notifications.channels import register_channels  # noqa: PLC0415
        from notifications.channels.apprise import Apprise  # noqa: PLC0415
        from notifications.channels.discord import Discord  # noqa: PLC0415
        from notifications.channels.matrix import Matrix  # noqa: PLC0415
        from notifications.channels.ntfy import Ntfy  # noqa: PLC0415
        from notifications.channels.slack import Slack  # noqa: PLC0415
        from notifications.channels.web_push import WebPush  # noqa: PLC0415
        from notifications.delivery import outbox  # noqa: PLC0415
        from notifications.mail.channel import Mail  # noqa: PLC0415
        from notifications.replies import services  # noqa: PLC0415
        from notifications.webhooks import endpoints  # noqa: F401, PLC0415
        from notifications.webhooks.outbox import register_webhooks  # noqa: PLC0415
        from players.mail.letters import chosen_by  # noqa: PLC0415

        register_codes(error_codes.CODES)
        chosen_by(preferences.chosen_language)
        register_channels(Mail(), Ntfy(), WebPush(), Discord(), Slack(), Matrix(), Apprise())
        archiving.leave_while(outbox.waits_for_rows)
        privacy.register_parts()
        outbox.register_notices()
        register_webhooks()
        services.connect_inbound()
        services.connect_tracking()
