"""The hand-made top of the Python client, sync and async: retries, keys, tokens, pages, streams, problems."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from types import ModuleType
from typing import Any

import httpx
import pytest

from packages.generator import document
from tests.unit.clients.conftest import Caller

GAME = {"id": "abc"}


def ok(body: Any, **headers: str) -> httpx.Response:
    return httpx.Response(200, json=body, headers=headers)


def refused(status: int, code: str, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = {"code": code, "status": status, "title": "No.", "detail": "Not now.", "instance": "r1"}
    return httpx.Response(status, json=body, headers=named)


def events(*numbers: int, retry: str = "") -> httpx.Response:
    text = retry + f"id: {numbers[0] - 1}\n: last 9\n\n"
    for number in numbers:
        text += f"id: {number}\ndata: {json.dumps(event(number))}\n\n: alive\n\n"
    return httpx.Response(200, text=text)


def event(number: int, kind: str = "joined") -> Any:
    return {"number": number, "type": kind, "game": "abc"}


class Parts(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that comes in these parts, after which the connection may be lost."""

    def __init__(self, parts: list[bytes], lost: Exception | None = None) -> None:
        self.parts = parts
        self.lost = lost

    def __iter__(self) -> Iterator[bytes]:
        yield from self.parts
        if self.lost:
            raise self.lost

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self:
            yield part


def call_game(caller: Caller, client: Any) -> None:
    caller.call(client, "get_game", "abc")


def take_events(caller: Caller, client: Any) -> None:
    caller.take(client.stream_my_events())


def test_a_call_sends_token_language_query_and_body(caller: Caller) -> None:
    client = caller.open(ok({"results": []}), ok(GAME), language="de")
    caller.call(client, "list_games", id=["a", "b"], joinable=True)
    caller.call(client, "update_viewer", "a/b", {"note": "wary"})
    first, second = caller.seen
    assert str(first.url) == "http://tide/api/v1/games?id=a&id=b&joinable=true"
    assert first.headers["Authorization"] == "Bearer tide_1"
    assert first.headers["Accept-Language"] == "de"
    assert second.url.raw_path == b"/api/v1/games/a%2Fb/viewer"
    assert json.loads(second.content) == {"note": "wary"}
    assert "Idempotency-Key" not in second.headers


def test_a_refused_call_waits_as_long_as_the_server_says(caller: Caller) -> None:
    client = caller.open(
        refused(429, "throttled", Retry_After="7"),
        refused(503, "busy"),
        refused(408, "body_too_slow"),
        ok(GAME),
    )
    assert caller.call(client, "create_guest") == GAME
    assert caller.pauses[0] == 7
    assert 0.75 <= caller.pauses[1] <= 1.25


def test_a_key_that_is_in_use_is_waited_for(caller: Caller) -> None:
    lost = httpx.Response(502, text="A proxy's.")
    client = caller.open(lost, refused(409, "idempotency_key_in_use", Retry_After="1"), ok(GAME))
    caller.call(client, "create_game", {"ruleset": "high_tide", "seat_count": 3})
    keys = {request.headers["Idempotency-Key"] for request in caller.seen}
    assert (len(caller.seen), len(keys)) == (3, 1)


def test_every_post_has_a_key_of_its_own_unless_it_is_given_one(caller: Caller) -> None:
    client = caller.open(ok(GAME), ok(GAME), ok(GAME))
    caller.call(client, "start_game", "abc")
    caller.call(client, "start_game", "abc")
    caller.call(client, "start_game", "abc", idempotency_key="mine")
    first, second, third = (request.headers["Idempotency-Key"] for request in caller.seen)
    assert first != second
    assert third == "mine"


NO_ANSWER = [
    httpx.ConnectError("nobody"),
    httpx.ConnectTimeout("nobody in time"),
    httpx.PoolTimeout("all are busy"),
    httpx.WriteError("lost"),
    httpx.ReadError("lost"),
    httpx.ReadTimeout("late"),
    httpx.RemoteProtocolError("half a head"),
    httpx.DecodingError("half a body"),
    httpx.ProxyError("refused"),
]
JSON = {"Content-Type": "application/json"}
CUT: dict[str, Any] = {"status_code": 200, "content": b'{"id": "ab', "headers": JSON}
CUT_PROBLEM = CUT | {"status_code": 409, "headers": {"Content-Type": "application/problem+json"}}


@pytest.mark.parametrize("lost", [*NO_ANSWER, CUT, CUT_PROBLEM], ids=repr)
def test_each_call_is_made_again_with_its_key_when_its_answer_is_lost(caller, lost) -> None:
    for one in document.list_operations():
        if one.is_stream or one.method == "PATCH":
            continue
        caller.seen.clear()
        gone = httpx.Response(**lost) if isinstance(lost, dict) else lost
        given = [*["x" for _ in one.in_path], *[{}] * bool(one.body)]
        caller.call(caller.open(gone, ok({})), one.name, *given)
        sent = {(request.method, request.url, request.content) for request in caller.seen}
        assert (len(caller.seen), len(sent)) == (2, 1)
        keys = {call.headers.get("Idempotency-Key") for call in caller.seen}
        assert len(keys) == 1, one.name
        assert (None not in keys) == (one.method == "POST"), one.name


