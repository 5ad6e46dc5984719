"""Bases of admin pages that are read-only."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class _ReadOnly:
    """A refusal to write, whatever rights an operator has."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(_ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """A read-only list of rows and a page for each. The rows of a large table are not counted."""

    show_full_result_count = False


class ReadOnlyInline(_ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows on the page of the row they belong to."""

    extra = 0
