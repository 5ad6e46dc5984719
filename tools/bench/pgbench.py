"""pgbench, which comes with PostgreSQL: how often a second it can do the same, with nothing around it."""

import os
import re
import statistics
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
    """Have so many clients repeat a script, each statement prepared once and planned once, as ours are.

    The rate leaves out the first second, in which that is done. Raises `Failed`.
    """
    file = backing.folder / "pgbench.sql"
    file.write_text(script)
    threads, lasting = min(clients, THREADS), max(1, round(seconds)) + 2
    options = f"-n -M prepared -P 1 -c {clients} -j {threads} -T {lasting}".split()
    variables = f"-D round=-1 -D clients={clients}".split()
    where = ["-h", str(backing.postgres.sockets), "-U", NAME, database]
    process = subprocess.run(
        [backing.binaries / "pgbench", *options, *variables, "-f", file, *where],
        env={**os.environ, "PGOPTIONS": "-c plan_cache_mode=force_generic_plan"},
        capture_output=True,
        text=True,
        check=False,
    )
    done = re.search(r"actually processed: (\d+)", process.stdout)
    rates = re.findall(r"^progress: .*? s, ([\d.]+) tps", process.stderr, re.MULTILINE)[1:]
    whole = "failed transactions: 0 (" in process.stdout
    if process.returncode or not done or not rates or not whole:
        raise Failed(f"pgbench: {process.stderr.strip()[-1500:]}")
    return Done(int(done[1]), statistics.mean(map(float, rates)))


def least(backing: Backing, clients: int, seconds: float) -> Done:
    """The least that a durable move needs: lock a game, write down an answer, count it, commit."""
    backing.create("least")
    with backing.connect("least") as db:
        db.execute(_LEAST_TABLES)
        db.execute("VACUUM ANALYZE")
    backing.settle()
    return repeat(backing, "least", _LEAST, clients, seconds)
