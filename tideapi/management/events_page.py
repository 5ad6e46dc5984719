"""The page docs/events.md, made from the code's types of events and their examples."""

import json
from collections.abc import Iterator
from typing import Any

from games.event_types.catalogue import event_groups
from games.event_types.event_type import READ_GAMES, Audience, EventType
from tideapi.examples import EVENTS
from tideapi.reference.events import examples_of

WIDTH = 110
"""Characters of a line of JSON; a longer value gets a line for each member."""

BEGINNING = """\
# Events

A game's log is a numbered list of its events. `GET /games/{game}/events` has it, and
`GET /games/{game}/stream` streams it. A player's feed has the events of all their games, from
the moment at which they took a seat, and their private events: `GET /me/events`, `GET /me/stream`, and their
webhooks. [For those who write clients](clients.md) says how to follow them.

Every event has the same shape:

```json
EXAMPLE
```

- `number` is its place in the feed that you read. Ask for later events with `after`.
- `event` is its number in the game's log. It is null for private events, and so is `hash`.
- `data` depends on the type: see below, with an example from a real game.
- `players` gives the username of every player that `data` names by the id in this game.
- `hash` is the head of the log with this event ([fairness.md](fairness.md)).

New types may come at any time: ignore those that you do not know. Where the page names no reader, an event
is for everybody: in the game's log, and in the feeds and at the webhooks of its players. One for one player
is in that player's feed and at the webhooks; without the scope that is named the feed leaves it out. The
fields stand in the reference, `/api/docs/events` on every server.
"""

ORDER = "[fairness.md](fairness.md#in-which-order-events-come) says in which order they come."
"""Where a game's own events have their moments."""


def page() -> str:
    """Return the whole page."""
    parts = [BEGINNING.replace("EXAMPLE", _json(EVENTS["joined"]))]
    for group in event_groups():
        order = f" {ORDER}" if any(one.ruleset for one in group.types) else ""
        parts.append(f"## {group.title}\n\n{group.description}{order}\n")
        parts += ["\n".join(_entry(event)) for event in group.types]
    return "\n".join(parts)


def _entry(event: EventType) -> Iterator[str]:
    yield f"### `{event.type}`\n"
    yield f"{event.means}\n"
    facts = list(_facts(event))
    if facts:
        yield "\n".join([*facts, ""])
    for data in examples_of(event):
        yield f"```json\n{_json(data)}\n```\n"


def _facts(event: EventType) -> Iterator[str]:
    """Yield what a reader needs beside the meaning; when a game's own event comes its rules say."""
    if event.ruleset is None:
        yield f"- **When:** {event.when}"
    if event.audience != Audience.ALL:
        whom = "one player" if event.audience == Audience.ONE else event.audience
        yield f"- **For:** {whom}"
    if event.scope != READ_GAMES:
        yield f"- **Scope:** `{event.scope}`"


def _json(value: Any) -> str:
    """Return the value on one line if it fits, else on a line for each member."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= WIDTH or not isinstance(value, dict):
        return line
    members = [f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in value.items()]
    return "{\n" + ",\n".join(members) + "\n}"
