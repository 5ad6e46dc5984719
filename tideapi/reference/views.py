"""Views of the API reference.

Each page is the same for everyone, so each process renders it once.
"""

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from common.rest.error_codes import CODES
from common.rest.responses import SHARED_CODES
from games.event_types.event_type import Audience
from tideapi.openapi_views import Kept, build_document, keep_bytes, page_view
from tideapi.reference import search
from tideapi.reference.calls import call_entry
from tideapi.reference.document import (
    operations_by_name,
    operations_by_tag,
    schemas_by_name,
    tag_descriptions,
)
from tideapi.reference.events import event_group_rows
from tideapi.reference.fields import field_rows, kinds_of
from tideapi.reference.quickstart import quickstart_steps
from tideapi.reference.samples import LANGUAGES


@cache
def _render_overview() -> Kept:
    headers = {
        one["name"]: one
        for call in operations_by_name().values()
        for one in call.parameters_in("header")
    }
    return _render_page(
        "overview",
        title="API reference",
        steps=quickstart_steps(),
        sent_headers=[
            {"name": "Authorization", "description": "`Bearer` and the token."},
            *headers.values(),
        ],
        answered_headers=build_document()["components"]["headers"],
        shared=[(code, CODES[code]) for code in CODES if code in SHARED_CODES],
        about=build_document()["info"]["description"],
        source=settings.TIDE_SOURCE_URL,
    )


@cache
def _render_tag(tag: str) -> Kept:
    entries = [call_entry(call) for call in operations_by_tag()[tag]]
    return _render_page(
        "tag", title=tag, tag=tag, description=tag_descriptions()[tag], entries=entries
    )


@cache
def _render_events() -> Kept:
    return _render_page(
        "events",
        title="Events",
        groups=event_group_rows(),
        audience=Audience.ALL.partition(": ")[2],
    )


@cache
def _render_schemas() -> Kept:
    return _render_page("schemas", title="Schemas", schemas=schemas_by_name())


@cache
def _render_schema(name: str) -> Kept:
    found = schemas_by_name()[name]
    return _render_page(
        "schema",
        title=name,
        schema=found,
        fields=[*field_rows(found, name)],
        kinds=kinds_of(found),
    )


@cache
def _render_index() -> Kept:
    return keep_bytes(
        json.dumps(search.search_index(), ensure_ascii=False, separators=(",", ":")).encode()
    )


def _render_page(template: str, **shown: Any) -> Kept:
    context = {
        "contents": "reference/contents.html",
        "page": template,
        "navigation": operations_by_tag(),
        "languages": LANGUAGES,
        **shown,
    }
    return keep_bytes(render_to_string(f"reference/{template}.html", context).encode())


overview = page_view(_render_overview)
one_tag = page_view(_render_tag)
events = page_view(_render_events)
all_schemas = page_view(_render_schemas)
one_schema = page_view(_render_schema)
search_index = page_view(_render_index, "application/json")
