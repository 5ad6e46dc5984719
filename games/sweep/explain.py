"""The state of a game's clock in plain words, for operators, without sealed answers."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.clock.now import now
from games.fairness.chain import utc
from games.models import Game, Heartbeat, Pause, Seat, Submission, Turn
from games.repository import loader, stops
from games.repository.game_state import GameState
from games.sweep.due_turns import SWEEP
from tideapi.rest.errors import ApiError


def explain(row: Game) -> Iterator[str]:
    """Yield sentences about what the clock of a game waits for.

    Raises `ApiError` if its rules are missing, after the sentences that need no rules.
    """
    yield f"Game {row.pk} ({row.ruleset}) is {row.status}."
    try:
        game = loader.load(row.pk)
    except ApiError:
        for ill in Turn.objects.filter(game=row, closed_at__isnull=True, faults__gt=0):
            yield from _aside(ill)
        raise
    yield _clock(game)
    if row.ahead:
        yield f"Its own time has been moved forward by {words(row.ahead)}, in a sandbox."
    for pause in game.pauses:
        if pause.until_at is not None and pause.until_at > game.now:
            yield _pause(game, pause)
    turn = game.open_turn
    if turn is None:
        yield "No turn is open, so nothing is waited for."
        return
    yield f"Turn {turn.number} was opened at {utc(turn.opened_at)}, {_ago(game.now, turn.opened_at)}."
    answers = game.answers
    for number in turn.asked:
        yield _seat(game, turn, game.seats[number], answers.get(number))
    yield from _sweep(game, turn)


def words(length: timedelta) -> str:
    """Return a length in its two largest units: 2 d 3 h, 5 min 10 s, 0 s."""
    left = max(0, int(length.total_seconds()))
    parts = []
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        many, left = divmod(left, size)
        if many:
            parts.append(f"{many} {unit}")
    return " ".join(parts[:2]) or "0 s"


def _clock(game: GameState) -> str:
    clock = game.clock
    said = f"Each sitting has {words(clock.per_turn)}"
    if clock.bank:
        said += f", each player a bank of {words(clock.bank)}"
        said += f" that grows by {words(clock.increment)} a sitting" if clock.increment else ""
    if clock.grace:
        said += f", the first turn {words(clock.grace)} more"
    if clock.hours is not None:
        hours = clock.to_json()["hours"]
        days = ", ".join(hours["days"])
        said += f"; the clock runs {days} from {hours['from']} to {hours['to']} in {hours['zone']}"
    return f"{said}."


def _pause(game: GameState, pause: Pause) -> str:
    assert pause.until_at is not None  # noqa: S101  The caller has looked.
    return f"All have agreed on a pause until {_when(game.now, pause.until_at)}."


def _seat(game: GameState, turn: Turn, seat: Seat, answer: Submission | None) -> str:
    who = f"Seat {seat.number}, {_who(seat)},"
    if answer is not None:
        return f"{who} has answered (by {answer.by})."
    said = f"{who} is waited for until {_when(game.now, turn.due(seat.number))}"
    if turn.bank(seat.number):
        said += f", with {words(turn.bank(seat.number))} of it from its bank"
    for start, end in stops.of_turn(game, turn)[seat.number]:
        if start <= game.now < end:
            said += f"; its clock stands still until {utc(end)}"
    return f"{said}; then its standing order is played, or else the fallback."


def _who(seat: Seat) -> str:
    if seat.player is None:
        return f"the bot {seat.bot}"
    if seat.away is None:
        return seat.player.username
    return f"{seat.player.username} ({seat.away}, the bot {seat.bot} stands in)"


def _sweep(game: GameState, turn: Turn) -> Iterator[str]:
    moment = now()
    if turn.faults:
        yield from _aside(turn)
    else:
        yield f"The sweep looks at this turn next at {utc(turn.next_check_at)}."
    if turn.next_check_at < moment:
        yield f"That should have happened {words(moment - turn.next_check_at)} ago."
    beat = Heartbeat.objects.filter(name=SWEEP).first()
    if beat is None:
        yield "No sweep has finished yet: are a worker and beat running?"
    else:
        yield f"The last sweep finished {_ago(moment, beat.at)} and took {beat.seconds:.2f} s."


def _aside(turn: Turn) -> Iterator[str]:
    yield (
        f"The game is set aside: its rules have raised {_times(turn.faults)}. The next try is at "
        f"{utc(turn.next_check_at)}; `manage.py retry {turn.game_id}` has it tried at once. "
        "The last error:"
    )
    yield turn.fault


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _when(moment: datetime, then: datetime) -> str:
    return f"{utc(then)} ({_ago(moment, then) if then < moment else f'in {words(then - moment)}'})"


def _ago(moment: datetime, then: datetime) -> str:
    return f"{words(moment - then)} ago"
