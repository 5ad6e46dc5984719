"""Programs that pages and examples/ hand out, run at a server, the clients on connections that are cut."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.running import Server
from tests.system.docs.cut_connections import CUTS, cut_connections
from tests.system.flows.client import Person
from tests.thorough.verify.verifiers import node
from tests.unit.docs.pages import ROOT, page
from tideapi.reference.quickstart import quickstart_steps
from tideapi.reference.samples import LANGUAGES

EXAMPLES = ROOT / "examples"
SHOWN_SERVER = "http://localhost:8000"
PLACE = re.compile(r"\{\{(?P<name>\w+)\.response\.body\.\$\.(?P<path>[\w.\[\]]+)\}\}")
COMMANDS = {
    "curl": lambda: ["sh", "-eu"],
    "python": lambda: [sys.executable],
    "typescript": lambda: [node(), "--input-type=module", "-"],
}


def run(*command: str | Path, typed: str = "", **environment: str) -> str:
    """What a program prints."""
    done = subprocess.run(
        command,
        input=typed,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def play_on_cut_connections(server: Server, *command: str | Path, ruleset: str = "") -> str:
    """Run a client whose connections are cut at every point; what it prints."""
    with cut_connections(server.url) as proxy:
        # The player always takes the first answer; a bot reads nothing.
        typed = f"{ruleset}\n" + "0\n" * 400
        said = run(*command, proxy.url, *([] if ruleset else ["high_tide"]), typed=typed)
    assert proxy.cut >= len(CUTS)
    return said


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
def test_the_client_of_the_tutorial_plays_a_whole_game(
    server: Server, ruleset: str, tmp_path: Path
) -> None:
    blocks = page("docs/write-a-client.md").blocks()
    program = tmp_path / "client.py"
    program.write_text("\n".join(block.text for block in blocks if block.file == "client.py"))
    said = play_on_cut_connections(server, sys.executable, program, ruleset=ruleset)
    assert f"{ruleset}: " in said
    assert "Sealed: " in said
    lines = said.splitlines()
    assert any(line.startswith("Seat 1: ") for line in lines)
    assert lines[-1].startswith("Points [")


@pytest.mark.parametrize("file", ["bot.py", "bot.ts"])
def test_a_bot_without_a_library_plays_a_whole_game(server: Server, file: str) -> None:
    program = sys.executable if file.endswith(".py") else node()
    said = play_on_cut_connections(server, program, EXAMPLES / file)
    points = r"-?\d+, ?-?\d+, ?-?\d+"
    assert re.fullmatch(rf"high_tide: points \[{points}\], won by seats \[[\d, ]+\]\n", said)


def test_the_walkthrough_by_curl_comes_to_its_end(server: Server) -> None:
    lines = run("bash", EXAMPLES / "walkthrough.sh", server.url).splitlines()
    receipts = lines[lines.index(next(one for one in lines if "Seal card" in one)) + 1 :][:2]
    assert receipts[0] == receipts[1]
    streamed = next(one for one in lines if one.startswith("data: "))
    assert json.loads(streamed.removeprefix("data: "))["data"]["turn"] == 2
    # In this order, because bots on a busy machine take their time.
    assert "turn_closed" in lines[lines.index(streamed) :]


def test_the_walkthrough_for_editors_comes_to_its_end(server: Server) -> None:
    text = (EXAMPLES / "walkthrough.http").read_text()
    assert f"@server = {SHOWN_SERVER}\n" in text
    text = text.replace("{{server}}", server.url).replace("{{$guid}}", "one-key")
    answers = dict[str, Any]()

    def fill(place: re.Match[str]) -> str:
        found = answers[place["name"]]
        for step in re.findall(r"\w+", place["path"]):
            found = found[int(step) if step.isdigit() else step]
        return str(found)

    _, *parts = re.split(r"^### .*\n", text, flags=re.MULTILINE)
    for part in parts:
        head, _, body = PLACE.sub(fill, part).partition("\n\n")
        named = re.match(r"# @name (\w+)\n", head)
        first, *headers = head[named.end() if named else 0 :].splitlines()
        method, address = first.split()
        request = Request(address, body.strip().encode() or None, method=method)
        for line in headers:
            request.add_header(*line.split(": ", 1))
        with urlopen(request, timeout=60) as answer:
            answers[named[1] if named else ""] = json.load(answer)
    assert len(parts) == 6
    assert answers[""]["mine"]["seat"] == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_five_calls_of_the_quickstart_lead_to_a_record(server: Server, language: str) -> None:
    assert language != "curl" or shutil.which("curl"), "apt-get install curl"
    samples = [one["samples"][language] for one in quickstart_steps()]
    code = [one.replace(SHOWN_SERVER, server.url) for one in samples]
    name, known = f"ann-{token_hex(4)}", dict[str, str]()

    def call(text: str) -> Any:
        return json.loads(run(*COMMANDS[language](), typed=text, **known))

    account = call(re.sub(r"(?<=[\"'])ann(?=[\"'])", name, code[0]))
    assert account["username"] == name
    known["TOKEN"] = account["token"]
    game = call(code[1])
    known["GAME"] = game["id"]
    (question,) = call(code[2])["results"]
    known["TURN"] = str(question["turn"])
    card = str(question["fallback"]["card"])
    receipt = call(re.sub(r"(?<=card[\"']: )\d+", card, code[3]))
    assert receipt["action"] == question["fallback"]
    ann = Person(server.url, known["TOKEN"])
    while ann.sees(game["id"])["status"] == "running":
        for one in ann.get("/me/turns", open="true")["results"]:
            ann.seals(game["id"], one["turn"], one["fallback"])
    assert call(code[4])["format"] == "tideapi-record/1"
