"""What must never be, the database itself refuses."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from games.models import FeedRange, Game, Log, Seat, Stage, Submission, Turn
from players.models import Player, Token
from tests.people import Person

pytestmark = pytest.mark.django_db


@contextmanager
def refused_by(constraint: str) -> Iterator[None]:
    with pytest.raises(IntegrityError, match=f'"{constraint}"'), transaction.atomic():
        yield


def another(row: models.Model, **changes: Any) -> None:
    """Insert a copy of the row that differs in these fields only."""
    values = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key and not field.generated
    }
    type(row)._default_manager.create(**{**values, **changes})


@pytest.fixture
def game(table: Callable[..., str], ann: Person) -> Game:
    """Running, with one card sealed in its first turn."""
    found = Game.objects.get(pk=table())
    ann.seals_anything(found.pk)
    return found


# -- games


@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ({"status": "paused"}, "game_status_known"),
        ({"state": None}, "game_running_has_state"),
        ({"status": "finished"}, "game_finished_has_result"),
    ],
)
def test_a_game_is_never_in_between(game: Game, change: dict[str, Any], constraint: str) -> None:
    with refused_by(constraint):
        Game.objects.filter(pk=game.pk).update(**change)


# -- seats


def test_a_seat_is_taken_once(game: Game, dan: Person) -> None:
    seat = Seat.objects.get(game=game, number=0)
    with refused_by("seat_once"):
        another(seat, player_id=Player.objects.get(username="dan").pk)


def test_a_player_has_one_seat_in_a_game(game: Game) -> None:
    seat = Seat.objects.get(game=game, number=0)
    with refused_by("seat_one_per_player"):
        another(seat, number=3)


@pytest.mark.parametrize("change", [{"bot": "random"}, {"player": None}])
def test_a_seat_has_a_player_or_a_bot(game: Game, change: dict[str, Any]) -> None:
    with refused_by("seat_player_or_bot"):
        Seat.objects.filter(game=game, number=0).update(**change)


# -- turns and what is sealed in them


def test_a_game_has_one_open_turn(game: Game) -> None:
    turn = Turn.objects.get(game=game)
    with refused_by("turn_one_open"):
        another(turn, number=2)
    another(turn, number=2, closed_at=timezone.now())


def test_a_turn_has_its_number_alone(game: Game) -> None:
    turn = Turn.objects.get(game=game)
    with refused_by("turn_once"):
        another(turn, closed_at=timezone.now())


def test_a_seat_answers_a_turn_once(game: Game) -> None:
    with refused_by("submission_once"):
        another(Submission.objects.get(game=game))


@pytest.mark.parametrize("change", [{"turn": 2}, {"game_id": "nowhere"}])
def test_an_answer_is_to_a_turn_that_is_there(game: Game, change: dict[str, Any]) -> None:
    answer = Submission.objects.get(game=game)
    another(answer, **change)
    with refused_by("submission_has_turn"):
        connection.check_constraints()
    Submission.objects.exclude(pk=answer.pk).delete()


def test_it_is_known_who_chose_an_answer(game: Game) -> None:
    with refused_by("submission_by_known"):
        Submission.objects.filter(game=game).update(by="nobody")


def test_a_stage_has_one_row(game: Game) -> None:
    with refused_by("stage_once"):
        another(Stage.objects.get(game=game))


# -- events


def with_events(game: Game, first: int, last: int) -> None:
    """Let the open turn of a game have events of these numbers, as one that is closed."""
    Turn.objects.filter(game=game, closed_at__isnull=True).update(
        events=b"", events_from=first, events_to=last
    )


def test_what_is_recent_has_no_gap(game: Game) -> None:
    log = Log.objects.get(pk=game)
    for changed in (
        {"event_number": log.event_number + 1},
        {"recent_after": log.recent_after - 1},
        {"recent": log.recent[1:]},
    ):
        with refused_by("log_without_gap"):
            Log.objects.filter(pk=game).update(**changed)


@pytest.fixture
def last(game: Game, bob: Person, cat: Person) -> int:
    """The number of the last event that stands with a turn; there is an open one after it."""
    bob.seals_anything(game.pk)
    cat.seals_anything(game.pk)
    return Log.objects.get(pk=game).recent_after


def test_the_events_of_a_turn_follow_those_of_the_turn_before(game: Game, last: int) -> None:
    for first in (last, last + 2):
        with refused_by("turn_events_follow"):
            with_events(game, first, last + 5)
    with_events(game, last + 1, last + 5)


def test_no_events_are_taken_from_between_two_turns(game: Game, last: int) -> None:
    with_events(game, last + 1, last + 5)
    with refused_by("turn_events_follow"):
        Turn.objects.filter(game=game, events_to=last).update(events_to=None)


def test_no_events_follow_those_of_another_game(game: Game, last: int, dan: Person) -> None:
    other = dan.opens(3)
    with_events(game, last + 1, last + 5)
    with refused_by("turn_events_follow"):
        Turn.objects.filter(game=game, events_to=last + 5).update(game=other)


def test_no_two_turns_have_the_same_events(game: Game, last: int) -> None:
    with refused_by("turn_events_once"):
        with_events(game, 1, last)


# -- feeds


def test_a_feed_has_each_number_and_each_event_once(game: Game, ann: Person) -> None:
    ann.get("/me/events")
    place = FeedRange.objects.filter(event__isnull=False).latest("first")
    beyond = {"first": place.last + 1, "last": place.last + 1}
    with refused_by("feed_range_once"):
        another(place, event=1000)
    with refused_by("feed_range_of_event_once"):
        another(place, **beyond)
    with refused_by("feed_range_of_one_thing"):
        another(place, **beyond, event=None)
    with refused_by("feed_range_of_one_thing"):
        another(place, first=place.last + 1, event=1000)
    another(place, **beyond, event=None, private_event=1)
    with refused_by("feed_range_of_private_event_once"):
        another(place, first=place.last + 2, last=place.last + 2, event=None, private_event=1)


# -- players


def test_no_two_usernames_differ_in_capitals_alone(ann: Person) -> None:
    Player.objects.update(look=None)  # It would refuse the second name too.
    with refused_by("player_username_any_case"):
        another(Player.objects.get(username="ann"), username="ANN")


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
