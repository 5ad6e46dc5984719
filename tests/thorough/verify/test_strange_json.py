"""Whatever JSON a verifier is given, it names a fault or says that it cannot read it; it never falls over."""

import json
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.thorough.verify.building import sealed_up
from tests.thorough.verify.edits import Path, edited, found, put
from tests.thorough.verify.tamper import nodes, tamperings
from tests.thorough.verify.verifiers import Verdict, Verifier, judged

Json = dict[str, Any]
Both = tuple[Verifier, Verifier]

# The two fixtures hold no state that one example could leave to the next.
many = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

# 1.0 would reach JavaScript as 1 where it is not read from text.
fractions = st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: not x.is_integer())
scalars = st.none() | st.booleans() | st.integers() | fractions | st.text()
names = st.text() | st.sampled_from(["__proto__", "constructor", "type", "from", "sides", "0"])
anything = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(names, inner), max_leaves=12
)


def said_by(both: Both, raw: str | bytes) -> Verdict:
    """What both verifiers say alike of this text."""
    raw = raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass")
    one, other = (verifier.read(raw) for verifier in both)
    assert one == other
    return one


def text_of(record: Json, name: str, written: str) -> str:
    """The JSON of a record with this member of it written in another way."""
    return json.dumps({**record, name: "%"}).replace('"%"', written)


@pytest.mark.parametrize(
    "written",
    ["1.0", "1e0", "10E-1", "-0", "1.5", "9007199254740992", "-9007199254740992", "9" * 5000],
)
def test_a_number_that_is_not_written_as_a_whole_one(both: Both, tide: Json, written: str) -> None:
    verdict = said_by(both, text_of(tide, "rules_version", written))
    assert (verdict.check, verdict.place) == ("form", "/rules_version")


@pytest.mark.parametrize("written", ["2", "0", "true", '"1"', "[1]", "null", "9007199254740991"])
def test_a_version_of_the_rules_that_is_not_known(both: Both, tide: Json, written: str) -> None:
    verdict = said_by(both, text_of(tide, "rules_version", written))
    assert (verdict.check, verdict.place) == ("form", "/rules_version")


def test_a_member_that_stands_twice(both: Both, tide: Json) -> None:
    raw = json.dumps(tide)
    assert said_by(both, raw).sound
    twice = raw.replace('"seat": 0', '"seat": 0, "seat": 0', 1)
    place = said_by(both, twice).place
    assert place is not None
    assert place.endswith("/seat")
    assert said_by(both, '{"a/~": [{"": 1, "": 1}]}').place == "/a~1~0/0/"


def test_deep_nesting(both: Both, tide: Json) -> None:
    deep = "[" * 100_000
    for raw in (deep, deep + "]" * 100_000, '{"a":' * 100_000):
        assert said_by(both, raw).what == "is nested too deeply"
    verdict = said_by(both, text_of(tide, "options", deep))
    assert verdict.place is not None
    assert verdict.place.startswith("/options/0/0")


def test_deep_nesting_in_a_value_that_was_read_by_others(both: Both, tide: Json) -> None:
    deep: Any = 0
    for _ in range(200):
        deep = {"a": [deep]}
    for verifier in both:
        verifier.remember(tide)
        assert verifier.judge([put(("log", "events", 3, "data"), deep)]).check == "form"


@pytest.mark.parametrize("written", [r'"\ud800"', r'"\udc00\ud800"', r'["\udfff"]'])
def test_half_a_pair_of_surrogates(both: Both, tide: Json, written: str) -> None:
    verdict = said_by(both, text_of(tide, "game", written))
    assert (verdict.place or "").startswith("/game")
    assert verdict.what == "is a text that cannot be UTF-8"


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString", "", "ö", "log "])
def test_a_member_that_nobody_knows(both: Both, tide: Json, name: str) -> None:
    verdict = said_by(both, json.dumps({**tide, name: {"format": 1}}))
    assert verdict.place == f"/{name}"


@pytest.mark.parametrize("name", ["__proto__", "constructor", "valueOf", "vacant", "_class__"])
def test_an_event_whose_type_means_something_to_a_verifier(
    both: Both, tide: Json, name: str
) -> None:
    event = tide["log"]["events"][4]
    tide["log"]["events"].insert(5, {"type": name, "at": event["at"], "data": {}})
    assert said_by(both, json.dumps(sealed_up(tide))).sound


