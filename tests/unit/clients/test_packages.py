"""What READMEs, pages and manifests say of the client libraries: names, versions, links, samples."""

import json
import re
from collections.abc import Iterator
from types import ModuleType

import httpx
import pytest

from common.rest.error_codes import CODES
from tests.unit.docs.pages import ROOT, Page, page
from tideapi.packages import SHOWN_ADDRESS, TARBALL, WHEEL
from tideapi.version import VERSION

PYTHON = page("packages/client-python/README.md")
TYPESCRIPT = page("packages/client-typescript/README.md")
NAME = re.compile(r"(?<![\w.-])[A-Z][a-z]\w*(?![\w-])")
OF_OTHERS = {"RateLimit", "Deprecation", "Literal", "Response"}


def find_names(readme: Page) -> set[str]:
    """Return the names of classes in the prose of a README."""
    return {name for code in readme.in_code() for name in NAME.findall(code)} - OF_OTHERS


def test_what_a_readme_names_can_be_imported(sdk: ModuleType) -> None:
    names = find_names(PYTHON)
    assert {"ApiProblem", "AsyncClient", "Retries"} <= names <= {*sdk.__all__}
    assert all(hasattr(sdk, name) for name in sdk.__all__)
    index = (ROOT / "packages/client-typescript/src/index.ts").read_text()
    exported = {name for names in re.findall(r"\{(.+?)\}", index) for name in NAME.findall(names)}
    assert {"ApiProblem", "ConnectionLost", "Retries"} <= find_names(TYPESCRIPT) <= exported


@pytest.mark.parametrize(("readme", "package"), [(PYTHON, WHEEL), (TYPESCRIPT, TARBALL)], ids=str)
def test_a_package_has_its_licence_its_version_and_no_link_that_leads_out_of_it(
    readme: Page, package: str
) -> None:
    assert [link for link in readme.links() if not link.startswith("https://")] == []
    licence = readme.path.with_name("LICENSE").read_text()
    assert licence == (ROOT / "LICENSE").read_text()
    assert f" install {SHOWN_ADDRESS}{package}\n" in readme.text


def test_the_npm_package_has_the_version_of_the_api() -> None:
    folder = ROOT / "packages/client-typescript"
    said = json.loads((folder / "package.json").read_text())
    locked = json.loads((folder / "package-lock.json").read_text())
    versions = {said["version"], locked["version"], locked["packages"][""]["version"]}
    assert versions == {VERSION}
    assert locked["packages"][""]["devDependencies"] == said["devDependencies"]


class Over(Exception):
    """The sample has streamed all that has happened."""


class QuickServer:
    """A game against bots that have played before anything else is asked: an answer opens the next turn.

    With a `refusal` each answer is too late, and the next turn is open all the same.
    """

    def __init__(self, turns: int, refusal: str | None) -> None:
        self.turns = turns
        self.refusal = refusal
        self.answered = 0

    def answer(self, request: httpx.Request) -> httpx.Response:
        newest = self.answered + 1
        match request.method, request.url.path:
            case "GET", "/api/v1/me/turns":
                action = {"type": "play", "card": 3}
                question = {"game": "abc", "turn": newest, "fallback": action}
                waiting = [question] * (self.answered < self.turns)
                return httpx.Response(200, json={"results": waiting, "next": None})
            case "GET", "/api/v1/me/events":
                return httpx.Response(200, json={"results": [], "last": newest})
            case "PUT", path:
                assert path == f"/api/v1/games/abc/turns/{newest}/submission"
                self.answered += 1
                return httpx.Response(409 if self.refusal else 200, json={"code": self.refusal})
        after = request.url.params["after"]
        return httpx.Response(200, stream=Events(newest if after == "latest" else int(after), self))


class Events(httpx.SyncByteStream):
    """The feed after a number: an event for each turn."""

    def __init__(self, after: int, server: QuickServer) -> None:
        self.after = after
        self.server = server

    def __iter__(self) -> Iterator[bytes]:
        while self.after < min(self.server.answered + 1, self.server.turns):
            self.after += 1
            event = {"number": self.after, "type": "turn_opened", "game": "abc"}
            yield f"id: {self.after}\ndata: {json.dumps(event)}\n\n".encode()
        raise Over


@pytest.mark.parametrize(
    "refusal", [None, "turn_closed", "time_is_up", "not_asked", "game_finished"]
)
def test_the_sample_misses_nothing_of_a_quick_server(sdk, monkeypatch, refusal) -> None:
    assert refusal is None or CODES[refusal].status == 409
    server = QuickServer(4, refusal)
    client = sdk.Client("http://tide", transport=httpx.MockTransport(server.answer))
    monkeypatch.setattr(sdk, "Client", lambda *given, **more: client)
    (sample,) = (one.text for one in PYTHON.blocks() if one.file)
    with pytest.raises(Over):
        exec(compile(sample, "readme.py", "exec"), {})
    assert server.answered == 4