@pytest.mark.parametrize("lost", NO_ANSWER, ids=repr)
def test_each_stream_goes_on_after_any_loss(caller: Caller, lost: Exception) -> None:
    broken = httpx.Response(
        200, stream=Parts([f"id: 5\ndata: {json.dumps(event(5))}\n\n".encode()], lost)
    )
    client = caller.open(lost, broken, lost, events(6))
    found = caller.take(client.stream_my_events(after=4), most=2)
    assert [one["number"] for one in found] == [5, 6]


def test_a_change_of_members_is_not_made_again_unless_it_has_surely_not_arrived(caller) -> None:
    client = caller.open(httpx.ConnectError("nobody"), httpx.ReadError("lost"), ok({}))
    with pytest.raises(caller.sdk.ConnectionLost, match="lost"):
        caller.call(client, "update_me", {"about": "wary"})
    assert len(caller.seen) == 2


@pytest.mark.parametrize("ask", [call_game, take_events])
def test_a_server_that_is_not_there_is_asked_seven_times(caller: Caller, ask: Any) -> None:
    with pytest.raises(caller.sdk.ConnectionLost, match="nobody") as lost:
        ask(caller, caller.open(*[httpx.ConnectError("nobody")] * 9))
    assert isinstance(lost.value, caller.sdk.ClientError)
    assert isinstance(lost.value.__cause__, httpx.ConnectError)
    assert len(caller.seen) == 7
    assert sorted(caller.pauses) == caller.pauses


FAULT = {"pointer": "/seat_count", "code": "too_large", "detail": "100 at most."}
PROBLEM = {"code": "too_large", "title": "T", "detail": "D", "instance": "r1", "errors": [FAULT]}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda: httpx.Response(400, json=PROBLEM), {"code": "too_large", "errors": [FAULT]}),
        # A pause that is too long is left to the caller.
        (lambda: refused(429, "slow", Retry_After="3600"), {"code": "slow", "retry_after": 3600}),
        # An answer of no server of ours is a problem too.
        (lambda: httpx.Response(404, text="<h1>nginx</h1>"), {"code": "http_404"}),
        # A token without refresh has ended.
        (lambda: refused(401, "token_expired"), {"code": "token_expired"}),
    ],
    ids=["refused", "too long", "a proxy's", "expired"],
)
def test_a_refusal_is_an_error_with_all_that_the_problem_says(caller, answer, told) -> None:
    for ask in (call_game, take_events):
        with pytest.raises(caller.sdk.ApiProblem) as problem:
            ask(caller, caller.open(answer()))
        assert {name: getattr(problem.value, name) for name in told} == told


def test_pages_are_read_to_the_last_from_the_server_that_the_token_is_for(caller: Caller) -> None:
    client = caller.open(ok({"results": [3], "next": None}))
    page = {"results": [1, 2], "next": "https://elsewhere/api/v1/games?cursor=x%2B"}
    assert caller.take(client.iterate_pages(page)) == [1, 2, 3]
    assert str(caller.seen[0].url) == "http://tide/api/v1/games?cursor=x%2B"


RENEWED = {"access_token": "new", "refresh_token": "refresh_2"}


def test_an_expired_token_is_refreshed_and_kept_before_it_is_used(caller: Caller) -> None:
    kept = list[tuple[str, int]]()

    def keep(tokens: Any) -> None:
        kept.append((tokens.refresh_token, len(caller.seen)))

    tokens = caller.sdk.OAuthTokens("app", "old", "refresh_1", keep=keep)
    lost: Any = httpx.ReadError("lost")
    answers = [refused(401, "token_expired"), lost, ok(RENEWED), ok(GAME)]
    assert caller.call(caller.open(*answers, token=tokens), "get_game", "abc") == GAME
    sent = [request.headers.get("Authorization") for request in caller.seen]
    assert sent == ["Bearer old", None, None, "Bearer new"]
    body = b"grant_type=refresh_token&refresh_token=refresh_1&client_id=app"
    assert [caller.seen[1].content, caller.seen[2].content] == [body, body]
    assert kept == [("refresh_2", 3)]


def test_a_refused_refresh_is_the_problem_of_the_call(caller: Caller) -> None:
    tokens = caller.sdk.OAuthTokens("app", "old", "refresh_1")
    invalid = httpx.Response(400, json={"error": "invalid_grant", "error_description": "reused"})
    client = caller.open(refused(401, "token_expired"), invalid, token=tokens)
    with pytest.raises(caller.sdk.ApiProblem) as problem:
        caller.call(client, "get_game", "abc")
    assert (problem.value.code, problem.value.detail) == ("invalid_grant", "reused")