@pytest.mark.parametrize("name", ["__proto__", "constructor", "poker"])
def test_a_game_that_is_not_known(both: Both, tide: Json, name: str) -> None:
    assert said_by(both, text_of(tide, "ruleset", json.dumps(name))).place == "/ruleset"


@pytest.mark.parametrize(
    "raw",
    [
        *(
            "",
            " ",
            "{",
            "[",
            '"',
            "{]",
            "[}",
            "[1,]",
            '{"a":1,}',
            "{,}",
            "[,1]",
            "{1:1}",
            "{'a':1}",
        ),
        *("tru", "trueish", "True", "NaN", "Infinity", "-", "01", "1.", ".5", "+1", "1e", "0x10"),
        *(
            "[1 2]",
            '{"a" 1}',
            '{"a":}',
            "[] []",
            "/* */ []",
            '"\t"',
            r'"\x"',
            r'"\u12"',
            '"\\',
            "\ufeff[]",
        ),
        *(b"\xff", b'"\xed\xa0\x80"', b'"\xc0\x80"', "[1]".encode("utf-16")),
    ],
)
def test_what_is_no_json(both: Both, raw: str | bytes) -> None:
    assert said_by(both, raw).unreadable


@pytest.mark.parametrize("indent", [None, 0, "\t", 4])
def test_white_space_and_escapes_make_no_difference(
    both: Both, tide: Json, indent: int | str | None
) -> None:
    for ascii_only in (True, False):
        raw = json.dumps(
            tide, indent=indent, ensure_ascii=ascii_only, separators=(" ,\r\n", "\t: ")
        )
        assert said_by(both, raw).sound


@many
@given(raw=st.text() | st.binary())
def test_any_text(both: Both, raw: str | bytes) -> None:
    assert not said_by(both, raw).sound


@many
@given(value=anything, data=st.data())
def test_any_json_and_any_json_with_a_slip_of_the_pen(
    both: Both, value: Any, data: st.DataObject
) -> None:
    raw = json.dumps(value)
    assert said_by(both, raw).check == "form"
    place = data.draw(st.integers(0, len(raw)))
    slip = data.draw(
        st.sampled_from(['"', "\\", ",", ":", "{", "}", "[", "]", "0", ".", " ", "e", ""])
    )
    assert not said_by(both, raw[:place] + slip + raw[place + 1 :]).sound


@pytest.mark.parametrize("game", ["tide", "high"])
@pytest.mark.parametrize("seed", range(2))
def test_any_change_with_all_hashes_made_anew(
    both: Both, game: str, seed: int, request: pytest.FixtureRequest
) -> None:
    """Behind the hashes the later checks are as steadfast as the first."""
    record = request.getfixturevalue(game)
    changes = tamperings(record, Random(f"{game} {seed} anew"))
    passed = set()
    for _ in range(25):
        changed = deepcopy(edited(record, [next(changes).edit]))
        with suppress(KeyError, TypeError, IndexError, AttributeError):
            # Where this fails there is no log whose hashes could be made.
            sealed_up(changed)
        verdicts = [judged(verifier, changed) for verifier in both]
        assert verdicts[0] == verdicts[1]
        passed.add(len(verdicts[0].lines))
    assert len(passed) > 3, "Nothing came far enough to show anything."


@dataclass(frozen=True)
class Remembered:
    """A record that both verifiers remember, and the places in it that it is bound to."""

    record: Json = field(repr=False)  # Hypothesis shows it beside what fails.
    places: list[Path] = field(repr=False)


@pytest.fixture(params=["tide", "high"])
def remembered(both: Both, request: pytest.FixtureRequest) -> Remembered:
    record = request.getfixturevalue(request.param)
    for verifier in both:
        verifier.remember(record)
    return Remembered(record, [path for path in nodes(record, ()) if not is_a_name(path)])


def is_a_name(path: Path) -> bool:
    """Whether a player's name stands here, which may have changed since the game."""
    return path[:1] == ("players",) and len(path) == 2


@many
@given(at=st.integers(0), taken=st.none() | st.integers(0), made_up=anything)
def test_any_json_in_any_place_of_a_record(
    both: Both, remembered: Remembered, at: int, taken: int | None, made_up: Any
) -> None:
    record, places = remembered.record, remembered.places
    path = places[at % len(places)]
    # Something else of the same record is the stranger the more it is at home there.
    value = made_up if taken is None else found(record, places[taken % len(places)])
    verdicts = [verifier.judge([put(path, value)]) for verifier in both]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].sound == (json.dumps(found(record, path)) == json.dumps(value))
