"""A server answers a scripted game of ann, bob and cat with what the document shows as examples.

`TIDE_KEEP_EXAMPLES=yes pytest tests/thorough/examples` keeps its answers as the examples.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.receiver import receiving
from tests.running import SETTINGS, mortal_server
from tests.servers import FOR_TESTS
from tests.thorough.examples.happenings import Happenings
from tests.thorough.examples.story import RECEIVER_URL, Story
from tideapi import examples

Json = dict[str, Any]
PUBLIC_URL = "https://tide.example"
"""The server's address in the examples."""
GONE = 410
UNRECORDED = {
    name: examples.EXAMPLES[name] for name in ("SignUpCode", "SignUpCodePage", "Suspension")
}
"""Codes of a server that takes players by invitation, and what follows from the acts of moderators."""


@pytest.fixture(scope="module")
def recorded() -> Iterator[tuple[Json, Json]]:
    """The answers, and one event of each type."""
    # The document knows no game of tests.
    environment = {**os.environ, **FOR_TESTS, **SETTINGS, "TIDE_RULESETS": ""}
    with mortal_server(environment) as server:
        server.start()
        story = Story(server.url)
        story.accounts()
        story.play()
        answers = _with_public_addresses(story, story.answers)
        happenings = Happenings(story.ann, story.bob, story.cat, story.test)
        happenings.play()
        with receiving(lambda _: GONE) as receiver:
            story.receiver = receiver.url
            happenings.disable_receivers(receiver)
        events = _with_public_addresses(story, happenings.events())
        if "TIDE_KEEP_EXAMPLES" in os.environ:
            _keep(answers | UNRECORDED, examples.FILE)
            _keep(events, examples.EVENTS_FILE)
        yield answers, events


def _with_public_addresses(story: Story, found: Json) -> Json:
    text = json.dumps(found)
    for address, public in ((story.url, PUBLIC_URL), (story.receiver, RECEIVER_URL)):
        text = text.replace(address, public)
    answers: Json = json.loads(text)
    return answers


def _keep(found: Json, file: Path) -> None:
    text = json.dumps(dict(sorted(found.items())), indent=1, ensure_ascii=False)
    file.write_text(f"{text}\n")


def members(found: Any) -> list[str]:
    return sorted(found) if isinstance(found, dict) else []


def test_the_answers_have_the_members_of_the_examples(recorded: tuple[Json, Json]) -> None:
    answers, _ = recorded
    assert answers.keys() | UNRECORDED.keys() == examples.EXAMPLES.keys()
    for name, answer in answers.items():
        assert members(answer) == members(examples.EXAMPLES[name]), name


def test_every_event_has_the_members_of_its_example(recorded: tuple[Json, Json]) -> None:
    _, events = recorded
    assert events.keys() == examples.EVENTS.keys()
    for name, example in examples.EVENTS.items():
        assert members(events[name]["data"]) == members(example["data"]), name
