"""The events reference has every type of event that there is, and shows each as it really was."""

import re

import pytest

from games.event_types.catalogue import SERVER_TYPES, event_types, feed_types
from games.event_types.event_type import EventType
from tests import document
from tests.unit.docs.pages import ROOT
from tideapi.examples import EVENTS
from tideapi.reference.events import event_group_rows, example_name, examples_of, schema_of

PUBLISHED = re.compile(r'publish(?:_to|_event)?\(\s*(?:[\w.]+,\s*)?"(\w+)"')

every_type = pytest.mark.parametrize(
    "event", event_types(), ids=lambda one: f"{one.ruleset} {one.type}"
)


LISTED = [event.type for event in event_types()]


def test_every_type_that_the_document_states_or_code_publishes_has_one_entry() -> None:
    texts = [path.read_text() for path in ROOT.glob("games/**/*.py")]
    published = {kind for text in texts for kind in PUBLISHED.findall(text)}
    assert published < set(LISTED) == {*feed_types(), "ping"}
    entries = [(event.ruleset, event.type) for event in event_types()]
    assert len(set(entries)) == len(entries)
    # `include=text` has no other words for the server's own events.
    assert [one.type for one in SERVER_TYPES.values() if not one.sentence] == ["ping"]


@every_type
def test_the_document_explains_each_and_real_data_fits(event: EventType) -> None:
    name, examples = schema_of(event), examples_of(event)
    schema = document.document()["components"]["schemas"][name]
    assert schema["description"] == event.means
    assert examples
    for data in examples:
        document.fits({"$ref": f"#/components/schemas/{name}"}, data, name)


@pytest.mark.parametrize("name", EVENTS)
def test_each_recorded_event_is_one_that_the_server_would_send(name: str) -> None:
    ruleset, _, kind = name.rpartition(".")
    assert (EVENTS[name]["type"], name) == (kind, example_name(kind, ruleset or None))
    schema = "WebhookMessage" if kind == "ping" else "FeedEvent"
    document.fits({"$ref": f"#/components/schemas/{schema}"}, EVENTS[name], name)


def test_the_reference_shows_each_with_its_fields_and_real_data() -> None:
    shown = event_group_rows()
    entries = [entry for group in shown for entry in group["events"]]
    assert [entry["type"] for entry in entries] == LISTED
    assert len({entry["anchor"] for entry in entries}) == len(entries)
    for event, entry in zip(event_types(), entries, strict=True):
        fields = document.document()["components"]["schemas"][schema_of(event)]["properties"]
        assert [field.name for field in entry["fields"]] == list(fields)
        assert entry["examples"] == examples_of(event)
