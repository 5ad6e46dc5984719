"""Each command of the two files, run as written: with the image's files, its packages and its environment."""

import json
import os
import re
import smtplib
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import sleep

import psycopg
import pytest

from tests.system.docker.shipped import copy_context, make_environment
from tests.system.local.project import eventually
from tests.unit.docker.files import DOCKERFILE, Image, compose
from tests.unit.docker.test_files import SECRETS
from tideapi.local.postgres import Postgres
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tideapi.local.up import ready
from tideapi.local.valkey import Valkey, free_port

IMAGE = Image()
SERVICES = compose(SECRETS)
SAID_BY_CHECKS = re.compile(r"$|System check|[A-Z]+:$|\?: |\tHINT: ")
"""What Django writes past the log when a process starts and a check has something to say."""
SAID_TO_ROOT = re.compile(
    r".*SecurityWarning: |absolutely not recommended!|Please specify a |User information: |  \w"
)
"""What Celery writes past it where these tests are root's; in a container nobody is."""

LOAD_COMMANDS = """
from django.core.management import ManagementUtility, get_commands, load_command_class
ManagementUtility(["manage.py", "version"]).execute()
for name, app in get_commands().items():
    load_command_class(app, name).create_parser("manage.py", name)
"""
"""Import every command, those of libraries too, and make what reads its options."""


class Containers:
    """The services without containers: the same files, packages, commands and settings, other addresses."""

    def __init__(self, folder: Path, reaper: Reaper) -> None:
        self.folder = folder
        self.root = folder / "srv"
        copy_context(self.root)
        self.packages = make_environment(folder / "venv", "server")
        # In the stage of what is handed out; the libraries beside it are not built here.
        assert "RUN python -m packages.verify.build \\\n" in DOCKERFILE.read_text()
        python = self.packages / "bin/python"
        subprocess.run([python, "-m", "packages.verify.build"], cwd=self.root, check=True)
        for line in IMAGE.all("RUN")[1:]:  # the first makes an account
            words = line.split()
            subprocess.run(
                [self.packages / "bin" / words[0], *words[1:]], cwd=self.root, check=True
            )
        self.reaper = reaper
        self.port = free_port()
        self.mail_port = free_port()
        self.postgres = Postgres(folder, reaper, durable=False)
        self.valkey = Valkey(folder, reaper, durable=False)
        self.started: list[Process] = []
        # In our own PostgreSQL superuser and database have the names that the composition's role has.
        self.url = (
            self.postgres.url.removesuffix("tide").replace("//tide@", "//player:one@") + "game"
        )

    def environment(self, service: str) -> dict[str, str]:
        """The image's, then the service's; only what the machine has and a container has not."""
        programs = f"{self.packages / 'bin'}:{os.environ['PATH']}"
        settings = {**IMAGE.environment, **SERVICES[service]["environment"]}
        if "SUPERUSER_URL" in settings:
            settings["SUPERUSER_URL"] = self.postgres.url.removesuffix("tide") + "postgres"
        return {
            **settings,
            "PATH": programs,
            "PYTHONPATH": str(self.root),
            "PYTHONWARNINGS": "",
            "HOME": str(self.folder),
            "GRANIAN_HOST": "127.0.0.1",
            "GRANIAN_PORT": str(self.port),
            "DATABASE_URL": self.url,
            "BROKER_URL": self.valkey.url,
        }

    def command(self, service: str) -> list[str]:
        written = [str(part) for part in SERVICES[service].get("command", IMAGE.command)]
        ours = {"/tmp/": f"{self.folder}/", "0.0.0.0:8024": f"127.0.0.1:{self.mail_port}"}
        for theirs, here in ours.items():
            written = [part.replace(theirs, here) for part in written]
        return written

    def process(self, service: str, name: str, **more: str) -> Process:
        """A service as a process under this name, not started yet; `more` is added to its environment."""
        return Process(
            name,
            ["env", *self.command(service)],  # it looks for programs in the service's own PATH
            log=self.folder / f"{name}.log",
            reaper=self.reaper,
            env=self.environment(service) | more,
            cwd=self.root,
        )

    def start(self, service: str, **more: str) -> Process:
        process = self.process(service, service, **more)
        process.start()
        self.started.append(process)
        return process

    def run(
        self, service: str, command: list[str], **more: str
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["env", *command],
            env=self.environment(service) | more,
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )


