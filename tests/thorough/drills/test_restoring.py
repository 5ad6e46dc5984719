"""`python -m tools.drills.restore` with one game of each kind."""

from tools.drills.restore import drill


def test_a_server_that_was_lost_is_there_again_as_it_was_before_a_mistake() -> None:
    found = drill(games=1)
    assert found.faults == []
    assert found.receipts > 3
    assert found.records == 2
    assert found.played_out == 1
