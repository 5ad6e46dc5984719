"""The Python client as its wheel has it, and servers that it is held against."""

import asyncio
import importlib
import shutil
import sys
import time
from collections.abc import Iterator
from itertools import islice
from types import ModuleType
from typing import Any

import httpx
import pytest

from packages.generator import python
from tests.unit.docs.pages import ROOT


@pytest.fixture(scope="session")
def sdk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The package with its generated core."""
    folder = tmp_path_factory.mktemp("sdk")
    package = folder / "tideapi_client"
    shutil.copytree(ROOT / "packages/client-python/tideapi_client", package)
    python.write_core(package)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("tideapi_client")
    sys.path.remove(str(folder))


class Caller:
    """One of the two clients, before a server that a function stands for."""

    def __init__(self, sdk: ModuleType, kind: str) -> None:
        self.sdk = sdk
        self.is_async = kind == "AsyncClient"
        self.make = getattr(sdk, kind)
        self.pauses: list[float] = []
        self.seen: list[httpx.Request] = []

    def open(self, *answers: httpx.Response | Exception, **settings: Any) -> Any:
        """A client to whom these are the answers, one after another; an error is raised."""
        left = iter(answers)

        def handle(request: httpx.Request) -> httpx.Response:
            self.seen.append(request)
            answer: httpx.Response | Exception = next(left)
            if isinstance(answer, Exception):
                raise answer
            return answer

        settings = {"token": "tide_1", **settings}
        return self.make("http://tide", transport=httpx.MockTransport(handle), **settings)

    def call(self, client: Any, name: str, *given: Any, **more: Any) -> Any:
        said = getattr(client, name)(*given, **more)
        return asyncio.run(_wait_for(said)) if self.is_async else said

    def take(self, iterator: Any, most: int = 100) -> list[Any]:
        """So many things that an iterator has, all if it has fewer."""
        return asyncio.run(_take(iterator, most)) if self.is_async else [*islice(iterator, most)]


async def _wait_for(said: Any) -> Any:
    return await said


async def _take(iterator: Any, most: int) -> list[Any]:
    found = list[Any]()
    async for one in iterator:
        found.append(one)
        if len(found) == most:
            await iterator.aclose()
            break
    return found


@pytest.fixture(params=["Client", "AsyncClient"])
def caller(
    sdk: ModuleType, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Caller:
    """It waits for nothing: the pauses that it would make are noted."""
    one = Caller(sdk, request.param)

    async def note(seconds: float) -> None:
        one.pauses.append(seconds)

    monkeypatch.setattr(time, "sleep", one.pauses.append)
    monkeypatch.setattr(asyncio, "sleep", note)
    return one
