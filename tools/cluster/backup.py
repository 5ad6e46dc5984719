"""A base backup and an archive of WAL, and a server in a fresh place as it was at a moment in the past.

This is PostgreSQL's continuous archiving with plain copies of files; docs/operators/backup-and-update.md has
the same steps for a server of one's own.
"""

import shutil
from datetime import datetime
from pathlib import Path

from tideapi.local.postgres import NAME, Postgres
from tideapi.local.processes import CannotStart
from tools.cluster import standby
from tools.cluster.copies import adopt, replace_data

SIGNAL = "recovery.signal"


def archiving(archive: Path) -> dict[str, str]:
    """Settings by which a server copies each finished piece of its WAL there."""
    copy = f'test ! -e "{archive}/%f" && cp "%p" "{archive}/%f.new" && mv "{archive}/%f.new" "{archive}/%f"'
    return {"archive_mode": "on", "archive_command": copy}


def take_base(server: Postgres, into: Path) -> None:
    """Copy the data of a server that runs. Only with the archive's WAL is it whole."""
    adopt(server, into)
    source = ("-h", server.sockets, "-U", NAME, "--checkpoint=fast", "--wal-method=none")
    server.run("pg_basebackup", "-D", into, *source)


def everything_is_archived(server: Postgres) -> None:
    """Return when all that was written until now is in the archive."""
    # Without anything written since the last switch there would be none, and so nothing to be archived.
    standby.ask(server, "SELECT pg_create_restore_point('everything')")
    last = standby.ask(server, "SELECT pg_walfile_name(pg_switch_wal())")
    question = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
    standby.wait_until(
        lambda: standby.ask(server, question, last) is True,
        lambda: f"The archive has not got {last}:\n{server.process.tail()}",
    )


def restore(server: Postgres, base: Path, archive: Path, at: datetime) -> None:
    """Start this server, which has no data yet, with everything that was committed until then."""
    if server.data.exists():
        raise CannotStart(f"{server.data} has data already; name another place.")
    fresh = server.fresh_path()
    shutil.copytree(base, fresh)
    (fresh / SIGNAL).touch()
    adopt(server, fresh)
    replace_data(server, fresh)
    wish = {
        "restore_command": f'cp "{archive}/%f" "%p"',
        "recovery_target_time": at.isoformat(),
        "recovery_target_action": "promote",
    }
    standby.set_role(server, wish)
    server.start()
    standby.wait_until(
        lambda: standby.ask(server, "SELECT NOT pg_is_in_recovery()") is True,
        lambda: f"It does not come to {at}:\n{server.process.tail()}",
    )
    standby.set_role(server, {})
