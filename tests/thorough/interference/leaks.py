"""Faults to plant, one of each kind: each tells somebody what she may not know, or only that there is it.

Each says where the suite has to find it: which twin world differs, who notices, and in what.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import pytest
from django.db import connection
from prometheus_client.core import GaugeMetricFamily
from rest_framework.response import Response

from common.db.statements import Statement
from common.rest import log_lines
from common.rest.errors import ApiError
from common.rest.view import View
from games.admin import GameAdmin
from games.api import me
from games.background import explain
from games.fairness import commitments
from games.feeds import feed as own_feed
from games.feeds.streams import feeds
from games.lobby import standing_orders
from games.models import StandingOrder, Submission, Turn
from games.play import answers, events, submissions
from games.repository import signals
from games.repository.game_state import GameState
from games.repository.queries import feeds as sql
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.refusal import Illegal
from games.rulesets.testing.whole_games import AnyRuleset
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.visibility import game_view as view
from notifications import tasks
from notifications.delivery import notice_builder, outbox_entries
from notifications.mail import facts
from notifications.models import Webhook
from notifications.notice import Notice
from notifications.questions import words
from notifications.questions.question_state import AnswerableQuestion
from notifications.webhooks import feed_events
from notifications.webhooks.outbox import WebhookMessage
from players.api import own_profile, tokens
from players.models import Player, Token
from tideapi import metrics, middleware

Plant = Callable[[pytest.MonkeyPatch], None]
SEALED, ORDERED, ACCOUNT = (
    "what is sealed and to come",
    "what the owner has ordered",
    "the owner's account",
)
HANDS = "hands that cat cannot know"
WHILE_SEALED = "some sealed"


@dataclass(frozen=True)
class Leak:
    """A fault: its kind, how it is planted, and where it has to be found."""

    kind: str
    plant: Plant
    twin: str
    viewers: set[str]
    calls: set[str]
    at: str = WHILE_SEALED
    rules: AnyRuleset = TURN_THE_TIDE


def _cards(turn: Turn | None) -> str:
    rows = turn.submissions.order_by("seat") if turn else []
    return str([row.action for row in rows])


def _after(patch: pytest.MonkeyPatch, owner: Any, name: str, then: Callable[..., Any]) -> None:
    """Have something more done with what a function has returned."""
    real = getattr(owner, name)

    def leaking(*args: Any, **more: Any) -> Any:
        return then(real(*args, **more), *args)

    patch.setattr(owner, name, leaking)


# -- answers


def body(patch: pytest.MonkeyPatch) -> None:
    def then(asked: Any, turn: Turn, answers: Any) -> Any:
        kept = Turn.objects.get(game=turn.game_id, number=turn.number)
        return [{**one, "hint": _cards(kept)} for one in asked]

    _after(patch, view, "_asked_bodies", then)


def hands(patch: pytest.MonkeyPatch) -> None:
    real = TURN_THE_TIDE.table_view

    def table(state: Any) -> Any:
        return {**real(state), "lowest": [hand[0] for hand in state.dealt]}

    patch.setattr(type(TURN_THE_TIDE), "table_view", staticmethod(table))


def surfers(patch: pytest.MonkeyPatch) -> None:
    real = HIGH_TIDE.table_view

    def table(state: Any) -> Any:
        return {**real(state), "surfers": list(state.setup.surfers)}

    patch.setattr(type(HIGH_TIDE), "table_view", staticmethod(table))


def points_of_surfers(patch: pytest.MonkeyPatch) -> None:
    """Points as they stand, with surfers whose tiles are hidden."""
    patch.setattr(HighTideState, "known_surfers", lambda state, _seat=None: state.setup.surfers)


def seed(patch: pytest.MonkeyPatch) -> None:
    def then(fairness: Any, shown: view.GameView) -> Any:
        return {**fairness, "server_seed": bytes(shown._game.server_seed).hex()}

    _after(patch, view.GameView, "_get_fairness", then)


def refusal(patch: pytest.MonkeyPatch) -> None:
    """Whose card it is that somebody has guessed."""
    real = TURN_THE_TIDE.check_action

    def judge(state: Any, seat: int, action: Any) -> None:
        try:
            real(state, seat, action)
        except Illegal as refusal:
            holders = [one for one in range(state.seat_count) if action.card in state.hand_of(one)]
            raise Illegal(refusal.code, f"It is held by {holders}.") from refusal

    patch.setattr(type(TURN_THE_TIDE), "check_action", staticmethod(judge))


def refused_or_not(patch: pytest.MonkeyPatch) -> None:
    """An order cannot be given while another one stands."""
    real = standing_orders.set_order

    def give(game_id: str, player: Player, raw: Any, *, at_once: bool) -> Any:
        if StandingOrder.objects.filter(seat__game=game_id).exclude(seat__player=player).exists():
            raise ApiError("not_a_player", "Somebody else has given an order.")
        return real(game_id, player, raw, at_once=at_once)

    patch.setattr(standing_orders, "set_order", give)


def tag(patch: pytest.MonkeyPatch) -> None:
    def then(response: Response, view: View, request: Any, *_: Any) -> Response:
        if request.method == "GET" and response.status_code == 200:
            turn = Turn.objects.filter(closed_at=None).order_by("pk").last()
            response["ETag"] = f'"{commitments.digest_json([str(response.data), _cards(turn)])}"'
        return response

    _after(patch, View, "finalize_response", then)


def header(patch: pytest.MonkeyPatch) -> None:
    def then(response: Response, *_: Any) -> Response:
        response["X-Rows"] = str(StandingOrder.objects.count())
        return response

    _after(patch, View, "finalize_response", then)


def list_of_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tokens, "player", lambda request: Player.objects.get(username="bob"))


def profile(patch: pytest.MonkeyPatch) -> None:
    def then(response: Response, *_: Any, **__: Any) -> Response:
        bob = Player.objects.get(username="bob")
        response.data["about"] = bob.email
        return response

    real = me.Profile.get

    @wraps(real)
    def get(self: Any, request: Any, username: str) -> Response:
        return then(real(self, request, username))

    patch.setattr(me.Profile, "get", get)


def count_of_tokens(patch: pytest.MonkeyPatch) -> None:
    real = own_profile.OwnProfileView.shown

    def shown(request: Any) -> Any:
        return {**real(request), "about": str(Token.objects.count())}

    patch.setattr(own_profile.OwnProfileView, "shown", staticmethod(shown))


# -- events, and all that is made of them


def event(patch: pytest.MonkeyPatch) -> None:
    real = events.publish_event

    def publish(table: GameState, kind: str, data: Any, **more: Any) -> None:
        if kind == "sealed":
            data = {**data, "action": table.answers[data["seat"]].action}
        real(table, kind, data, **more)

    patch.setattr(events, "publish_event", publish)


def presence(patch: pytest.MonkeyPatch) -> None:
    """That an order was given is told to all, though not what it is."""

    def then(row: Any, *args: Any) -> None:
        table, _, kind, data = args
        if kind == "order_given":
            events.publish_event(table, "looked_at", {"seat": data["seat"]})

    _after(patch, events, "publish_to", then)


def timing(patch: pytest.MonkeyPatch) -> None:
    """That something was sealed is told when it is, but for those who have an order: a moment later."""
    real = events.publish_event

    def publish(table: GameState, kind: str, data: Any, **more: Any) -> None:
        if kind == "turn_opened" or not table.orders:
            return real(table, kind, data, **more)
        before, table.moment = table.moment, table.moment.replace(microsecond=1)
        real(table, kind, data, **more)
        table.moment = before
        return None

    patch.setattr(events, "publish_event", publish)


def gap(patch: pytest.MonkeyPatch) -> None:
    """What one player is told takes a number of the game's log, which others miss."""
    real = events.publish_to

    def publish_to(table: GameState, player: int, kind: str, data: Any, **more: Any) -> None:
        events.publish_event(table, "private", {})
        real(table, player, kind, data, **more)

    patch.setattr(events, "publish_to", publish_to)


