"""The state of a game's clock in plain words, for operators, without sealed answers."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from common.rest.errors import ApiError
from games.background.due_turns import SWEEP
from games.clock.now import now
from games.fairness.commitments import utc
from games.models import Game, Heartbeat, Question, Seat, Submission, Turn
from games.play.deadlines import clock_stops_of_turn
from games.repository.game_state import GameState
from games.repository.games import load


def explain_game(row: Game) -> Iterator[str]:
    """Yield sentences about what the clock of a game waits for.

    Raises `ApiError` if its rules are missing, after the sentences that need no rules.
    """
    yield f"Game {row.pk} ({row.ruleset}) is {row.status}."
    try:
        game = load(row.pk)
    except ApiError:
        for ill in Turn.objects.set_aside().filter(game=row):
            yield from _explain_fault(ill)
        raise
    yield _explain_clock(game)
    if row.ahead:
        yield f"Its own time has been moved forward by {length_in_words(row.ahead)}, in a sandbox."
    for pause in game.pauses:
        if pause.until_at is not None and pause.until_at > game.now:
            until = _describe_moment(game.now, pause.until_at)
            yield f"All have agreed on a pause until {until}."
    turn = game.open_turn
    if turn is None:
        yield "No turn is open, so nothing is waited for."
        return
    age = _describe_age(game.now, turn.opened_at)
    yield f"Turn {turn.number} was opened at {utc(turn.opened_at)}, {age}."
    for number, question in game.questions.items():
        yield _explain_seat(game, question, game.seats[number], game.answers.get(number))
    yield from _explain_sweep(turn)


def length_in_words(length: timedelta) -> str:
    """Return a length in its two largest units: 2 d 3 h, 5 min 10 s, 0 s."""
    left = max(0, int(length.total_seconds()))
    parts = []
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        many, left = divmod(left, size)
        if many:
            parts.append(f"{many} {unit}")
    return " ".join(parts[:2]) or "0 s"


def _explain_clock(game: GameState) -> str:
    clock = game.clock
    sentence = f"Each sitting has {length_in_words(clock.per_turn)}"
    if clock.bank:
        sentence += f", each player a bank of {length_in_words(clock.bank)}"
        if clock.increment:
            sentence += f" that grows by {length_in_words(clock.increment)} a sitting"
    if clock.grace:
        sentence += f", the first turn {length_in_words(clock.grace)} more"
    if clock.hours is not None:
        hours = clock.to_json()["hours"]
        days = ", ".join(hours["days"])
        sentence += (
            f"; the clock runs {days} from {hours['from']} to {hours['to']} in {hours['zone']}"
        )
    return f"{sentence}."


def _explain_seat(
    game: GameState, question: Question, seat: Seat, answer: Submission | None
) -> str:
    name = f"Seat {seat.number}, {_name_seat(seat)},"
    if answer is not None:
        return f"{name} has answered (by {answer.by})."
    sentence = f"{name} is waited for until {_describe_moment(game.now, question.due_at)}"
    if question.bank:
        sentence += f", with {length_in_words(question.bank)} of it from its bank"
    for start, end in clock_stops_of_turn(game, question.turn)[seat.number]:
        if start <= game.now < end:
            sentence += f"; its clock stands still until {utc(end)}"
    return f"{sentence}; then its standing order is played, or else the fallback."


def _name_seat(seat: Seat) -> str:
    if seat.player is None:
        return f"the bot {seat.bot}"
    if seat.away is None:
        return seat.player.username
    return f"{seat.player.username} ({seat.away}, the bot {seat.bot} stands in)"


def _explain_sweep(turn: Turn) -> Iterator[str]:
    moment = now()
    if turn.faults:
        yield from _explain_fault(turn)
    else:
        yield f"The sweep looks at this turn next at {utc(turn.next_check_at)}."
    if turn.next_check_at < moment:
        yield f"That should have happened {length_in_words(moment - turn.next_check_at)} ago."
    beat = Heartbeat.objects.filter(name=SWEEP).first()
    if beat is None:
        yield "No sweep has finished yet: are a worker and beat running?"
    else:
        yield f"The last sweep finished {_describe_age(moment, beat.at)} and took {beat.seconds:.2f} s."


def _explain_fault(turn: Turn) -> Iterator[str]:
    times = "once" if turn.faults == 1 else f"{turn.faults} times"
    yield (
        f"The game is set aside: its rules have raised {times}. The next try is at "
        f"{utc(turn.next_check_at)}; `manage.py retry {turn.game_id}` has it tried at once. "
        "The last error:"
    )
    yield turn.fault


def _describe_moment(moment: datetime, then: datetime) -> str:
    if then < moment:
        return f"{utc(then)} ({_describe_age(moment, then)})"
    return f"{utc(then)} (in {length_in_words(then - moment)})"


def _describe_age(moment: datetime, then: datetime) -> str:
    return f"{length_in_words(moment - then)} ago"
