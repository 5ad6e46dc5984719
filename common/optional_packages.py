"""Parts of the server that need packages of their own, by their names in `pyproject.toml`."""

from functools import cache
from importlib import metadata

PACKAGES = {
    "anymail": ("django-anymail",),
    "apprise": ("apprise",),
    "calendar": ("icalendar",),
    "mail-in": (
        "aiosmtpd",
        "authres",
        "dkimpy",
        "dnspython",
        "email-reply-parser",
        "lxml",
        "publicsuffixlist",
    ),
    "oauth": ("django-oauth-toolkit", "oauthlib"),
    "push": ("http-ece", "pyjwt"),
    "social": ("pyjwt", "requests"),
    "swagger": ("drf-spectacular-sidecar",),
}


@cache
def missing_packages(extra: str) -> tuple[str, ...]:
    """Return the packages of an extra that are not installed."""
    return tuple(one for one in PACKAGES[extra] if not _is_there(one))


def is_installed(extra: str) -> bool:
    return not missing_packages(extra)


def _is_there(package: str) -> bool:
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True
