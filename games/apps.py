from django.apps import AppConfig
from django.conf import settings

from common.rest.error_codes import register_codes


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Which games there are has to be known before anything that describes them is imported.
        from games.rulesets import game_package

        game_package.register_all(settings.TIDE_RULESETS)
        from games.rulesets import bots
        from players.reserved_names import reserve_bots

        reserve_bots(bots.all_names)
        # Registering is what these imports are for: what is wrong, the tasks that listen to games, and what
        # is noted of disabled webhooks and of friends.
        from games import checks, error_codes, tasks
        from games.background import sandbox
        from games.privacy import export_parts as leaving

        leaving.register_parts()
        sandbox.register_invitations()
        register_codes(error_codes.CODES)
        register_codes(error_codes.rules_codes())
        from games.lobby import account_events
