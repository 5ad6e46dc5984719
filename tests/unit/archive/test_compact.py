"""Columns that are written so that they compress well are read as they were."""

import orjson
from hypothesis import given
from hypothesis import strategies as st

from games.archive import compact

numbers = st.lists(st.none() | st.integers(-(2**53), 2**53))
values = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3)
members = st.dictionaries(st.sampled_from("abcde"), values, max_size=4)
objects = st.lists(members.flatmap(lambda one: st.permutations([*one.items()]).map(dict)))


@given(numbers)
def test_steps_lead_to_the_same_numbers(some: list[int | None]) -> None:
    assert compact.from_steps(compact.to_steps(some)) == some


@given(objects)
def test_objects_come_together_as_they_were_down_to_the_order_of_their_members(
    some: list[object],
) -> None:
    apart = orjson.loads(orjson.dumps(compact.to_columns(some)))
    assert orjson.dumps(compact.from_columns(apart)) == orjson.dumps(some)


def test_what_is_no_object_stays_as_it_is() -> None:
    assert compact.from_columns(compact.to_columns([{"card": 1}, None])) == [{"card": 1}, None]


@st.composite
def games(draw: st.DrawFn) -> compact.Json:
    """Columns as `games.archive.codec.history_to_json` makes them: few moments, some of them in many rows."""
    moments = st.sampled_from(draw(st.lists(st.integers(0, 2**51), min_size=1, max_size=5)))
    several = st.integers(0, 4)

    def column(strategy: st.SearchStrategy[object], many: int) -> list[object]:
        return draw(st.lists(strategy, min_size=many, max_size=many))

    turns, answers, private, stages, events = (draw(several) for _ in range(5))
    return {
        "turns": {
            "number": [*range(1, turns + 1)],
            "heading": column(members, turns),
            "opened_at": column(moments, turns),
            "dues": column(st.lists(moments, max_size=3), turns),
            "due_at": column(moments, turns),
            "closed_at": column(st.none() | moments, turns),
            "salt": column(st.none() | st.text(), turns),
        },
        "answers": {
            "action": column(members, answers),
            "sealed_at": column(st.none() | moments, answers),
        },
        "answers_of": column(st.integers(1, 9), answers),
        "private_events": {"data": column(members, private), "at": column(moments, private)},
        "private_events_of": column(st.integers(0, 9), private),
        "stages": {
            "number": [*range(1, stages + 1)],
            "shown": column(members, stages),
            "sealed": column(members | st.none(), stages),
            "ended_at": column(moments, stages),
        },
        "events": {
            "number": [*range(1, events + 1)],
            "type": column(st.sampled_from(["sealed", "turn_closed"]), events),
            "data": column(members, events),
            "at": column(moments, events),
        },
    }


@given(games())
def test_a_whole_game_is_read_as_it_was_written(parts: compact.Json) -> None:
    before = orjson.dumps(parts)
    written = orjson.loads(orjson.dumps(compact.squeeze_parts(parts)))
    assert orjson.dumps(
        compact.restore_parts(written), option=orjson.OPT_SORT_KEYS
    ) == orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)
    assert [*compact.restore_parts(written)["events"]["data"]] == [*parts["events"]["data"]]
    assert orjson.dumps(parts) == before, "what was given stays as it is"
