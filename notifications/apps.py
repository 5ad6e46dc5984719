from django.apps import AppConfig

from common.rest.error_codes import register_codes


class NotificationsConfig(AppConfig):
    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.background import archiving

        # Registering is what these imports are for: what is wrong; the tasks that listen to games, verified
        # addresses, receivers that are disabled, and apps that are ended.
        from notifications import (
            checks,
            error_codes,
            preferences,
            privacy,
            receivers,
            subscriptions,
            tasks,
        )
        from notifications.channels import register_channels
        from notifications.channels.apprise import Apprise
        from notifications.channels.chats import Discord, Matrix, Slack
        from notifications.channels.ntfy import Ntfy
        from notifications.channels.web_push import WebPush
        from notifications.delivery import outbox
        from notifications.mail.channel import Mail
        from notifications.replies import services
        from notifications.webhooks import endpoints
        from notifications.webhooks.outbox import register_webhooks
        from players.mail.letters import chosen_by

        register_codes(error_codes.CODES)
        chosen_by(preferences.chosen_language)
        register_channels(Mail(), Ntfy(), WebPush(), Discord(), Slack(), Matrix(), Apprise())
        archiving.leave_while(outbox.waits_for_rows)
        privacy.register_parts()
        outbox.register_sandbox_times()
        register_webhooks()
        services.connect_inbound()
        services.connect_tracking()
