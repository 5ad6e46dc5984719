"""Show operators each game whole, nothing that is sealed, and nothing to write.

A game is written under its lock by `games.play` and nowhere else. All that is done here is to have one
that was set aside tried again. Fields are named one by one, so that no new field is shown by accident.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import F, OuterRef, Prefetch, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from common.db.admin import ReadOnlyAdmin, ReadOnlyInline, link_to, write_minute
from games.clock.now import now
from games.models import (
    Event,
    Game,
    Pause,
    Question,
    Report,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.play import faults

SECRETS = ("server_seed", "nonce_key", "setup", "state")
"""Columns of a game that no page needs."""


def _find_open_turns(which: str | None) -> "QuerySet[Turn]":
    """Return the open turns that one choice of the filters means."""
    match which:
        case "overdue":
            return Turn.objects.open().filter(due_at__lt=now() + F("game__ahead"))
        case "aside":
            return Turn.objects.set_aside()
    return Turn.objects.open()


class ClockFilter(admin.SimpleListFilter):
    """Games whose clock runs, or does not go on as it should."""

    title = parameter_name = "clock"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Sequence[tuple[str, str]]:
        return [("open", "Turn open"), ("overdue", "Overdue"), ("aside", "Set aside")]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        if self.value() is None:
            return queryset
        key = "pk" if queryset.model is Turn else "game"
        return queryset.filter(pk__in=_find_open_turns(self.value()).values(key))


class SeatInline(ReadOnlyInline):
    model = Seat
    fk_name = "game"
    fields = ("link", "player", "played_by", "score", "bank", "missed", "answers")

    @admin.display
    def played_by(self, seat: Seat) -> str:
        return describe_seat(seat)

    @admin.display(description="answered")
    def answers(self, seat: Seat) -> str:
        return f"{seat.answered} of {seat.required}"


def describe_seat(seat: Seat) -> str:
    """Say who plays in a seat now, and which player it is offered to."""
    bot = seat.bot and f"bot {seat.bot}"
    words = [seat.away, bot or "its player", seat.offered_to and f"offered to {seat.offered_to}"]
    return ", ".join(str(one) for one in words if one)


class WithQuestions:
    """Read each turn together with the seats that it asks, and their answers."""

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Turn]":
        turns: QuerySet[Turn] = super().get_queryset(request)  # type: ignore[misc]
        asked = _with_answers(Question.objects.order_by("seat__number"))
        return turns.select_related("stage").prefetch_related(Prefetch("questions", asked))

    @admin.display(description="stage", ordering="stage__number")
    def show_stage(self, turn: Turn) -> SafeString:
        return link_to(Stage, turn.stage_id, turn.stage.number)

    @admin.display(description="questions")
    def show_questions(self, turn: Turn) -> SafeString:
        """Show for each seat until when it is asked, or when it has answered."""
        rows = ((one.seat.number, _describe_answer(one)) for one in turn.questions.all())
        return format_html_join("", "Seat {}, {}<br>", rows)

    @admin.display(description="state", ordering="closed_at")
    def show_state(self, turn: Turn) -> str:
        if turn.closed_at is not None:
            return f"closed {write_minute(turn.closed_at)}"
        return f"failed {turn.faults} times" if turn.faults else "open"


def _with_answers(questions: "QuerySet[Any]") -> "QuerySet[Any]":
    """Read questions together with their seats, and with the moment and the maker of the answer."""
    answer = {"answered_at": F("submission__sealed_at"), "answered_by": F("submission__by")}
    found: QuerySet[Any] = questions.select_related("seat").annotate(**answer)
    return found


def _describe_answer(question: Any) -> str:
    if question.answered_at is None:
        return f"until {write_minute(question.due_at)}"
    return f"answered {write_minute(question.answered_at)}"


class QuestionInline(ReadOnlyInline):
    model = Question
    fields = ("link", "due_at", "bank", "given", "answer")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        rows: QuerySet[Question] = super().get_queryset(request)
        return _with_answers(rows.order_by("seat__number"))

    @admin.display(description="seat")
    def link(self, row: Question) -> SafeString:
        return link_to(Question, row.pk, row.seat.number)

    @admin.display
    def answer(self, row: Any) -> SafeString | str:
        return link_answer(row)


def link_answer(question: Any) -> SafeString | str:
    """Link to the answer of a question, which stays sealed."""
    if question.answered_at is None:
        return "none"
    said = f"{write_minute(question.answered_at)}, by {question.answered_by}"
    return link_to(Submission, question.pk, said)


class TurnInline(WithQuestions, ReadOnlyInline):
    """The turns of a game, with who has answered when."""

    model = Turn
    ordering = ("-number",)
    fields = ("link", "show_stage", "show_questions", "opened_at", "due_at", "show_state")


class StageInline(ReadOnlyInline):
    model = Stage
    ordering = ("number",)
    fields = ("link", "began_at", "ended_at")


class PauseInline(ReadOnlyInline):
    model = Pause
    ordering = ("-proposed_at",)
    fields = ("length", "proposed_by", "agreed", "proposed_at", "from_at", "until_at")


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports, read-only: each leads to the page of moderators on which it is decided."""

    list_display = ["at", "about", "claimed_by", "decided_at", "decided_by", "page"]
    list_filter = [("decided_at", admin.EmptyFieldListFilter)]
    list_select_related = ["accused", "claimed_by", "decided_by"]
    ordering = ["-decided_at", "at"]  # Those that wait come first.
    fields = (
        "id",
        "at",
        "accused",
        "game",
        "claimed_by",
        "decided_at",
        "decided_by",
        "answer",
        "act",
        "page",
    )

    @admin.display(description="decide")
    def page(self, row: Report) -> SafeString:
        page = reverse("moderation_report", args=[row.pk])
        return format_html('<a href="{}">{}</a>', page, "Read" if row.decided_at else "Decide")

    @admin.display(description="about")
    def about(self, row: Report) -> object:
        return row.accused or row.target


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """A game whole, with links to all that belongs to it."""

    list_display = [
        *("id", "ruleset", "status", "host", "private", "stage", "turn_number", "due_at"),
        "created_at",
    ]
    list_filter = ["status", ClockFilter, "ruleset", "private"]
    list_select_related = ["host"]
    search_fields = ["id", "host__username", "seats__player__username"]
    ordering = ["-created_at", "-id"]
    inlines = [SeatInline, StageInline, PauseInline, TurnInline]
    actions = ["retry"]
    now_shown = (
        *("id", "ruleset", "status", "host", "progress", "points", "list_orders", "link_rows"),
        *("created_at", "started_at", "ended_at", "archived_at"),
    )
    settled = (
        *("rules_version", "options", "size", "start", "private", "bot_accounts", "chat"),
        *("rematch_of", "clock", "ahead", "bot_after", "vacations", "least_reliability"),
        *("most_stopped", "stopped"),
    )
    fieldsets = (
        (None, {"fields": now_shown}),
        ("What it was opened with", {"fields": settled, "classes": ["collapse"]}),
    )

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Game]":
        opened = Turn.objects.open().filter(game=OuterRef("pk"))
        games: QuerySet[Game] = super().get_queryset(request).defer(*SECRETS)
        return games.annotate(due=Subquery(opened.values("due_at")))

    def get_inlines(self, request: HttpRequest, obj: Game | None) -> list[Any]:
        """Leave out the tables that would be empty."""
        return [one for one in self.inlines if one.model.objects.filter(game=obj).exists()]

    def view_on_site(self, obj: Game) -> str:
        return reverse("table_game", args=[obj.pk])

    @admin.display(description="due at", ordering="due")
    def due_at(self, game: Any) -> Any:
        return game.due

    @admin.display
    def progress(self, game: Any) -> str:
        """Say how far the game is, and until when it waits."""
        if game.stage is None:
            return "not started"
        due = f", due {write_minute(game.due)}" if game.due else ""
        return f"stage {game.stage} of {game.stages}, turn {game.turn_number}{due}"

    @admin.display
    def points(self, game: Game) -> SafeString:
        """Show the points of each seat, stage by stage."""
        stages = [one for one in game.stage_rows.order_by("number") if one.scores is not None]
        heads = ["seat", "player", *(f"stage {one.number}" for one in stages), "points"]
        rows = [
            [
                *(seat.number, seat.player or f"bot {seat.bot}"),
                *(one.scores[seat.number] for one in stages if one.scores),
                f"{seat.score}, won" if seat.won else seat.score,
            ]
            for seat in game.seats.select_related("player")
        ]
        return _write_table(heads, rows)

    @admin.display(description="standing orders")
    def list_orders(self, game: Game) -> SafeString | str:
        """Say which seats have one, and since when; what it says is sealed."""
        orders = StandingOrder.objects.filter(seat__game=game).order_by("seat__number")
        rows = [
            (one.seat.number, write_minute(one.given_at)) for one in orders.select_related("seat")
        ]
        return format_html_join("", "Seat {}, since {}<br>", rows) or "none"

    @admin.display(description="rows")
    def link_rows(self, game: Game) -> SafeString:
        """Link to the lists of what belongs to the game."""
        lists = [
            *(("games_turn", "turns"), ("games_question", "questions")),
            *(("games_submission", "answers"), ("games_event", "events")),
            ("notifications_webhook", "webhooks of its players"),
        ]
        places = ((reverse(f"admin:{one}_changelist"), game.pk, word) for one, word in lists)
        return format_html_join(" · ", '<a href="{}?q={}">{}</a>', places)

    @admin.action(description="Try again at once, if they are set aside", permissions=["view"])
    def retry(self, request: HttpRequest, chosen: "QuerySet[Game]") -> None:
        tried = sum(faults.retry_game(game.pk) for game in chosen)
        self.message_user(request, f"Tried again with the next sweep: {tried}.")


