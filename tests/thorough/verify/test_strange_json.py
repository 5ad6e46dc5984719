"""Whatever JSON a verifier is given, it names a fault or says that it cannot read it; it never falls over."""

import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.thorough.eventful_game import EventfulGame
from tests.thorough.verify.conftest import Both, Json, seal_up
from tests.thorough.verify.edits import Path, edited, found
from tests.thorough.verify.tamper import nodes, tamperings
from tests.thorough.verify.verifiers import Verdict, judged

pytestmark = pytest.mark.django_db

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


def read_alike(both: Both, raw: str | bytes) -> Verdict:
    """What both verifiers say alike of this text."""
    raw = raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass")
    one, other = (verifier.read(raw) for verifier in both)
    assert one == other
    return one


def text_of(record: Json, name: str, written: str) -> str:
    """The JSON of a record with this member of it written in another way."""
    return json.dumps({**record, name: "%"}).replace('"%"', written)


NO_WHOLE_NUMBER = ["1.0", "1e0", "10E-1", "-0", "1.5", f"{2**53}", f"-{2**53}", "9" * 5000]
NOT_KNOWN = ["2", "0", "true", '"1"', "[1]", "null", f"{2**53 - 1}"]


@pytest.mark.parametrize("written", [*NO_WHOLE_NUMBER, *NOT_KNOWN])
def test_a_version_of_the_rules_that_is_not_known(both: Both, tide: Json, written: str) -> None:
    verdict = read_alike(both, text_of(tide, "rules_version", written))
    assert (verdict.check, verdict.place) == ("form", "/rules_version")


def test_a_member_that_stands_twice(both: Both, tide: Json) -> None:
    raw = json.dumps(tide)
    assert read_alike(both, raw).sound
    twice = raw.replace('"seat": 0', '"seat": 0, "seat": 0', 1)
    place = read_alike(both, twice).place
    assert place is not None
    assert place.endswith("/seat")
    assert read_alike(both, '{"a/~": [{"": 1, "": 1}]}').place == "/a~1~0/0/"


def test_deep_nesting(both: Both, tide: Json) -> None:
    deep = "[" * 100_000
    for raw in (deep, deep + "]" * 100_000, '{"a":' * 100_000):
        assert read_alike(both, raw).what == "is nested too deeply"
    verdict = read_alike(both, text_of(tide, "options", deep))
    assert verdict.place is not None
    assert verdict.place.startswith("/options/0/0")


def test_deep_nesting_in_a_value_that_was_read_by_others(both: Both, tide: Json) -> None:
    deep: Any = 0
    for _ in range(200):
        deep = {"a": [deep]}
    for verifier in both:
        verifier.remember(tide)
        assert verifier.judge([("put", ("log", "events", 3, "data"), deep)]).check == "form"


@pytest.mark.parametrize("written", [r'"\ud800"', r'"\udc00\ud800"', r'["\udfff"]'])
def test_half_a_pair_of_surrogates(both: Both, tide: Json, written: str) -> None:
    verdict = read_alike(both, text_of(tide, "game", written))
    assert (verdict.place or "").startswith("/game")
    assert verdict.what == "is a text that cannot be UTF-8"


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString", "", "ö", "log "])
def test_a_member_that_nobody_knows(both: Both, tide: Json, name: str) -> None:
    verdict = read_alike(both, json.dumps({**tide, name: {"format": 1}}))
    assert verdict.place == f"/{name}"


NO_JSON: list[str | bytes] = [
    *("", " ", "{", "[", '"', "{]", "[}", "[1,]", '{"a":1,}', "{,}", "[,1]", "{1:1}", "{'a':1}"),
    *("tru", "trueish", "True", "NaN", "Infinity", "-", "01", "1.", ".5", "+1", "1e", "0x10"),
    *("[1 2]", '{"a" 1}', '{"a":}', "[] []", "/* */ []", '"\t"', r'"\x"', r'"\u12"', '"\\'),
    *("\ufeff[]", b"\xff", b'"\xed\xa0\x80"', b'"\xc0\x80"', "[1]".encode("utf-16")),
]


@pytest.mark.parametrize("raw", NO_JSON)
def test_what_is_no_json(both: Both, raw: str | bytes) -> None:
    assert read_alike(both, raw).unreadable


@pytest.mark.parametrize("indent", [None, 0, "\t", 4])
def test_white_space_and_escapes_make_no_difference(
    both: Both, tide: Json, indent: int | str | None
) -> None:
    for ascii_only in (True, False):
        raw = json.dumps(
            tide, indent=indent, ensure_ascii=ascii_only, separators=(" ,\r\n", "\t: ")
        )
        assert read_alike(both, raw).sound


@many
@given(raw=st.text() | st.binary())
def test_any_text(both: Both, raw: str | bytes) -> None:
    assert not read_alike(both, raw).sound


@many
@given(value=anything, data=st.data())
def test_any_json_and_any_json_with_a_slip_of_the_pen(
    both: Both, value: Any, data: st.DataObject
) -> None:
    raw = json.dumps(value)
    assert read_alike(both, raw).check == "form"
    place = data.draw(st.integers(0, len(raw)))
    slip = data.draw(
        st.sampled_from(['"', "\\", ",", ":", "{", "}", "[", "]", "0", ".", " ", "e", ""])
    )
    assert not read_alike(both, raw[:place] + slip + raw[place + 1 :]).sound


@pytest.mark.parametrize("game", ["tide", "high"])
def test_any_change_with_all_hashes_written_again(
    both: Both, game: str, played: Callable[..., EventfulGame]
) -> None:
    """Behind the hashes the later checks are as steadfast as the first."""
    record = played(game).record
    changes = tamperings(record, Random(game))
    passed = set()
    for _ in range(100):
        changed = deepcopy(edited(record, [next(changes)[0]]))
        with suppress(KeyError, TypeError, IndexError, AttributeError):
            # Where this fails there is no log whose hashes could be made.
            seal_up(changed)
        verdicts = [judged(verifier, changed) for verifier in both]
        assert verdicts[0] == verdicts[1]
        passed.add(len(verdicts[0].lines))
    assert len(passed) > 3, "Nothing came far enough to show anything."


@pytest.fixture(params=["tide", "high"])
def remembered(
    both: Both, request: pytest.FixtureRequest, played: Callable[..., EventfulGame]
) -> tuple[Json, list[Path]]:
    """A record that both verifiers remember, and the places in it that it is bound to."""
    record = played(request.param).record
    for verifier in both:
        verifier.remember(record)
    # A player's name may have changed since the game.
    bound = [path for path in nodes(record, ()) if path[:1] != ("players",) or len(path) != 2]
    return record, bound


@many
@given(at=st.integers(0), taken=st.none() | st.integers(0), made_up=anything)
def test_any_json_in_any_place_of_a_record(
    both: Both, remembered: tuple[Json, list[Path]], at: int, taken: int | None, made_up: Any
) -> None:
    record, places = remembered
    path = places[at % len(places)]
    # Something else of the same record is the stranger the more it is at home there.
    value = made_up if taken is None else found(record, places[taken % len(places)])
    verdicts = [verifier.judge([("put", path, value)]) for verifier in both]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].sound == (json.dumps(found(record, path)) == json.dumps(value))
