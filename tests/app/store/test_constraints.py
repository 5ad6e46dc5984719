"""What must never be, the database itself refuses."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from games.models import Event, Game, Notice, Seat, Stage, Submission, Turn
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
        another(Submission.objects.get(turn__game=game))


def test_it_is_known_who_chose_an_answer(game: Game) -> None:
    with refused_by("submission_by_known"):
        Submission.objects.filter(turn__game=game).update(by="nobody")


def test_a_stage_has_one_row(game: Game) -> None:
    with refused_by("stage_once"):
        another(Stage.objects.get(game=game))


# -- events


def newest(game: Game) -> Event:
    found = Event.objects.filter(game=game).order_by("number").last()
    assert found is not None
    return found


def test_event_numbers_have_no_gap(game: Game) -> None:
    last = newest(game)
    with refused_by("event_follows"):
        another(last, number=last.number + 2)
    another(last, number=last.number + 1)
    another(last, number=last.number + 2)


def test_many_events_at_once_have_no_gap_either(game: Game) -> None:
    last = newest(game)

    def rows(*numbers: int) -> list[Event]:
        return [
            Event(
                game=game,
                number=last.number + one,
                type="sealed",
                data={},
                at=last.at,
                hash=bytes(32),
            )
            for one in numbers
        ]

    with refused_by("event_follows"):
        Event.objects.bulk_create(rows(1, 3))
    Event.objects.bulk_create(rows(1, 2, 3))


def test_no_event_is_taken_out_of_the_middle(game: Game) -> None:
    with refused_by("event_follows"):
        Event.objects.filter(game=game, number=3).delete()


def test_no_event_follows_one_of_another_game(game: Game, dan: Person) -> None:
    other = Game.objects.get(pk=dan.opens(3))
    with refused_by("event_follows"):
        another(newest(other), number=newest(game).number + 1)


def test_events_begin_with_1(game: Game) -> None:
    with refused_by("event_from_one"):
        another(newest(game), number=0)


def test_an_event_has_its_number_alone(game: Game) -> None:
    with refused_by("event_once"):
        another(newest(game))


# -- feeds


def test_a_feed_has_each_number_and_each_event_once(game: Game, ann: Person) -> None:
    ann.get("/me/events")
    notice = Notice.objects.order_by("-number").first()
    assert notice is not None
    unheard = Event.objects.get(game=game, number=1)
    with refused_by("notice_once"):
        another(notice, event_id=unheard.pk)
    with refused_by("notice_of_event_once"):
        another(notice, number=notice.number + 1)


# -- players


def test_no_two_usernames_differ_in_capitals_alone(ann: Person) -> None:
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
