"""Whole games on a server that logs JSON: every line can be read, and none has a secret in it."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import SETTINGS, MortalServer, mortal_server
from tests.sampling import sample
from tests.system.flows.client import PASSWORD, Json, Person
from tests.system.flows.table import high_tide, play, turn_the_tide

ADDRESS = re.compile(r"[\w.+-]+@post\.example")
CARD = re.compile(r"""\W(cards?|dice|hand|seed|nonce|action)\W+[\d\[{]""")


@pytest.fixture(scope="module")
def logging_json(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MortalServer]:
    mails = f"file://{tmp_path_factory.mktemp('mails')}"
    given = {**os.environ, **SETTINGS, "MAIL_URL": mails, "TIDE_LOG_FORMAT": "json"}
    with mortal_server(given) as server:
        server.start()
        yield server


def written(server: MortalServer) -> list[tuple[Path, str]]:
    """Every line of web and workers."""
    logs = [process.log for process in server.processes.values()]
    return [(log, line) for log in logs for line in log.read_text().splitlines()]


def with_an_address(server: MortalServer, name: str) -> Person:
    body = {"username": name, "password": PASSWORD, "email": f"{name}@post.example"}
    said = Person(server.url).call("POST", "/players", body).ok()
    return Person(server.url, said["token"], name)


GAMES = [
    (turn_the_tide("amigo"), [{"type": "play", "card": card} for card in (44, 45)]),
    (high_tide(), [{"type": one} for one in ("roll", "accept")]),
]
"""Each with answers one of which was not given in its first turn."""


@pytest.mark.parametrize(("game", "late"), sample(GAMES, 1))
def test_whole_games_leave_no_secret_in_any_line(
    logging_json: MortalServer, game: Json, late: list[Json]
) -> None:
    people = [with_an_address(logging_json, f"{name}_{game['ruleset']}") for name in ("ann", "bob")]
    played = play(people, game, ["random"], seed=7)
    # What is refused is what gets a line: wrong cards, wrong tokens, wrong passwords.
    ann = people[0]
    at = f"/games/{played.opened['id']}/turns/1/submission"
    # The same answer once more would not be refused.
    sealed = ann.call("GET", at).json.get("action")
    other = next(one for one in late if one != sealed)
    assert ann.call("PUT", at, {"action": other}).status == 409
    assert Person(logging_json.url, f"{ann.token}x").call("GET", "/me").status == 401
    wrong = {"username": ann.name, "password": "not-the-password"}
    assert Person(logging_json.url).call("POST", "/me/tokens", wrong).status == 401

    lines = written(logging_json)
    secrets = {PASSWORD, "not-the-password", *(str(one.token) for one in people)}
    secrets |= {f"{one.name} was here" for one in people}
    found = [
        (log.name, line)
        for log, line in lines
        if any(secret in line for secret in secrets) or ADDRESS.search(line) or CARD.search(line)
    ]
    assert found == []
    ours = [json.loads(line) for _, line in lines if line.startswith("{")]
    assert {"turn_closed", "token_invalid"} <= {
        line["message"].split()[1].rstrip(":") for line in ours if "refused" in line["message"]
    }
    about = [line for line in ours if line.get("game") == played.opened["id"]]
    assert any("refused turn_closed" in line["message"] and line["request"] for line in about)
    assert not [line for _, line in lines if re.match(r"\d{4}-\d\d-\d\d .* (INFO|WARNING) ", line)]
