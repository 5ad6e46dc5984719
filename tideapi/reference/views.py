"""Views of the API reference.

Each page is the same for everyone, so each process renders it once.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from common.rest.error_codes import CODES
from games.event_types.event_type import Audience
from tideapi.openapi import SHARED_CODES
from tideapi.openapi_views import Kept, build_document, keep_bytes
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

HTML = "text/html; charset=utf-8"
View = Callable[..., HttpResponse]


def _page_view(render: Callable[..., Kept], content_type: str = HTML) -> View:
    """Return a view that answers with what `render` returns for the parts of its address."""
    made = cache(render)

    @csrf_exempt
    @require_safe
    def answer_request(request: HttpRequest, **parts: str) -> HttpResponse:
        return made(**parts).answer(content_type)

    return answer_request


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


def _render_tag(tag: str) -> Kept:
    entries = [call_entry(call) for call in operations_by_tag()[tag]]
    return _render_page(
        "tag", title=tag, tag=tag, description=tag_descriptions()[tag], entries=entries
    )


def _render_events() -> Kept:
    return _render_page(
        "events",
        title="Events",
        groups=event_group_rows(),
        audience=Audience.ALL.partition(": ")[2],
    )


def _render_schemas() -> Kept:
    return _render_page("schemas", title="Schemas", schemas=schemas_by_name())


def _render_schema(name: str) -> Kept:
    found = schemas_by_name()[name]
    return _render_page(
        "schema",
        title=name,
        schema=found,
        fields=[*field_rows(found, name)],
        kinds=kinds_of(found),
    )


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


overview = _page_view(_render_overview)
one_tag = _page_view(_render_tag)
events = _page_view(_render_events)
all_schemas = _page_view(_render_schemas)
one_schema = _page_view(_render_schema)
search_index = _page_view(_render_index, "application/json")
