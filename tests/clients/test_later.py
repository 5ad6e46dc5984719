"""The later version of the server that clients must live with."""

from tests.clients.later import BECOMES_UNKNOWN, MEMBER, VALUE, changed, without


def test_every_object_has_a_member_more_and_no_list_or_map_has() -> None:
    body = {"seats": [{"seat": 0}], "hand": [3, 9], "players": {"a1": "ann"}}
    later = changed(body)
    assert later[MEMBER]
    assert later["seats"][0][MEMBER]
    assert later["hand"] == [3, 9]
    assert later["players"] == {"a1": "ann"}


def test_open_values_are_new_ones_but_a_status_of_http_is_not() -> None:
    assert changed({"status": "running"})["status"] == VALUE
    assert changed({"status": 404})["status"] == 404
    assert changed({"away": None})["away"] is None


def test_an_event_becomes_one_of_a_type_that_nobody_knows() -> None:
    event = {"number": 7, "type": BECOMES_UNKNOWN, "data": {"seat": 0}}
    later = changed(event)
    assert (later["number"], later["type"]) == (7, VALUE)
    assert "seat" not in later["data"]
    assert changed(event | {"type": "finished"})["data"]["seat"] == 0


def test_what_was_added_is_taken_out_again() -> None:
    sent = {"action": {"type": "play", "card": 3, MEMBER: [{}]}}
    assert without(sent) == {"action": {"type": "play", "card": 3}}
