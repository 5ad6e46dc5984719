"""The result of a finished game, as games and lists show it."""

import pytest

from games.shapes.records import RecordedResult
from games.visibility.game_view import game_result


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [([5, 7, 7, 1], [3, 1, 1, 4]), ([-2, -1, 0], [3, 2, 1]), ([4, 4, 4], [1, 1, 1])],
)
def test_equal_points_share_a_place_and_the_next_one_is_left_out(
    scores: list[int], ranks: list[int]
) -> None:
    recorded: RecordedResult = {
        "scores": scores,
        "winners": [seat for seat, rank in enumerate(ranks) if rank == 1],
    }
    assert game_result(recorded) == {**recorded, "ranks": ranks}
