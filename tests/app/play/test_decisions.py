"""What is decided of a game is decided in memory: an action is read once, the database is not asked."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.background import botplay, due_turns
from games.models import Submission, Turn
from games.play import turns
from games.play.answers import Answer, seal_answer
from games.repository import loader
from games.repository.game_state import GameState
from games.repository.unit_of_work import changes_of
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.event_log import logged_events
from tests.factories import expire_turn
from tests.people import Person

pytestmark = pytest.mark.django_db

Queries = Callable[..., Any]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules were asked to read and to write an action."""
    counted: Counter[str] = Counter()
    rules = type(TURN_THE_TIDE)

    def count(name: str) -> None:
        real = getattr(rules, name)

        def counting(*args: Any) -> Any:
            counted[name] += 1
            return real(*args)

        monkeypatch.setattr(rules, name, staticmethod(counting))

    count("read_action")
    count("write_action")
    return counted


def card(person: Person, game: str, place: int = 0) -> Callable[[], Any]:
    seen = person.sees(game)
    action, turn = seen["mine"]["legal_actions"][place], seen["turn"]["number"]
    return lambda: person.seals(game, action, turn)


def seals(sealing: Callable[[], Any], calls: Counter[str]) -> tuple[int, int]:
    """How often an action is read and written while somebody seals one."""
    calls.clear()
    assert sealing().status == 200
    return calls["read_action"], calls["write_action"]


def test_a_card_is_read_once_and_written_once(
    ann: Person, bob: Person, table: Callable[..., str], calls: Counter[str]
) -> None:
    game = table()
    first, second = card(ann, game, 0), card(ann, game, 1)
    assert seals(first, calls) == (1, 1), "sealed"
    assert seals(second, calls) == (1, 1), "in the place of another"
    assert seals(second, calls) == (1, 1), "again"
    calls.clear()
    assert ann.get(f"/games/{game}/turns/1/submission").status == 200
    assert ann.delete(f"/games/{game}/turns/1/submission").status == 200
    assert not calls


def test_on_closing_a_turn_only_what_comes_from_the_database_is_read_again(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], calls: Counter[str]
) -> None:
    game = table()
    for person in (ann, bob):
        assert card(person, game)().status == 200
    last = card(cat, game)
    calls.clear()
    assert last().status == 200
    assert Turn.objects.get(game=game, number=1).closed_at is not None
    assert calls["read_action"] == 3, "her own, and the two that others have sealed"


def test_what_the_clock_plays_is_not_read_at_all(
    ann: Person, table: Callable[..., str], calls: Counter[str]
) -> None:
    game = table()
    assert card(ann, game)().status == 200
    expire_turn(game)
    calls.clear()
    due_turns.sweep_due_turns()
    assert Turn.objects.get(game=game, number=1).closed_at is not None
    assert calls["read_action"] == 1, "that of ann, who has sealed one"


def test_a_bots_action_is_read_once(ann: Person, calls: Counter[str]) -> None:
    game = ann.opens(3, bots=["random", "random"])
    calls.clear()
    botplay.move_bots(game)
    assert Submission.objects.filter(game=game).count() == 2
    assert calls["read_action"] == 2


def with_answers(game: str) -> GameState:
    """The game with an answer laid down for each seat, in memory alone."""
    table = loader.load(game)
    assert table.open_turn is not None
    for seat in table.open_turn.asked:
        action = table.rules.choose_fallback(table.state, seat)
        written = table.rules.write_action(action)
        seal_answer(table, table.open_turn, Answer(seat, written, action, Submission.By.PLAYER))
    return table


def test_closing_a_turn_asks_the_database_nothing_and_writes_nothing(
    ann: Person, table: Callable[..., str], django_assert_num_queries: Queries
) -> None:
    game = table()
    events = len(logged_events(game))
    decided = with_answers(game)
    with django_assert_num_queries(0):
        turns.close_if_answered(decided)
        changes = changes_of(decided)
    assert {"games", "turns", "opened", "answers", "logs"} <= changes.parts.keys()
    assert ann.sees(game)["turn"]["number"] == 1
    assert len(logged_events(game)) == events


def test_what_the_clock_does_is_decided_without_the_database(
    table: Callable[..., str], django_assert_num_queries: Queries
) -> None:
    game = table()
    expire_turn(game)
    late = loader.load(game)
    with django_assert_num_queries(0):
        assert turns.apply_timeouts(late)
    assert late.row.turn_number == 2
