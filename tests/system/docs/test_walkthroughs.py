"""Examples run right after the server is up: bots without a library, and a first game call by call."""

import json
import re
import subprocess
import sys
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.running import Server
from tests.system.docs.cut_connections import CUTS, cut_connections
from tests.thorough.verify.verifiers import node
from tests.unit.docs.pages import ROOT

EXAMPLES = ROOT / "examples"
SHOWN_SERVER = "http://localhost:8000"
PLACE = re.compile(r"\{\{(?P<name>\w+)\.response\.body\.\$\.(?P<path>[\w.\[\]]+)\}\}")


def run(*command: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("file", "ruleset"), [("bot.py", "turn_the_tide"), ("bot.ts", "high_tide")]
)
def test_a_bot_without_a_library_plays_a_whole_game_on_connections_that_are_cut(
    server: Server, file: str, ruleset: str
) -> None:
    program = sys.executable if file.endswith(".py") else node()
    with cut_connections(server.url) as proxy:
        said = run(program, str(EXAMPLES / file), proxy.url, ruleset)
    assert proxy.cut >= len(CUTS)
    points = r"-?\d+, ?-?\d+, ?-?\d+"
    assert re.fullmatch(rf"{ruleset}: points \[{points}\], won by seats \[[\d, ]+\]\n", said)


def test_the_walkthrough_by_curl_comes_to_its_end(server: Server) -> None:
    lines = run("bash", str(EXAMPLES / "walkthrough.sh"), server.url).splitlines()
    receipts = lines[lines.index(next(one for one in lines if "Seal card" in one)) + 1 :][:2]
    assert receipts[0] == receipts[1]
    streamed = next(one for one in lines if one.startswith("data: "))
    assert json.loads(streamed.removeprefix("data: "))["data"]["turn"] == 2
    # In this order, because bots on a busy machine take their time.
    assert "turn_closed" in lines[lines.index(streamed) :]


def read_request(part: str) -> tuple[str, Request]:
    """One request of a file for the HTTP clients of editors, with its name."""
    head, _, body = part.partition("\n\n")
    named = re.match(r"# @name (\w+)\n", head)
    first, *headers = head[named.end() if named else 0 :].splitlines()
    method, address = first.split()
    request = Request(address, body.strip().encode() or None, method=method)
    for line in headers:
        request.add_header(*line.split(": ", 1))
    return named[1] if named else "", request


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
        name, request = read_request(PLACE.sub(fill, part))
        with urlopen(request, timeout=60) as answer:
            answers[name] = json.load(answer)
    assert len(parts) == 6
    assert answers[""]["mine"]["seat"] == 0
