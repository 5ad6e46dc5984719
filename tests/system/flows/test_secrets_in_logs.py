"""A whole game on a server that logs JSON: every line can be read, and none has a secret in it."""

import json
import os
import re
from collections.abc import Iterator

import pytest

from tests.running import SETTINGS, MortalServer, mortal_server
from tests.sampling import sample
from tests.system.flows.client import PASSWORD, Json, Person
from tests.system.flows.table import high_tide, play, turn_the_tide

ADDRESS = re.compile(r"[\w.+-]+@post\.example")
CARD = re.compile(r"""\W(cards?|dice|hand|seed|nonce|action)\W+[\d\[{]""")
TEXT_LINE = re.compile(r"^\d{4}-\d\d-\d\d .* (INFO|WARNING) ")
GAMES = [
    (turn_the_tide("amigo"), [{"type": "play", "card": card} for card in (44, 45)]),
    (high_tide(), [{"type": one} for one in ("roll", "accept")]),
]
"""Each with answers one of which was not given in its first turn."""


@pytest.fixture(scope="module")
def logging_json(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MortalServer]:
    mails = f"file://{tmp_path_factory.mktemp('mails')}"
    given = {**os.environ, **SETTINGS, "MAIL_URL": mails, "TIDE_LOG_FORMAT": "json"}
    with mortal_server(given) as server:
        server.start()
        yield server


@pytest.mark.parametrize(("game", "late"), sample(GAMES, 1))
def test_a_whole_game_leaves_no_secret_in_any_line(
    logging_json: MortalServer, game: Json, late: list[Json]
) -> None:
    stranger, people = Person(logging_json.url), list[Person]()
    for name in (f"ann_{game['ruleset']}", f"bob_{game['ruleset']}"):
        body = {"username": name, "password": PASSWORD, "email": f"{name}@post.example"}
        token = stranger.call("POST", "/players", body).ok()["token"]
        people.append(Person(logging_json.url, token, name))
    ann, played = people[0], play(people, game, ["random"], seed=7)
    # What is refused is what gets a line: wrong cards, wrong tokens, wrong passwords.
    at = f"/games/{played.opened['id']}/turns/1/submission"
    # The same answer once more would not be refused.
    sealed = ann.call("GET", at).json.get("action")
    other = next(one for one in late if one != sealed)
    assert ann.call("PUT", at, {"action": other}).status == 409
    assert Person(logging_json.url, f"{ann.token}x").call("GET", "/me").status == 401
    wrong = {"username": ann.name, "password": "not-the-password"}
    assert stranger.call("POST", "/me/tokens", wrong).status == 401
    logs = [process.log for process in logging_json.processes.values()]
    lines = [line for log in logs for line in log.read_text().splitlines()]
    secrets = {PASSWORD, "not-the-password", *(str(one.token) for one in people)}
    secrets |= {f"{one.name} was here" for one in people}
    for line in lines:
        assert not any(secret in line for secret in secrets), line
        assert not any(one.search(line) for one in (ADDRESS, CARD, TEXT_LINE)), line
    told = [json.loads(line) for line in lines if line.startswith("{") and "refused" in line]
    codes = {one["message"].split()[1].rstrip(":"): one for one in told}
    assert {"turn_closed", "token_invalid"} <= codes.keys()
    about = codes["turn_closed"]
    assert (about["game"], bool(about["request"])) == (played.opened["id"], True)
