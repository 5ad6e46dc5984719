"""A guard: what a decision changes of a row is said (`GameState.change`), or else it would be lost."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import pytest
from django.db import models

from common.db.encrypted import Closed
from games.repository import games, saving
from games.repository.game_state import Changes, GameState

Values = dict[str, Any]


@contextmanager
def guarded() -> Iterator[list[str]]:
    """Note each attribute that was changed and not said, by its model, when a game is saved."""
    loaded: dict[int, tuple[GameState, list[tuple[models.Model, Values]]]] = {}
    unsaid: list[str] = []
    make, save = games._make_state, saving.save_changes

    def make_and_note(*raw: Any) -> GameState:
        game = make(*raw)
        loaded[id(game.changes)] = game, [(row, deepcopy(_values(row))) for row in _rows(game)]
        return game

    def check_and_save(some: Sequence[Changes], *, if_unchanged: bool) -> bool:
        for changes in some:
            game, rows = loaded.get(id(changes), (None, []))
            for row, before in rows:
                if game is not None and row not in changes.gone:
                    said = changes.changed.get(row, {})
                    unsaid.extend(
                        f"{type(row).__name__}.{name}"
                        for name, value in _values(row).items()
                        if name not in said and not _is_same(row, name, before[name], value)
                    )
        return save(some, if_unchanged=if_unchanged)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "_make_state", make_and_note)
        patch.setattr(games, "save_changes", check_and_save)
        yield unsaid


def _rows(game: GameState) -> Iterator[models.Model]:
    yield from (game.row, game.row.log, *game.seats, *game.stages, *game.questions.values())
    yield from (*game.answers.values(), *game.orders.values(), *game.pauses, *game.unbound)
    yield from game.announced
    if game.open_turn is not None:
        yield game.open_turn


def _values(row: models.Model) -> Values:
    return {field.attname: row.__dict__[field.attname] for field in row._meta.concrete_fields}


def _is_same(row: models.Model, name: str, before: Any, now: Any) -> bool:
    if isinstance(before, Closed) and not isinstance(now, Closed):
        field: Any = row._meta.get_field(name)
        return bool(field.open(before.token) == now)
    return bool(before == now)
