"""What pages show as the server's answers is what the server answers.

Pages for authors of clients and docs/fairness.md tell one story, with one player and
one game. It is played here, call by call, at a real server with bots.
"""

import json
import re
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from games.rulesets import registry
from games.rulesets.testing.whole_games import orders_of
from notifications.webhooks import signature
from players.models import show_webhook_secret
from tests.running import Server
from tests.system.docs.console import Step, Terminal, steps
from tests.unit.docs import shown
from tests.unit.docs.pages import Block, page, pages

STORY = ("docs/clients.md", "docs/screens.md", "docs/sandbox.md", "docs/fairness.md")
LANGUAGES = {"console", "sh", "python", "json", "nginx", "ini", "js", ""}
"""Commands with answers, commands alone (test_commands.py), code and standing orders that are read below,
a proxy's settings, an app that tests/system/browser/test_other_origin.py runs, and drawings."""
PATIENCE = 300.0
"""Seconds for bots to move; they take one."""
NUMBERS = re.compile(r"-?\d+( -?\d+)*")


def commands_of(path: str) -> list[Step]:
    blocks = [block for block in page(path).blocks() if block.language == "console"]
    return [step for block in blocks for step in steps(block)]


def test_no_example_is_of_a_kind_that_nothing_tests() -> None:
    blocks = [block for one in pages() for block in one.blocks()]
    assert [one for one in blocks if one.language not in LANGUAGES and not one.file] == []


def test_pages_that_show_answers_are_part_of_the_story() -> None:
    assert {str(block.page) for block in written_in("console")} == {*STORY}


def test_the_story_is_answered_as_it_is_told(server: Server, tmp_path: Path) -> None:
    terminal = Terminal(server.url, tmp_path)
    for path in STORY:
        for step in commands_of(path):
            follow(terminal, step)
    assert len(terminal.story.real) > 20  # Ids, hashes and cards were compared, and not left out.


def follow(terminal: Terminal, step: Step) -> None:
    """Do what one command of the story says, and compare."""
    if re.match(r"[A-Z_]+=", step.command):
        terminal.assign(step.command)
    elif step.command.startswith("curl "):
        compare(step, terminal, answered(terminal, step))
    else:
        verify(step, terminal)


def verify(step: Step, terminal: Terminal) -> None:
    """Run a verifier, both of them where the page names the second, and compare what they print."""
    assert step.command.startswith("python "), f"{step} is nothing that can be done here"
    if "--all-of" in step.command:
        keep(terminal)
    for command in (step.command, *re.findall(r"# or: (.+)", step.command)):
        # A page may show how a program goes on, beginning with an ellipsis.
        lines = terminal.run(command).splitlines()
        wanted = [line for line in step.answer.splitlines() if line != shown.MORE]
        if shown.MORE in step.answer.splitlines():
            lines = lines[len(lines) - len(wanted) :]
        assert not wanted or [*map(in_form, lines)] == [*map(in_form, wanted)], step


def answered(terminal: Terminal, step: Step) -> str:
    """What the server says, once there is what the page shows: bots and deadlines take their time."""
    if found := re.search(r"(\S+)/record ", step.command):
        play_to_the_end(terminal, found[1])
    until = time.monotonic() + PATIENCE
    said = terminal.run(step.command)
    while "wait=" in step.command and not json.loads(said)["results"]:
        assert time.monotonic() < until, f"{step}: nothing happens"
        said = terminal.run(step.command)
    return said


def play_to_the_end(terminal: Terminal, game: str) -> None:
    """Let time pass in a sandbox, until the clock and bots have played all of it."""
    token = '-H "Authorization: Bearer $TEST_TOKEN"'
    for _ in range(200):
        if json.loads(terminal.run(f"curl -s {game} {token}"))["status"] == "finished":
            return
        body = """-H 'Content-Type: application/json' -d '{"by": "PT24H"}'"""
        terminal.run(f"curl -s {game}/clock/forward {token} {body}")
    pytest.fail(f"{game} does not end")


