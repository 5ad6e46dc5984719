"""Template filters for the pages that are made of the OpenAPI document and of docs/."""

from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tideapi.guides.markdown import MARKDOWN
from tideapi.reference.samples import format_json

register = template.Library()


@register.filter("prose")
def render_prose(text: str) -> SafeString:
    """Return Markdown as HTML; raw HTML in it is shown and not used."""
    return mark_safe(str(MARKDOWN.render(text)))  # noqa: S308


@register.filter("phrase")
def render_phrase(text: str) -> SafeString:
    """Return the Markdown of one line as HTML, without a paragraph around it."""
    return mark_safe(str(MARKDOWN.renderInline(text)))  # noqa: S308


@register.filter("address")
def break_address(text: str) -> SafeString:
    """Return an address that breaks before its slashes where it is too long for a line."""
    return mark_safe(escape(text).replace("/", "<wbr>/"))  # noqa: S308


@register.filter
def as_json(value: Any) -> str:
    """Return the value as JSON to read."""
    return format_json(value)
