"""Whoever calls without a token is asked for one where the document says so, and else gets an answer."""

import pytest

from tests import document
from tests.app.api.reads import READS
from tests.app.api.town import Town
from tests.app.api.writes import WRITES
from tests.people import Person
from tests.unit.openapi.test_document import operations

pytestmark = pytest.mark.django_db
STREAMED = "stream_game"


def stated() -> list[tuple[str, str, bool]]:
    """Return method and operationId of each call, and whether it takes a token."""
    found = [(name.split()[0], call) for name, call in operations(document.document())]
    return [
        (method, call["operationId"], bool(call.get("security")) and {} not in call["security"])
        for method, call in found
        if call["operationId"] != STREAMED
    ]


@pytest.mark.parametrize(("method", "call", "guarded"), stated())
def test_a_stranger_is_asked_for_a_token_or_answered(
    town: Town, method: str, call: str, guarded: bool
) -> None:
    _, path, body = (READS if method == "GET" else WRITES)[call](town)
    said = Person().call(method, path, body)
    if guarded:
        assert (said.status, said.code) == (401, "not_authenticated")
