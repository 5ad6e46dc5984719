"""What an operator sees of games: nothing that is sealed, and nothing to write."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Game

# Named one by one, so that a field added later is not shown before somebody has thought about it.
SHOWN = (
    "id",
    "ruleset",
    "rules_version",
    "options",
    "size",
    "status",
    "host",
    "private",
    "per_turn",
    "stage",
    "stages",
    "turn_number",
    "event_number",
    "result",
    "created_at",
    "started_at",
    "ended_at",
)


@admin.register(Game)
class GameAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = [
        "id",
        "ruleset",
        "status",
        "host",
        "size",
        "private",
        "turn_number",
        "created_at",
    ]
    list_filter = ["status", "ruleset"]
    search_fields = ["id", "host__username"]
    fields = SHOWN
    readonly_fields = SHOWN

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
