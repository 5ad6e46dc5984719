"""How many digests a second one process writes and sends, and how late deadlines are meanwhile?

Real PostgreSQL, broker, beat and workers, and a real mail server in a process of its own. 100,000 digests at
08:00 are that many divided by the rate; they need no more processes to be measured than one.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import cast

from tests.bench.deadlines import Bench, say
from tideapi.local import up
from tideapi.local.processes import Process
from tideapi.local.valkey import free_port

WANTED = 100_000
EACH = 3
"""Questions in a digest."""


def main() -> int:
    """Measure deadlines alone, then with a process that sends mail all the while."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.mails", description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="open games (3000)")
    parser.add_argument("--due", type=int, default=500, help="deadlines within a second (500)")
    parser.add_argument("--mails", type=int, default=3000, help="digests to send (3000)")
    parser.add_argument("--send", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.send:
        send(options.mails)
        return 0
    port = free_port()
    os.environ["MAIL_URL"] = f"smtp://{up.HOST}:{port}"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tide-bench-")))
        folder.chmod(0o755)
        bench = Bench(folder, stack)
        bench.fill(options.games)
        sink = _process(bench, "sink", ["tests.bench.mail_sink", str(port)])
        stack.callback(sink.stop)
        sink.start()
        alone = bench.measure(1, options.due)
        sender = _process(
            bench, "sender", ["tests.bench.mails", "--send", "--mails", str(options.mails)]
        )
        stack.callback(sender.stop)
        sender.start()
        meanwhile = bench.measure(1, options.due)
        sender.wait(3600)
        sent = json.loads(sender.log.read_text().splitlines()[-1])
        say(json.dumps({**sent, "late_alone": alone, "late_meanwhile": meanwhile}))
        say(
            f"{sent['rate']:.0f} digests of {EACH} questions a second: {WANTED} take "
            f"{WANTED / sent['rate'] / 60:.0f} min of one process; the last of {options.due} deadlines was "
            f"closed {alone:.1f} s late without mail, {meanwhile:.1f} s late meanwhile"
        )
    return 0


def _process(bench: Bench, name: str, command: list[str]) -> Process:
    return Process(
        name,
        [up.PYTHON, "-m", *command],
        log=bench.state.logs / f"{name}.log",
        reaper=bench.reaper,
        env=bench.env,
        cwd=up.ROOT,
    )


def send(many: int) -> None:
    """Write and send so many digests, to whoever is asked something; the rate as JSON."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
    import django  # noqa: PLC0415

    django.setup()
    from games.models import Seat  # noqa: PLC0415  Django has to be set up before.
    from notifications.mail.writing import write  # noqa: PLC0415
    from notifications.notice import Kind, Notice  # noqa: PLC0415
    from players.mail import transport  # noqa: PLC0415
    from players.models import Player  # noqa: PLC0415

    seats = Seat.objects.filter(player__isnull=False, game__status="running").select_related(
        "player", "game"
    )
    asked = list(seats[: 3 * EACH * many])
    began, sent, size, place = time.monotonic(), 0, 0, 0
    while sent < many and asked:
        some = [asked[(place + step) % len(asked)] for step in range(EACH)]
        place += EACH
        notices = [
            Notice(
                id=f"n{place + step}",
                kind=Kind.YOUR_TURN,
                player=cast(Player, seat.player),  # bots have none, and are not among them
                at=seat.game.created_at,
                game=seat.game,
                turn=seat.game.turn_number,
                seat=seat.number,
            )
            for step, seat in enumerate(islice(some, EACH))
        ]
        message = write(notices, "ann@tide.example")
        if message is None:
            continue
        size += len(message.message().as_bytes())
        while transport.send(message) is not transport.Outcome.SENT:
            time.sleep(0.1)
        sent += 1
    spent = time.monotonic() - began
    print(json.dumps({"sent": sent, "seconds": spent, "rate": sent / spent, "bytes": size // sent}))


if __name__ == "__main__":
    sys.exit(main())
