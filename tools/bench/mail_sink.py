"""A mail server that takes everything and keeps nothing: a process of its own for measurements.

python -m tools.bench.mail_sink 2525
"""

import signal
import sys
from typing import Any

from aiosmtpd.controller import Controller

from tideapi.local.up import HOST


class Sink:
    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        return "250 OK"


def main() -> None:
    controller = Controller(Sink(), hostname=HOST, port=int(sys.argv[1]), ready_timeout=60)
    controller.start()
    signal.sigwait({signal.SIGTERM, signal.SIGINT})
    controller.stop()


if __name__ == "__main__":
    main()
