"""Each command of the two files, run as written: with the image's files, its packages and its environment."""

import json
import os
import re
import smtplib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import psycopg
import pytest

from tests.sampling import sample
from tests.system.docker.shipped import copy_context, make_environment
from tests.system.flows.client import PASSWORD, Json, Person
from tests.system.flows.table import high_tide, play, turn_the_tide
from tests.unit.docker.files import DOCKERFILE, Image, compose
from tests.unit.docker.test_files import SECRETS
from tests.waiting import eventually
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

ADDRESS = re.compile(r"[\w.+-]+@post\.example")
CARD = re.compile(r"""\W(cards?|dice|hand|seed|nonce|action)\W+[\d\[{]""")
TEXT_LINE = re.compile(r"^\d{4}-\d\d-\d\d .* (INFO|WARNING) ")
GAMES = [
    (turn_the_tide("amigo"), [{"type": "play", "card": card} for card in (44, 45)]),
    (high_tide(), [{"type": one} for one in ("roll", "accept")]),
]
"""Each with answers one of which was not given in its first turn."""

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
        self.started: dict[str, Process] = {}
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
            "ALLOWED_HOSTS": f"{settings['ALLOWED_HOSTS']},127.0.0.1",
            "MAIL_URL": f"file://{self.folder}/mails",
            "DATABASE_URL": self.url,
            "BROKER_URL": self.valkey.url,
        }

    def command(self, service: str) -> list[str]:
        written = [str(part) for part in SERVICES[service].get("command", IMAGE.command)]
        ours = {"/tmp/": f"{self.folder}/", "0.0.0.0:8024": f"127.0.0.1:{self.mail_port}"}
        for theirs, here in ours.items():
            written = [part.replace(theirs, here) for part in written]
        return written

    def start(self, service: str, name: str = "", **more: str) -> Process:
        """Start a service as a process under this name; `more` is added to its environment."""
        process = Process(
            name or service,
            ["env", *self.command(service)],  # it looks for programs in the service's own PATH
            log=self.folder / f"{name or service}.log",
            reaper=self.reaper,
            env=self.environment(service) | more,
            cwd=self.root,
        )
        process.start()
        if not name:
            self.started[service] = process
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
    for process in containers.started.values():
        process.stop()
    containers.valkey.stop()
    containers.postgres.stop()
    reaper.close()


def test_every_command_of_an_operator_runs_in_the_image(containers: Containers) -> None:
    listed = containers.run("web", ["python", "manage.py", "help", "--commands"])
    assert {"migrate", "createsuperuser", "mailin", "doctor"} <= set(listed.stdout.split())
    settings = {
        "DJANGO_SETTINGS_MODULE": "tideapi.settings",
        "DJANGO_SUPERUSER_PASSWORD": "rock-pool-and-anemone",  # For this test alone.
    }
    for command in (
        ["-c", LOAD_COMMANDS],
        ["manage.py", "check", "--deploy"],
        ["manage.py", "createsuperuser", "--no-input", "--username", "harbour"],
        ["manage.py", "mailin", "--help"],
    ):
        done = containers.run("web", ["python", *command], **settings)
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
    nobody = str(free_port())
    assert containers.run("web", IMAGE.health_check, GRANIAN_PORT=nobody).returncode == 1
    check = SERVICES["worker"]["healthcheck"]["test"][1:]
    eventually(lambda: containers.run("worker", check).returncode == 0, "an answer")
    eventually(lambda: ready(containers.port)[0], "readiness")


def test_every_line_is_json_and_an_idle_minute_writes_fewer_than_ten(
    containers: Containers,
) -> None:
    """A quarter of a minute, and a quarter of that."""
    stores = (containers.postgres.process, containers.valkey.process)
    services = containers.started

    def count_lines() -> int:
        logs = [process.log for process in (*services.values(), *stores)]
        return sum(len(log.read_text().splitlines()) for log in logs)

    eventually(lambda: ready(containers.port)[0], "readiness")
    for name in ("worker", "hooks", "thinkers"):
        log = services[name].log
        eventually(lambda log=log: " ready." in log.read_text(), name)  # type: ignore[misc]
    before = count_lines()
    sleep(15)
    assert (count_lines() - before) * 4 < 10
    for name in services.keys() - {"migrate"}:
        lines = services[name].log.read_text().splitlines()
        assert lines or name == "beat", name
        for line in lines:
            if not (SAID_BY_CHECKS.match(line) or SAID_TO_ROOT.match(line)):
                assert {"time", "level", "logger", "message"} <= set(json.loads(line)), name


