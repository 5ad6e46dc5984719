"""How long the questions of a turn may be answered: a deadline for each seat.

All that a deadline depends on is kept with the turn: when its time began, how long it is, and what was in
the seat's bank. So it can be worked out again whenever a pause or a vacation has changed when the
clock runs, as often as one likes.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.models import Seat, Turn
from games.table import Table, utc

BOTS_GRACE = timedelta(seconds=3)
"""How long the sweep leaves the bots to the task that was sent for them."""


def put(table: Table, turn: Turn, after: Turn | None) -> bool:
    """Give the seats asked in a new turn their time. Returns whether it goes on under old deadlines.

    Several decisions in one sitting share a deadline: absence costs the others one, not many.
    """
    clock = table.clock
    continues = after is not None and after.sitting == turn.sitting
    if after is not None and continues:
        turn.clock_from, turn.base = after.clock_from, after.base
    else:
        turn.clock_from = table.now
        turn.base = clock.per_turn + (clock.grace if after is None else timedelta(0))
    turn.banks = []
    for number in turn.asked:
        seat = table.seats[number]
        if after is not None and continues and number in after.asked:
            turn.banks.append(after.bank(number))
            continue
        seat.bank = min(clock.bank, seat.bank + clock.increment)
        turn.banks.append(seat.bank)
    _set_dues(table, turn)
    return continues


def settle_banks(table: Table, turn: Turn) -> None:
    """Take from each seat's bank what its answer to a turn that closes has used of it."""
    if not table.clock.bank:
        return
    for number in turn.asked:
        seat, bank = table.seats[number], turn.bank(number)
        since = turn.clock_from
        passed = table.clock.used(since, table.answers[number].sealed_at, table.stops(seat))
        seat.bank = bank - min(bank, max(timedelta(0), passed - turn.base))


def renew(table: Table) -> bool:
    """Work the open turn's deadlines out again, and tell if they have moved."""
    turn = table.open_turn
    if turn is None:
        return False
    before = turn.dues
    _set_dues(table, turn)
    if turn.dues == before:
        return False
    turn.look_at = next_look(table, turn, table.answers)
    table.changed(turn)
    table.tell("deadlines_moved", {"turn": turn.number, "deadlines": deadlines(turn)})
    return True


def begin_agreed_pause(table: Table) -> None:
    """Begin the pause that is proposed if all who are there have agreed to it."""
    pause = table.proposed_pause
    there = {seat.number for seat in table.seats if seat.present}
    if pause is None or not there or not there <= {*pause.agreed}:
        return
    pause.from_at, pause.until_at = table.now, table.now + pause.length
    table.pause(pause)
    table.tell("paused", {"from": utc(pause.from_at), "until": utc(pause.until_at)})


def deadlines(turn: Turn) -> list[dict[str, object]]:
    """The deadline of each seat asked, as it stands in events."""
    return [
        {"seat": seat, "due_at": utc(due)} for seat, due in zip(turn.asked, turn.dues, strict=True)
    ]


def waiting(turn: Turn, answered: Iterable[int]) -> list[int]:
    """The seats whose answer is still missing."""
    there = set(answered)
    return [seat for seat in turn.asked if seat not in there]


def rings_at(seats: Iterable[Seat], seat: Seat, turn: Turn, moment: datetime) -> datetime:
    """When a bot that is asked has to move, seen from `moment`.

    At once, so that nobody waits. Only where nobody is there to wait does the stand-in of somebody who
    is absent take her whole time: she may come back to a game that is not over.
    """
    lonely = seat.away == Seat.Away.ABSENT and not any(other.present for other in seats)
    return max(moment, turn.due(seat.number) - BOTS_GRACE) if lonely else moment


def next_look(table: Table, turn: Turn, answered: Iterable[int]) -> datetime:
    """When the sweep has to look at an open turn again, in real time.

    Bots that should move now are taken to have been rung for; the look is for a message that was lost.
    """
    looks = []
    for number in waiting(turn, answered):
        seat = table.seats[number]
        looks.append(turn.due(number))
        if seat.bot is not None:
            rings = rings_at(table.seats, seat, turn, table.now)
            looks.append(rings if rings > table.now else rings + BOTS_GRACE)
    return _real(table, min(looks, default=table.now))


def bots_to_ring(table: Table, turn: Turn, answered: Iterable[int]) -> bool:
    """Whether a bot has to move now."""
    bots = [table.seats[seat] for seat in waiting(turn, answered) if table.seats[seat].bot]
    return any(rings_at(table.seats, seat, turn, table.now) <= table.now for seat in bots)


def _set_dues(table: Table, turn: Turn) -> None:
    turn.dues = [
        table.clock.due(turn.clock_from, turn.base + bank, table.stops(table.seats[seat]))
        for seat, bank in zip(turn.asked, turn.banks, strict=True)
    ]
    turn.due_at = max(turn.dues)


def _real(table: Table, moment: datetime) -> datetime:
    return moment - table.game.ahead
