"""Bases of admin pages: read-only rows, and rows with encrypted columns."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tideapi.db.encrypted import SecretBytes


class WithoutSecrets:
    """A list that cannot be filtered by an encrypted column: Django allows any column in an address."""

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        model: Any = self.model  # type: ignore[attr-defined]
        secrets = {one.name for one in model._meta.fields if isinstance(one, SecretBytes)}  # noqa: SLF001  Public by documentation.
        if lookup.partition("__")[0] in secrets:
            return False
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed


class _ReadOnly:
    """A refusal to write, whatever rights an operator has."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(_ReadOnly, WithoutSecrets, admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """A read-only list of rows and a page for each. The rows of a large table are not counted."""

    show_full_result_count = False


class ReadOnlyInline(_ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows on the page of the row they belong to."""

    extra = 0
