"""How long stops may hold up a turn: a moment from which on the clock runs, whatever was announced."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from games.clock.clock import Clock
from games.clock.hours import Hours, Span, clip_spans
from games.models import Question, Turn
from games.play import deadlines

MONDAY = datetime(2027, 3, 1, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
WORKING = Hours("Europe/Berlin", ("mon", "tue", "wed", "thu", "fri"), 9 * 60, 17 * 60)


class Asked:
    """A turn that asks seats with these banks."""

    def __init__(self, *banks: timedelta, opened: datetime = MONDAY, base: timedelta = DAY) -> None:
        self.turn = Turn(base=base, clock_from=MONDAY, opened_at=opened)
        self.questions = {
            seat: Question(turn=self.turn, bank=bank) for seat, bank in enumerate(banks)
        }

    def find_end(
        self, clock: Clock, stops: Mapping[int, Sequence[Span]], left: timedelta
    ) -> datetime | None:
        return deadlines.find_end_of_stops(clock, self.turn, self.questions, stops, left)


def test_as_long_as_there_is_time_for_all_of_them_nothing_is_cut() -> None:
    some: list[Span] = [(MONDAY, MONDAY + 3 * DAY)]
    clock, one = Clock(DAY), Asked(0 * DAY)
    assert one.find_end(clock, {0: some}, 4 * DAY) is None
    assert one.find_end(clock, {0: []}, 0 * DAY) is None


def test_what_is_longer_is_cut_where_the_time_is_up() -> None:
    one = Asked(0 * DAY)
    some: list[Span] = [(MONDAY + HOUR, MONDAY + 3 * DAY), (MONDAY + 4 * DAY, MONDAY + 40 * DAY)]
    end = one.find_end(Clock(DAY), {0: some}, 2 * DAY)
    assert end == MONDAY + 2 * DAY + HOUR
    assert clip_spans(some, end) == [(MONDAY + HOUR, MONDAY + 2 * DAY + HOUR)]


def test_a_question_that_goes_on_under_an_old_deadline_is_held_up_once() -> None:
    """What the turn before it was held up is gone from what is left."""
    some: list[Span] = [(MONDAY, MONDAY + 40 * DAY)]
    first, second = Asked(0 * DAY), Asked(0 * DAY, opened=MONDAY + 4 * DAY)
    before = first.find_end(Clock(DAY), {0: some}, 10 * DAY)
    after = second.find_end(Clock(DAY), {0: some}, 10 * DAY - 3 * DAY)
    assert before == after == MONDAY + 10 * DAY


@pytest.mark.parametrize("seed", range(60))
def test_no_stops_at_all_hold_a_turn_up_longer_than_is_left(seed: int) -> None:
    chance = Random(seed)
    clock = Clock(DAY, hours=WORKING if seed % 2 else None)
    one = Asked(
        *(chance.randrange(20) * HOUR for _ in range(3)), base=chance.randrange(1, 30) * HOUR
    )
    left = chance.choice([0, 1, 30, 400]) * HOUR
    wished: dict[int, list[Span]] = {seat: [] for seat in one.questions}
    for _ in range(chance.randrange(12)):
        since = MONDAY + chance.randrange(-50, 900) * HOUR
        wished[chance.randrange(3)].append((since, since + chance.randrange(1, 300) * HOUR))
    end = one.find_end(clock, wished, left)
    latest = deadlines.deadline_without_stops(clock, one.questions) + left
    for seat, question in one.questions.items():
        used = wished[seat] if end is None else clip_spans(wished[seat], end)
        due = clock.deadline_from(MONDAY, question.time_allowed, used)
        assert due <= latest
        if end is None:
            assert due == clock.deadline_from(MONDAY, question.time_allowed, wished[seat])
