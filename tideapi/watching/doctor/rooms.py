"""Checks of the settings alone."""

from collections.abc import Iterator
from typing import Literal

from django.conf import settings
from django.core.checks import ERROR, WARNING, run_checks

from tideapi.watching.doctor.findings import Finding


def settings_are_sound() -> Iterator[Finding]:
    """Run Django's system checks, with those for a deployment where this is one."""
    for one in run_checks(include_deployment_checks=not settings.DEBUG):
        if one.level >= WARNING and not one.is_silenced():
            hint = one.hint or "Correct the setting."
            level: Literal["error", "warning"] = "error" if one.level >= ERROR else "warning"
            yield Finding(one.id or "check", str(one.msg), hint, level)


def names_are_named() -> Iterator[Finding]:
    if not settings.DEBUG and "*" in settings.ALLOWED_HOSTS:
        said = (
            "ALLOWED_HOSTS takes every name, so a stranger can make letters link to another server."
        )
        yield Finding("any-host", said, "Name the names under which this server is called.")


def links_are_encrypted() -> Iterator[Finding]:
    if not settings.DEBUG and settings.TIDE_URL.startswith("http:"):
        said = f"TIDE_URL is {settings.TIDE_URL}: links in mails lead to a page without TLS."
        what = "Put TLS in front, and set TIDE_URL to https://…."
        yield Finding("links-without-tls", said, what, "warning")