def test_a_stream_goes_on_after_the_last_whole_event(caller: Caller) -> None:
    begun = (
        f"retry: 2000\nid: 4\n: last 7\n\nid: 5\ndata: {json.dumps(event(5))}\n\nid: 6\ndata: {{"
    )
    client = caller.open(
        httpx.Response(200, stream=Parts([begun.encode()], httpx.ReadError("lost"))),
        *[httpx.ConnectError("down")] * 12,  # for longer than a call would be made again
        events(6, 7, retry="retry: 9000\n"),
        refused(503, "busy", Retry_After="1"),
        httpx.Response(204),
    )
    found = caller.take(client.stream_game("abc", after=4))
    assert [one["number"] for one in found] == [5, 6, 7]
    resumed = [request.headers.get("Last-Event-ID") for request in caller.seen]
    assert resumed == [None, *["5"] * 13, "7", "7"]
    assert caller.pauses[0] == 2
    assert caller.pauses[-2:] == [9, 1]


def test_a_stream_that_has_begun_waits_as_long_as_the_server_says(caller: Caller) -> None:
    client = caller.open(events(1), refused(503, "busy", Retry_After="3600"), events(2))
    found = caller.take(client.stream_my_events(), most=2)
    assert [one["number"] for one in found] == [1, 2]
    assert caller.pauses == [2, 3600]


@pytest.mark.parametrize("kind", ["finished", "cancelled"])
def test_a_stream_of_a_game_ends_with_the_game_and_one_of_all_games_goes_on(caller, kind) -> None:
    last = httpx.Response(200, text=f"id: 8\ndata: {json.dumps(event(8, kind))}\n\n")
    assert len(caller.take(caller.open(last).stream_game("abc"))) == 1
    assert (len(caller.seen), caller.pauses) == (1, [])
    last = httpx.Response(200, text=f"id: 8\ndata: {json.dumps(event(8, kind))}\n\n")
    assert len(caller.take(caller.open(last, events(9)).stream_my_events(), most=2)) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_of_a_stream_are_read_as_the_standard_says(caller: Caller, end: str) -> None:
    """Without a space after the colon, with any end of a line, wherever the bytes are parted."""
    said = json.dumps(event(1) | {"text": "a: \u2028é"}, ensure_ascii=False)
    head, tail = said[:9], said[9:]
    lines = ["retry:9000", "retry: soon", "id:1", "data", f"data: {head}", f"data:{tail}", "", ":"]
    sent = "".join(line + end for line in lines).encode()
    parts = [sent[at : at + 1] for at in range(len(sent))]
    client = caller.open(httpx.Response(200, stream=Parts(parts)), httpx.Response(204))
    (found,) = caller.take(client.stream_game("abc"))
    assert found["text"] == "a: \u2028é"
    assert caller.seen[1].headers["Last-Event-ID"] == "1"
    assert caller.pauses == [9]


def test_a_cancelled_task_ends_a_stream_in_its_pause_at_once(sdk: ModuleType) -> None:
    async def follow() -> None:
        async for _ in client.stream_my_events():
            heard.set()

    async def cancel() -> None:
        task = asyncio.create_task(follow())
        await heard.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, timeout=5)

    heard = asyncio.Event()
    answers = httpx.MockTransport(lambda _: events(1, retry="retry: 60000\n"))
    client = sdk.AsyncClient("http://tide", transport=answers)
    asyncio.run(cancel())


def test_each_answer_is_shown_with_its_headers(caller: Caller) -> None:
    deprecated = list[str]()

    def note(response: httpx.Response) -> None:
        deprecated.append(response.headers.get("Deprecation", f"{response.status_code}"))

    answers = [refused(503, "busy"), ok(GAME, Deprecation="@1798761600"), events(1)]
    client = caller.open(*answers, on_response=note)
    caller.call(client, "get_game", "abc")
    caller.take(client.stream_game("abc"), most=1)
    assert deprecated == ["503", "@1798761600", "200"]


def test_a_stream_whose_token_has_ended_goes_on_with_the_next_one(caller: Caller) -> None:
    tokens = caller.sdk.OAuthTokens("app", "old", "refresh_1")
    answers = [events(1), refused(401, "token_expired"), ok(RENEWED), events(2)]
    found = caller.take(caller.open(*answers, token=tokens).stream_my_events(), most=2)
    assert [one["number"] for one in found] == [1, 2]
    assert caller.seen[-1].headers["Authorization"] == "Bearer new"


def test_bytes_and_nothing_are_answers_too(caller: Caller) -> None:
    zipped = httpx.Response(200, content=b"PK", headers={"Content-Type": "application/zip"})
    client = caller.open(zipped, httpx.Response(204))
    assert caller.call(client, "get_archive", "abc", 1) == b"PK"
    assert caller.call(client, "leave_game", "abc") is None
