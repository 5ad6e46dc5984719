"""System checks of the environment."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register

from common.optional_packages import missing_packages

SHORTEST = 32
"""Characters of a secret key: in hexadecimal digits these are 128 bits."""
FEWEST = 5
"""Different characters, which 32 hexadecimal digits of chance do not fail to have."""

MOST_DAYS = 36_525
"""A hundred years: so many days before or after any moment of ours there is still a date."""


@register()
def check_environment(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E001: a variable cannot be read."""
    return [
        Error(f"{name} cannot be read: {why}", id="tideapi.E001")
        for name, why in settings.ENVIRONMENT_FAULTS.items()
    ]


@register()
def check_secret_key_is_set(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E002: `SECRET_KEY` is the default, outside debug."""
    if settings.DEBUG or settings.SECRET_KEY != settings.INSECURE_SECRET_KEY:
        return []
    hint = (
        "On a machine for development type `export TIDE_DEBUG=1`. Elsewhere set SECRET_KEY to what "
        "`python -c 'import secrets; print(secrets.token_urlsafe(50))'` prints."
    )
    return [Error("SECRET_KEY is the one that everybody knows.", hint=hint, id="tideapi.E002")]


@register()
def check_secret_key_strength(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E004: `SECRET_KEY` is short or simple, outside debug."""
    key = settings.SECRET_KEY
    if settings.DEBUG or key == settings.INSECURE_SECRET_KEY:
        return []
    if len(key) >= SHORTEST and len(set(key)) >= FEWEST:
        return []
    message = (
        f"SECRET_KEY has fewer than {SHORTEST} characters, or fewer than {FEWEST} different ones."
    )
    hint = "What is sealed is encrypted with it, unless TIDE_KEYS is set. Have it made by chance."
    return [Error(message, hint=hint, id="tideapi.E004")]


@register()
def check_number_ranges(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E003: a number is below its least value, or a number of days above 36525 (a hundred years)."""
    least: dict[str, float] = {
        "TIDE_SESSION_DAYS": 1,
        "TIDE_TOKEN_DAYS": 1,
        "TIDE_EXPIRED_TOKEN_RETENTION_DAYS": 0,
        "TIDE_OAUTH_ACCESS_TOKEN_MINUTES": 1,
        "TIDE_OAUTH_REFRESH_TOKEN_DAYS": 1,
        "TIDE_DELETION_GRACE_DAYS": 0,
        "TIDE_MAX_DAILY_EXPORTS_PER_PLAYER": 1,
        "TIDE_EXPORT_RETENTION_DAYS": 1,
        "TIDE_MAX_PASSWORD_HASHES_PER_PROCESS": 1,
        "TIDE_PROXY_COUNT": 0,
        "TIDE_BROKER_TIMEOUT_SECONDS": 0.001,
        "TIDE_CACHE_TIMEOUT_SECONDS": 0.001,
        "TIDE_MAX_LONG_POLLS_PER_PROCESS": 0,
        "TIDE_MAX_LONG_POLLS_PER_CALLER": 1,
        "TIDE_BODY_TIMEOUT_SECONDS": 0.1,
        "TIDE_THREADS": 1,
        "TIDE_MAX_STREAMS_PER_PROCESS": 0,
        "TIDE_MAX_STREAMS_PER_CALLER": 1,
        "TIDE_MAX_VACATION_DAYS_PER_YEAR": 0,
        "TIDE_OPEN_GAME_DAYS": 1,
        "TIDE_MAX_OPEN_GAMES_PER_PLAYER": 1,
        "TIDE_MAX_GAMES_PER_PLAYER": 1,
        "TIDE_MAX_OPEN_GAMES_PER_GUEST": 1,
        "TIDE_MAX_GAMES_PER_GUEST": 1,
        "TIDE_GUEST_IDLE_DAYS": 1,
        "TIDE_MAX_BOT_ACCOUNTS_PER_PLAYER": 0,
        "TIDE_MAX_CODES_PER_PLAYER": 0,
        "TIDE_RENAME_INTERVAL_DAYS": 0,
        "TIDE_MAX_NOTES_PER_PLAYER": 0,
        "TIDE_MAX_RELATIONS_PER_PLAYER": 1,
        "TIDE_MAX_INVITATIONS_PER_GAME": 0,
        "TIDE_MAX_INVITATION_DAYS": 1,
        "TIDE_MAX_MESSAGES_PER_GAME": 0,
        "TIDE_MAX_WEBHOOKS_PER_PLAYER": 0,
        "TIDE_WEBHOOK_INTERVAL_SECONDS": 0.1,
        "TIDE_DELIVERY_RETENTION_DAYS": 1,
        "TIDE_LETTER_INTERVAL_SECONDS": 0.1,
        "TIDE_NOTICE_INTERVAL_SECONDS": 0.1,
        "TIDE_MAX_RECEIVERS_PER_PLAYER": 0,
        "TIDE_IMAP_INTERVAL_SECONDS": 0.1,
    }
    below = [
        Error(f"{name} must be at least {lowest}.", id="tideapi.E003")
        for name, lowest in least.items()
        if getattr(settings, name) < lowest
    ]
    above = [
        Error(f"{name} must be at most {MOST_DAYS}.", id="tideapi.E003")
        for name in least
        if "_DAYS" in name and getattr(settings, name) > MOST_DAYS
    ]
    return [*below, *above]


@register(Tags.security)
def check_private_addresses(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.W001: `TIDE_PRIVATE_ADDRESSES_ENABLED` is on, outside debug."""
    if settings.DEBUG or not settings.TIDE_PRIVATE_ADDRESSES_ENABLED:
        return []
    hint = "Unset TIDE_PRIVATE_ADDRESSES_ENABLED where players are not all friends."
    message = "Players can have this server call addresses that only it can reach."
    return [checks.Warning(message, hint=hint, id="tideapi.W001")]


@register()
def check_required_email(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E005: `TIDE_EMAIL_REQUIRED` is on, and `MAIL_URL` is empty."""
    if settings.TIDE_MAIL_ENABLED or not settings.TIDE_EMAIL_REQUIRED:
        return []
    hint = "Set MAIL_URL, or unset TIDE_EMAIL_REQUIRED."
    message = "Nobody signs up without an address, and this server sends no mail."
    return [Error(message, hint=hint, id="tideapi.E005")]


@register()
def check_extras(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E006: a setting needs a package that is not installed."""
    asks = {
        "MAIL_URL": ("anymail", settings.EMAIL_BACKEND.startswith("anymail.")),
        "TIDE_APPRISE_SCHEMES": ("apprise", settings.TIDE_APPRISE_SCHEMES),
        "TIDE_PUSH_KEY": ("push", settings.TIDE_PUSH_KEY),
        "TIDE_REPLY_DOMAIN": ("mail-in", settings.TIDE_REPLY_DOMAIN),
        "TIDE_SIGN_IN_PROVIDERS": ("social", settings.TIDE_SIGN_IN_PROVIDERS),
    }
    return [
        Error(
            f"{name} asks for what is not installed: {', '.join(missing)}.",
            hint=f"Install it (docs/operators/install.md, Optional packages), or unset {name}.",
            id="tideapi.E006",
        )
        for name, (extra, is_asked) in asks.items()
        if is_asked and (missing := missing_packages(extra))
    ]


@register(Tags.security, deploy=True)
def check_allowed_hosts(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E007: `ALLOWED_HOSTS` has a `*`."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    hint = "Set ALLOWED_HOSTS to the names under which people open this server."
    return [Error("ALLOWED_HOSTS takes any name.", hint=hint, id="tideapi.E007")]


@register(Tags.security, deploy=True)
def check_mail(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.W002: `MAIL_URL` is empty, so no forgotten password is reset by a letter.

    tideapi.W003: `MAIL_FROM` is the default, and letters are sent to a mail server.
    """
    if not settings.TIDE_MAIL_ENABLED:
        hint = "Set MAIL_URL. Until then a forgotten password is reset by a recovery code only."
        return [checks.Warning("This server sends no mail.", hint=hint, id="tideapi.W002")]
    if settings.DEFAULT_FROM_EMAIL != settings.DEFAULT_MAIL_FROM:
        return []
    hint = "Set MAIL_FROM to an address of this server's own."
    return [checks.Warning("Letters come from nobody.", hint=hint, id="tideapi.W003")]


@register(Tags.security, deploy=True)
def check_contact(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.W004: `TIDE_CONTACT` is empty, and sign-up is open."""
    if settings.TIDE_CONTACT or settings.TIDE_SIGN_UP != "open":
        return []
    hint = "Set TIDE_CONTACT to an address of yours that strangers may write to."
    message = "Strangers play here, and nothing says who runs this server."
    return [checks.Warning(message, hint=hint, id="tideapi.W004")]