@pytest.mark.parametrize(("game", "late"), sample(GAMES, 1))
def test_a_whole_game_leaves_no_secret_in_any_line(
    containers: Containers, game: Json, late: list[Json]
) -> None:
    eventually(lambda: ready(containers.port)[0], "readiness")
    url = f"http://127.0.0.1:{containers.port}"
    stranger, people = Person(url), list[Person]()
    for name in (f"ann_{game['ruleset']}", f"bob_{game['ruleset']}"):
        body = {"username": name, "password": PASSWORD, "email": f"{name}@post.example"}
        token = stranger.call("POST", "/players", body).ok()["token"]
        people.append(Person(url, token, name))
    ann, played = people[0], play(people, game, ["random"], seed=7)
    # What is refused is what gets a line: wrong cards, wrong tokens, wrong passwords.
    at = f"/games/{played.opened['id']}/turns/1/submission"
    # The same answer once more would not be refused.
    sealed = ann.call("GET", at).json.get("action")
    other = next(one for one in late if one != sealed)
    assert ann.call("PUT", at, {"action": other}).status == 409
    assert Person(url, f"{ann.token}x").call("GET", "/me").status == 401
    wrong = {"username": ann.name, "password": "not-the-password"}
    assert stranger.call("POST", "/me/tokens", wrong).status == 401
    logs = [process.log for process in containers.started.values()]
    lines = [line for log in logs for line in log.read_text().splitlines()]
    secrets = {PASSWORD, "not-the-password", *(str(one.token) for one in people)}
    secrets |= {f"{one.name} was here" for one in people}
    for line in lines:
        assert not any(secret in line for secret in secrets), line
        assert not any(one.search(line) for one in (ADDRESS, CARD, TEXT_LINE)), line
    told = [json.loads(line) for line in lines if line.startswith("{") and "refused" in line]
    codes = {one["message"].split()[1].rstrip(":"): one for one in told}
    assert {"turn_closed", "token_invalid"} <= codes.keys()
    about = codes["turn_closed"]
    assert (about["game"], bool(about["request"])) == (played.opened["id"], True)


def test_mail_to_nobody_is_refused_and_a_mailbox_without_an_address_says_so(
    containers: Containers,
) -> None:
    mailin = containers.started["mailin"]
    eventually(lambda: "play.tide.example" in mailin.tail(), "mail is taken")
    with smtplib.LMTP("127.0.0.1", containers.mail_port) as talk:
        talk.ehlo("mail.example")
        talk.mail("ann@post.example")
        assert talk.rcpt("play+nobody@play.tide.example")[0] == 550
    command = containers.command("mailbox")
    answer = containers.run("mailbox", command, TIDE_REPLY_DOMAIN="play.tide.example")
    assert answer.returncode != 0
    assert "TIDE_IMAP_URL" in answer.stderr


def test_a_worker_waits_for_the_migrations_and_writes_no_traceback(
    containers: Containers,
) -> None:
    with psycopg.connect(containers.postgres.url, autocommit=True) as superuser:
        superuser.execute("CREATE DATABASE empty OWNER player")
    empty = containers.url.removesuffix("game") + "empty"
    worker = containers.start("worker", "waiting", DATABASE_URL=empty)
    try:
        eventually(lambda: "are not applied" in worker.log.read_text(), "it waits")
        assert "Traceback" not in worker.log.read_text()
    finally:
        worker.stop()


def test_valkey_takes_its_command_line(containers: Containers, tmp_path: Path) -> None:
    program, *options = containers.command("valkey")
    assert program == "valkey-server"
    installed = containers.valkey.process.command[0]
    place = ["--port", str(free_port()), "--bind", "127.0.0.1"]
    valkey = Process(
        "valkey",
        [installed, *options, *place],
        log=tmp_path / "valkey.log",
        reaper=containers.reaper,
        cwd=tmp_path,
    )
    valkey.start()
    eventually(lambda: "Ready to accept connections" in valkey.tail(), valkey.tail())
    valkey.stop()


@pytest.mark.parametrize("secret", ["", "insecure: for development only"])
def test_nothing_is_served_with_a_secret_at_its_default(
    containers: Containers, secret: str
) -> None:
    """Granian ends when a process dies soon after its start, and else begins it anew, on a slow machine."""
    answer = containers.run("migrate", containers.command("migrate"), SECRET_KEY=secret)
    assert answer.returncode != 0
    assert "SECRET_KEY" in answer.stderr + answer.stdout
    port = free_port()
    place = {"GRANIAN_PORT": str(port), "GRANIAN_WORKERS": "1"}
    web = containers.start("web", "unsafe", SECRET_KEY=secret, **place)
    try:
        eventually(lambda: "SECRET_KEY" in web.tail(), "web says what is wrong")
        assert ready(port)[0] is False
        assert "Started worker" not in web.log.read_text()
    finally:
        web.stop()
