"""Workers that die, games that cannot be given up, and people who come back in between."""

from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Any

import pytest

from games.lobby import seats
from players.models import AccountDeletion, Player
from players.privacy import erasure, parts
from tests.app.privacy.working import workers_erase
from tests.app.privacy.world import TRACES, World, traces
from tests.factories import make_game
from tests.moving_time import Time
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """As if the process had died there and then."""


def test_a_worker_that_dies_at_any_step_loses_nothing_and_nothing_is_done_twice(
    world: World,
    leaves: Callable[[Person], Answer],
    time: Time,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parts, "BATCH", 50)
    leaves(world.her)
    time.advance(days=7)
    saves = AccountDeletion.save
    for dies_after in count(1):
        left = dies_after % 4 + 1

        def dies(self: AccountDeletion, **more: Any) -> None:
            # What a step has done is there by now, and not yet committed.
            nonlocal left
            left -= 1
            if left == 0:
                raise Killed
            saves(self, **more)

        with monkeypatch.context() as patch:
            patch.setattr(AccountDeletion, "save", dies)
            try:
                workers_erase()
            except Killed:
                continue
            break
    assert dies_after > 5
    assert set(traces(*TRACES)) <= {"players_keptanswer.body"}
    erased = AccountDeletion.objects.get(player=world.row).erased
    assert (erased["running_games"], erased["open_tables"], erased["offers"]) == (1, 2, 1)


def test_a_game_that_cannot_be_given_up_holds_up_nothing_else_and_is_tried_again(
    world: World,
    leaves: Callable[[Person], Answer],
    time: Time,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = make_game((world.her, *world.others[:2]))
    leaves(world.her)
    time.advance(days=7)
    resigns = seats.resign_seat

    def raises(game: str, player: Player) -> None:
        if game == world.running:
            raise RuntimeError(game)
        resigns(game, player)

    with monkeypatch.context() as patch:
        patch.setattr(seats, "resign_seat", raises)
        workers_erase()
    ann = world.others[0]
    assert ann.sees(other)["seats"][0]["away"] == "resigned"
    assert ann.sees(world.running)["seats"][0]["away"] is None
    assert set(traces(*TRACES)) <= {"players_keptanswer.body"}
    workers_erase()
    assert ann.sees(world.running)["seats"][0]["away"] is None
    time.advance(minutes=10)
    workers_erase()
    assert ann.sees(world.running)["seats"][0]["away"] == "resigned"


def test_it_goes_on_where_the_time_of_a_run_was_too_short(
    world: World, leaves: Callable[[Person], Answer], time: Time
) -> None:
    leaves(world.her)
    time.advance(days=7)
    row = AccountDeletion.objects.get(player=world.row)
    runs = 0
    while not erasure.go_over(row.pk, until=monotonic() - 1):
        runs += 1
        assert runs < 500
    assert runs > 5
    assert set(traces(*TRACES)) <= {"players_keptanswer.body"}
