"""System checks of the environment."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as Doubt

from tideapi.extras import missing_packages

SHORTEST = 32
"""Characters of a secret key: in hexadecimal digits these are 128 bits."""
FEWEST = 5
"""Different characters, which 32 hexadecimal digits of chance do not fail to have."""

MOST_DAYS = 36_525
"""A hundred years: so many days before or after any moment of ours there is still a date."""


@register()
def environment_is_readable(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E001: every variable has a value that can be read."""
    return [
        Error(f"{name} cannot be read: {why}", id="tideapi.E001")
        for name, why in settings.ENVIRONMENT_FAULTS.items()
    ]


@register()
def secret_is_secret(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E002: outside debug the secret key is one of the operator's own."""
    if settings.DEBUG or settings.SECRET_KEY != settings.INSECURE_SECRET_KEY:
        return []
    hint = "Set SECRET_KEY to a long random text, or TIDE_DEBUG=1 on a machine for development."
    return [Error("SECRET_KEY is the one that everybody knows.", hint=hint, id="tideapi.E002")]


@register()
def secret_cannot_be_guessed(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E004: outside debug nobody finds the secret key by trying."""
    key = settings.SECRET_KEY
    if settings.DEBUG or key == settings.INSECURE_SECRET_KEY:
        return []
    if len(key) >= SHORTEST and len(set(key)) >= FEWEST:
        return []
    said = (
        f"SECRET_KEY has fewer than {SHORTEST} characters, or fewer than {FEWEST} different ones."
    )
    hint = "What is sealed is encrypted with it, unless TIDE_KEYS is set. Have it made by chance."
    return [Error(said, hint=hint, id="tideapi.E004")]


@register()
def limits_leave_room(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E003: numbers that have a least value are not below it, and days are not beyond all dates."""
    least: dict[str, float] = {
        "TIDE_SESSION_DAYS": 1,
        "TIDE_TOKEN_DAYS": 1,
        "TIDE_TOKENS_KEPT_DAYS": 0,
        "TIDE_OAUTH_MINUTES": 1,
        "TIDE_OAUTH_DAYS": 1,
        "TIDE_ENDING_DAYS": 0,
        "TIDE_EXPORTS_EACH": 1,
        "TIDE_EXPORTS_DAYS": 1,
        "TIDE_HASHES": 1,
        "TIDE_PROXIES": 0,
        "TIDE_BROKER_WITHIN": 0.001,
        "TIDE_CACHE_WITHIN": 0.001,
        "TIDE_LONG_POLLS": 0,
        "TIDE_LONG_POLLS_EACH": 1,
        "TIDE_BODY_SECONDS": 0.1,
        "TIDE_THREADS": 1,
        "TIDE_STREAMS": 0,
        "TIDE_STREAMS_EACH": 1,
        "TIDE_VACATION_DAYS": 0,
        "TIDE_OPEN_DAYS": 1,
        "TIDE_OPEN_GAMES_EACH": 1,
        "TIDE_GAMES_EACH": 1,
        "TIDE_GUEST_OPEN_GAMES_EACH": 1,
        "TIDE_GUEST_GAMES_EACH": 1,
        "TIDE_GUEST_DAYS": 1,
        "TIDE_BOT_ACCOUNTS_EACH": 0,
        "TIDE_RENAME_DAYS": 0,
        "TIDE_NOTES_EACH": 0,
        "TIDE_PEOPLE_EACH": 1,
        "TIDE_INVITATIONS_A_GAME": 0,
        "TIDE_INVITATION_DAYS": 1,
        "TIDE_MESSAGES_A_GAME": 0,
        "TIDE_WEBHOOKS_PER_PLAYER": 0,
        "TIDE_WEBHOOKS_EVERY": 0.1,
        "TIDE_WEBHOOKS_DAYS": 1,
        "TIDE_LETTERS_EVERY": 0.1,
        "TIDE_NOTICES_EVERY": 0.1,
        "TIDE_RECEIVERS_EACH": 0,
        "TIDE_IMAP_EVERY": 0.1,
    }
    below = [
        Error(f"{name} must be at least {lowest}.", id="tideapi.E003")
        for name, lowest in least.items()
        if getattr(settings, name) < lowest
    ]
    above = [
        Error(f"{name} must be at most {MOST_DAYS}.", id="tideapi.E003")
        for name in least
        if name.endswith("_DAYS") and getattr(settings, name) > MOST_DAYS
    ]
    return [*below, *above]


@register(Tags.security)
def webhooks_stay_outside(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.W001: outside debug webhooks reach public addresses only."""
    if settings.DEBUG or not settings.TIDE_WEBHOOKS_PRIVATE:
        return []
    hint = "Unset TIDE_WEBHOOKS_PRIVATE where players are not all friends."
    said = "Players can have this server call addresses that only it can reach."
    return [Doubt(said, hint=hint, id="tideapi.W001")]


@register()
def letters_arrive(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E005: who has to give an address can be sent the letter that verifies it."""
    if settings.TIDE_MAILS or not settings.TIDE_EMAIL_NEEDED:
        return []
    hint = "Set MAIL_URL, or unset TIDE_EMAIL_NEEDED."
    said = "Nobody signs up without an address, and this server sends no mail."
    return [Error(said, hint=hint, id="tideapi.E005")]


@register()
def extras_are_installed(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E006: what a setting asks for has its packages."""
    asks = {
        "MAIL_URL": ("anymail", settings.EMAIL_BACKEND.startswith("anymail.")),
        "TIDE_APPRISE_SCHEMES": ("apprise", settings.TIDE_APPRISE_SCHEMES),
        "TIDE_PUSH_KEY": ("push", settings.TIDE_PUSH_KEY),
        "TIDE_REPLY_DOMAIN": ("mail-in", settings.TIDE_REPLY_DOMAIN),
        "TIDE_SIGN_IN_WITH": ("social", settings.TIDE_SIGN_IN_WITH),
    }
    return [
        Error(
            f"{name} asks for what is not installed: {', '.join(missing)}.",
            hint=f"Install it (docs/operators.md, Optional packages), or unset {name}.",
            id="tideapi.E006",
        )
        for name, (extra, is_asked) in asks.items()
        if is_asked and (missing := missing_packages(extra))
    ]


@register(Tags.security, deploy=True)
def hosts_are_named(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.E007: the server answers to its own names alone."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    hint = "Set ALLOWED_HOSTS to the names under which people open this server."
    return [Error("ALLOWED_HOSTS takes any name.", hint=hint, id="tideapi.E007")]


@register(Tags.security, deploy=True)
def mail_is_sent(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """tideapi.W002, W003: a forgotten password is reset by a letter, and people see whom it is from."""
    if not settings.TIDE_MAILS:
        hint = "Set MAIL_URL. Until then a forgotten password is reset by a recovery code only."
        return [Doubt("This server sends no mail.", hint=hint, id="tideapi.W002")]
    if settings.DEFAULT_FROM_EMAIL != settings.NOBODYS_ADDRESS:
        return []
    hint = "Set MAIL_FROM to an address of this server's own."
    return [Doubt("Letters come from nobody.", hint=hint, id="tideapi.W003")]