def compare(step: Step, terminal: Terminal, said: str) -> None:
    """Fail unless what is answered is what is shown; what went into a file is shown by nobody."""
    wanted, given = step.answer, said
    if " > " in step.command:
        assert wanted == given == ""
        return
    if "curl -sN" in step.command:
        *before, wanted = wanted.splitlines()
        *first, given = given.splitlines()
        assert [in_form(line) for line in first] == [in_form(line) for line in before], step
        wanted, given = wanted.removeprefix("data: "), given.removeprefix("data: ")
    answer = json.loads(given)
    differences = terminal.story.differences(shown.read(wanted), answer)
    assert differences == [], step
    if "nonce" in answer:
        terminal.receipts.append(answer)


def keep(terminal: Terminal) -> None:
    """Write down what ann has kept, under the names that docs/fairness.md has for it."""
    (terminal.folder / "receipts.json").write_text(json.dumps(terminal.receipts))
    game = terminal.receipts[0]["game"]
    for name in ("game-1.json", "game-2.json"):
        terminal.run(f"curl -s localhost:8000/api/v1/games/{game} > {name}")


def in_form(line: str) -> str:
    """A line of a verifier with its numbers and hashes left open."""
    line = re.sub(r"sha256:[0-9a-f]+…?", "sha256:#", line)
    return NUMBERS.sub("#", line)


# -- code and orders


def written_in(language: str) -> list[Block]:
    return [block for one in pages() for block in one.blocks() if block.language == language]


@pytest.mark.parametrize(
    "block",
    # docs/events.md is made of examples that were recorded (tests/unit/feeds/test_event_types.py).
    [block for block in written_in("json") if str(block.page) != "docs/events.md"],
    ids=str,
)
def test_every_order_that_is_shown_can_be_given(block: Block) -> None:
    ruleset = registry.find_ruleset(block.page.path.stem.replace("-", "_"))
    order = json.loads(block.text)
    assert orders_of(ruleset).write(orders_of(ruleset).read(order)) == order


def run(function: str) -> dict[str, Any]:
    """What the code of a page defines that has this function in it."""
    (block,) = [one for one in written_in("python") if f"\ndef {function}(" in f"\n{one.text}"]
    names: dict[str, Any] = {}
    exec(compile(block.text, str(block), "exec"), names)
    return names


def test_the_relay_pushes_what_is_sent_to_an_app_and_nothing_else() -> None:
    notification = run("notification")["notification"]
    event = {"type": "turn_opened", "game": "g1", "account": {"id": "a1", "username": "ann"}}
    body, key = json.dumps(event).encode(), b"0123456789abcdef0123456789abcdef"
    headers = signature.signature_headers("msg_1", datetime.now(UTC), body, [key])
    told = notification(show_webhook_secret(key), headers, body)
    assert (told["to"], told["game"]) == ("a1", "g1")
    assert notification(show_webhook_secret(b"none" * 8), headers, body) is None
    assert notification(show_webhook_secret(key), headers, b"{}") is None
    other = json.dumps(event | {"type": "joined"}).encode()
    headers = signature.signature_headers("msg_2", datetime.now(UTC), other, [key])
    assert notification(show_webhook_secret(key), headers, other) == {}


def test_the_code_that_reads_a_webhook_reads_what_is_sent() -> None:
    names = run("read")
    body, key = b'{"number":1}', b"0123456789abcdef0123456789abcdef"
    headers = signature.signature_headers("msg_1", datetime.now(UTC), body, [b"another" * 5, key])
    assert names["read"](show_webhook_secret(key), headers, body) == {"number": 1}
    assert names["read"](show_webhook_secret(b"none" * 8), headers, body) is None
    assert names["read"](show_webhook_secret(key), headers, b"{}") is None
    old = headers | {"webhook-timestamp": "1"}
    assert names["read"](show_webhook_secret(key), old, body) is None