def feed(patch: pytest.MonkeyPatch) -> None:
    """A player's feed has what anybody is told."""
    told = "WHERE player_id = %(player)s::bigint AND NOT in_feed"
    for name in ("UPDATE", "FEED"):
        text = getattr(sql, name).text
        assert told in text
        patch.setattr(sql, name, Statement(text.replace(told, "WHERE NOT in_feed")))


def stream(patch: pytest.MonkeyPatch) -> None:
    def then(message: feeds.StreamMessage, shown: Any) -> feeds.StreamMessage:
        turn = Turn.objects.filter(game=shown["game"], closed_at=None).first()
        return replace(message, data=message.data + f": {_cards(turn)}\n\n".encode())

    _after(patch, feeds, "stream_message", then)


def webhook(patch: pytest.MonkeyPatch) -> None:
    def then(message: WebhookMessage, shown: Any) -> WebhookMessage:
        turn = Turn.objects.filter(game=shown["game"], closed_at=None).first()
        return WebhookMessage(message.number, message.type, message.body + _cards(turn).encode())

    _after(patch, feed_events, "make_message", then)


def app_webhook(patch: pytest.MonkeyPatch) -> None:
    """An app is sent the private events of bob's seat as those of everybody who let it in."""
    real = feed_events._enqueue_new

    def hand_over(hook: Webhook, enabled: Any, moment: Any, touched: set[str]) -> bool:
        if hook.endpoint_id is not None:
            hook.player = Player.objects.get(username="bob")
            own_feed.update_feed(hook.player_id)
        return real(hook, enabled, moment, touched)

    patch.setattr(feed_events, "_enqueue_new", hand_over)