@pytest.fixture(scope="module")
def containers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Containers]:
    """All of them started, in the order of `depends_on`."""
    reaper = Reaper()
    containers = Containers(tmp_path_factory.mktemp("containers"), reaper)
    containers.postgres.start()
    containers.valkey.start()
    migrate = containers.start("migrate")
    assert migrate.wait(120) == 0, migrate.tail()
    for service in ("web", "worker", "hooks", "thinkers", "beat"):
        containers.start(service)
    containers.start("mailin", TIDE_REPLY_DOMAIN="play.tide.example")
    yield containers
    for process in containers.started:
        process.stop()
    containers.valkey.stop()
    containers.postgres.stop()
    reaper.close()


def test_the_migrations_have_run(containers: Containers) -> None:
    with psycopg.connect(containers.url) as connection:
        found = connection.execute("SELECT count(*) FROM django_migrations").fetchone()
    assert found is not None
    assert found[0] > 0


def test_every_command_of_an_operator_runs_in_the_image(containers: Containers) -> None:
    listed = containers.run("web", ["python", "manage.py", "help", "--commands"])
    assert listed.returncode == 0, listed.stderr
    assert {"migrate", "createsuperuser", "mailin", "doctor"} <= set(listed.stdout.split())
    loaded = containers.run(
        "web", ["python", "-c", LOAD_COMMANDS], DJANGO_SETTINGS_MODULE="tideapi.settings"
    )
    assert loaded.returncode == 0, loaded.stderr
    for command in (
        ["check", "--deploy"],
        ["createsuperuser", "--no-input", "--username", "harbour"],
        ["mailin", "--help"],
    ):
        done = containers.run(
            "web",
            ["python", "manage.py", *command],
            DJANGO_SUPERUSER_PASSWORD="rock-pool-and-anemone",  # For this test alone.
        )
        assert done.returncode == 0, done.stderr
    with psycopg.connect(containers.url) as connection:
        found = connection.execute("SELECT username FROM players_player WHERE is_superuser")
        assert found.fetchall() == [("harbour",)]


