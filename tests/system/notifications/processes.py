"""Processes that take mail, as an operator runs them; and the mail servers before them."""

import grp
import os
import pwd
import shutil
import smtplib
import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import connection

from tests.app.notifications.mails import OUR_SERVER
from tests.waiting import eventually
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tideapi.local.up import HOST, PYTHON, ROOT
from tideapi.local.valkey import free_port

PATIENCE = 120.0
"""Seconds within which a busy machine answers."""


def database_url() -> str:
    """The database of this test, for other processes."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


class MailIn:
    """`manage.py mailin`, with its port."""

    def __init__(
        self, folder: Path, reaper: Reaper, more: Mapping[str, str], *options: str
    ) -> None:
        self.port = free_port()
        env = {
            **os.environ,
            "DATABASE_URL": database_url(),
            "TIDE_REPLY_DOMAIN": "tide.example",
            "TIDE_MAIL_AUTHSERV_ID": OUR_SERVER,
            "TIDE_MAILIN_ADDRESS": f"{HOST}:{self.port}",
            "MAIL_URL": f"file://{folder}/mail",
            **more,
        }
        self.process = Process(
            "mailin",
            [PYTHON, "manage.py", "mailin", *options],
            log=folder / "mailin.log",
            reaper=reaper,
            env=env,
            cwd=ROOT,
        )

    def start(self) -> None:
        self.process.start()
        eventually(self._listens, self.process.tail)

    def _listens(self) -> bool:
        with suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
            return True
        assert self.process.alive, self.process.tail()
        return False

    def brings(self, raw: bytes, *to: str, sender: str = "ann@post.example") -> tuple[int, bytes]:
        """Bring a mail as a mail server does: what it is answered in the end."""
        with smtplib.LMTP(HOST, self.port, timeout=PATIENCE) as server:
            try:
                refused = server.sendmail(sender, [*to], raw)
            except smtplib.SMTPRecipientsRefused as error:
                return next(iter(error.recipients.values()))
            except smtplib.SMTPResponseException as error:
                said = error.smtp_error
                return error.smtp_code, said if isinstance(said, bytes) else said.encode()
            return next(iter(refused.values()), (250, b""))


@contextmanager
def mail_in(folder: Path, more: Mapping[str, str] | None = None, *options: str) -> Iterator[MailIn]:
    """One that does not run yet, and ends with the block."""
    with closing(Reaper()) as reaper:
        made = MailIn(folder, reaper, more or {}, *options)
        try:
            yield made
        finally:
            made.process.stop()


@contextmanager
def shut(game: str) -> Iterator[psycopg.Connection]:
    """Keep the lock of a game, from outside of this test's own connection."""
    with psycopg.connect(database_url()) as other:
        other.execute("SELECT 1 FROM games_log WHERE game_id = %s FOR UPDATE", [game])
        yield other
        other.rollback()


def somebody_waits(other: psycopg.Connection) -> bool:
    """Whether a process waits for a lock."""
    found = other.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
    return bool(found and found[0])


# -- Dovecot, for the mailbox


def find_dovecot() -> str:
    """The program; without it CI fails, and on other machines the test is skipped."""
    found = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin")
    if found is None:
        said = "There is no Dovecot here: apt-get install dovecot-imapd dovecot-lmtpd"
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(said)
    return found


DOVECOT = """
protocols = imap lmtp
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
ssl = no
disable_plaintext_auth = no
listen = {host}
default_login_user = {login}
default_internal_user = {user}
default_internal_group = {group}
first_valid_uid = 0
first_valid_gid = 0
mail_location = maildir:{folder}/mail
mail_uid = {user}
mail_gid = {group}
recipient_delimiter = +
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = {host}
    port = {lmtp}
  }}
}}
service stats {{
  chroot =
}}
"""


class Dovecot:
    """A mail server with one mailbox, and its ports."""

    def __init__(self, folder: Path, reaper: Reaper) -> None:
        program = find_dovecot()
        self.imap, self.lmtp = free_port(), free_port()
        # Root's Dovecot gives its rights up, and wants users of its own for that.
        root = os.getuid() == 0
        own = pwd.getpwnam("dovecot") if root else pwd.getpwuid(os.getuid())
        facts = {
            "folder": folder,
            "host": HOST,
            "user": own.pw_name,
            "group": grp.getgrgid(own.pw_gid).gr_name,
            "login": "dovenull" if root else own.pw_name,
        }
        for name in ("run", "state", "mail", "home"):
            (folder / name).mkdir(parents=True, exist_ok=True)
            if root:
                os.chown(folder / name, own.pw_uid, own.pw_gid)
        conf = folder / "dovecot.conf"
        conf.write_text(DOVECOT.format(**facts, imap=self.imap, lmtp=self.lmtp))
        self.log = folder / "dovecot.log"
        self.process = Process(
            "dovecot", [program, "-F", "-c", conf], log=folder / "out.log", reaper=reaper
        )
        self.url = f"imap://play:secret@{HOST}:{self.imap}/INBOX"

    def start(self) -> None:
        self.process.start()
        eventually(self._listens, lambda: self.process.tail() + self.log.read_text())

    def _listens(self) -> bool:
        with suppress(OSError):
            for port in (self.imap, self.lmtp):
                socket.create_connection((HOST, port), timeout=1).close()
            return True
        return False

    def gets(self, raw: bytes, to: str) -> None:
        """A mail comes into the mailbox, for this address."""
        with smtplib.LMTP(HOST, self.lmtp, timeout=PATIENCE) as server:
            server.sendmail("ann@post.example", [to], raw)


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """One that runs, and is gone with all that is in it at the end."""
    # Not below pytest's own folders, which Dovecot's user cannot reach.
    folder = Path(tempfile.mkdtemp(prefix="tide-dovecot-")).resolve()
    folder.chmod(0o755)
    with closing(Reaper()) as reaper:
        reaper.remove(folder)
        made = Dovecot(folder, reaper)
        made.start()
        try:
            yield made
        finally:
            made.process.stop()
