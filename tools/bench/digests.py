"""A digest for each of so many people at the same hour: how long does it take, and how late is the clock?

Real PostgreSQL, broker, beat and the workers of `make up`, and a mail server in a process of its own. Each
person is asked something in three games. Other games have a deadline every half second meanwhile; how late
these are closed is how late the clock is.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import count, islice
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from tideapi.local import up
from tideapi.local.processes import Process
from tideapi.local.valkey import free_port
from tools.bench.bots import EVERY, LATE, SET_DUE
from tools.bench.deadlines import Bench, say

T = TypeVar("T")
EACH = 3
"""Questions in a digest."""
STARTS_IN = 5.0
"""Seconds until all of them are due."""
SET_EACH = 0.001
"""Seconds more for each person: what is due has to be set before it is."""
PATIENCE = 7200.0
RUNS = ("worker", "hooks", "beat")
BATCH = 5000

SEATED = """
UPDATE games_seat seat SET player_id = people.id
FROM (
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM players_player
    WHERE username LIKE 'reader%%'
) people, (
    SELECT game_id, number, row_number() OVER (ORDER BY game_id, number) - 1 AS place FROM games_seat
) chair
WHERE seat.game_id = chair.game_id AND seat.number = chair.number AND chair.place < %(chairs)s
AND people.place = chair.place %% %(people)s
"""
QUESTIONS = """
SELECT seat.player_id, seat.game_id, turn.due_at FROM games_seat seat
JOIN players_player player ON player.id = seat.player_id
JOIN games_turn turn ON turn.game_id = seat.game_id AND turn.closed_at IS NULL
WHERE player.username LIKE 'reader%'
"""
OTHERS = """
SELECT id FROM games_turn turn WHERE closed_at IS NULL AND NOT EXISTS (
    SELECT FROM games_seat seat JOIN players_player player ON player.id = seat.player_id
    WHERE seat.game_id = turn.game_id AND player.username LIKE 'reader%%'
) ORDER BY id LIMIT %s
"""


def main() -> int:
    """Fill, have all digests be due, and print what was seen."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.digests", description=__doc__)
    parser.add_argument("--people", type=int, default=100_000, help="who get a digest (100000)")
    parser.add_argument("--hooks", type=int, default=1, help="processes that send (1)")
    given = parser.parse_args()
    port = free_port()
    os.environ["MAIL_URL"] = f"smtp://{up.HOST}:{port}"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tide-bench-")))
        folder.chmod(0o755)
        bench = Digests(folder, stack)
        say(f"opening games for {given.people} people …")
        bench.fill(given.people * EACH // 4 + 1 + round(PATIENCE / EVERY))
        bench.invite(given.people)
        sink = Process(
            "sink",
            [up.PYTHON, "-m", "tools.bench.mail_sink", str(port)],
            log=bench.state.logs / "sink.log",
            reaper=bench.reaper,
            env=bench.env,
            cwd=up.ROOT,
        )
        programs = up.make_programs(bench.state, bench.reaper, bench.env, 0)
        running = [sink, *(one for one in programs if one.name in RUNS)]
        running += [bench.hooks(number) for number in range(2, given.hooks + 1)]
        try:
            for process in running:
                process.start()
            say(f"{bench.morning(given.people)}; {given.hooks} processes sent")
        finally:
            for process in running:
                process.ask()
            for process in running:
                process.stop()
    return 0


class Digests(Bench):
    """The servers, people who want one mail a day, and what they are asked."""

    def hooks(self, number: int) -> Process:
        """One more process that sends."""
        command = up.list_commands(self.env, 0)["hooks"]
        named = [part.replace("hooks@", f"hooks{number}@") for part in command]
        return up.make_program(f"hooks{number}", named, self.state, self.reaper, self.env)

    def invite(self, people: int) -> None:
        """Seat so many people at three games each, and write down what they are asked."""
        from allauth.account.models import EmailAddress  # noqa: PLC0415  Django has to be set up before.
        from django.db import connection  # noqa: PLC0415

        from games.clock.now import now  # noqa: PLC0415
        from notifications.models import Notification, Preferences, Receiver  # noqa: PLC0415
        from notifications.notice import NoticeKind  # noqa: PLC0415
        from players.models import Player  # noqa: PLC0415

        moment = now()
        for some in batched(range(people), BATCH):
            made = Player.objects.bulk_create(
                Player(
                    username=f"reader{one}",
                    email=f"reader{one}@tide.example",
                    password="!",
                    date_joined=moment,
                )
                for one in some
            )
            EmailAddress.objects.bulk_create(
                EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in made
            )
            Preferences.objects.bulk_create(
                Preferences(player=one, mode=Preferences.Mode.DIGEST) for one in made
            )
            Receiver.objects.bulk_create(
                Receiver(
                    player=one,
                    channel="mail",
                    address={},
                    created_at=moment,
                    proven=True,
                    slow=False,
                )
                for one in made
            )
            say(f"{some[-1] + 1} people …")
        with connection.cursor() as cursor:
            cursor.execute(SEATED, {"chairs": people * EACH, "people": people})
            cursor.execute(QUESTIONS)
            asked = cursor.fetchall()
            receivers = dict(Receiver.objects.values_list("player_id", "pk"))
            for questions in batched(asked, BATCH):
                Notification.objects.bulk_create(
                    Notification(
                        receiver_id=receivers[player],
                        kind=NoticeKind.YOUR_TURN,
                        cause=f"{game} 1",
                        game_id=game,
                        turn=1,
                        due_at=due_at,
                        put_off=True,
                        next_at=moment + timedelta(days=1),
                        created_at=moment,
                    )
                    for player, game, due_at in questions
                )
            cursor.execute("VACUUM ANALYZE")

    def morning(self, people: int) -> str:
        """Have all digests be due in a moment, wait until the last is sent, and say what was seen."""
        from django.db import connection, transaction  # noqa: PLC0415
        from django.db.models import Count  # noqa: PLC0415

        from games.clock.now import now  # noqa: PLC0415
        from notifications.models import Notification, Receiver  # noqa: PLC0415

        began = now() + timedelta(seconds=STARTS_IN + SET_EACH * people)
        Notification.objects.update(next_at=began)
        Receiver.objects.update(next_attempt_at=began)
        with connection.cursor() as cursor:
            cursor.execute(OTHERS, [round(PATIENCE / EVERY)])
            watched = [turn for (turn,) in cursor.fetchall()]
            dues = [began + timedelta(seconds=place * EVERY) for place in range(len(watched))]
            with transaction.atomic():
                rows = [(due, due, due, due, turn) for due, turn in zip(dues, watched, strict=True)]
                cursor.executemany(SET_DUE, rows)
            if now() > began:
                raise SystemExit("Setting all of them due took longer than until then.")
            for step in count():
                states = dict(Notification.objects.values_list("state").annotate(Count("pk")))
                if not states.get("waiting"):
                    break
                if step % 12 == 0:
                    say(f"{states} …")
                if (now() - began).total_seconds() > PATIENCE:
                    raise SystemExit(f"Not all were sent: {states}")
                time.sleep(5)
            last = self._last_sent()
            late = self._late(cursor, watched, last)
        took = (last - began).total_seconds()
        return (
            f"{people} digests of {EACH} questions: {took:.0f} s, {people / took:.0f} a second ({states});"
            f" {len(late)} deadlines meanwhile were {median(late):.2f} s late at the median,"
            f" {max(late):.2f} s at most"
        )

    def _last_sent(self) -> datetime:
        from django.db.models import Max  # noqa: PLC0415

        from notifications.models import NotificationAttempt  # noqa: PLC0415

        last: datetime = NotificationAttempt.objects.aggregate(last=Max("at"))["last"]
        return last

    @staticmethod
    def _late(cursor: Any, watched: list[int], until: datetime) -> list[float]:
        """How late those were closed that were due until then, in seconds, once all of them are."""
        late: list[float | None] = [None]
        while None in late:
            time.sleep(EVERY)
            cursor.execute(LATE, [watched, until])
            late = [seconds for (seconds,) in cursor.fetchall()]
        return [float(one) for one in late if one is not None]


def batched(some: Iterable[T], many: int) -> Iterator[list[T]]:
    """In lists of so many each. Python's own comes with 3.12."""
    left = iter(some)
    while one := list(islice(left, many)):
        yield one


if __name__ == "__main__":
    sys.exit(main())
