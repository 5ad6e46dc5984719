"""GET /games/{id}/stages."""

from collections.abc import Callable

import pytest

from games.models import Game, Stage
from tests.app.api.conftest import TimePasses
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_there_are_none_before_the_first_is_over(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    for game in (ann.opens(3), table()):
        said = stranger.get(f"/games/{game}/stages")
        assert said.json == {"results": [], "next": None, "previous": None}
    # An operator sees it from its first turn on.
    begun = Stage.objects.get(game=game)
    assert (begun.number, begun.ended_at, begun.scores, begun.sealed) == (1, None, None, None)
    assert begun.began_at == Game.objects.get(pk=game).started_at


def test_hands_with_cards_never_shown_stay_sealed_until_the_end(
    stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    row = Game.objects.get(pk=game)
    assert row.state is not None
    dealt = row.state["dealt"]
    # Nobody can pay, so the first round puts somebody out and ends the stage.
    row.state["preservers"] = [0, 0, 0]
    row.save()
    time_passes(game)
    said = stranger.get(f"/games/{game}/stages")
    (stage,) = said.json["results"]
    assert [len(played) for played in stage["played"]] == [1, 1, 1]
    # Somebody else holds these cards now.
    assert stage["hands"] == [None, None, None]
    sealed = Stage.objects.get(number=1)
    Stage.objects.filter(number=1).update(sealed={"hands": [[1], [2], [3]]})
    again = stranger.get(f"/games/{game}/stages")
    assert (again.raw, again.headers["ETag"]) == (said.raw, said.headers["ETag"])
    sealed.save()

    time_passes(game, until=lambda row: False)
    stages = stranger.get(f"/games/{game}/stages").json["results"]
    assert [one["stage"] for one in stages] == [1, 2, 3]
    assert stages[0] == {**stage, "hands": dealt}
    # Hands go round to the left.
    assert [one["hands"] for one in stages[1:]] == [dealt[2:] + dealt[:2], dealt[1:] + dealt[:1]]


def test_a_hand_that_was_played_to_its_end_is_known(
    stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    row = Game.objects.get(pk=game)
    assert row.state is not None
    row.state["preservers"] = [12, 12, 12]  # one for each round
    row.save()
    time_passes(game, 12)
    (stage,) = stranger.get(f"/games/{game}/stages").json["results"]
    assert stage["hands"] == [sorted(played) for played in stage["played"]] == row.state["dealt"]


def test_its_scores_add_up_to_the_result(ann: Person, finished: Callable[..., str]) -> None:
    game = finished()
    stages = ann.get(f"/games/{game}/stages").json["results"]
    sums = [sum(points) for points in zip(*(one["scores"] for one in stages), strict=True)]
    assert sums == ann.sees(game)["result"]["scores"]
