"""pgbench, which comes with PostgreSQL: how often a second it can do the same, with nothing around it."""

import re
import subprocess
from dataclasses import dataclass

from tideapi.local.postgres import NAME
from tools.bench.clients import Failed
from tools.bench.server import Backing

THREADS = 2

_LEAST_TABLES = """
CREATE TABLE least_game (id bigint PRIMARY KEY, moves bigint NOT NULL DEFAULT 0);
CREATE TABLE least_answer (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game bigint NOT NULL REFERENCES least_game, move bigint NOT NULL, seat integer NOT NULL,
    card integer NOT NULL, at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON least_answer (game, move);
INSERT INTO least_game SELECT generate_series(1, 1000);
"""
_LEAST = r"""
\set game random(1, 1000)
\set seat random(0, 3)
\set card random(1, 60)
BEGIN;
SELECT moves FROM least_game WHERE id = :game FOR UPDATE;
INSERT INTO least_answer (game, move, seat, card) VALUES (:game, 0, :seat, :card);
UPDATE least_game SET moves = moves + 1 WHERE id = :game;
COMMIT;
"""


@dataclass(frozen=True)
class Done:
    """Transactions, and how many a second."""

    transactions: int
    rate: float


def repeat(backing: Backing, database: str, script: str, clients: int, seconds: float) -> Done:
    """Have so many clients repeat a script, each statement sent as text. Raises `Failed`."""
    file = backing.folder / "pgbench.sql"
    file.write_text(script)
    options = ["-n", "-M", "simple", "-c", str(clients), "-j", str(min(clients, THREADS))]
    variables = ["-D", "round=-1", "-D", f"clients={clients}"]
    where = ["-h", str(backing.postgres.sockets), "-U", NAME, database]
    process = subprocess.run(
        [
            backing.binaries / "pgbench",
            *options,
            *variables,
            "-T",
            str(max(1, round(seconds))),
            "-f",
            file,
            *where,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    done = re.search(r"processed: (\d+)", process.stdout)
    rate = re.search(r"^tps = ([\d.]+)", process.stdout, re.MULTILINE)
    if (
        process.returncode
        or not done
        or not rate
        or " failed transactions: 0 " not in f" {_line(process.stdout)} "
    ):
        raise Failed(f"pgbench: {process.stderr.strip()[-1500:]}")
    return Done(int(done[1]), float(rate[1]))


def least(backing: Backing, clients: int, seconds: float) -> Done:
    """The least that a durable move needs: lock a game, write down an answer, count it, commit."""
    backing.create("least")
    with backing.connect("least") as db:
        db.execute(_LEAST_TABLES)
        db.execute("VACUUM ANALYZE")
    backing.settle()
    return repeat(backing, "least", _LEAST, clients, seconds)


def _line(said: str) -> str:
    return next(
        (line.replace("number of", "").strip() for line in said.splitlines() if "failed" in line),
        "",
    )
