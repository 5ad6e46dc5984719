"""Show operators each game whole, nothing that is sealed, and nothing to write.

A game is written under its lock by `games.play` and nowhere else. All that is done here is to have one
that was set aside tried again. Fields are named one by one, so that no new field is shown by accident.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import orjson
from django.contrib import admin
from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from common.db.admin import ReadOnlyAdmin, ReadOnlyInline
from games.clock.now import now
from games.models import Event, Game, Pause, Question, Seat, Stage, StandingOrder, Submission, Turn
from games.play import faults
from games.repository.log import events_of

SECRETS = ("server_seed", "nonce_key", "setup", "state")
"""Columns of a game that no page needs."""
EVENTS = 200
"""Events of a game that are shown on its page, the newest first."""


class ClockFilter(admin.SimpleListFilter):
    """Games whose clock does not go on as it should."""

    title = "clock"
    parameter_name = "clock"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Sequence[tuple[str, str]]:
        return [("overdue", "Overdue"), ("aside", "Set aside")]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Game]") -> "QuerySet[Game]":
        match self.value():
            case "overdue":
                turns = Turn.objects.open().filter(due_at__lt=now() + F("game__ahead"))
            case "aside":
                turns = Turn.objects.set_aside()
            case _:
                return queryset
        return queryset.filter(Exists(turns.filter(game=OuterRef("pk"))))


class SeatInline(ReadOnlyInline):
    model = Seat
    fk_name = "game"
    fields = (
        *("number", "player", "bot", "away", "score", "won", "bank", "missed"),
        *("required", "answered", "offered_to", "taken_at"),
    )
    readonly_fields = fields


class WithQuestions:
    """Read each turn together with whom it asks, until when, and who has answered when."""

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Turn]":
        turns: QuerySet[Turn] = super().get_queryset(request)  # type: ignore[misc]
        asked = Question.objects.select_related("seat").order_by("seat__number")
        asked = asked.annotate(answered_at=F("submission__sealed_at"))
        return turns.prefetch_related(Prefetch("questions", asked))

    @admin.display(description="questions")
    def show_questions(self, turn: Turn) -> SafeString:
        """Show for each seat until when it is asked, and when it has answered."""
        asked: Any = turn.questions.all()
        rows = (
            (one.seat.number, _write_minute(one.due_at), _write_answer(one.answered_at))
            for one in asked
        )
        return format_html_join("", "Seat {}, until {}{}<br>", rows)


class TurnInline(WithQuestions, ReadOnlyInline):
    """The turns of a game, with who has answered when."""

    model = Turn
    ordering = ("-number",)
    show_change_link = True
    fields = (
        "number",
        "stage",
        "opened_at",
        "due_at",
        "closed_at",
        "show_questions",
        "faults",
    )
    readonly_fields = fields


class StageInline(ReadOnlyInline):
    model = Stage
    ordering = ("-number",)
    fields = ("number", "began_at", "ended_at", "scores", "shown")
    readonly_fields = fields


class PauseInline(ReadOnlyInline):
    model = Pause
    ordering = ("-proposed_at",)
    fields = ("length", "proposed_by", "agreed", "proposed_at", "from_at", "until_at")
    readonly_fields = fields


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """A game whole, with links to all that belongs to it."""

    list_display = [
        *("id", "ruleset", "status", "host", "size", "private", "turn_number", "due_at"),
        "created_at",
    ]
    list_filter = ["status", ClockFilter, "ruleset", "private"]
    list_select_related = ["host"]
    search_fields = ["id", "host__username", "seats__player__username"]
    ordering = ["-created_at", "-id"]
    inlines = [SeatInline, TurnInline, StageInline, PauseInline]
    actions = ["retry"]
    now_shown = (
        *("id", "ruleset", "status", "host", "stage", "stages", "turn_number", "due_at", "result"),
        *("created_at", "started_at", "ended_at", "archived_at"),
        *("list_orders", "link_webhooks", "link_answers"),
    )
    settled = (
        *("rules_version", "options", "size", "start", "private", "bot_accounts", "messages"),
        *("rematch_of", "clock", "ahead", "bot_after", "vacations", "least_reliability"),
        *("most_stopped", "stopped"),
    )
    fieldsets = (
        (None, {"fields": now_shown}),
        ("What it was opened with", {"fields": settled, "classes": ["collapse"]}),
        ("Log", {"fields": ["list_events"], "classes": ["collapse"]}),
    )

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Game]":
        opened = Turn.objects.open().filter(game=OuterRef("pk"))
        games: QuerySet[Game] = super().get_queryset(request).defer(*SECRETS)
        return games.annotate(due=Subquery(opened.values("due_at")))

    @admin.display(description="Due at", ordering="due")
    def due_at(self, game: Any) -> Any:
        return game.due

    @admin.display(description="standing orders")
    def list_orders(self, game: Game) -> SafeString:
        """Say which seats have one, and since when; what it says is sealed."""
        orders = StandingOrder.objects.filter(seat__game=game).order_by("seat__number")
        rows = (
            (one.seat.number, _write_minute(one.given_at)) for one in orders.select_related("seat")
        )
        return format_html_join("", "Seat {}, since {}<br>", rows)

    @admin.display(description="webhooks")
    def link_webhooks(self, game: Game) -> SafeString:
        place = reverse("admin:players_webhook_changelist")
        return format_html('<a href="{}?q={}">those of its players</a>', place, game.pk)

    @admin.display(description="answers")
    def link_answers(self, game: Game) -> SafeString:
        place = reverse("admin:games_submission_changelist")
        return format_html('<a href="{}?q={}">all of this game</a>', place, game.pk)

    @admin.display(description="events")
    def list_events(self, game: Game) -> SafeString:
        """Show the newest events of its log; an archived game has its log in its record."""
        log = game.log
        newest = events_of(game.pk, log.event_number - EVENTS)
        rows = (
            (one.number, _write_minute(one.at), one.type, orjson.dumps(one.data).decode())
            for one in reversed(newest)
        )
        shown = format_html_join("", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", rows)
        return format_html("{} in all<table>{}</table>", log.event_number, shown)

    @admin.action(description="Try again at once, if they are set aside", permissions=["view"])
    def retry(self, request: HttpRequest, chosen: "QuerySet[Game]") -> None:
        tried = sum(faults.retry_game(game.pk) for game in chosen)
        self.message_user(request, f"Tried again with the next sweep: {tried}.")


class OfGame(ReadOnlyAdmin):
    """Rows that belong to a game, and are found by its id."""

    search_fields = ["=game__id"]
    ordering = ["-pk"]

    @admin.display(description="game", ordering="game")
    def of_game(self, row: Any) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>',
            reverse("admin:games_game_change", args=[row.game_id]),
            row.game_id,
        )


@admin.register(Seat)
class SeatAdmin(OfGame):
    search_fields = ["=game__id", "player__username", "bot"]
    list_display = ["id", "of_game", "number", "player", "bot", "away", "score"]
    list_filter = ["away", "bot"]
    list_select_related = ["player"]
    fields = ("game", *SeatInline.fields)


@admin.register(Turn)
class TurnAdmin(WithQuestions, OfGame):
    list_display = ["id", "of_game", "number", "opened_at", "due_at", "closed_at", "faults"]
    list_filter = ["unattended", ("closed_at", admin.EmptyFieldListFilter)]
    fields = (
        *("game", "number", "stage", "heading", "opened_at", "due_at"),
        *("next_check_at", "bots_at", "thinkers_at", "unattended", "closed_at", "show_questions"),
        *("faults", "fault"),
    )


@admin.register(Event)
class EventAdmin(OfGame):
    """Public events of games."""

    list_display = ["id", "of_game", "number", "type", "at"]
    list_filter = ["type"]
    fields = ("game", "number", "type", "data", "at", "hash")
    readonly_fields = fields


@admin.register(Submission)
class SubmissionAdmin(OfGame):
    """Sealed answers: that they are there, and not what they are."""

    list_display = ["pk", "of_game", "turn", "seat", "by", "sealed_at", "event"]
    list_filter = ["by"]
    list_select_related = ["question__turn", "question__seat"]
    fields = ("game", "turn", "seat", "by", "sealed_at", "event")
    readonly_fields = fields

    @admin.display(description="turn", ordering="question__turn__number")
    def turn(self, row: Submission) -> int:
        return row.question.turn.number

    @admin.display(description="seat", ordering="question__seat__number")
    def seat(self, row: Submission) -> int:
        return row.question.seat.number


@admin.register(Stage)
class StageAdmin(OfGame):
    list_display = ["id", "of_game", "number", "began_at", "ended_at"]
    fields = ("game", *StageInline.fields)


# How many private events a game has, and so how many notices, depends on what standing orders say: neither
# has a page.


def _write_answer(moment: datetime | None) -> str:
    return "" if moment is None else f", answered {_write_minute(moment)}"


def _write_minute(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d\N{NO-BREAK SPACE}%H:%M}"
