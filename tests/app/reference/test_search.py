"""The search: its index has everything, each row leads to it, and questions find what they ask for."""

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from django.test import Client

from common.rest.error_codes import CODES
from tests.thorough.verify.verifiers import node
from tideapi.reference.document import operations_by_name
from tideapi.reference.search import search_index

pytestmark = pytest.mark.django_db


def index(client: Client) -> list[list[str]]:
    said = client.get("/api/docs/search.json")
    assert (said.status_code, said.headers["Content-Type"]) == (200, "application/json")
    found: list[list[str]] = said.json()["rows"]
    return found


def test_it_has_calls_fields_events_codes_and_guides(client: Client) -> None:
    rows = index(client)
    often = Counter(kind for kind, *_ in rows)
    assert often["call"] == len(operations_by_name())
    assert often["code"] == len(CODES)
    known = {("header", "RateLimit")} | {
        *(("call", "submit_answer"), ("field", "legal_actions"), ("event", "turn_opened")),
        *(("code", "turn_closed"), ("guide", "Playing by mail"), ("parameter", "wait")),
        *(("header", "Idempotency-Key"), ("schema", "Game")),
    }
    assert {*often} == {kind for kind, _ in known}
    assert known <= {(kind, name) for kind, name, *_ in rows}


def test_each_row_leads_to_a_part_of_a_page(client: Client) -> None:
    pages = dict[str, str]()
    for kind, name, _, address, *_ in index(client):
        path, _, anchor = address.partition("#")
        if path not in pages:
            said = client.get(path)
            assert said.status_code == 200, address
            pages[path] = said.content.decode()
        assert not anchor or f'id="{anchor}"' in pages[path], (kind, name, address)


ASKED = {
    "how do I seal a card": "/api/docs/turns#submit_answer",
    "rate limit": "/docs/clients#limits",
    "too many requests": "/docs/problems/throttled",
    "pagnation": "/docs/clients#pages-of-a-list",
    "webhook signature": "/docs/webhooks",
    "signup": "/api/docs/players#create_player",
    "websocket": "/api/docs/games#stream_game",
    "what happens when I miss a deadline": "/docs/players#be-away",
    "backups": "/docs/operators/backup-and-update",
    "if-none-match": "/api/docs/#header.If-None-Match",
    "legal_actions": "/api/docs/schemas/MyView#MyView.legal_actions",
    "turn_closed": "/api/docs/events#turn_closed",
    "not_your_card": "/docs/problems/not_your_card",
    "playing by mail": "/docs/mail",
    # A word that stands in the text of a guide alone.
    "granian": "/docs/operators/install",
}
FEW = 5
RANKING = Path("tideapi/static/tideapi/ranking.js").resolve()


def ask(*questions: str) -> dict[str, list[list[str]]]:
    """Return what is found for each question, the best first."""
    script = f"""
const {{prepare, find}} = await import({json.dumps(RANKING.as_uri())});
let read = "";
for await (const part of process.stdin) read += part;
const {{index, questions}} = JSON.parse(read);
const prepared = prepare(index);
console.log(JSON.stringify(questions.map((one) => find(prepared, one))));
"""
    ran = subprocess.run(
        [node(), "--input-type=module", "--eval", script],
        input=json.dumps({"index": search_index(), "questions": questions}),
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(zip(questions, json.loads(ran.stdout), strict=True))


def test_a_question_finds_what_it_asks_for() -> None:
    found = ask(*ASKED)
    missed = {
        question: [row[3] for row in found[question][:FEW]]
        for question, address in ASKED.items()
        if not any(row[3].startswith(address) for row in found[question][:FEW])
    }
    assert missed == {}


def test_any_word_finds_and_a_row_with_all_of_them_comes_first() -> None:
    found = ask("zzzzqq seal", "zzzzqq xxqqzz", "the", "turn closed")
    assert found["zzzzqq seal"]
    assert found["zzzzqq xxqqzz"] == []
    assert found["turn closed"][0][1] == "turn_closed"
