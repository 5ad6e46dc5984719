"""A standby of the PostgreSQL that the tests have, which stops following and goes on when it is told to."""

import os
from urllib.parse import unquote, urlsplit

import psycopg
from django.db import connection

from tests.servers import DOORBELL
from tideapi.local.postgres import NAME, Postgres
from tools.drills import backup

OURS = DOORBELL in os.environ
"""Whether that PostgreSQL is one that can be followed: the environment may have named another."""


class Following(Postgres):
    """Stopping is not dying: it stays as it was, and can be read."""

    def follows(self) -> None:
        """Become a copy of what the tests' PostgreSQL has by now, and follow it."""
        host = unquote(urlsplit(os.environ["DATABASE_URL"]).hostname or "")
        fresh = self.fresh_path()
        source = ("-h", host, "-U", NAME, "--checkpoint=fast", "--wal-method=stream")
        self.run("pg_basebackup", "-D", fresh, *source, "--no-sync")
        backup.write(self, fresh / "standby.signal", "")
        backup.replace_data(self, fresh)
        backup.set_role(self, {"primary_conninfo": f"host={host} user={NAME}"})
        self.start()

    def catches_up(self) -> None:
        """Return when it has all that is committed by now."""
        url = connection.get_connection_params()
        wanted = {name: url[name] for name in ("host", "dbname", "user")}
        with psycopg.connect(**wanted, options="-c synchronous_commit=on") as primary:
            # What was committed before is on disk, and so on its way, when this is.
            primary.execute("SELECT pg_logical_emit_message(true, 'tests', '')")
            primary.commit()
            (end,) = primary.execute("SELECT pg_current_wal_lsn()").fetchone() or ("",)
        backup.wait_until(
            lambda: backup.ask(self, "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", end),
            lambda: f"It has not caught up:\n{self.process.tail()}",
        )

    def stands_still(self) -> None:
        """Stop following; what comes is received, and not looked at."""
        backup.ask(self, "SELECT pg_wal_replay_pause()")
        backup.wait_until(
            lambda: backup.ask(self, "SELECT pg_get_wal_replay_pause_state()") == "paused",
            lambda: "It goes on.",
        )

    def goes_on(self) -> None:
        """Follow again."""
        backup.ask(self, "SELECT pg_wal_replay_resume()")
