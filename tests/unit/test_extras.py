"""The server without the packages of its extras: it starts, and says which of them a setting asks for."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from django.urls import resolve

from common.optional_packages import PACKAGES, is_installed

ROOT = Path(__file__).parents[2]
OF_OTHERS = {"embedded", "otel"}
"""Extras that the local runner and the environment of OpenTelemetry decide about."""
CALENDAR = f"/calendar/{'a' * 43}.ics"
SWAGGER = "/api/swagger/"
OF_APPS = (
    *("/oauth/authorize", "/oauth/token", "/oauth/register", "/oauth/device"),
    *("/account/apps/", "/.well-known/oauth-authorization-server"),
)
WITHOUT = """
import importlib, json, re, sys
from importlib import metadata
from common.optional_packages import PACKAGES

hidden = {one for some in PACKAGES.values() for one in some}
# Others need it too, so it is there.
imported = hidden - {"requests"}
for module, packages in metadata.packages_distributions().items():
    if imported & {re.sub("[-_.]+", "-", one).lower() for one in packages}:
        sys.modules[module] = None

def distribution(name, there=metadata.distribution):
    if name in hidden:
        raise metadata.PackageNotFoundError(name)
    return there(name)

metadata.distribution = distribution

import django
django.setup()
from django.core.checks import run_checks
from django.urls import resolve
faults = [[one.id, one.msg] for one in run_checks() if not one.is_silenced()]
if not faults:
    # The tables are the same, whatever is installed.
    from django.core.management import call_command
    call_command("makemigrations", "--check", "--dry-run")
    importlib.import_module("tideapi.asgi")
importlib.import_module("tideapi.celery").app.loader.import_default_modules()
from notifications.channels import CHANNELS

print(json.dumps({
    "faults": faults,
    "places": {path: resolve(path).func.__module__ for path in sys.argv[1:]},
    "offered": sorted(name for name, one in CHANNELS.items() if one.offered() is not None),
}))
"""
KEY = "oq2KODD0mtBHPzW3kBLGQFv2BG-RTVQyzdlV_-xRXvY"
CLUB = {
    "id": "club",
    "name": "Club",
    "server": "https://c.example",
    "client_id": "a",
    "secret": "b",
}
ASKED = {
    "MAIL_URL": "anymail://postmark?server_token=x",
    "TIDE_APPRISE_SCHEMES": "tgram",
    "TIDE_PUSH_KEY": KEY,
    "TIDE_REPLY_DOMAIN": "play.tide.example",
    "TIDE_SIGN_IN_PROVIDERS": json.dumps([CLUB]),
}


def started(**environment: str) -> dict[str, Any]:
    """What the server says of itself in a process that has no extra."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            WITHOUT,
            CALENDAR,
            SWAGGER,
            *OF_APPS,
            "/account/tokens/",
            "/session/token",
        ],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def test_extras_have_the_packages_that_are_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {
        extra: tuple(re.split(r"[\[<>=]", one)[0] for one in needed)
        for extra, needed in project["optional-dependencies"].items()
        if extra not in OF_OTHERS
    }
    assert named == PACKAGES
    optional = {one for some in PACKAGES.values() for one in some}
    assert not optional & {re.split(r"[\[<>= ]", one)[0] for one in project["dependencies"]}


def test_the_server_starts_without_any_extra() -> None:
    said = started()
    assert said["faults"] == []
    assert said["places"] == {
        **dict.fromkeys([CALENDAR, SWAGGER, *OF_APPS], "tideapi.urls"),  # where nothing is
        "/account/tokens/": "players.pages.views",
        "/session/token": "players.page_session",
    }
    for extra, addresses in (("calendar", [CALENDAR]), ("oauth", OF_APPS), ("swagger", [SWAGGER])):
        there = {resolve(address).func.__module__ != "tideapi.urls" for address in addresses}
        assert there == {is_installed(extra)}
    assert {"ntfy", "discord"} <= set(said["offered"])
    assert not {"web_push", "apprise"} & set(said["offered"])


def test_a_setting_that_asks_for_an_extra_is_told_what_is_missing() -> None:
    said = started(**ASKED)
    missing = {text.split()[0]: text for id_, text in said["faults"] if id_ == "tideapi.E006"}
    assert set(missing) == set(ASKED)
    assert "aiosmtpd, authres, dkimpy" in missing["TIDE_REPLY_DOMAIN"]
    assert not {"web_push", "apprise"} & set(said["offered"])
