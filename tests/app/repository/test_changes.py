"""What a writer says that it has changed of a game is written, that alone, and as it was said."""

from datetime import UTC, datetime

import pytest
from django.db import transaction

from games.models import Pause, Seat, Turn
from games.play import events
from games.repository.games import load, load_for_update, save_games
from tests.app.api.calls import vote_pause
from tests.event_log import logged_events
from tests.factories import make_game
from tests.people import People

pytestmark = pytest.mark.django_db

LATER = datetime(2040, 1, 1, tzinfo=UTC)


@pytest.fixture
def game(people: People) -> str:
    game = make_game(people)
    assert vote_pause(people[0], game).status == 200
    return game


def test_what_is_not_said_is_found_by_the_guard(game: str, unsaid: list[str]) -> None:
    table = load(game)
    table.seats[0].score = 3
    table.pauses[0].agreed.append(2)
    events.publish_event(table, "tested", {})
    save_games([table])
    assert unsaid == ["Seat.score", "Pause.agreed"]
    unsaid.clear()
    assert Seat.objects.get(game=game, number=0).score == 0
    assert len(logged_events(game, "tested")) == 1


def test_what_is_only_read_is_not_written(game: str) -> None:
    table = load(game)
    assert table.state
    assert table.nonce_key
    table.change(table.seats[0], score=table.seats[0].score)
    assert (table.changes.new, table.changes.changed, table.changes.gone) == ([], {}, [])


def test_other_columns_of_the_row_are_not_written(game: str) -> None:
    """A reader of a feed, and an operator, write theirs without the lock."""
    with transaction.atomic():
        table = load_for_update(game)
        table.change(table.seats[0], score=3)
        Seat.objects.filter(pk=table.seats[0].pk).update(feed_cursor=11)
        save_games([table])
    seat = Seat.objects.get(game=game, number=0)
    assert (seat.score, seat.feed_cursor) == (3, 11)


def test_a_copy_stays_as_it_is_whatever_is_changed_later(game: str) -> None:
    table = load(game)
    assert table.open_turn is not None
    events.publish_event(table, "tested", {})
    table.change(table.pauses[0], agreed=[0, 2])
    decided = table.copy()
    table.change(table.pauses[0], agreed=[0, 1, 2])
    table.change(table.open_turn, next_check_at=LATER)
    table.changes.new[0].data = {"later": True}  # type: ignore[attr-defined]
    save_games([decided])
    assert Pause.objects.get(game=game).agreed == [0, 2]
    assert Turn.objects.get(game=game).next_check_at < LATER
    assert logged_events(game, "tested")[0].data == {}
