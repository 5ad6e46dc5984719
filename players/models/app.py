"""Apps of third parties, and this server's table: OAuth 2 clients, as django-oauth-toolkit requires."""

import base64
import re
import secrets
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.crypto import get_random_string

from common.db.encrypted import SecretBytes
from players.models.oauth_bases import AbstractApplication

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
HOST = re.compile(r"[a-z0-9.-]+|[0-9a-f:.]+")
"""A name or an address, of IPv6 without its brackets."""
PRIVATE_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
"""The scheme of a native app: a domain in reverse, as in RFC 8252, section 7.1."""
TABLE = "table"
"""The client id of the table that this server serves: `players.page_session`. It has no flow of its own."""
MAX_NAME_LENGTH = 60
NAME_WANTED = f"A name has at most {MAX_NAME_LENGTH} characters that can be shown."
MAX_URI_LENGTH = 500
MAX_URIS = 10
URIS_WANTED = (
    f"At most {MAX_URIS} addresses without fragment, each with https, with http on the same device, "
    "or with a scheme of the app's own such as com.example.board."
)


def new_client_id() -> str:
    return get_random_string(40)


def new_webhook_secret() -> bytes:
    return secrets.token_bytes(32)


def show_webhook_secret(secret: bytes) -> str:
    """Return a secret in the form that its receiver gets, as Standard Webhooks define it."""
    return f"whsec_{base64.b64encode(secret).decode()}"


class App(AbstractApplication, models.Model):  # type: ignore[misc]  # noqa: DJ008  It has the library's.
    """A program that acts for players. No app has a secret, because every copy would contain it."""

    CLIENT_PUBLIC = "public"
    GRANT_AUTHORIZATION_CODE = "authorization-code"
    GRANT_DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
    FLOWS = (
        (GRANT_AUTHORIZATION_CODE, "Authorization code"),
        (GRANT_DEVICE_CODE, "Device Code"),
    )

    class RegistrationSource(models.TextChoices):
        MANUAL = "manual", "Manual"
        DCR = "dcr", "Dynamic Client Registration"
        CIMD = "cimd", "Client ID Metadata Document"

    id = models.BigAutoField(primary_key=True)
    client_id = models.CharField(max_length=255, unique=True, default=new_client_id)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="%(app_label)s_%(class)s",
    )
    redirect_uris = models.TextField(blank=True, help_text="Allowed URIs list, space separated")
    post_logout_redirect_uris = models.TextField(blank=True, default="")
    client_type = models.CharField(max_length=32, choices=((CLIENT_PUBLIC, "Public"),))
    authorization_grant_type = models.CharField(max_length=44, choices=FLOWS)
    client_secret = models.CharField(max_length=255, blank=True, default="", db_index=True)
    hash_client_secret = models.BooleanField(default=False)
    name = models.CharField(max_length=255, blank=True)
    skip_authorization = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    algorithm = models.CharField(max_length=5, default="", blank=True)
    allowed_origins = models.TextField(blank=True, default="")
    registration_source = models.CharField(
        max_length=32, choices=RegistrationSource.choices, default=RegistrationSource.MANUAL
    )
    cimd_expires_at = models.DateTimeField(null=True, blank=True, default=None)
    device_flow = models.BooleanField(
        default=False,
        db_default=False,
        help_text="It may sign in by device code too, whatever else it does.",
    )

    webhook_url = models.CharField(
        max_length=500,
        blank=True,
        default="",
        db_default="",
        help_text="Where the events of all its players are sent; empty for nowhere.",
    )
    webhook_secret = SecretBytes(null=True, editable=False)

    def save(self, *args: Any, **more: Any) -> None:
        self.client_type, self.client_secret, self.hash_client_secret = "public", "", False
        super().save(*args, **more)

    @transaction.atomic
    def delete(self, *args: Any, **more: Any) -> tuple[int, dict[str, int]]:
        """Delete the app with all that it holds. A code that is exchanged at that moment is refused."""
        App.objects.select_for_update().filter(pk=self.pk).values_list("pk").first()
        self.delete_webhooks()
        found: tuple[int, dict[str, int]] = super().delete(*args, **more)
        return found

    def delete_webhooks(self) -> None:
        """Delete the webhooks of its players, under the locks that writers of messages hold."""
        list(self.webhooks.select_for_update().order_by("pk").values_list("pk"))
        self.webhooks.all().delete()

    def clean(self) -> None:
        """Raise `ValidationError` by field, for the admin and for apps that register themselves."""
        super().clean()
        faults: dict[str, list[str]] = {}
        if self.authorization_grant_type not in dict(self.FLOWS):
            message = "An app signs people in by authorization code or by device code."
            faults["authorization_grant_type"] = [message]
        if not is_name(self.name):
            faults["name"] = [NAME_WANTED]
        uris = self.redirect_uris.split()
        if len(uris) > MAX_URIS or not all(map(is_safe, uris)):
            faults["redirect_uris"] = [URIS_WANTED]
        if faults:
            raise ValidationError({name: list(message) for name, message in faults.items()})

    def redirect_uri_allowed(self, uri: str) -> bool:
        if self.client_id == TABLE:
            return False
        return is_safe(uri) and bool(super().redirect_uri_allowed(uri))

    def get_allowed_schemes(self) -> set[str]:
        own = {urlsplit(uri).scheme for uri in self.redirect_uris.split() if is_safe(uri)}
        return own | set(super().get_allowed_schemes())

    def allows_grant_type(self, *grant_types: str) -> bool:
        if self.client_id == TABLE:
            return False  # Its tokens come from the session of its browser alone.
        also = self.device_flow and self.GRANT_DEVICE_CODE in grant_types
        return also or bool(super().allows_grant_type(*grant_types))

    @property
    def vouched(self) -> bool:
        """Return whether the operator has entered it; all others describe themselves."""
        return bool(self.registration_source == self.RegistrationSource.MANUAL)


def is_name(text: str) -> bool:
    """Return whether an app can have this name, or none."""
    return len(text) <= MAX_NAME_LENGTH and text.isprintable()


def is_safe(uri: str) -> bool:
    """Return whether a redirect address is confidential on the way and clear about its target."""
    try:
        parts = urlsplit(uri)
        origin_of(uri)
    except ValueError:
        return False
    if len(uri) > MAX_URI_LENGTH or not uri.isprintable():
        return False
    # What stands before an @ looks like the host; and a backslash ends the host for browsers alone.
    if "@" in parts.netloc or "\\" in uri or "#" in uri:
        return False
    if PRIVATE_SCHEME.fullmatch(parts.scheme):
        return not parts.netloc and parts.path.startswith("/")
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


def origin_of(uri: str) -> str:
    """Return scheme, host and port of an address.

    Of a scheme of the app's own it is the scheme. It stands in a page's Content-Security-Policy. Raises
    `ValueError` for an invalid host or port.
    """
    parts = urlsplit(uri)
    if PRIVATE_SCHEME.fullmatch(parts.scheme) and not parts.netloc:
        return f"{parts.scheme}:"
    host, port = parts.hostname or "", parts.port
    if not HOST.fullmatch(host):
        raise ValueError("A host has letters, digits, dots and hyphens.")
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")
