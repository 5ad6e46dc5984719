"""The questions about a game that the map has for `manage.py shell`, asked of a table."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import models
from players.models import Player
from tests.people import Person
from tests.unit.docs.pages import ROOT

pytestmark = pytest.mark.django_db


def ask_shell(**names: Any) -> dict[str, list[Any]]:
    """Return the answers by the comments beside the questions."""
    page = (ROOT / "docs/map.md").read_text()
    (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    shell, answers = vars(models) | names, {}
    for line in block.splitlines():
        code, _, question = line.partition("  # ")
        if question:
            answers[question] = list(eval(code, shell))
        else:
            exec(code, shell)
    return answers


def test_the_map_asks_the_orm_about_a_game(ann: Person, table: Callable[..., str]) -> None:
    game, other = table(), table()
    ann.seals_anything(game)
    turn = models.Turn.objects.get(game=game)
    models.Turn.objects.filter(game=other).update(next_check_at=timezone.now() + timedelta(days=1))
    models.Turn.objects.filter(pk=turn.pk).update(next_check_at=timezone.now())
    for name, games in (("ann", {other}), ("bob", {game, other})):
        found = ask_shell(game=game, player=Player.objects.get(username=name))
        assert {key: {*answer} for key, answer in found.items()} == {
            "who is asked": {"ann", "bob", "cat"},
            "who has answered": {"ann"},
            "until when": {(seat, turn.due_at) for seat in range(3)},
            "which turns are due": {turn},
            "which games wait for a player": games,
        }
