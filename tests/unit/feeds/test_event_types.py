"""The events reference has every type of event that there is, and shows each as it really was."""

import re

import pytest

from games.event_types.catalogue import SERVER_TYPES, event_types, feed_types
from games.event_types.event_type import EventType
from games.rulesets import registry
from tests import document
from tests.unit.docs.pages import ROOT
from tideapi.examples import EVENTS
from tideapi.reference.events import event_group_rows, example_name, examples_of, schema_of

PUBLISHED = re.compile(r'publish(?:_to|_event)?\(\s*(?:[\w.]+,\s*)?"(\w+)"')

every_type = pytest.mark.parametrize(
    "event", event_types(), ids=lambda one: f"{one.ruleset} {one.type}"
)


def listed() -> list[str]:
    return [event.type for event in event_types()]


def test_every_type_that_the_document_states_has_an_entry() -> None:
    assert set(listed()) == {*feed_types(), "ping"}


def test_every_type_that_code_publishes_has_an_entry() -> None:
    found = {
        kind for path in ROOT.glob("games/**/*.py") for kind in PUBLISHED.findall(path.read_text())
    }
    assert len(found) > 40
    assert found - set(listed()) == set()


def test_no_type_of_a_game_has_two_entries() -> None:
    entries = [(event.ruleset, event.type) for event in event_types()]
    assert sorted(set(entries), key=str) == sorted(entries, key=str)


def test_every_event_of_a_feed_has_a_sentence() -> None:
    """`include=text` has no other words for the server's own events."""
    silent = [one.type for one in SERVER_TYPES.values() if not one.sentence]
    assert silent == ["ping"]


@every_type
def test_each_is_explained_in_sentences(event: EventType) -> None:
    for text in (event.means, event.when):
        assert re.fullmatch(r"[A-Z`].*[.]", text), text


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
    games = [rules.name for rules in registry.RULESETS.values()]
    titles = [group["title"] for group in shown]
    assert titles == ["Lobby", "Turns", *games, "Absence", "Clock", "People", "Account"]
    entries = [entry for group in shown for entry in group["events"]]
    assert [entry["type"] for entry in entries] == listed()
    assert len({entry["anchor"] for entry in entries}) == len(entries)
    for event, entry in zip(event_types(), entries, strict=True):
        fields = document.document()["components"]["schemas"][schema_of(event)]["properties"]
        assert [field.name for field in entry["fields"]] == list(fields)
        assert entry["examples"] == examples_of(event)
