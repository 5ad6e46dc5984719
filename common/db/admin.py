"""Bases of admin pages that are read-only."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, quote
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString


class _ReadOnly:
    """A refusal to write, whatever rights an operator has. All fields that are named are shown."""

    get_fieldsets: Any

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return flatten_fieldsets(self.get_fieldsets(request, obj))


class ReadOnlyAdmin(_ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """A read-only list of rows and a page for each. The rows of a large table are not counted."""

    show_full_result_count = False


class ReadOnlyInline(_ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows on the page of the row they belong to, each with a `link` to its own page."""

    extra = 0

    class Media:
        css = {"all": ["tideapi/admin.css"]}

    @admin.display(description="number")
    def link(self, row: Any) -> SafeString:
        return link_to(type(row), row.pk, row.number)


def link_to(model: type[Model], key: int | str, text: object) -> SafeString:
    """Return a link to the page of the row with this key."""
    name = model._meta.label_lower.replace(".", "_")  # noqa: SLF001  Public by documentation.
    page = reverse(f"admin:{name}_change", args=[quote(key)])
    return format_html('<a href="{}">{}</a>', page, text)


def write_minute(moment: datetime) -> str:
    """Return a moment, to the minute in UTC, in a form that does not break at the end of a line."""
    return f"{moment.astimezone(UTC):%Y-%m-%d\N{NO-BREAK SPACE}%H:%M}"
