"""What an operator sees of games: nothing that is sealed, and nothing to write.

A game is written under its lock by `games.play` and nowhere else. All that is done here is to have one
that was set aside tried again.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Game, Turn
from games.play import faults
from players.admin import ReadOnly

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
    "bot_accounts",
    "clock",
    "ahead",
    "bot_after",
    "vacations",
    "least_reliability",
    "stage",
    "stages",
    "turn_number",
    "result",
    "created_at",
    "started_at",
    "ended_at",
    "archived_at",
)


@admin.register(Game)
class GameAdmin(ReadOnly):
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


class SetAside(Turn):
    """A game whose rules raise, as operators see it."""

    class Meta:
        proxy = True
        verbose_name = "game set aside"
        verbose_name_plural = "games set aside"


@admin.register(SetAside)
class SetAsideAdmin(ReadOnly):
    list_display = ["game_id", "number", "faults", "next_check_at", "due_at"]
    fields = ("game_id", "number", "faults", "fault", "next_check_at", "due_at")
    readonly_fields = fields
    actions = ["retry"]

    def get_queryset(self, request: HttpRequest) -> "QuerySet[SetAside]":
        rows = SetAside.objects.filter(closed_at__isnull=True, faults__gt=0)
        return rows.filter(game__status=Game.Status.RUNNING).order_by("next_check_at", "game_id")

    @admin.action(description="Try again at once", permissions=["view"])
    def retry(self, request: HttpRequest, chosen: "QuerySet[SetAside]") -> None:
        for turn in chosen:
            faults.retry(turn.game_id)
        self.message_user(request, "They are tried again with the next sweep.")