def test_the_application_is_no_superuser_and_owns_its_database_alone(
    containers: Containers,
) -> None:
    with psycopg.connect(containers.url, autocommit=True) as connection:
        found = connection.execute(
            "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls,"
            " rolname = current_user FROM pg_roles WHERE rolname = 'player'"
        )
        assert found.fetchone() == (False, True)
        owners = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"
        assert connection.execute(owners).fetchall() == [("player",)]
        for forbidden in (
            "CREATE ROLE another",
            "CREATE DATABASE another",
            "COPY (SELECT 1) TO PROGRAM 'cat'",
            "SELECT pg_read_file('postgresql.conf')",
            "SELECT rolpassword FROM pg_authid",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(forbidden.encode())
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(containers.url.removesuffix("game") + "postgres")


def test_a_password_of_the_database_is_changed_by_writing_another_one_down(
    containers: Containers,
) -> None:
    kept = "SELECT rolpassword FROM pg_authid WHERE rolname IN ('player', 'tide') ORDER BY rolname"
    with psycopg.connect(containers.postgres.url, autocommit=True) as superuser:
        (before,), (none,) = superuser.execute(kept).fetchall()
        assert none is None
        other = containers.url.replace(":one@", ":two@")
        command = containers.command("migrate")
        assert containers.run("migrate", command, DATABASE_URL=other).returncode == 0
        (after,), _ = superuser.execute(kept).fetchall()
    assert before.startswith("SCRAM-SHA-256")
    assert after.startswith("SCRAM-SHA-256")
    assert before != after


def test_web_worker_and_beat_together_are_able_to_play(containers: Containers) -> None:
    # The readiness probe of an operator asks under an allowed name, as the health check does.
    eventually(lambda: containers.run("web", IMAGE.health_check).returncode == 0, "health")
    eventually(lambda: ready(containers.port)[0], "readiness")


def has_said_something(process: Process) -> bool:
    return bool(process.log.read_text().strip())


def test_every_line_of_what_runs_is_json(containers: Containers) -> None:
    eventually(lambda: ready(containers.port)[0], "readiness")
    for process in containers.started:
        if process.name == "migrate":
            continue
        eventually(partial(has_said_something, process), f"a line of {process.name}")
        for line in process.log.read_text().splitlines():
            if not (SAID_BY_CHECKS.match(line) or SAID_TO_ROOT.match(line)):
                assert {"time", "level", "logger", "message"} <= set(json.loads(line)), process.name


def test_an_idle_minute_writes_fewer_than_ten_lines(containers: Containers) -> None:
    """A quarter of one, and a quarter of that."""
    stores = (containers.postgres.process, containers.valkey.process)
    logs = [process.log for process in (*containers.started, *stores)]

    def count_lines() -> int:
        return sum(len(log.read_text().splitlines()) for log in logs)

    eventually(lambda: ready(containers.port)[0], "readiness")
    for process in containers.started:
        if process.name in {"worker", "hooks", "thinkers"}:
            eventually(partial(has_ended_starting, process), f"{process.name} is ready")
    before = count_lines()
    sleep(15)
    assert (count_lines() - before) * 4 < 10


def has_ended_starting(process: Process) -> bool:
    return " ready." in process.log.read_text()


def test_mail_to_nobody_is_refused_in_the_dialogue(containers: Containers) -> None:
    (mailin,) = (process for process in containers.started if process.name == "mailin")
    eventually(lambda: "play.tide.example" in mailin.tail(), "mail is taken")
    with smtplib.LMTP("127.0.0.1", containers.mail_port) as talk:
        talk.ehlo("mail.example")
        talk.mail("ann@post.example")
        assert talk.rcpt("play+nobody@play.tide.example")[0] == 550


def test_a_mailbox_that_has_no_address_is_said_to_have_none(containers: Containers) -> None:
    command = containers.command("mailbox")
    answer = containers.run("mailbox", command, TIDE_REPLY_DOMAIN="play.tide.example")
    assert answer.returncode != 0
    assert "TIDE_IMAP_URL" in answer.stderr


def test_a_worker_waits_for_the_migrations_and_writes_no_traceback(
    containers: Containers,
) -> None:
    with psycopg.connect(containers.postgres.url, autocommit=True) as superuser:
        superuser.execute("CREATE DATABASE empty OWNER player")
    worker = containers.process(
        "worker", "waiting", DATABASE_URL=containers.url.removesuffix("game") + "empty"
    )
    worker.start()
    try:
        eventually(lambda: "are not applied" in worker.log.read_text(), "it waits")
        sleep(2)
        assert "Traceback" not in worker.log.read_text()
    finally:
        worker.stop()


def test_the_health_check_of_web_says_no_when_nobody_answers(containers: Containers) -> None:
    nobody = str(free_port())
    assert containers.run("web", IMAGE.health_check, GRANIAN_PORT=nobody).returncode == 1


def test_the_health_check_of_the_worker_finds_it(containers: Containers) -> None:
    check = SERVICES["worker"]["healthcheck"]["test"]
    assert check[0] == "CMD"
    eventually(lambda: containers.run("worker", check[1:]).returncode == 0, "an answer")


def test_valkey_takes_its_command_line(containers: Containers, folder: Path) -> None:
    program, *options = containers.command("valkey")
    assert program == "valkey-server"
    port = free_port()
    valkey = Process(
        "valkey",
        [
            containers.valkey.process.command[0],
            *options,
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
        ],
        log=folder / "valkey.log",
        reaper=containers.reaper,
        cwd=folder,
    )
    valkey.start()
    eventually(lambda: "Ready to accept connections" in valkey.tail(), valkey.tail())
    valkey.stop()


UNSAFE = pytest.mark.parametrize("secret", ["", "insecure: for development only"])


@UNSAFE
def test_a_secret_at_its_default_is_refused(containers: Containers, secret: str) -> None:
    answer = containers.run("migrate", containers.command("migrate"), SECRET_KEY=secret)
    assert answer.returncode != 0
    assert "SECRET_KEY" in answer.stderr + answer.stdout


@UNSAFE
def test_nothing_is_served_with_a_secret_at_its_default(
    containers: Containers, secret: str
) -> None:
    """Granian ends when a process dies soon after its start, and else begins it anew, on a slow machine."""
    port = free_port()
    web = containers.process(
        "web", "unsafe", SECRET_KEY=secret, GRANIAN_PORT=str(port), GRANIAN_WORKERS="1"
    )
    web.start()
    try:
        eventually(lambda: "SECRET_KEY" in web.tail(), "web says what is wrong")
        assert ready(port)[0] is False
        assert "Started worker" not in web.log.read_text()
    finally:
        web.stop()
