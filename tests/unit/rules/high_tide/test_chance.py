"""What is drawn, when, and for what."""

from tests.unit.rules.high_tide.tables import lay


def test_pairs_drawn_and_dice_rolled_are_counted_anew_in_each_round() -> None:
    table = lay(3)
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "take", space=1)
    table.answer(1, "reroll", dice=["left"])
    assert table.chance.purposes[:8] == [
        "start order",
        "round 1 draw 1",
        "round 1 roll 1",
        "round 1 roll 2",
        "round 1 draw 2",
        "round 1 roll 3",
        "round 1 roll 4",
        "round 1 roll 5",
    ]
    table.fall_back()
    assert table.state.round == 2
    assert table.chance.purposes[-3:] == ["round 2 draw 1", "round 2 roll 1", "round 2 roll 2"]


def test_alert_and_shark_are_drawn_when_they_are_revealed() -> None:
    table = lay(3, expansions=["shark_alert"])
    assert table.chance.purposes[1] == "round 1 alert"
    assert "round 1 shark" not in table.chance.purposes
    table.fall_back()
    purposes = table.chance.purposes
    assert purposes.index("round 1 shark") < purposes.index("round 2 alert")


def test_surfers_are_dealt_in_one_draw() -> None:
    assert "surfer tiles" in lay(3, expansions=["surfer"]).chance.purposes
