from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from common.rest.error_codes import register_codes


def make_group(**_: Any) -> None:
    """Make the group of moderators once; its rights are the operator's to change."""
    from django.contrib.auth.models import Group, Permission

    if not Group.objects.filter(name="Moderators").exists():
        group = Group.objects.create(name="Moderators")
        group.permissions.set(Permission.objects.filter(codename="moderate"))


class PlayersConfig(AppConfig):
    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Each hears of something: of new epochs, of addresses removed or verified, of sign-ins without a
        # password.
        from allauth.usersessions.models import UserSession

        from common.db.digested import DigestField
        from players import backend, error_codes, sandbox
        from players.mail import reachable, transport
        from players.privacy import export_parts

        post_migrate.connect(make_group, sender=self)
        register_codes(error_codes.CODES)
        export_parts.register_parts()
        sandbox.register_own()
        transport.use_server_name()
        # allauth's list of a player's sessions has their keys as well, and no setting for its table.
        UserSession._meta.get_field("session_key").__class__ = DigestField  # noqa: SLF001  Public by documentation.
