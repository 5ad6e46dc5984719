"""`make up` as the person at the terminal, and as the kernel, knows it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from packages.verify import build
from tests.app.pages.visitor import Visitor
from tests.sampling import sample
from tests.system.docker.shipped import make_environment
from tests.system.local.project import Project
from tests.waiting import eventually
from tideapi.environment import Environment
from tideapi.local import up
from tideapi.local.account import can_enter
from tideapi.local.processes import OsAccount
from tideapi.local.state import StateFolder
from tideapi.web.static import name_by_content

linux = pytest.mark.skipif(sys.platform != "linux", reason="parent-death signals are Linux's")
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become another user")
NOBODY = OsAccount(65534, 65534)


@pytest.mark.parametrize("number", sample([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], 1))
def test_it_serves_says_where_the_docs_are_and_stops_cleanly_when_asked(
    project: Project, number: signal.Signals
) -> None:
    (project.folder / "say.py").write_text("import os; print(os.environ['DATABASE_URL'])")
    alone = project.runs("say.py")
    assert not project.processes()
    runner = project.with_celery().up().is_ready()
    assert project.answers() == b"ready"
    # A command gets what the server has, whether that runs or not.
    assert project.runs("say.py") == alone != ""
    assert f"Play       http://127.0.0.1:{project.port}/\n" in runner.says()
    # Nothing takes mail where questions have no addresses.
    assert "LMTP" not in runner.says()
    assert not project.find("mailin")
    second = project.up(port=project.port + 1)
    assert second.ends() == 1
    assert second.says().startswith(f"tideapi: A server runs on {project.state} already")
    assert second.says().count("\n") == 1
    runner.send(number)
    assert runner.ends() == 0
    assert runner.says().endswith("stopped\n")
    assert not project.processes()


def test_the_installed_wheel_serves_all_that_a_checkout_does(project: Project) -> None:
    wheel = build_wheel(project.folder / "wheels")
    environment = make_environment(project.folder / "venv", "local", wheel)
    project.root = project.folder / "empty"
    project.root.mkdir()
    command = str(environment / "bin/tideapi")
    project.python, project.command = [command], ["up"]
    settings = {"TIDE_RULESETS": "", "DJANGO_SUPERUSER_PASSWORD": "rock-pool-and-anemone"}
    runner = project.up(port=None, **settings)
    eventually(lambda: up.ready(project.port)[0], runner)
    assert b'"turn_the_tide"' in project.answers("/api/v1/rulesets")
    # This name is made of all files of web/.
    assert name_by_content("table/main.js").encode() in project.answers("/")
    for name, text in build.FILES.items():
        assert project.answers(f"/static/verify/{name}").decode() == text()
    assert b"<title>High Tide" in project.answers("/docs/rules/high-tide")
    assert b"This server has version" in project.answers("/docs/changelog")
    assert b"<h1>Anmelden" in project.answers("/account/login/", {"Accept-Language": "de"})
    script = "import tideapi; print(tideapi.__file__)"
    for words, said in (
        (["check", "--deploy"], ""),
        (["mailin", "--help"], "--listen"),
        (["createsuperuser", "--no-input", "--username", "harbour"], ""),
        (["shell", "--verbosity", "0", "--command", script], str(environment)),
    ):
        done = subprocess.run(
            [command, "manage", *words],
            cwd=project.root,
            env=project.environment() | settings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert said in done.stdout


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this project."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    without = ["--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, *without, "--wheel-dir", folder, up.ROOT], check=True)
    (wheel,) = folder.iterdir()
    return wheel


def test_killed_it_leaves_no_orphan_and_starts_again_at_once_on_the_same_data(
    project: Project,
) -> None:
    runner = project.with_celery().up().is_ready()
    eventually(project.has_its_worker, "Celery")
    made = (project.state / "postgres/data/PG_VERSION").stat().st_ino
    runner.send(signal.SIGKILL)
    runner.ends()
    again = project.up().is_ready()
    assert "died" not in again.says()
    assert (project.state / "postgres/data/PG_VERSION").stat().st_ino == made
    eventually(project.has_its_worker, "Celery")
    if sys.platform == "linux":
        os.kill(project.find("reaper.py"), signal.SIGKILL)
    again.send(signal.SIGKILL)
    again.ends()
    project.is_quiet()


@linux
def test_it_ends_with_the_make_that_started_it(project: Project) -> None:
    (project.folder / "Makefile").write_text(
        f"up:\n\t@exec {sys.executable} -m tideapi.local.up --with-parent --port {project.port}\n"
    )
    project.python = ["env", "make", "up", "--"]
    make = project.up()
    make.waits_until_it_says("Ctrl-C")
    make.send(signal.SIGKILL)
    make.ends()
    project.is_quiet()


def test_a_taken_port_is_one_sentence(project: Project) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        runner = project.up(port=port)
        assert runner.ends() == 1
    said = f"tideapi: Port {port} is taken; take another one, such as {port + 100}.\n"
    assert runner.says() == said


@pytest.mark.parametrize(
    ("name", "words"),
    sample([("worker", "django worker"), ("postgres", "/postgres"), ("web", "granian")], 1),
)
def test_with_one_that_dies_all_end(project: Project, name: str, words: str) -> None:
    runner = project.up().is_ready()
    os.kill(project.find(words), signal.SIGKILL)
    assert runner.ends() == 1
    assert f"{name} died (exit code -9), all stop:" in runner.says()
    project.is_quiet()


@pytest.mark.parametrize(
    ("condition", "said"),
    [("'worker' in sys.argv", "worker died (exit code 1), all stop:"), ("True", "migrate | ")],
    ids=["worker", "migrations"],
)
def test_a_process_that_cannot_live_stops_everything_with_its_last_words(
    project: Project, condition: str, said: str
) -> None:
    program = f"import sys\nif {condition}: raise SystemExit('no such column')"
    (project.folder / "django.py").write_text(program)
    runner = project.up()
    assert runner.ends() == 1
    assert said in runner.says()
    assert "| no such column" in runner.says()
    assert not project.processes()


def test_replies_by_mail_are_taken_where_questions_have_addresses(project: Project) -> None:
    (project.folder / "django.py").write_text(
        "import os, signal, sys\n"
        "if {'mailin', 'worker'} & {*sys.argv}:\n"
        "    print('at', os.environ['TIDE_MAILIN_ADDRESS'], flush=True)\n"
        "    signal.pause()\n"
    )
    settings = {
        "TIDE_REPLY_DOMAIN": "tide.localhost",
        "TIDE_IMAP_URL": "imaps://play@mail.example",
    }
    runner = project.up(port=None, **settings).is_ready()
    runner.waits_until_it_says(f"are taken at 127.0.0.1:{project.port + 24} (LMTP)")
    log = project.state / "logs/mailin.log"
    eventually(lambda: log.read_text() == f"at 127.0.0.1:{project.port + 24}\n", runner)
    eventually(lambda: project.find("mailin --imap") != 0, runner)
    runner.send(signal.SIGINT)
    assert runner.ends() == 0


def test_letters_become_files_and_lead_to_this_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, backing = StateFolder(tmp_path / "my state"), SimpleNamespace(environment={})
    state.logs.mkdir(parents=True)

    def given() -> dict[str, str]:
        services: Any = backing
        return up.server_environment(state, services, 8100)

    for name in ("MAIL_URL", "TIDE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert given()["TIDE_URL"] == "http://localhost:8100"
    monkeypatch.setenv("MAIL_URL", given()["MAIL_URL"])
    read = Environment().read_mail("MAIL_URL", default="")
    assert read["FILE_PATH"] == str(tmp_path / "my state" / "mail")
    # Another mail server goes before.
    monkeypatch.setenv("MAIL_URL", "smtp://mail.example")
    assert given()["MAIL_URL"] == "smtp://mail.example"


def test_the_page_says_where_letters_lie_on_such_a_machine_alone(settings: Any, db: None) -> None:
    settings.TIDE_MAIL_ENABLED, settings.EMAIL_FILE_PATH = True, "/somewhere/mail"
    for settings.DEBUG in (False, True):
        page = Visitor().visit("/account/password/reset/done/").html
        assert ("/somewhere/mail" in page) == settings.DEBUG


def test_a_database_and_a_broker_that_are_named_are_used(project: Project) -> None:
    (project.folder / "tideapi/said.py").write_text(
        "import os\nsaid = os.environ['DATABASE_URL'].encode()\n"
    )
    database, broker = os.environ["DATABASE_URL"], os.environ["BROKER_URL"]
    project.up(DATABASE_URL=database, BROKER_URL=broker).is_ready()
    assert project.answers().decode() == database
    for name in ("postgres", "valkey"):
        assert not (project.state / name).exists()


@only_root
def test_an_ordinary_user_runs_it_too(project: Project) -> None:
    """With a Python that such a user can reach: ours may lie in root's home."""
    python = Path(sys.executable).resolve()
    if not can_enter(NOBODY, python.parent):
        python = Path(f"/usr/bin/python{sysconfig.get_python_version()}")
    packages = sysconfig.get_path("purelib")
    if not (python.exists() and can_enter(NOBODY, Path(packages))):
        pytest.skip("no Python that an ordinary user can reach")
    for path in [project.folder, *project.folder.rglob("*")]:
        os.chown(path, NOBODY.user, NOBODY.group)
    nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    project.python = [*nobody, str(python)]
    runner = project.up(PYTHONPATH=packages).is_ready()
    assert Path(f"/proc/{project.find('/postgres')}").stat().st_uid == NOBODY.user
    runner.send(signal.SIGKILL)
    runner.ends()
    project.is_quiet()


@only_root
def test_root_in_a_closed_home_keeps_the_data_where_postgres_reaches_it(project: Project) -> None:
    project.folder.chmod(0o700)
    runner = project.up().is_ready()
    runner.send(signal.SIGTERM)
    assert runner.ends() == 0
    place = (project.state / "postgres").readlink()
    assert (place / "data/PG_VERSION").exists()
    assert not place.is_relative_to(project.folder)
    shutil.copy(up.ROOT / "Makefile", project.folder)
    subprocess.run(["make", "clean", f"STATE={project.state}"], cwd=project.folder, check=True)
    assert not place.exists()
