"""What is shown of a game is of one moment, however fast it goes on beside the reader."""

from collections.abc import Callable
from typing import Any

from games.visibility.game_view import GameView
from players.models import Player
from tests.people import Person


def test_turn_hand_and_table_belong_together(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    seen = GameView.load(game, Player.objects.get(username="ann"))
    before = ann.sees(game)
    for person in (ann, bob, cat):
        assert person.seals_anything(game).status == 200
    shown: Any = seen.get_game()
    assert ann.sees(game)["turn"]["number"] == 2
    assert shown["turn"]["number"] == 1
    assert shown["table"] == before["table"]
    assert shown["mine"]["legal_actions"] == before["mine"]["legal_actions"]


def test_the_next_turn_is_not_shown_with_the_hand_of_the_one_before(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    seen = GameView.load(game, Player.objects.get(username="ann"))
    for person in (ann, bob, cat):
        assert person.seals_anything(game).status == 200
    assert seen.get_turn(2)["mine"] is None
    assert ann.get(f"/games/{game}/turns/2").json["mine"]["legal_actions"]
