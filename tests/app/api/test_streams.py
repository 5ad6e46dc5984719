"""GET /games/{id}/stream and GET /me/stream, as far as they are calls like any other."""

from collections.abc import Callable

import pytest

from tests.people import Person


@pytest.mark.parametrize("path", ["/games/{game}/stream", "/me/stream"])
def test_a_process_that_holds_no_streams_says_so(
    ann: Person, table: Callable[..., str], path: str
) -> None:
    said = ann.call("GET", path.format(game=table()))
    assert (said.status, said.json["code"]) == (503, "streams_elsewhere")


@pytest.mark.parametrize("heard", ["x", "-1", "1.0", "٣", "9" * 20])
def test_a_last_event_id_that_no_event_has_is_refused(
    ann: Person, table: Callable[..., str], heard: str
) -> None:
    headers = {"Last-Event-ID": heard.encode().decode("latin-1")}
    said = ann.call("GET", f"/games/{table()}/stream", headers=headers)
    assert (said.status, said.json["code"]) == (400, "invalid_query")


def test_what_was_heard_last_goes_before_where_the_client_began(
    ann: Person, table: Callable[..., str]
) -> None:
    game = ann.opens(3)
    ann.post(f"/games/{game}/cancel")
    last = ann.get(f"/games/{game}/events").json["results"][-1]["number"]
    stream = f"/games/{game}/stream"
    assert ann.call("GET", f"{stream}?after=0").status == 503
    assert ann.call("GET", f"{stream}?after=0", headers={"Last-Event-ID": str(last)}).status == 204
    assert ann.call("GET", f"{stream}?after={last}").status == 204
    assert ann.call("GET", f"{stream}?after={last}", headers={"Last-Event-ID": "1"}).status == 503
