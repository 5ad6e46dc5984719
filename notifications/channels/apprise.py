"""Services that Apprise knows, where the operator has listed them (https://github.com/caronc/apprise).

Apprise makes its requests itself, past our egress. So nobody may name a host: only services that are at one
place for all can be listed (`free_of_hosts`), and none that does something on this machine.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from common.optional_packages import is_installed
from common.rest.errors import ApiError
from common.rest.fields import CharField
from common.rest.json_codec import Json
from common.rest.serializers import Body
from notifications.channels import Channel, DeliveryError, ShownAddress
from notifications.channels.brief import build_brief, shorten_text
from notifications.notice import Notice

ON_THIS_MACHINE = frozenset(
    {"blink1", "dbus", "gio", "glib", "gnome", "kde", "macosx", "nostr", "qt", "syslog", "windows"}
)
"""What Apprise does without asking a service, or at addresses that come as an option."""
MAX_TEXT_LENGTH = 1000


class AppriseAddress(Body):
    url = CharField(
        max_length=500,
        pattern=r"^[a-z0-9]+://[!-~]+$",
        help_text="An address as Apprise writes it, of a service that this server allows.",
    )


class Apprise(Channel):
    name = "apprise"
    form = AppriseAddress

    def offered(self) -> Json | None:
        allowed = settings.TIDE_APPRISE_SCHEMES
        return {"schemes": sorted(allowed)} if allowed and is_installed("apprise") else None

    def check(self, address: Json) -> Json:
        offered = self.offered()
        if offered is None:
            raise ApiError("channel_off", "This server sends nothing by Apprise.")
        if _scheme(address) not in offered["schemes"]:
            message = _("This server sends to {names} alone.").format(
                names=", ".join(offered["schemes"])
            )
            raise ApiError("not_a_choice", message, "/url")
        if _find_service(address["url"]) is None:
            raise ApiError("invalid_url", "Apprise does not know this address.", "/url")
        return address

    def shown(self, address: Json) -> ShownAddress:
        return {"url": f"{_scheme(address)}://"}

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        # Asked again: the operator may have listed fewer since.
        listed = _scheme(address) in settings.TIDE_APPRISE_SCHEMES
        service = _find_service(address["url"]) if listed and is_installed("apprise") else None
        if service is None:
            raise DeliveryError("This server no longer sends there.", permanent=True)
        for notice in notices:
            brief = build_brief(notice)
            body = "\n".join(
                one for one in (shorten_text(brief.text, MAX_TEXT_LENGTH), brief.url) if one
            )
            if not service.notify(
                title=shorten_text(brief.title, MAX_TEXT_LENGTH), body=body, body_format="text"
            ):
                raise DeliveryError("The service has not taken it.")


def free_of_hosts(scheme: str) -> bool:
    """Return whether a service has one host for all, so that no player chooses the host."""
    if scheme in ON_THIS_MACHINE:
        return False
    known = _load_services()
    return scheme in known and not any("{host}" in form for form in known[scheme].templates)


def _scheme(address: Json) -> str:
    return str(address["url"]).partition("://")[0]


def _find_service(url: str) -> Any:
    """Return Apprise's service for an address; None where it knows none, or may not be used."""
    import apprise  # noqa: PLC0415  It takes seconds, and few servers have it.

    if not free_of_hosts(url.partition("://")[0]):
        return None
    return apprise.Apprise.instantiate(url, suppress_exceptions=True)


def _load_services() -> Any:
    from apprise.manager_plugins import NotificationManager  # noqa: PLC0415

    found = NotificationManager()
    found.load_modules()
    return found
