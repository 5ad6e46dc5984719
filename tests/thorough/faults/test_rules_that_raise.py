"""The rules raise in one game: it is set aside, and nobody else has to wait."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from http.client import HTTPConnection

from common.db.encrypted import decrypt_token, encrypt_bytes
from tests import rows
from tests.retrying_person import RetryingPerson
from tests.running import MortalServer
from tests.system.faults.table import SOON, a_game, goes_on, is_closed_soon
from tests.system.local.project import eventually
from tideapi.local.up import HOST, ROOT


def test_a_game_whose_rules_raise_is_set_aside_and_goes_on_when_it_is_repaired(
    mortal: MortalServer, newcomers: Callable[[int], list[RetryingPerson]]
) -> None:
    people = newcomers(3)
    game, other = a_game(people, "PT1H"), a_game(people, "PT1S")
    due = rows.times(mortal, game, 1)[1]
    *first, last = [person.sees(game)["mine"]["legal_actions"][0] for person in people]
    sealed = [person.seals(game, 1, action) for person, action in zip(people, first, strict=False)]
    ((right,),) = mortal.asks("SELECT state FROM games_game WHERE id = %s", [game])
    # The server has the key of these tests.
    spoilt = encrypt_bytes(json.dumps({**json.loads(decrypt_token(right)), "levels": []}).encode())
    mortal.asks("UPDATE games_game SET state = %s WHERE id = %s", [spoilt, game])

    # The last answer is acknowledged although the turn cannot be closed with it.
    sealed.append(people[2].seals(game, 1, last))
    assert rows.open_turn(mortal, game) == 1
    assert set_aside(mortal) == 1
    assert re.search(
        rf"^{game} turn 1: \w+, \d+ times, next try ", manage(mortal, "retry"), re.MULTILINE
    )
    goes_on(mortal, other, turns=2)
    eventually(lambda: tries(mortal, game) > 1, "the sweep tries it again", SOON)
    assert rows.times(mortal, game, 1)[1:] == (due, None), "its deadline is kept"

    # As it is after many tries: the next one is a long time away. At once, or a sweep might come between.
    mortal.asks(
        "WITH repaired AS (UPDATE games_game SET state = %s WHERE id = %s RETURNING id)"
        " UPDATE games_turn SET next_check_at = next_check_at + interval '1 hour'"
        " FROM repaired WHERE game_id = repaired.id",
        [right, game],
    )
    assert "is tried again" in manage(mortal, "retry", game)
    is_closed_soon(mortal, game, 1)
    assert manage(mortal, "retry") == "No game is set aside.\n"
    assert set_aside(mortal) == 0
    played = people[0].get(f"/games/{game}/turns/1")["actions"]
    assert [one["action"] for one in played] == [receipt["action"] for receipt in sealed]


def tries(server: MortalServer, game: str) -> int:
    ((faults,),) = server.asks("SELECT max(faults) FROM games_turn WHERE game_id = %s", [game])
    return int(faults)


def manage(server: MortalServer, *arguments: str) -> str:
    """What a command prints that an operator runs."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=server.env, stdout=subprocess.PIPE, check=True, text=True
    ).stdout


def set_aside(server: MortalServer) -> float:
    """The figure that operators are told to watch; calls are counted beside it."""
    connection = HTTPConnection(HOST, server.port, timeout=SOON)
    try:
        token = server.env["TIDE_METRICS_TOKEN"]
        connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {token}"})
        text = connection.getresponse().read().decode()
    finally:
        connection.close()
    call = (
        r'^tide_calls_total\{method="PUT",route="api/v1/games/\S+/submission",status="200"\} [1-9]'
    )
    assert re.search(call, text, re.MULTILINE), text
    found = re.search(r"^tide_games_set_aside (\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return float(found[1])
