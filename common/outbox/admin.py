"""Admin pages of servers and receivers that may fail."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from common.db.admin import ReadOnlyAdmin, write_minute
from common.outbox.models import BackOff, Destination


class NowFilter(admin.SimpleListFilter):
    """Rows that fail now, and receivers that the server has given up: methods of their querysets."""

    title, parameter_name = "state", "now"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        yield "failing", "Failing now"
        if issubclass(model_admin.model, Destination):
            yield "given_up", "Given up by the server"

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        chosen = self.value()
        if chosen in dict(self.lookup_choices):
            rows: QuerySet[Any] = getattr(queryset, chosen)()
            return rows
        return queryset


class BackOffAdmin(ReadOnlyAdmin):
    """Rows with a back-off, which can be ended."""

    list_filter = [NowFilter]
    actions = ["try_again"]

    @admin.display(ordering="failing_since")
    def state(self, row: BackOff) -> str:
        """Say in a few words whether it is reached."""
        if isinstance(row, Destination) and not row.enabled:
            return f"disabled: {row.get_disabled_why_display().lower()}"
        if row.failing_since is not None:
            times = "once" if row.failures == 1 else f"{row.failures} times"
            return f"failed {times} since {write_minute(row.failing_since)}"
        return "works" if getattr(row, "proven", True) else "not tried yet"

    @admin.action(description="Try again at once, if they fail", permissions=["view"])
    def try_again(self, request: HttpRequest, chosen: Any) -> None:
        self.message_user(request, f"Tried again at once: {self.retry(chosen)}.")

    def retry(self, chosen: Any) -> int:
        """End the wait of these rows; return the number of those that had failed."""
        tried: int = chosen.try_again()
        return tried