class OfGame(ReadOnlyAdmin):
    """Rows that belong to a game, and are found by its id."""

    search_fields = ["=game__id"]
    search_help_text = "The id of a game."
    ordering = ["-pk"]

    @admin.display(description="game", ordering="game")
    def of_game(self, row: Any) -> SafeString:
        return link_to(Game, row.game_id, row.game_id)


@admin.register(Seat)
class SeatAdmin(OfGame):
    search_fields = ["=game__id", "player__username", "bot"]
    search_help_text = "The id of a game, a username, or a bot."
    list_display = ["number", "of_game", "player", "played_by", "score", "missed", "taken_at"]
    list_filter = ["away", "bot"]
    list_select_related = ["player", "offered_to"]
    fields = (
        *("game", "number", "player", "bot", "away", "score", "won", "bank", "missed"),
        *("required", "answered", "offered_to", "taken_at"),
    )

    @admin.display
    def played_by(self, seat: Seat) -> str:
        return describe_seat(seat)


@admin.register(Turn)
class TurnAdmin(WithQuestions, OfGame):
    list_display = ["number", "of_game", "show_stage", "opened_at", "due_at", "show_state"]
    list_filter = [ClockFilter, "unattended"]
    fields = (
        *("game", "number", "show_stage", "heading", "opened_at", "due_at", "closed_at"),
        *("next_check_at", "bots_at", "thinkers_at", "unattended", "faults", "fault"),
    )
    inlines = [QuestionInline]


