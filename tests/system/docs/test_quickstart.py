"""The quickstart of the API reference, followed with its own code in each of the three languages."""

import json
import os
import re
import shutil
import subprocess
import sys
from secrets import token_hex
from typing import Any

import pytest

from tests.running import Server
from tests.system.flows.client import Person
from tests.thorough.verify.verifiers import node
from tideapi.reference.quickstart import quickstart_steps
from tideapi.reference.samples import LANGUAGES

SHOWN_SERVER = "http://localhost:8000"
PROGRAMS = {
    "curl": lambda: ["sh", "-eu"],
    "python": lambda: [sys.executable],
    "typescript": lambda: [node(), "--input-type=module", "-"],
}


def run(language: str, text: str, known: dict[str, str]) -> Any:
    """Return the JSON that the code prints; what it needs is in the environment."""
    ran = subprocess.run(
        PROGRAMS[language](),
        input=text,
        env={**os.environ, **known},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(ran.stdout)


def play_to_the_end(person: Person, game: str) -> None:
    while person.sees(game)["status"] == "running":
        for question in person.get("/me/turns", open="true")["results"]:
            person.seals(game, question["turn"], question["fallback"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_calls_lead_from_an_account_to_a_record(server: Server, language: str) -> None:
    assert language != "curl" or shutil.which("curl"), "apt-get install curl"
    code = [
        one["samples"][language].replace(SHOWN_SERVER, server.url) for one in quickstart_steps()
    ]
    name, known = f"ann-{token_hex(4)}", dict[str, str]()
    account = run(language, re.sub(r"(?<=[\"'])ann(?=[\"'])", name, code[0]), known)
    assert account["username"] == name
    known["TOKEN"] = account["token"]
    game = run(language, code[1], known)
    assert game["status"] == "running"
    known["GAME"] = game["id"]
    (question,) = run(language, code[2], known)["results"]
    known["TURN"] = str(question["turn"])
    card = str(question["fallback"]["card"])
    receipt = run(language, re.sub(r"(?<=card[\"']: )\d+", card, code[3]), known)
    assert receipt["action"] == question["fallback"]
    play_to_the_end(Person(server.url, known["TOKEN"]), game["id"])
    assert run(language, code[4], known)["format"] == "tideapi-record/1"
