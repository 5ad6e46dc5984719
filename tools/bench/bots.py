"""How long do bots take that all have to move at once, and how late is the clock meanwhile?

Real PostgreSQL, broker, beat and the workers of `make up`. A third as many games as moves: in each one
person sits against three bots, for which a move is due in the same instant. Other games have a deadline
every half second meanwhile; how late these are closed is how late the clock is.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from tideapi.local import up
from tideapi.local.processes import Process
from tools.bench.deadlines import Bench, say

BOTS = ("strong", "careful", "expert")
IN_EACH = 3
"""Bots in a game."""
STARTS_IN = 3.0
EVERY = 0.5
"""Seconds between two deadlines of the other games."""
PATIENCE = 1800.0
RUNS = ("worker", "thinkers", "beat")

CHOOSE = """
SELECT turn.id, turn.game_id FROM games_turn turn JOIN games_game game ON game.id = turn.game_id
WHERE turn.closed_at IS NULL AND turn.number = 1 AND turn.bots_at IS NULL AND turn.thinkers_at IS NULL
AND turn.due_at > now() + interval '1 hour'
AND NOT EXISTS (SELECT FROM games_submission answer WHERE answer.game_id = turn.game_id
    AND answer.turn = turn.number) ORDER BY turn.id LIMIT %s
"""
SEAT = "UPDATE games_seat SET bot = %s, away = 'absent' WHERE game_id = ANY(%s) AND number > 0"
SET_DUE = """
UPDATE games_turn SET clock_from = %s::timestamptz - base, dues = array_fill(%s::timestamptz, ARRAY[4]),
due_at = %s, next_check_at = %s WHERE id = %s
"""
MOVED = """
SELECT count(*), max(sealed_at) FROM games_submission answer
JOIN games_turn turn ON turn.game_id = answer.game_id AND turn.number = answer.turn
WHERE answer.by = 'bot' AND turn.id = ANY(%s)
"""
LATE = "SELECT extract(epoch FROM closed_at - due_at) FROM games_turn WHERE id = ANY(%s) AND due_at <= %s"


@dataclass(frozen=True)
class Figures:
    """What one kind of bot took, in seconds, and how late deadlines were closed meanwhile."""

    bot: str
    moves: int
    took: float
    late: Sequence[Any]

    def __str__(self) -> str:
        return (
            f"{self.moves} moves of {self.bot}: {self.took:.1f} s, {1000 * self.took / self.moves:.1f} ms"
            f" each; {len(self.late)} deadlines meanwhile were {median(self.late):.2f} s late at the median,"
            f" {max(self.late):.2f} s at most"
        )


def main() -> int:
    """Fill, let them move, and print a line for each bot."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.bots", description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000, help="due at once (10000)")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=BOTS, help="which (all)")
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tide-bench-")))
        folder.chmod(0o755)
        bench = Moving(folder, stack)
        games = (given.moves // IN_EACH + 1) * len(given.bots) + round(PATIENCE / EVERY)
        say(f"opening {games} games …")
        bench.fill(games)
        running = bench.start()
        try:
            for bot in given.bots:
                say(str(bench.moves(bot, given.moves)))
        finally:
            for process in running:
                process.ask()
            for process in running:
                process.stop()
    return 0


class Moving(Bench):
    """The servers, and bots that move all at once."""

    def start(self) -> list[Process]:
        """The workers and beat of `make up`."""
        programs = [
            one
            for one in up.make_programs(self.state, self.reaper, self.env, 0)
            if one.name in RUNS
        ]
        for program in programs:
            program.start()
        self._wait_for_a_sweep()
        return programs

    def moves(self, bot: str, moves: int) -> Figures:
        """Have so many be due, and wait until all are made."""
        from django.db import connection  # noqa: PLC0415  Django has to be set up before.

        from games.bots.registry import THINKERS  # noqa: PLC0415
        from games.clock.now import now  # noqa: PLC0415

        with connection.cursor() as cursor:
            cursor.execute(CHOOSE, [moves // IN_EACH])
            turns, games = map(list, zip(*cursor.fetchall(), strict=True))
            cursor.execute(SEAT, [bot, games])
            began = now() + timedelta(seconds=STARTS_IN)
            column = "thinkers_at" if bot in THINKERS else "bots_at"
            cursor.execute(
                f"UPDATE games_turn SET {column} = %s WHERE id = ANY(%s)", [began, turns]
            )
            cursor.execute(CHOOSE, [round(moves / 10)])
            watched = [turn for turn, _ in cursor.fetchall()]
            for place, turn in enumerate(watched):
                due = began + timedelta(seconds=place * EVERY)
                cursor.execute(SET_DUE, [due, due, due, due, turn])
            last = self._wait(cursor, turns)
            late: list[float | None] = [None]
            while None in late:
                time.sleep(EVERY)
                cursor.execute(LATE, [watched, last])
                late = [seconds for (seconds,) in cursor.fetchall()]
            cursor.execute(
                "UPDATE games_turn SET next_check_at = 'infinity' WHERE id = ANY(%s)", [watched]
            )
        return Figures(bot, len(turns) * IN_EACH, (last - began).total_seconds(), late)

    def _wait(self, cursor: Any, turns: list[int]) -> datetime:
        """When the last bot of these turns has moved."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            cursor.execute(MOVED, [turns])
            count, last = cursor.fetchone()
            if count == len(turns) * IN_EACH:
                found: datetime = last
                return found
            time.sleep(EVERY)
        raise TimeoutError(f"{count} of {len(turns) * IN_EACH} bots have moved.")


if __name__ == "__main__":
    sys.exit(main())
