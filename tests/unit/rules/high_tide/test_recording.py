"""Whatever is made faster, the rules say of thousands of questions what they have always said."""

import json

import pytest

from tests.sampling import stride
from tests.unit.rules.high_tide.recording import FILE, Kind, kinds, record

RECORDED: dict[str, str] = json.loads(FILE.read_text())


# With every fifth kind all numbers of seats and all expansions are still there.
@pytest.mark.parametrize("kind", list(kinds())[:: stride(5)], ids=lambda kind: kind.name)
def test_games_go_and_look_as_they_did(kind: Kind) -> None:
    recording = record(kind)
    assert recording.questions > 0
    assert recording.digest == RECORDED[kind.name]


def test_every_kind_is_recorded_and_no_other() -> None:
    assert list(RECORDED) == [kind.name for kind in kinds()]
