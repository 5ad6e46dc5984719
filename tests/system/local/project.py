"""A project as small as can be, with the real runner in it: what the runner does is all it shows."""

import http.client
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import tideapi.local
from tests.waiting import eventually
from tideapi.local.reaper import is_running
from tideapi.local.valkey import free_port

FILES = {
    # In Django's place: a worker that starts and stops at once. `with_celery` gives a real one.
    "django.py": """
import signal, sys
if "worker" in sys.argv:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.pause()
""",
    "tideapi/__init__.py": "",
    "tideapi/said.py": 'said = b"ready"',
    "tideapi/asgi.py": """
from tideapi.said import said
async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": said})
""",
    "tideapi/celery.py": """
import os
from celery import Celery
app = Celery("tideapi", broker=os.environ["BROKER_URL"])
""",
}
OWN = ("DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE")  # the test session's, not a user's


class Runner:
    """`python -m tideapi.local.up` as a process, with what it says."""

    def __init__(self, project: "Project", command: list[str], environment: dict[str, str]) -> None:
        self.project = project
        self.said = project.folder / f"said-{time.monotonic_ns()}"
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(
                command,
                cwd=project.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def says(self) -> str:
        return self.said.read_text()

    def ends(self, seconds: float = 60) -> int:
        """Its exit code."""
        return self.process.wait(seconds)

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def __str__(self) -> str:
        return f"what the runner says: {self.says()}"

    def waits_until_it_says(self, words: str) -> None:
        eventually(lambda: words in self.says(), self)

    def is_ready(self) -> "Runner":
        self.waits_until_it_says("Ctrl-C")
        assert "ready after" in self.says()
        return self


class Project:
    """A folder with the project's files and, after the first run, the state."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder  # where the project's code is
        self.state = folder / ".tide"
        self.port = free_port()
        self.python = [sys.executable]
        self.command = ["-m", "tideapi.local.up"]
        self.runners: list[Runner] = []
        for name, text in FILES.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        local = Path(tideapi.local.__file__).parent
        shutil.copytree(local, folder / "tideapi/local", ignore=shutil.ignore_patterns("*.pyc"))
        (folder / "common").mkdir()
        shutil.copy(local.parents[1] / "common/optional_packages.py", folder / "common")

    def with_celery(self) -> "Project":
        """With a real worker, which has told its broker that it is there."""
        (self.folder / "django.py").write_text(
            "import sys\n"
            "if 'worker' in sys.argv:\n"
            "    from tideapi.celery import app\n"
            "    app.worker_main(['worker', '--pool', 'threads', '--loglevel', 'INFO'])\n"
        )
        return self

    def has_its_worker(self) -> bool:
        return " ready." in (self.state / "logs/worker.log").read_text()

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name not in OWN}

    def runs(self, program: str) -> str:
        """What a program prints that runs with the servers of this project."""
        command = [*self.python, "-m", "tideapi.local.run", program]
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment(),
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        ).stdout

    def up(self, *options: str, port: int | None = None, **environment: str) -> Runner:
        command = [*self.python, *self.command, "--port", str(port or self.port)]
        runner = Runner(self, [*command, *options], {**self.environment(), **environment})
        self.runners.append(runner)
        return runner

    def processes(self) -> dict[int, str]:
        """Every process that works for this project, by its number: the command or the folder."""
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_text().replace("\0", " ")
                folder = str((process / "cwd").readlink())
            except OSError:
                continue
            mine = str(self.folder) in command or folder.startswith(str(self.folder))
            if mine and is_running(int(process.name)):
                found[int(process.name)] = command
        return found

    def find(self, words: str) -> int:
        """The first process with these words in its command; 0 when there is none."""
        found = (pid for pid, command in self.processes().items() if words in command)
        return min(found, default=0)

    def is_quiet(self) -> None:
        """Nothing runs any more; where that does not come true, what is left is named."""
        left: dict[int, str] = {}

        def nothing_is_left() -> bool:
            left.clear()
            left.update(self.processes())
            return not left

        eventually(nothing_is_left, left)

    def answers(self, address: str = "/", headers: Mapping[str, str] = {}) -> bytes:
        """What is at an address, of the page if no other is named; nothing where no process answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with closing(connection):
            try:
                connection.request("GET", address, headers=headers)
                return connection.getresponse().read()
            except ConnectionError:
                return b""


def temporary_project() -> Iterator[Project]:
    """In a folder that PostgreSQL's user can reach, which pytest's own are not."""
    folder = Path(tempfile.mkdtemp(prefix="tide-project-")).resolve()
    folder.chmod(0o755)
    project = Project(folder)
    yield project
    for runner in project.runners:
        runner.send(signal.SIGTERM)
        runner.ends()
    shutil.rmtree(folder, ignore_errors=True)
