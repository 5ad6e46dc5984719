"""Any single value changed: refused, and the place has to do with the change. See `tamper` for thousands."""

from random import Random
from typing import Any

import pytest

from tests.thorough.verify.tamper import WRONG, Tampering, aim, tamperings
from tests.thorough.verify.verifiers import Verdict, Verifier

Json = dict[str, Any]

MANY = 40


@pytest.mark.parametrize("seed", ["ebb", "flow", "slack"])
@pytest.mark.parametrize("game", ["tide", "high"])
def test_a_change_of_one_value_is_refused_and_its_place_is_named(
    verifier: Verifier, game: str, seed: str, request: pytest.FixtureRequest
) -> None:
    record = request.getfixturevalue(game)
    verifier.remember(record)
    assert verifier.judge().sound
    changes = tamperings(record, Random(f"{game} {seed}"))
    for _ in range(MANY):
        tampering = next(changes)
        verdict = verifier.judge([tampering.edit])
        assert aim(verdict, tampering) not in WRONG, (tampering, verdict)


@pytest.mark.parametrize("game", ["tide", "high"])
def test_both_verifiers_name_the_same_fault_in_the_same_words(
    both: tuple[Verifier, Verifier], game: str, request: pytest.FixtureRequest
) -> None:
    record = request.getfixturevalue(game)
    changes = tamperings(record, Random(f"{game} for both"))
    for verifier in both:
        verifier.remember(record)
    for _ in range(MANY):
        tampering = next(changes)
        one, other = (verifier.judge([tampering.edit]) for verifier in both)
        assert one == other, tampering


def test_every_member_of_a_record_is_needed(verifier: Verifier, tide: Json) -> None:
    verifier.remember(tide)
    for name in tide:
        verdict = verifier.judge([("drop", (), name)])
        assert (verdict.check, verdict.place) == ("form", f"/{name}")


def test_aim_tells_a_place_that_has_nothing_to_do_with_the_change() -> None:
    """The measure of the tests above."""
    tampering = Tampering("number", (), ("/turns/3/actions/1/seat",))

    def aimed(place: str, what: str = "", check: str = "log") -> str:
        return aim(Verdict((), check, place, what), tampering)

    assert aimed("/turns/3/actions/1/seat") == "at"
    assert aimed("/turns/3") == "above"
    assert aimed("/turns/3/actions/1/seat/x") == "below"
    assert aimed("/log/events/9/data/record", check="whole") == "hash"
    assert aimed("/stages/0", "is not right by /setup and /turns") == "beside"
    assert aimed("/turns/33") == aimed("/turns/3/actions/10", "see /turns/30") == "astray"
    assert aim(Verdict(("form",)), tampering) == "accepted"
