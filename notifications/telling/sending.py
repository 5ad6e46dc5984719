"""The sender: what is due for one receiver, said by its channel, and the outcome noted.

No transaction is open while a channel is used. A sender that dies has sent what another one sends once
more, with the same ids.
"""

import logging
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from games.clock.now import now
from notifications.channels import CHANNELS, Channel, NotTold
from notifications.models import Receiver, Telling
from notifications.notice import Notice
from notifications.telling import counting, outbox
from notifications.telling.looking import look
from notifications.telling.outbox import OUTBOX
from tideapi.outbox import outcome as outcomes
from tideapi.outbox import sending
from tideapi.outbox.outcome import Outcome

log = logging.getLogger(__name__)

NOT_NEEDED = "not_needed"


def send_due(seconds: float = 15.0) -> Counter[str]:
    """Send what is due, for about so many seconds. Gives how many messages had which outcome."""
    return sending.send_due(OUTBOX, _send_to, seconds)


def _send_to(receiver: Receiver) -> Counter[str]:
    found = sending.each(receiver, lambda: _send_next(receiver))
    counting.told(receiver.channel, found)
    return found


def _send_next(receiver: Receiver) -> str | None:
    """Send one message; None if nothing is due."""
    channel = CHANNELS.get(receiver.channel)
    rows = outbox.next_together(receiver, 1 if channel is None else channel.together)
    if not rows:
        return None
    moment = now()
    looked = look(receiver, rows, moment)
    outbox.settle(looked.gone, looked.later)
    if not looked.notices:
        return NOT_NEEDED
    told = [row for row, _ in looked.notices]
    result = _tell(channel, receiver, [notice for _, notice in looked.notices], told, moment)
    return outcomes.write_down(OUTBOX, told, result)


def _tell(
    channel: Channel | None,
    receiver: Receiver,
    notices: Sequence[Notice],
    rows: Sequence[Telling],
    moment: datetime,
) -> Outcome:
    """Have it told, and give the outcome; nothing that a channel does raises."""
    began = time.monotonic()
    failed, ours = _tried(channel, receiver, notices)
    milliseconds = round((time.monotonic() - began) * 1000)
    if failed is None:
        return Outcome(at=moment, milliseconds=milliseconds)
    return Outcome(
        at=moment,
        milliseconds=milliseconds,
        error="gone" if failed.permanent else "not_told",
        gone=failed.permanent,
        refused=failed.refused,
        test=_is_test(rows),
        least=timedelta(seconds=failed.wait or 0),
        blames=failed.permanent or not ours,
        more={"detail": str(failed)[:200]},
    )


def _tried(
    channel: Channel | None, receiver: Receiver, notices: Sequence[Notice]
) -> tuple[NotTold | None, bool]:
    """Why it could not be told, if so, and whether that is this server's own fault."""
    if channel is None:
        return NotTold("This server does not have the channel any more."), True
    try:
        channel.notify(receiver.address, notices)
    except NotTold as error:
        return error, channel.ours
    except Exception:
        # Nobody else is to wait for what one channel does with one notice.
        log.exception("The channel %s has raised", receiver.channel)
        return NotTold("The server could not say it.", refused=True), True
    return None, False


def _is_test(rows: Sequence[Telling]) -> bool:
    """A test is tried once: somebody waits for what comes of it."""
    return any(row.cause.startswith("test:") for row in rows)
