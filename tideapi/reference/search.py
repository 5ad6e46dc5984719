"""The index that the search of the reference and of the guides reads: one row for each thing to be found."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from common.rest.error_codes import CODES
from common.rest.errors import PROBLEM_PAGES
from games.event_types.catalogue import event_types
from tideapi.guides.markdown import list_headings
from tideapi.guides.pages import CHANGELOG, GUIDES, Guide
from tideapi.openapi_views import build_document
from tideapi.reference.document import operations_by_name, resolve_reference, schemas_by_name
from tideapi.reference.events import anchor_of, events_address
from tideapi.reference.synonyms import SYNONYMS

MAX_TEXT = 90
"""Characters of the text beside a name."""
WORD = re.compile(r"[^\W_]{2,}")

Row = tuple[str, str, str, str, str]
"""Kind, name, text, address, and more text in which words are found and which is not shown."""


def found_rows() -> Iterator[Row]:
    """Yield everything that can be found, what is looked for most first."""
    for call in operations_by_name().values():
        text = f"{call.summary} · {call.method} {call.path}"
        yield "call", call.name, text, call.page_address, f"{call.tag} {call.description}"
        for one in call.parameters_in("query"):
            text = f"{call.name} · {one['description']}"
            yield "parameter", one["name"], text, f"{call.page_address}.{one['name']}", ""
    for event in event_types():
        address = f"{events_address()}#{anchor_of(event)}"
        yield "event", event.type, event.means, address, event.when
    for code, known in CODES.items():
        text = f"{known.status} · {known.title}"
        yield "code", code, text, f"{PROBLEM_PAGES}{code}", f"{known.means} {known.do}"
    for name, text in _headers().items():
        yield "header", name, text, f"/api/docs/#header.{name}", ""
    about = build_document()["info"]["description"]
    yield "guide", "About the API", "API reference", "/api/docs/#about", about
    for guide in GUIDES:
        yield from _guide_rows(guide)
    for name, schema in schemas_by_name().items():
        address = f"/api/docs/schemas/{name}"
        yield "schema", name, schema.get("description", ""), address, ""
        for field, stated in schema.get("properties", {}).items():
            text = f"{name} · {resolve_reference(stated).get('description', '')}"
            yield "field", field, text, f"{address}#{name}.{field}", ""


def _guide_rows(guide: Guide) -> Iterator[Row]:
    """Yield a guide and its parts. A title that occurs twice says too little in a list, and is left out."""
    first, *parts = list_headings(guide.file.read_text())
    # What changed is no answer to how something is done.
    with_text = guide.name != CHANGELOG
    yield "guide", guide.title, guide.whom, guide.address, first.text if with_text else ""
    if guide.name == "events":
        return  # Its headings are the types of events, which stand above.
    often = Counter(one.title for one in parts)
    for one in parts:
        if often[one.title] == 1:
            address = f"{guide.address}#{one.anchor}"
            yield "guide", one.title, guide.title, address, one.text if with_text else ""


def _headers() -> dict[str, str]:
    """Return the headers of calls and answers, each with what it says."""
    sent = {
        one["name"]: one["description"]
        for call in operations_by_name().values()
        if call.path
        for one in call.parameters_in("header")
    }
    answered = build_document()["components"]["headers"]
    return sent | {name: one["description"] for name, one in answered.items()}


def search_index() -> dict[str, Any]:
    """Return all rows, with texts cut to what a list shows and further words once each, and the synonyms."""
    return {
        "rows": [
            [kind, name, _cut(text), address, *_other_words(words, f"{name} {_cut(text)}")]
            for kind, name, text, address, words in found_rows()
        ],
        "synonyms": SYNONYMS,
    }


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…"


def _other_words(text: str, shown: str) -> list[str]:
    """Return the words of a text that are not shown, as one string; nothing if there are none."""
    words = {*WORD.findall(text.lower())} - {*WORD.findall(shown.lower())}
    return [" ".join(sorted(words))] if words else []
