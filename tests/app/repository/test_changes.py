"""Whatever a writer changes of a game is written, or refused by name: no column is dropped without a word."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import pytest
from django.contrib.postgres.fields import ArrayField
from django.db import IntegrityError, models, transaction

from common.db.encrypted import SecretBytes, SecretJSON
from games.models import (
    Game,
    Log,
    Pause,
    PrivateEvent,
    Question,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.play import events
from games.repository import loader
from games.repository.game_state import GameState
from games.repository.queries.write_statement import CHANGEABLE
from games.repository.unit_of_work import Fixed, changes_of, save
from players.models import Player, Vacation
from tests.app.api.calls import hand, order_of, put_order, seal_all, vote_pause
from tests.determinism import rolled_back
from tests.event_log import logged_events
from tests.factories import make_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db

Field: TypeAlias = "models.Field[Any, Any]"
READ = (
    Game,
    Log,
    Seat,
    Stage,
    Turn,
    Question,
    Submission,
    StandingOrder,
    Pause,
    PrivateEvent,
    Vacation,
)
"""The models of which a writer reads rows."""
WORDS = {"status": "cancelled", "start": "host", "away": "absent", "by": "clock"}
"""Other values where the database knows all that there may be."""
LATER = datetime(2040, 1, 1, tzinfo=UTC)


@pytest.fixture
def game(people: People, dan: Person) -> str:
    """A game with a row of each kind that a writer reads; dan sits in another one."""
    (ann, bob, _), game = people, make_game(people)
    dan.opens(3)
    assert put_order(bob, game, order_of(hand(bob, game)[0])).status == 200
    assert vote_pause(ann, game).status == 200
    seal_all(game, ann)
    owner = Player.objects.get(username="ann")
    Vacation.objects.create(player=owner, from_at=LATER, until_at=LATER, announced_at=LATER)
    return game


def row_of(table: GameState, model: type[models.Model]) -> models.Model:
    return next(row for row, _ in table.read if type(row) is model)


def columns(model: type[models.Model]) -> list[Field]:
    return [field for field in model._meta.concrete_fields if not field.generated]


def another(field: Field, value: Any) -> Any:
    """Another value that this column may have."""
    other: Any = WORDS.get(field.name, "another")
    match field:
        case models.ForeignKey():
            others = field.related_model._base_manager.exclude(pk=value).order_by("pk")
            other = others.values_list("pk", flat=True).last() or 17
        case SecretJSON() | models.JSONField():
            other = {"another": [1, 2]}
        case SecretBytes() | models.BinaryField():
            other = bytes(value or b"none")[::-1]
        case ArrayField():
            other = [*(value or []), another(field.base_field, value[-1] if value else None)]
        case models.BooleanField():
            other = not value
        case models.IntegerField():
            other = (value or 0) + 17
        case models.DateTimeField():
            other = LATER + timedelta(days=1)
        case models.DurationField():
            other = value + timedelta(microseconds=1)
    return other


def check_written_or_refused(
    game: str, field: Field, change: Callable[[models.Model, Field], Any]
) -> None:
    """Fail unless the database has the value of a change then, or the change was refused by name."""
    model = field.model
    with rolled_back():
        table = loader.load_for_update(game)
        row = row_of(table, model)
        value = change(row, field)
        if field.attname not in CHANGEABLE[model]:
            with pytest.raises(Fixed, match=f"^{model.__name__}: {field.attname}$"):
                save(table)
            return
        try:
            with transaction.atomic():
                save(table)
        except IntegrityError:
            # The database has seen the value, and does not allow it beside the others of the row.
            return
        found = getattr(model._base_manager.get(pk=row.pk), field.attname)
        assert (bytes(found) if isinstance(found, memoryview) else found) == value, field


def replace_value(row: models.Model, field: Field) -> Any:
    value = another(field, getattr(row, field.attname))
    setattr(row, field.attname, value)
    return value


def change_inside(row: models.Model, field: Field) -> Any:
    value = getattr(row, field.attname)
    if isinstance(value, dict):
        value["another"] = 1
    else:
        value.append(value[-1] if value else 1)
    return value


@pytest.mark.parametrize("model", READ)
def test_any_change_of_a_column_is_written_or_refused(game: str, model: type[models.Model]) -> None:
    for field in columns(model):
        check_written_or_refused(game, field, replace_value)
        if isinstance(getattr(row_of(loader.load(game), model), field.attname), list | dict):
            check_written_or_refused(game, field, change_inside)


def test_what_a_game_was_begun_with_and_what_was_told_cannot_be_changed() -> None:
    assert CHANGEABLE[Game].isdisjoint({"server_seed", "options"})
    assert CHANGEABLE[Turn].isdisjoint({"heading", "salt"})
    assert "action" not in CHANGEABLE[Submission]
    assert "data" not in CHANGEABLE[PrivateEvent]
    assert "game_id" not in {*CHANGEABLE[Log], *CHANGEABLE[Seat]}


def test_what_is_only_read_is_not_written(game: str) -> None:
    table = loader.load(game)
    assert {type(row) for row, _ in table.read} == {*READ}
    for row, _ in table.read:
        for field in columns(type(row)):
            getattr(row, field.attname)
    assert changes_of(table).parts == {}


def test_how_far_a_player_has_read_meanwhile_is_not_undone(game: str) -> None:
    with transaction.atomic():
        table = loader.load_for_update(game)
        table.seats[0].score = 3
        Seat.objects.filter(pk=table.seats[0].pk).update(feed_cursor=11)
        save(table)
    seat = Seat.objects.get(game=game, number=0)
    assert (seat.score, seat.feed_cursor) == (3, 11)


def test_changes_stay_as_they_are_whatever_is_done_to_the_table_later(game: str) -> None:
    table = loader.load(game)
    assert table.open_turn is not None
    table.pauses[0].agreed.append(2)
    before = changes_of(table)
    table.pauses[0].agreed.append(1)
    table.open_turn.next_check_at = LATER
    ((_, values),) = before.parts["pauses"]
    assert values["agreed"] == [0, 2]
    assert "turns" not in before.parts


def test_what_needs_the_lock_is_not_written_without_it(game: str) -> None:
    table = loader.load(game)
    events.publish_event(table, "tested", {})
    table.seats[0].score = 3
    with pytest.raises(AssertionError):
        save(table, if_unchanged=True)
    assert not logged_events(game, "tested")
