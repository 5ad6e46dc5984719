"""`make up`, or `tideapi up` from a wheel: the whole server on this machine until Ctrl-C.

PostgreSQL and Valkey (unless DATABASE_URL and BROKER_URL name others), migrations, web, worker and
beat, all as children of this process, with everything they keep in one folder. Where TIDE_REPLY_DOMAIN
is set, what takes replies by mail too.
"""

import argparse
import errno
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from urllib.parse import quote

from common.optional_packages import is_installed
from tideapi.local import parent_death
from tideapi.local.processes import CannotStart, Process
from tideapi.local.reaper import Reaper
from tideapi.local.services import Backing
from tideapi.local.state import StateFolder

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_STATE = Path(".tide")
HOST = "127.0.0.1"
DEFAULT_PORT = 8000
PYTHON = sys.executable

LOCAL_SETTINGS = {
    "TIDE_DEBUG": "true",
    "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
    "TIDE_LIMIT_ADDRESS": "100000/m",
    "TIDE_LIMIT_PLAYER": "100000/m",
    "TIDE_LIMIT_SIGN_IN": "100000/m",
    "TIDE_LIMIT_WRONG_PASSWORDS": "100000/m",
    "TIDE_LIMIT_INVITATIONS": "100000/m",
    "TIDE_LIMIT_MESSAGES": "100000/m",
    "TIDE_LIMIT_REDELIVERIES": "100000/m",
    "TIDE_PRIVATE_ADDRESSES_ENABLED": "true",
}
"""Settings that differ from production. The environment of `make up` overrides them."""

MAIL = "MAIL_URL"
"""The setting by which letters become files in the state's folder."""

URL = "TIDE_URL"
"""The setting for links in letters, which lead to this server."""

REPLIES, MAIL_IN, MAILBOX = "TIDE_REPLY_DOMAIN", "TIDE_MAILIN_ADDRESS", "TIDE_IMAP_URL"
"""Settings of replies by mail: the domain, the listening address, and optionally the mailbox."""

MAIL_IN_ABOVE = 24
"""Distance of the port for replies from the port of the web, so that two servers can run."""

WEB = ["--respawn-failed-workers", "--backlog", "4096", "--backpressure", "8192"]
WEB += ["--http", "1", "--http1-header-read-timeout", "10000", "--http1-buffer-size", "32768"]
"""Options of the web server: a process that dies takes no other along; silent connections are closed."""

NOT_CELERY = ("web", "mailin", "mailbox")
"""Names of the processes that are asked to end when this one has died."""

READY_TIMEOUT = 60.0  # seconds until we say what /readyz answers and go on


def print_line(line: str) -> None:
    """Print a line for the person at the terminal."""
    print(f"tideapi: {line}", flush=True)


def server_environment(
    state: StateFolder, backing: Backing, port: int = DEFAULT_PORT
) -> dict[str, str]:
    """Return the environment of web, worker, beat and manage.py."""
    letters = f"file://{quote(str(state.folder))}/mail"
    made = {"SECRET_KEY": state.secret_key()}
    if is_installed("push"):
        made["TIDE_PUSH_KEY"] = state.push_key()
    settings = {**LOCAL_SETTINGS, MAIL: letters, URL: f"http://localhost:{port}", **made}
    settings[MAIL_IN] = f"{HOST}:{port + MAIL_IN_ABOVE}"
    return {**settings, **os.environ, **backing.environment}


def management_command(*words: str) -> list[str]:
    """Return the arguments of Python for one of Django's commands; a wheel has no manage.py."""
    return ["-m", "django", *words, "--settings", "tideapi.settings"]


def migrate_database(state: StateFolder, reaper: Reaper, env: dict[str, str]) -> None:
    """Migrate the database to the version of this tree."""
    process = Process(
        "migrate",
        [PYTHON, *management_command("migrate", "--no-input")],
        log=state.logs / "migrate.log",
        reaper=reaper,
        env=env,
        cwd=ROOT,
    )
    process.start()
    if process.wait(600) != 0:
        raise CannotStart(f"The migrations failed:\n{process.tail()}")


def web_command(host: str, port: int, workers: int = 2) -> list[str]:
    """Return the command of the web server at this address: streams and calls on one port."""
    # Who has much to do divides them (docs/operators/proxy.md).
    where = ["--interface", "asgi", "--host", host, "--port", str(port), "--workers", str(workers)]
    return [
        "-m",
        "granian",
        *where,
        *WEB,
        "--workers-kill-timeout",
        "3",
        "tideapi.asgi:application",
    ]


def list_commands(env: Mapping[str, str], port: int) -> dict[str, list[str]]:
    """Return the commands of the worker, web and incoming mail, in the order of starting."""
    return {
        "worker": management_command("worker"),
        "web": web_command(HOST, port, workers=1),
        **taking_replies(env),
    }


