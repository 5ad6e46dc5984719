"""Any single value changed: refused, and the place has to do with the change. See `tamper` for thousands."""

from collections.abc import Callable
from random import Random

import pytest

from tests import proving
from tests.thorough.eventful_game import EventfulGame
from tests.thorough.verify.conftest import SETTINGS, Both, Json, judge_alike
from tests.thorough.verify.tamper import find_wrong_verdicts

pytestmark = pytest.mark.django_db

CHANGES = 160


@pytest.mark.parametrize("game", SETTINGS)
def test_a_change_of_one_value_is_refused_and_its_place_is_named(
    both: Both, game: str, played: Callable[..., EventfulGame]
) -> None:
    record = played(game).record
    assert [*find_wrong_verdicts(record, both, Random(game), CHANGES)] == []


def test_every_member_of_a_record_is_needed(both: Both, tide: Json) -> None:
    for verifier in both:
        verifier.remember(tide)
        for name in tide:
            verdict = verifier.judge([("drop", (), name)])
            assert (verdict.check, verdict.place) == ("form", f"/{name}")


def test_the_last_event_binds_the_whole_record(both: Both, tide: Json) -> None:
    events = tide["log"]["events"]
    events[-1]["data"]["record"] = f"sha256:{'0' * 64}"
    for event, head in zip(events, proving.heads(tide["game"], events), strict=True):
        event["hash"] = tide["log"]["head"] = head
    verdict = judge_alike(both, tide)
    place = f"/log/events/{len(events) - 1}/data/record"
    assert (verdict.check, verdict.place) == ("whole", place)
