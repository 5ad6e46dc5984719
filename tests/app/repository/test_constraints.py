"""What must never be, the database itself refuses."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError

from games.models import Event, FeedRange, Game, Question, Seat, Stage, Submission, Turn
from players.models import Player, Token
from tests.factories import make_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db


@contextmanager
def refused_by(constraint: str) -> Iterator[None]:
    with pytest.raises(IntegrityError, match=f'"{constraint}"'), transaction.atomic():
        yield


def insert_copy(row: models.Model, **changes: Any) -> None:
    """Insert a copy of the row that differs in these fields only."""
    values = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not isinstance(field, models.AutoField) and not field.generated
    }
    type(row)._default_manager.create(**{**values, **changes})


@pytest.fixture
def game(people: People) -> Game:
    """Running, with one card sealed in its first turn."""
    found = Game.objects.get(pk=make_game(people))
    people[0].seals_anything(found.pk)
    return found


@pytest.mark.parametrize(
    ("model", "changes", "constraint"),
    [
        (Game, {"status": "paused"}, "game_status_known"),
        (Game, {"state": None}, "game_running_has_state"),
        (Game, {"status": "finished"}, "game_finished_has_result"),
        (Seat, {"bot": "random"}, "seat_player_or_bot"),
        (Seat, {"player": None}, "seat_player_or_bot"),
        (Submission, {"by": "nobody"}, "submission_by_known"),
    ],
)
def test_no_row_is_in_between(game: Game, model: Any, changes: Any, constraint: str) -> None:
    key = {"pk": game.pk} if model is Game else {"game": game}
    with refused_by(constraint):
        model.objects.filter(**key).update(**changes)


@pytest.mark.parametrize(
    ("model", "changes", "constraint"),
    [
        (Seat, {"player_id": None, "bot": "random"}, "seat_once"),
        (Seat, {"number": 3}, "seat_one_per_player"),
        (Turn, {"number": 2}, "turn_one_open"),
        (Turn, {"closed_at": datetime(2040, 1, 1, tzinfo=UTC)}, "turn_once"),
        (Question, {}, "question_once"),
        (Submission, {}, "games_submission_pkey"),
        (Stage, {}, "stage_once"),
    ],
)
def test_no_two_rows_are_of_the_same(game: Game, model: Any, changes: Any, constraint: str) -> None:
    row = model.objects.filter(game=game).order_by("pk")[0]
    with refused_by(constraint):
        insert_copy(row, **changes)


def test_no_event_is_there_twice_or_missing(game: Game) -> None:
    event = Event.objects.filter(game=game).latest("number")
    with refused_by("event_once"):
        insert_copy(event)
    with refused_by("event_follows"):
        insert_copy(event, number=event.number + 2)
    with refused_by("event_follows"):
        Event.objects.filter(game=game, number=1).delete()
    insert_copy(event, number=event.number + 1)


def test_a_feed_has_each_number_and_each_event_once(game: Game, ann: Person) -> None:
    ann.get("/me/events")
    place = FeedRange.objects.filter(event__isnull=False).latest("first")
    beyond = {"first": place.last + 1, "last": place.last + 1}
    with refused_by("feed_range_once"):
        insert_copy(place, event=1000)
    with refused_by("feed_range_of_event_once"):
        insert_copy(place, **beyond)
    with refused_by("feed_range_of_one_thing"):
        insert_copy(place, **beyond, event=None)
    with refused_by("feed_range_of_one_thing"):
        insert_copy(place, first=place.last + 1, event=1000)
    insert_copy(place, **beyond, event=None, private_event=1)
    with refused_by("feed_range_of_private_event_once"):
        insert_copy(place, first=place.last + 2, last=place.last + 2, event=None, private_event=1)


def test_no_two_usernames_differ_in_capitals_alone(ann: Person) -> None:
    Player.objects.update(look=None)  # It would refuse the second name too.
    with refused_by("player_username_any_case"):
        insert_copy(Player.objects.get(username="ann"), username="ANN")


def test_a_token_is_one_players(ann: Person, bob: Person) -> None:
    token = Token.objects.get(player__username="ann")
    with refused_by("players_token_digest_key"):
        Token.objects.create(
            player=Player.objects.get(username="bob"),
            digest=token.digest,
            shown=token.shown,
            epoch=token.epoch,
            created_at=token.created_at,
            expires_at=token.expires_at + timedelta(days=1),
        )


def test_a_player_with_games_cannot_be_deleted(game: Game) -> None:
    with pytest.raises(ProtectedError):
        Player.objects.get(username="bob").delete()
