"""Record the examples of the OpenAPI document: real answers of a server.

    python -m tools.examples --url http://127.0.0.1:8000 [--events-only]

The server plays a scripted game of ann, bob and cat. It needs a fresh, throw-away database, and has to be a
sandbox that allows some thousand calls a minute.
"""

import argparse
import json
import os
import sys
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django

from games.text.client import NoServer, Refused
from tools.examples.receiver import RECEIVER_URL, receiver

if TYPE_CHECKING:
    from tools.examples.story import Story

HINTS = {
    "username_taken": " The database must be a fresh one.",
    "sandbox_only": " Start it with TIDE_SANDBOX_ENABLED=true.",
    "invalid_url": " Start it with TIDE_PRIVATE_ADDRESSES_ENABLED=true.",
    "throttled": " Start it with TIDE_LIMIT_PLAYER=100000/m.",
}

PUBLIC_URL = "https://tide.example"
"""The server's address in the examples."""


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tools.examples", description=__doc__)
    asked.formatter_class = argparse.RawDescriptionHelpFormatter
    asked.add_argument("--url", default="http://127.0.0.1:8000", help="where the server is")
    asked.add_argument(
        "--events-only", action="store_true", help="record the examples of the events alone"
    )
    given = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
    django.setup()
    try:
        record_examples(given.url, events_only=given.events_only)
    except Refused as refused:
        return print_fault(f"{refused}{HINTS.get(refused.code, '')}")
    except NoServer as error:
        return print_fault(str(error))
    return 0


def print_fault(text: str) -> int:
    print(text, file=sys.stderr)
    return 1


def record_examples(url: str, *, events_only: bool) -> None:
    """Write the files that the document takes its examples from."""
    # These need the settings.
    from tideapi import examples  # noqa: PLC0415
    from tools.examples.happenings import Happenings  # noqa: PLC0415
    from tools.examples.story import Story  # noqa: PLC0415

    story = Story(url)
    print("Signing up, looking around …", file=sys.stderr)
    story.accounts()
    if not events_only:
        story.play()
        _write(story, story.answers, examples.FILE)
    print("Having every event happen …", file=sys.stderr)
    happenings = Happenings(story.ann, story.bob, story.cat, story.test)
    happenings.play()
    with receiver(HTTPStatus.GONE) as (story.receiver, messages):
        happenings.webhook(story.receiver, messages)
    _write(story, happenings.events(), examples.EVENTS_FILE)


def _write(story: "Story", found: dict[str, Any], output: Path) -> None:
    text = json.dumps(dict(sorted(found.items())), indent=1, ensure_ascii=False)
    text = text.replace(story.url, PUBLIC_URL).replace(story.receiver, RECEIVER_URL)
    output.write_text(f"{text}\n")
    print(f"{len(found)} examples are in {output}.", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