def notice(patch: pytest.MonkeyPatch) -> None:
    """What somebody is told has what is sealed at her table."""

    def then(notice: Notice | None, *_: Any) -> Notice | None:
        if notice is None or notice.game is None:
            return notice
        turn = Turn.objects.filter(game=notice.game, closed_at=None).first()
        return replace(notice, data={**notice.data, "hint": _cards(turn)})

    _after(patch, notice_builder, "_build_notice", then)


def occasion(patch: pytest.MonkeyPatch) -> None:
    """She is told of something because of what others have sealed."""

    def then(asked: Any, player: Any, events: Any) -> Any:
        for one in asked:
            turn = Turn.objects.filter(game=one.game, closed_at=None).first()
            yield replace(one, cause=f"{one.cause}:{len(_cards(turn))}:{_cards(turn)}"[:100])

    _after(patch, outbox_entries, "_find_question_occasions", then)


def by_mail(patch: pytest.MonkeyPatch) -> None:
    """How a question stands is said with what is sealed at the table."""

    def then(said: str, question: AnswerableQuestion) -> str:
        turn = Turn.objects.filter(game=question.answer_link.game, closed_at=None).first()
        return f"{said} {_cards(turn)}"

    _after(patch, words, "stands", then)


def mail(patch: pytest.MonkeyPatch) -> None:
    """What a mail begins with."""

    def then(said: str, notice: Notice) -> str:
        turn = Turn.objects.filter(game=notice.game, closed_at=None).first()
        return f"{said} {_cards(turn)}"

    _after(patch, facts, "write_lead", then)


# -- what operators see


def log_line(patch: pytest.MonkeyPatch) -> None:
    def then(
        sealed: Submission, table: GameState, turn: Turn, answer: answers.Answer
    ) -> Submission:
        signals.log.debug("Sealed: %s", answer)
        return sealed

    _after(patch, submissions, "seal_answer", then)


def task(patch: pytest.MonkeyPatch) -> None:
    def then(nothing: None, game_ids: list[str], *players: object) -> None:
        for game_id in game_ids:
            turn = Turn.objects.filter(game=game_id, closed_at=None).first()
            tasks.enqueue_for_webhooks.delay([game_id, _cards(turn)])

    _after(patch, signals, "notify_subscribers", then)


def notification(patch: pytest.MonkeyPatch) -> None:
    def then(nothing: None, game_ids: list[str], players: list[int]) -> None:
        for game_id in game_ids:
            turn = Turn.objects.filter(game=game_id, closed_at=None).first()
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, %s)", [signals.CHANNEL, _cards(turn)])

    _after(patch, signals, "_send_notify", then)


def admin(patch: pytest.MonkeyPatch) -> None:
    sets = (*GameAdmin.fieldsets, ("State", {"fields": ["state"]}))
    patch.setattr(GameAdmin, "fieldsets", sets)
    patch.setattr(GameAdmin, "readonly_fields", (*GameAdmin.readonly_fields, "state"))


def clock(patch: pytest.MonkeyPatch) -> None:
    def then(said: str, table: GameState, turn: Turn, seat: Any, answer: Any) -> str:
        return f"{said} {table.orders.keys()}"

    _after(patch, explain, "_explain_seat", then)


def figures(patch: pytest.MonkeyPatch) -> None:
    def overdue() -> Any:
        yield GaugeMetricFamily("tide_orders", "Orders.", StandingOrder.objects.count())

    patch.setattr(metrics, "_sweeps", overdue)


def column(patch: pytest.MonkeyPatch) -> None:
    """The sealed answer in a column that is not encrypted."""

    def then(
        sealed: Submission, table: GameState, turn: Turn, answer: answers.Answer
    ) -> Submission:
        Turn.objects.filter(pk=turn.pk).update(fault=str(answer.action))
        return sealed

    _after(patch, submissions, "seal_answer", then)


def why(patch: pytest.MonkeyPatch) -> None:
    """Why the rules raised, word for word."""
    patch.setattr(log_lines, "describe_place", str)


