"""Deadlines and banks: the arithmetic, working them out anew, and seats whose time is up one by one."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from games.background import due_turns
from games.clock.clock import Clock
from games.models import Game, Pause, Seat, Submission, Turn
from games.play import deadlines, turns
from games.repository import loader
from games.repository.game_state import GameState
from games.repository.unit_of_work import save
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests import dealing
from tests.app.api.refusals import nothing_changes, refused
from tests.event_log import logged_events
from tests.moving_time import MONDAY, Time, standing
from tests.people import Person

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
ZERO = timedelta(0)


# -- the arithmetic of banks, without a database

lengths = st.integers(0, 100).map(lambda minutes: timedelta(minutes=minutes))
some_time = st.integers(1, 100).map(lambda minutes: timedelta(minutes=minutes))


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    return Clock(per_turn=draw(some_time), bank=draw(some_time), increment=draw(lengths))


class Asked:
    """Seats of a game that exists in memory alone: they are asked, and answer after so long."""

    def __init__(self, clock: Clock, seats: int = 1) -> None:
        self.clock = clock
        rules = TURN_THE_TIDE
        row = Game(ruleset=rules.id, rules_version=rules.version, clock=clock.to_json())
        self.table = GameState(row, MONDAY)
        self.table.seats = [Seat(number=number, bank=clock.bank) for number in range(seats)]
        self.turn: Turn | None = None
        self._asked = 0

    def ask(self, sitting: str | None = None) -> Turn:
        self._asked += 1
        numbers = [seat.number for seat in self.table.seats]
        turn = Turn(
            asked=numbers,
            sitting=sitting or f"sitting {self._asked}",
            opened_at=self.table.now,
        )
        deadlines.set_turn_deadlines(self.table, turn, self.turn)
        self.turn = turn
        return turn

    def answer(self, turn: Turn, *after: timedelta) -> None:
        """Each seat answers so long after it was asked; the turn closes with the last answer."""
        asked_at = self.table.now
        self.table.answers = {
            seat: Submission(seat=seat, sealed_at=asked_at + thought)
            for seat, thought in zip(turn.asked, after, strict=True)
        }
        deadlines.settle_banks(self.table, turn)
        self.table.moment = asked_at + max(after)

    def pause(self, start: datetime, length: timedelta) -> None:
        self.table.pauses.append(Pause(from_at=start, until_at=start + length))

    @property
    def banks(self) -> list[timedelta]:
        return [seat.bank for seat in self.table.seats]


@given(clocks(), st.lists(lengths, max_size=20))
def test_a_bank_is_never_below_nothing_nor_above_what_it_held_at_first(
    clock: Clock, thoughts: list[timedelta]
) -> None:
    player = Asked(clock)
    for thought in thoughts:
        turn = player.ask()
        assert ZERO <= turn.seat_bank(0) <= clock.bank
        player.answer(turn, thought)
        assert ZERO <= player.banks[0] <= turn.seat_bank(0)


@given(clocks(), st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_who_answers_within_the_time_of_each_turn_uses_nothing(
    clock: Clock, parts: list[float]
) -> None:
    player = Asked(clock)
    for part in parts:
        player.answer(player.ask(), clock.per_turn * part)
    assert player.banks == [clock.bank]


@given(clocks(), some_time)
def test_each_second_beyond_costs_a_second(clock: Clock, beyond: timedelta) -> None:
    player = Asked(clock)
    player.answer(player.ask(), clock.per_turn + beyond)
    assert clock.bank - player.banks[0] == min(beyond, clock.bank)


@given(clocks(), st.integers(1, 10))
def test_who_always_waits_for_her_deadline_has_the_increment_and_nothing_more(
    clock: Clock, turns: int
) -> None:
    player = Asked(clock)
    for _ in range(turns):
        turn = player.ask()
        player.answer(turn, turn.seat_deadline(0) - player.table.now)
        assert player.banks == [ZERO]
    assert player.ask().seat_bank(0) == min(clock.increment, clock.bank)


@given(clocks(), st.lists(lengths, min_size=1, max_size=10))
def test_all_the_time_that_she_takes_is_what_she_was_given(
    clock: Clock, thoughts: list[timedelta]
) -> None:
    """Nothing is lost on the way and nothing comes from nowhere."""
    player = Asked(clock)
    given_to_her = clock.bank
    used = ZERO
    for thought in thoughts:
        before = player.banks[0]
        turn = player.ask()
        given_to_her += turn.seat_bank(0) - before
        taken = min(thought, turn.seat_deadline(0) - player.table.now)
        player.answer(turn, taken)
        used += max(ZERO, taken - clock.per_turn)
    assert given_to_her - used == player.banks[0]


@given(clocks(), lengths, lengths, lengths)
def test_how_long_others_think_is_nothing_to_her(
    clock: Clock, mine: timedelta, one: timedelta, other: timedelta
) -> None:
    banks = []
    for theirs in (one, other):
        game = Asked(clock, seats=2)
        game.answer(game.ask(), mine, theirs)
        banks.append(game.ask().seat_bank(0))
    assert banks[0] == banks[1]


@given(clocks(), st.lists(lengths, min_size=1, max_size=6))
def test_many_decisions_of_one_sitting_cost_what_the_last_of_them_costs(
    clock: Clock, thoughts: list[timedelta]
) -> None:
    several, one = Asked(clock), Asked(clock)
    dues = set()
    for thought in thoughts:
        turn = several.ask("her turn")
        dues.add(turn.seat_deadline(0))
        several.answer(turn, thought)
    one.answer(one.ask(), sum(thoughts, ZERO))
    assert len(dues) == 1
    assert several.banks == one.banks
    assert several.ask().seat_bank(0) == one.ask().seat_bank(0)


@given(clocks(), lengths, lengths, some_time)
def test_a_pause_costs_nobody_anything(
    clock: Clock, before: timedelta, after: timedelta, length: timedelta
) -> None:
    paused, free = Asked(clock), Asked(clock)
    paused.pause(MONDAY + before, length)
    with_pause, without = paused.ask(), free.ask()
    if before < without.seat_deadline(0) - MONDAY:
        assert with_pause.seat_deadline(0) == without.seat_deadline(0) + length
    else:
        assert with_pause.seat_deadline(0) == without.seat_deadline(0)
    paused.answer(with_pause, before + length + after)
    free.answer(without, before + after)
    assert paused.banks == free.banks


# -- working deadlines out anew


@pytest.fixture
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


@pytest.mark.django_db
@pytest.mark.parametrize("micros", [0, 1, 99, 100, 999_999, 14 * 24 * 3600 * 10**6 - 1])
def test_what_is_left_of_a_bank_is_kept_to_the_microsecond(
    time: Time, table: Callable[..., str], micros: int
) -> None:
    game = table(clock={"per_turn": "PT10H", "bank": "P14D"})
    bank = timedelta(microseconds=micros)
    with transaction.atomic():
        locked = loader.load_for_update(game)
        locked.seats[1].bank = bank
        save(locked)
    kept = Seat.objects.filter(game=game).values_list("bank", flat=True)
    assert list(kept) == [14 * DAY, bank, 14 * DAY]


@pytest.mark.django_db
def test_deadlines_can_be_worked_out_anew_as_often_as_one_likes(
    time: Time, table: Callable[..., str]
) -> None:
    game = table(clock={"per_turn": "PT10H", "bank": "PT4H"})
    at_first = Turn.objects.get(game=game).dues
    random = Random("pauses")
    stops = []
    for _ in range(10):
        start = MONDAY + random.random() * DAY
        end = start + random.random() * DAY
        Pause.objects.create(
            game_id=game,
            length=end - start,
            proposed_by=0,
            agreed=[0, 1, 2],
            proposed_at=start,
            from_at=start,
            until_at=end,
        )
        stops.append((start, end))
        renewed(game)
        dues = Turn.objects.get(game=game).dues
        with nothing_changes():
            assert renewed(game) is False, "they have not moved again"
        used = Clock.from_json(Game.objects.get(pk=game).clock).time_used
        assert [used(MONDAY, due, stops) for due in dues] == [14 * HOUR] * 3
    Pause.objects.all().delete()
    assert renewed(game) is True
    assert Turn.objects.get(game=game).dues == at_first


def renewed(game: str) -> bool:
    """Whether the deadlines have moved."""
    with transaction.atomic():
        table = loader.load_for_update(game)
        assert table.open_turn is not None
        moved = deadlines.renew_deadlines(table, table.open_turn)
        save(table)
        return moved


@pytest.mark.django_db
def test_when_the_sweep_looks_next_follows_the_deadlines(
    time: Time, ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    for person in (ann, bob, cat):
        person.put(f"/games/{game}/pause", {"length": "P2D"})
    turn = Turn.objects.get(game=game)
    assert turn.next_check_at == turn.due_at == MONDAY + 3 * DAY
    ann.delete(f"/games/{game}/pause")
    turn = Turn.objects.get(game=game)
    assert turn.next_check_at == turn.due_at == MONDAY + DAY


# -- seats whose time is up one by one


@pytest.fixture
def unequal(
    time: Time, ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> tuple[str, list[datetime]]:
    """Turn 2 of a game in which the bank of seat 0 holds nothing, of seat 1 two hours, of seat 2 four.

    With the deadlines of the three.
    """
    game = table(clock={"per_turn": "PT10H", "bank": "PT4H"})
    cat.seals_anything(game)
    time.goes_on(hours=12)
    bob.seals_anything(game)
    time.goes_on(hours=2)
    ann.seals_anything(game)
    dues = Turn.objects.get(game=game, number=2).dues
    assert dues == [time.now + hours * HOUR for hours in (10, 12, 14)]
    return game, dues


def answers(game: str) -> list[tuple[int, str]]:
    """What is sealed in the open turn: which seats, and by whom."""
    turn = Turn.objects.get(game=game, closed_at=None)
    return [(row.seat, row.by) for row in turn.submissions]


def next_check(game: str) -> datetime:
    return Turn.objects.get(game=game, closed_at=None).next_check_at


@pytest.mark.django_db
def test_each_is_answered_for_when_her_own_time_is_up(
    unequal: tuple[str, list[datetime]], time: Time
) -> None:
    game, (first, second, third) = unequal
    assert next_check(game) == first
    time.comes(first - SECOND)
    assert answers(game) == []
    time.comes(first)
    assert (answers(game), next_check(game)) == ([(0, "clock")], second)
    time.comes(second)
    assert (answers(game), next_check(game)) == ([(0, "clock"), (1, "clock")], third)
    time.comes(third)
    assert Game.objects.get(pk=game).turn_number == 3
    sealed = logged_events(game, "sealed", turn=2)
    assert [one.data["seat"] for one in sealed] == [0, 1]


@pytest.mark.django_db
def test_several_whose_time_is_up_are_answered_for_in_one_sweep(
    unequal: tuple[str, list[datetime]], time: Time
) -> None:
    game, (_, second, third) = unequal
    time.comes(second + HOUR)
    assert (answers(game), next_check(game)) == ([(0, "clock"), (1, "clock")], third)


@pytest.mark.django_db
def test_one_sweep_after_the_last_deadline_closes_the_turn(
    unequal: tuple[str, list[datetime]], time: Time, ann: Person
) -> None:
    game, (_, _, third) = unequal
    time.comes(third + 5 * HOUR)
    assert [one["by"] for one in ann.get(f"/games/{game}/turns/2").json["actions"]] == ["clock"] * 3
    assert Game.objects.get(pk=game).turn_number == 3


@pytest.mark.django_db
def test_the_last_who_still_has_time_closes_the_turn_with_her_answer(
    unequal: tuple[str, list[datetime]], time: Time, cat: Person
) -> None:
    game, (_, second, _) = unequal
    time.comes(second)
    assert cat.seals_anything(game).status == 200
    by = [one["by"] for one in cat.get(f"/games/{game}/turns/2").json["actions"]]
    assert by == ["clock", "clock", "player"]


@pytest.mark.django_db
def test_a_card_that_comes_before_the_sweep_is_taken_though_her_time_was_up(
    unequal: tuple[str, list[datetime]], time: Time, ann: Person
) -> None:
    game, (first, _, _) = unequal
    time.goes_on(hours=11)
    assert time.now > first
    assert ann.seals_anything(game).status == 200
    due_turns.sweep_due_turns()
    assert answers(game) == [(0, "player")]


@pytest.mark.django_db
def test_whose_time_is_up_changes_nothing_while_others_use_their_banks(
    unequal: tuple[str, list[datetime]], time: Time, ann: Person
) -> None:
    game, (first, _, _) = unequal
    address = f"/games/{game}/turns/2/submission"
    sealed, other = ann.sees(game)["mine"]["legal_actions"][:2]
    assert ann.seals(game, other).status == 200
    time.comes(first - SECOND)
    receipt = ann.seals(game, sealed).json
    time.comes(first)
    with nothing_changes():
        refused(ann.seals(game, other), 409, "time_is_up")
        refused(ann.delete(address), 409, "time_is_up")
        assert ann.seals(game, sealed).json == receipt
    time.comes(first + HOUR)
    assert answers(game) == [(0, "player")]


@pytest.mark.django_db
def test_whoever_still_has_time_may_withdraw_after_others_were_answered_for(
    unequal: tuple[str, list[datetime]], time: Time, cat: Person
) -> None:
    game, (first, second, third) = unequal
    cat.seals_anything(game)
    time.comes(first)
    assert cat.delete(f"/games/{game}/turns/2/submission").status == 200
    assert next_check(game) == second
    time.comes(second)
    assert next_check(game) == third
    time.comes(third)
    assert Game.objects.get(pk=game).turn_number == 3


@pytest.mark.django_db
def test_a_pause_begun_after_her_time_was_up_does_not_give_it_back(
    unequal: tuple[str, list[datetime]], time: Time, ann: Person, bob: Person, cat: Person
) -> None:
    game, (first, second, third) = unequal
    time.comes(first)
    for person in (ann, bob, cat):
        person.put(f"/games/{game}/pause", {"length": "P1D"})
    assert Turn.objects.get(game=game, number=2).dues == [first, second + DAY, third + DAY]
    refused(ann.seals_anything(game), 409, "time_is_up")
    time.comes(third + DAY)
    assert Game.objects.get(pk=game).turn_number == 3


@pytest.mark.django_db
def test_games_with_many_deadlines_are_all_looked_at_in_one_sweep(
    time: Time, ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    games = [table(clock={"per_turn": f"PT{hours}H"}) for hours in range(1, 13)]
    time.goes_on(hours=11)
    assert due_turns.sweep_due_turns() == 11
    numbers = [Game.objects.get(pk=game).turn_number for game in games]
    assert numbers == [2] * 11 + [1]


@pytest.mark.django_db
def test_looking_too_early_does_nothing(time: Time, table: Callable[..., str]) -> None:
    game = table()
    time.goes_on(hours=23)
    with nothing_changes(), transaction.atomic():
        assert turns.apply_timeouts(loader.load_for_update(game)) is False
