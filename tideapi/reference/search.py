"""The index that the search of the reference and of the guides reads: one row for each thing to be found."""

from collections import Counter
from collections.abc import Iterator

from games.feeds.event_types import event_types
from tideapi.guides.markdown import list_headings
from tideapi.guides.pages import GUIDES
from tideapi.reference.document import operations_by_name, resolve_reference, schemas_by_name
from tideapi.reference.events import anchor_of, events_address
from tideapi.rest.error_codes import CODES
from tideapi.rest.errors import PROBLEM_PAGES

MAX_TEXT = 90
"""Characters of the text beside a name."""

Row = tuple[str, str, str, str]
"""Kind, name, text and address."""


def found_rows() -> Iterator[Row]:
    """Yield everything that can be found, what is looked for most first."""
    for call in operations_by_name().values():
        yield "call", call.name, f"{call.summary} · {call.method} {call.path}", call.page_address
        for one in call.parameters_in("query"):
            place = f"{call.page_address}.{one['name']}"
            yield "parameter", one["name"], f"{call.name} · {one['description']}", place
    for event in event_types():
        yield "event", event.type, event.text.means, f"{events_address()}#{anchor_of(event)}"
    for code, known in CODES.items():
        yield "code", code, f"{known.status} · {known.title}", f"{PROBLEM_PAGES}{code}"
    for guide in GUIDES:
        yield "guide", guide.title, guide.whom, guide.address
        # The headings of this one are the types of events, which stand above.
        text = "" if guide.name == "events" else guide.file.read_text()
        headings = list_headings(text)[1:]
        often = Counter(one.title for one in headings)
        for one in (one for one in headings if often[one.title] == 1):
            yield "guide", one.title, guide.title, f"{guide.address}#{one.anchor}"
    for name, schema in schemas_by_name().items():
        address = f"/api/docs/schemas/{name}"
        yield "schema", name, schema.get("description", ""), address
        for field, stated in schema.get("properties", {}).items():
            text = f"{name} · {resolve_reference(stated).get('description', '')}"
            yield "field", field, text, f"{address}#{name}.{field}"


def search_index() -> list[Row]:
    """Return all rows, with their texts cut to what a list shows."""
    return [
        (kind, name, text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…", address)
        for kind, name, text, address in found_rows()
    ]