def fallback_by_order(patch: pytest.MonkeyPatch) -> None:
    """An order that fails costs its player a place in the count of turns missed."""

    def then(answer: answers.Answer, table: GameState, turn: Turn, seat: int) -> answers.Answer:
        if seat in table.orders and answer.by == Submission.By.CLOCK:
            table.seats[seat].required += 1
        return answer

    _after(patch, answers, "answer_at_deadline", then)


def breaks(patch: pytest.MonkeyPatch) -> None:
    """Showing a turn fails, with a message that quotes what is sealed in it."""

    def fails(shown: view.GameView, number: int) -> None:
        raise ArithmeticError(_cards(shown._game.turns.last()))

    patch.setattr(view.GameView, "get_turn", fails)


def error_page(patch: pytest.MonkeyPatch) -> None:
    def quote(code: str, detail: str) -> ApiError:
        return ApiError(code, f"{detail} {sys.exc_info()[1]}.")

    breaks(patch)
    patch.setattr(middleware, "ApiError", quote)


SEATS = {"ann", "cat"}
ALL_LEAKS = [
    Leak("body", body, SEALED, {*SEATS, "nobody"}, {"get_game"}),
    Leak("hand in the table", hands, HANDS, {"cat"}, {"get_game"}, "open turn"),
    Leak(
        "surfers in the table", surfers, HANDS, {"cat"}, {"get_game"}, "open turn", rules=HIGH_TIDE
    ),
    Leak(
        "points of surfers",
        points_of_surfers,
        HANDS,
        {"cat"},
        {"get_game"},
        "order followed",
        rules=HIGH_TIDE,
    ),
    Leak("seed", seed, SEALED, SEATS, {"get_game"}, "open turn"),
    Leak("detail of a refusal", refusal, HANDS, {"cat"}, {"submit_answer"}),
    Leak("refused or not", refused_or_not, ORDERED, {"cat"}, {"set_standing_order"}),
    Leak("error page", error_page, SEALED, SEATS, {"get_turn"}),
    Leak("tag", tag, SEALED, SEATS, {"get_game"}),
    Leak("header", header, ORDERED, SEATS, {"get_game"}),
    Leak("others' tokens", list_of_others, ACCOUNT, SEATS, {"list_tokens"}, "before the game"),
    Leak("e-mail in a profile", profile, ACCOUNT, SEATS, {"get_player"}, "before the game"),
    Leak("count", count_of_tokens, ACCOUNT, SEATS, {"get_me"}, "before the game"),
    Leak(
        "event", event, SEALED, SEATS, {"list_events", "stream_game", "list_my_events", "webhook"}
    ),
    Leak("presence of an event", presence, ORDERED, SEATS, {"list_events", "get_game"}),
    Leak("time of an event", timing, ORDERED, SEATS, {"list_events"}, "order failed"),
    Leak("gap in the numbers", gap, ORDERED, SEATS, {"list_events", "get_game"}),
    Leak("another's feed", feed, ORDERED, {"cat"}, {"list_my_events", "stream_my_events"}),
    Leak("stream", stream, SEALED, SEATS, {"stream_game", "stream_my_events"}),
    Leak("webhook", webhook, SEALED, SEATS, {"webhook", "app webhook"}),
    Leak("another's feed at an app", app_webhook, ORDERED, SEATS, {"app webhook"}),
    Leak("notice", notice, SEALED, {"ann"}, {"notice"}),
    Leak("occasion of a notice", occasion, SEALED, {"ann"}, {"notice"}),
    Leak("page and reply of a question", by_mail, SEALED, {"ann"}, {"press", "reply"}),
    Leak("mail", mail, SEALED, {"ann"}, {"mail"}),
    Leak("missed turns", fallback_by_order, ORDERED, SEATS, {"get_player"}, "order failed"),
    Leak("log line", log_line, SEALED, {"operator"}, {"log"}),
    Leak("task argument", task, SEALED, {"operator"}, {"task"}),
    Leak("notification", notification, SEALED, {"operator"}, {"call"}),
    Leak("admin's page", admin, HANDS, {"operator"}, {"admin"}, "open turn"),
    Leak("manage.py clock", clock, ORDERED, {"operator"}, {"clock"}),
    Leak("metrics", figures, ORDERED, {"operator"}, {"metrics"}),
    Leak("column in the clear", column, SEALED, {"operator"}, {"dump"}),
    Leak("message of an error", why, SEALED, {"operator"}, {"log", "clock", "dump"}, "set aside"),
]