class WaitingFilter(admin.SimpleListFilter):
    """Questions of open turns that nobody has answered."""

    title = parameter_name = "answer"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Sequence[tuple[str, str]]:
        return [("waiting", "Waited for")]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        if self.value() is None:
            return queryset
        return queryset.filter(turn__closed_at=None, submission=None)


@admin.register(Question)
class QuestionAdmin(OfGame):
    """Questions to seats, and whether they are answered."""

    list_display = ["seat_number", "of_game", "turn_number", "due_at", "answer"]
    list_filter = [WaitingFilter]
    list_select_related = ["turn"]
    fields = ("game", "turn", "seat", "due_at", "bank", "given", "answer")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        return _with_answers(super().get_queryset(request))

    @admin.display(description="seat", ordering="seat__number")
    def seat_number(self, row: Question) -> int:
        return row.seat.number

    @admin.display(description="turn", ordering="turn__number")
    def turn_number(self, row: Question) -> SafeString:
        return link_to(Turn, row.turn_id, row.turn.number)

    @admin.display(ordering="submission__sealed_at")
    def answer(self, row: Any) -> SafeString | str:
        return link_answer(row)


@admin.register(Event)
class EventAdmin(OfGame):
    """Public events of games."""

    list_display = ["number", "of_game", "type", "at"]
    list_filter = ["type"]
    fields = ("game", "number", "type", "data", "at", "hash")


@admin.register(Submission)
class SubmissionAdmin(OfGame):
    """Sealed answers: that they are there, and not what they are."""

    list_display = ["seat", "of_game", "turn", "by", "sealed_at", "event"]
    list_filter = ["by"]
    list_select_related = ["question__turn", "question__seat"]
    fields = ("game", "turn", "seat", "by", "sealed_at", "event")

    @admin.display(ordering="question__seat__number")
    def seat(self, row: Submission) -> int:
        return row.question.seat.number

    @admin.display(ordering="question__turn__number")
    def turn(self, row: Submission) -> SafeString:
        return link_to(Turn, row.question.turn_id, row.question.turn.number)


@admin.register(Stage)
class StageAdmin(OfGame):
    list_display = ["number", "of_game", "began_at", "ended_at"]
    fields = ("game", "number", "began_at", "ended_at", "scores", "shown")


# How many private events a game has, and so how many notices, depends on what standing orders say: neither
# has a page.


def _write_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> SafeString:
    head = format_html_join("", "<th>{}</th>", ((one,) for one in heads))
    body = ((format_html_join("", "<td>{}</td>", ((one,) for one in row)),) for row in rows)
    lines = format_html_join("", "<tr>{}</tr>", body)
    return format_html("<table><thead><tr>{}</tr></thead>{}</table>", head, lines)
