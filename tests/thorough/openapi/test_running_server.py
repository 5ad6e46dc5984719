"""schemathesis against the running server: whatever is sent, it answers as its document says."""

from tests.thorough.openapi.made_up_requests import NAMES, answered, response_test

# Not one function for all calls: with pytest 9.2 schemathesis 4.32 gives all its tests the same name,
# and xdist runs each name once.
for name in NAMES:
    globals()[f"test_{name}_answers_as_the_document_states"] = response_test(name)


def test_the_requests_got_past_the_refusals() -> None:
    assert sorted(answered) == sorted(NAMES)
    assert {call: seen for call, seen in answered.items() if min(seen) >= 300} == {}