def make_programs(
    state: StateFolder, reaper: Reaper, env: Mapping[str, str], commands: Mapping[str, list[str]]
) -> list[Process]:
    """Return these commands as processes that are not started."""
    return [
        Process(
            name,
            [PYTHON, *command],
            log=state.logs / f"{name}.log",
            reaper=reaper,
            env=env,
            cwd=ROOT,
            # Asked to end, Celery first tells its broker, and asks for ever for one that has died with us.
            dies_with=None if name in NOT_CELERY else signal.SIGKILL,
            patience=6.0,
        )
        for name, command in commands.items()
    ]


def taking_replies(env: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the processes for replies by mail; none without a reply domain."""
    if not env.get(REPLIES):
        return {}
    found = {"mailin": management_command("mailin")}
    if env.get(MAILBOX):
        found["mailbox"] = management_command("mailin", "--imap")
    return found


def refuse_a_taken_port(port: int) -> None:
    """Raise `CannotStart` when another program listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used ({error})"
            raise CannotStart(
                f"Port {port} {why}; take another one, such as {port + 100}."
            ) from None


def ready(port: int) -> tuple[bool, str]:
    """Return whether /readyz says yes, and its answer."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        return answer.status == http.client.OK, answer.read().decode(errors="replace").strip()
    except (OSError, http.client.HTTPException) as error:
        return False, str(error)
    finally:
        connection.close()


def hold_state(state: StateFolder, stack: ExitStack) -> Reaper:
    """Hold the state's folder, and let a reaper end what this process leaves behind."""
    lock = state.hold()
    stack.callback(os.close, lock)
    reaper = Reaper(keep_open=[lock])
    stack.callback(reaper.close)
    return reaper


def serve_state(state: StateFolder, port: int, stack: ExitStack) -> None:
    """Start everything and keep it running; returns only by an exception."""
    began = time.monotonic()
    reaper = hold_state(state, stack)
    for log in state.logs.glob("*.log"):
        log.replace(log.with_suffix(".log.old"))

    backing = Backing(state.folder, reaper)
    env = server_environment(state, backing, port)
    refuse_a_taken_port(port)
    stack.callback(backing.stop)
    backing.start()
    print_line(f"PostgreSQL and Valkey are there, data and logs in {_short_path(state.folder)}")
    migrate_database(state, reaper, env)
    print_line("the database is migrated")

    programs = make_programs(state, reaper, env, list_commands(env, port))
    stack.callback(_stop_all, programs)
    for child in programs:
        child.start()
    children = [*backing.processes, *programs]
    share_environment(state, env, backing, stack)

    while not (answer := ready(port))[0] and time.monotonic() < began + READY_TIMEOUT:
        refuse_the_dead(children)
        time.sleep(0.1)
    greet(port, state, time.monotonic() - began, answer)
    if env.get(REPLIES):
        print_line(f"replies by mail are taken at {env[MAIL_IN]} (LMTP)")
    while True:
        refuse_the_dead(children)
        time.sleep(0.2)


def refuse_the_dead(children: Sequence[Process]) -> None:
    """Raise `CannotStart` with the last words of a child that has died."""
    for child in children:
        if not child.alive:
            raise CannotStart(
                f"{child.name} died (exit code {child.exit_code}), all stop:\n{child.tail()}"
            )


def share_environment(
    state: StateFolder, env: Mapping[str, str], backing: Backing, stack: ExitStack
) -> None:
    """Share the environment with commands in other terminals, until the stack ends."""
    stack.callback(state.forget)
    state.remember({name: env[name] for name in [*LOCAL_SETTINGS, MAIL, URL, *backing.environment]})


def greet(port: int, state: StateFolder, seconds: float, answer: tuple[bool, str]) -> None:
    """Print the addresses and the commands to type next."""
    is_ready, text = answer
    print_line(
        f"ready after {seconds:.1f} s" if is_ready else f"not ready yet: /readyz answers {text}"
    )
    base = f"http://{HOST}:{port}"
    print(
        f"""
  Play       {base}/
  API docs   {base}/api/docs/
  Mail       {base}/dev/mail/   (files in {_short_path(state.folder / "mail")})
  Logs       {_short_path(state.logs)}
  Stop       Ctrl-C
""",
        flush=True,
    )


def _short_path(folder: Path) -> Path:
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _stop_all(children: Sequence[Process]) -> None:
    """Stop the last one first, but ask all of them at once."""
    for child in reversed(children):
        child.ask()
    for child in reversed(children):
        child.stop()


def interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def run(options: argparse.Namespace) -> int:
    """Serve until a signal; return the exit code."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)  # a shell's background jobs ignore SIGINT
    if options.with_parent:
        parent_death.signal_at_parent_death(signal.SIGTERM)
    try:
        with ExitStack() as stack:
            try:
                serve_state(StateFolder(options.state), options.port, stack)
            except KeyboardInterrupt:
                print_line("stopping")
    except CannotStart as error:
        print_line(str(error))
        return 1
    print_line("stopped")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run the server as `make up` does; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tideapi.local.up", description=__doc__)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="where to serve (8000)")
    parser.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, help="folder for data and logs (.tide)"
    )
    parser.add_argument(
        "--with-parent",
        action="store_true",
        help="stop when the process that started this one is gone",
    )
    return run(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
