"""The arithmetic of deadlines and banks, of seats that exist in memory alone."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.clock.clock import Clock
from games.models import Game, Pause, Question, Seat, Submission, Turn
from games.play import deadlines
from games.repository.game_state import GameState
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.moving_time import MONDAY

ZERO = timedelta(0)
lengths = st.integers(0, 100).map(lambda minutes: timedelta(minutes=minutes))
some_time = st.integers(1, 100).map(lambda minutes: timedelta(minutes=minutes))


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    return Clock(per_turn=draw(some_time), bank=draw(some_time), increment=draw(lengths))


class Asked:
    """Seats of a game that exists in memory alone: they are asked, and answer after so long."""

    def __init__(self, clock: Clock, seats: int = 1) -> None:
        rules = TURN_THE_TIDE
        row = Game(ruleset=rules.id, rules_version=rules.version, clock=clock.to_json())
        self.table = GameState(row, MONDAY)
        self.table.seats = [Seat(number=number, bank=clock.bank) for number in range(seats)]
        self.turns: list[Turn] = []

    def ask(self, sitting: str | None = None) -> Question:
        """Put a question to every seat; return that to the first."""
        numbers = [seat.number for seat in self.table.seats]
        sitting = sitting or f"sitting {len(self.turns)}"
        turn = Turn(sitting=sitting, opened_at=self.table.now)
        before = self.turns[-1] if self.turns else None
        deadlines.ask_seats(self.table, turn, numbers, before)
        self.turns.append(turn)
        return self.table.questions[0]

    def answer(self, *after: timedelta) -> None:
        """Each seat answers so long after it was asked; the turn closes with the last answer."""
        asked_at = self.table.now
        self.table.answers = {
            seat: Submission(sealed_at=asked_at + thought) for seat, thought in enumerate(after)
        }
        deadlines.settle_banks(self.table, self.turns[-1])
        self.table.moment = asked_at + max(after)

    def pause(self, start: datetime, length: timedelta) -> None:
        self.table.pauses.append(Pause(from_at=start, until_at=start + length))

    @property
    def banks(self) -> list[timedelta]:
        return [seat.bank for seat in self.table.seats]


@given(clocks(), st.lists(lengths, min_size=1, max_size=20))
def test_a_bank_has_the_increment_and_pays_for_each_second_beyond_the_turn(
    clock: Clock, thoughts: list[timedelta]
) -> None:
    player, held = Asked(clock), clock.bank
    for thought in thoughts:
        question = player.ask()
        held = min(clock.bank, held + clock.increment)
        assert question.bank == held
        assert question.due_at == player.table.now + clock.per_turn + held
        player.answer(thought)
        held -= min(held, max(ZERO, thought - clock.per_turn))
        assert player.banks == [held]


@given(clocks(), lengths, lengths, lengths)
def test_how_long_others_think_costs_nothing(
    clock: Clock, mine: timedelta, one: timedelta, other: timedelta
) -> None:
    banks = []
    for theirs in (one, other):
        game = Asked(clock, seats=2)
        game.ask()
        game.answer(mine, theirs)
        banks.append(game.ask().bank)
    assert banks[0] == banks[1]


@given(clocks(), st.lists(lengths, min_size=1, max_size=6))
def test_a_sitting_costs_as_much_as_its_end(clock: Clock, thoughts: list[timedelta]) -> None:
    several, one = Asked(clock), Asked(clock)
    dues = set()
    for thought in thoughts:
        dues.add(several.ask("her turn").due_at)
        several.answer(thought)
    one.ask()
    one.answer(sum(thoughts, ZERO))
    assert len(dues) == 1
    assert several.banks == one.banks
    assert several.ask().bank == one.ask().bank


@given(clocks(), lengths, lengths, some_time)
def test_a_pause_costs_nothing(
    clock: Clock, before: timedelta, after: timedelta, length: timedelta
) -> None:
    paused, free = Asked(clock), Asked(clock)
    paused.pause(MONDAY + before, length)
    with_pause, without = paused.ask(), free.ask()
    if before < without.due_at - MONDAY:
        assert with_pause.due_at == without.due_at + length
    else:
        assert with_pause.due_at == without.due_at
    paused.answer(before + length + after)
    free.answer(before + after)
    assert paused.banks == free.banks
