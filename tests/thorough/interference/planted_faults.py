"""Faults to plant, one of each kind: each tells somebody what they may not know, or only that there is it.

Each says where the suite has to find it: in which variant, by whom, and in what.
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

from common.rest import log_lines
from common.rest.errors import ApiError
from common.rest.view import View
from games.admin import GameAdmin
from games.api import me
from games.feeds import feed
from games.lobby import standing_orders
from games.models import StandingOrder, Turn
from games.play import events, submissions
from games.repository import signals
from games.repository.game_state import GameState
from games.rulesets.refusal import Illegal
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.visibility import game_view
from notifications import tasks
from notifications.delivery import notice_builder
from notifications.mail import facts
from notifications.models import Webhook
from notifications.notice import Notice
from notifications.questions import words
from notifications.webhooks import feed_events
from players.models import Player
from tests.factories import answers_to
from tideapi import metrics, middleware

Patch = pytest.MonkeyPatch
SEALED, ORDERED, ACCOUNT = (
    "what is sealed and to come",
    "what the owner has ordered",
    "the owner's account",
)
HANDS = "hands that cat cannot know"


@dataclass(frozen=True)
class Fault:
    """A fault: its kind, how it is planted, and where it has to be found."""

    kind: str
    plant: Callable[[Patch], None]
    variant: str
    viewers: set[str]
    calls: set[str]
    at: str = "some sealed"


def sealed_cards(game: Any = None) -> str:
    """Return the answers to the open turn of this game, or of the newest."""
    turns = Turn.objects.filter(closed_at=None, **{"game": game} if game else {})
    turn = turns.order_by("pk").last()
    return str([row.action for row in answers_to(turn)] if turn else [])


def add_after(patch: Patch, owner: Any, name: str, then: Callable[..., Any]) -> None:
    """Have something more done with what a function has returned."""
    real = getattr(owner, name)

    def leaking(*args: Any, **more: Any) -> Any:
        return then(real(*args, **more), *args)

    patch.setattr(owner, name, leaking)


# -- responses


def show_in_body(patch: Patch) -> None:
    def then(asked: Any, questions: Any) -> Any:
        return [{**one, "hint": sealed_cards()} for one in asked]

    add_after(patch, game_view, "_asked_bodies", then)


def show_hands(patch: Patch) -> None:
    real = TURN_THE_TIDE.table_view

    def table_view(state: Any) -> Any:
        return {**real(state), "lowest": [hand[0] for hand in state.dealt]}

    patch.setattr(type(TURN_THE_TIDE), "table_view", staticmethod(table_view))


def name_holder(patch: Patch) -> None:
    """Say in a refusal which seat holds the card that somebody has guessed."""
    real = TURN_THE_TIDE.check_action

    def check_action(state: Any, seat: int, action: Any) -> None:
        try:
            real(state, seat, action)
        except Illegal as refusal:
            holders = [one for one in range(state.seat_count) if action.card in state.hand_of(one)]
            raise Illegal(refusal.code, f"It is held by {holders}.") from refusal

    patch.setattr(type(TURN_THE_TIDE), "check_action", staticmethod(check_action))


def refuse_second_order(patch: Patch) -> None:
    """Refuse an order while another player's stands."""
    real = standing_orders.set_order

    def set_order(game: str, player: Player, raw: Any, *, at_once: bool) -> Any:
        if StandingOrder.objects.filter(seat__game=game).exclude(seat__player=player).exists():
            raise ApiError("not_a_player", "Somebody else has given an order.")
        return real(game, player, raw, at_once=at_once)

    patch.setattr(standing_orders, "set_order", set_order)


def raise_in_get_turn(patch: Patch) -> None:
    """Showing a turn fails, with a message that quotes what is sealed in it."""

    def get_turn(shown: game_view.GameView, number: int) -> None:
        raise ArithmeticError(sealed_cards(shown._game.pk))

    patch.setattr(game_view.GameView, "get_turn", get_turn)


def quote_error(patch: Patch) -> None:
    def quote(code: str, detail: str) -> ApiError:
        return ApiError(code, f"{detail} {sys.exc_info()[1]}.")

    raise_in_get_turn(patch)
    patch.setattr(middleware, "ApiError", quote)


def tag_by_cards(patch: Patch) -> None:
    def then(response: Response, view: View, request: Any, *_: Any) -> Response:
        if request.method == "GET" and response.status_code == 200:
            response["ETag"] = f'"{hash(str(response.data) + sealed_cards())}"'
        return response

    add_after(patch, View, "finalize_response", then)


def count_in_header(patch: Patch) -> None:
    def then(response: Response, *_: Any) -> Response:
        response["X-Rows"] = str(StandingOrder.objects.count())
        return response

    add_after(patch, View, "finalize_response", then)


def show_mail_address(patch: Patch) -> None:
    real = me.Profile.get

    @wraps(real)
    def get(self: Any, request: Any, username: str) -> Response:
        response = real(self, request, username)
        response.data["about"] = Player.objects.get(username="bob").email
        return response

    patch.setattr(me.Profile, "get", get)


# -- events, and all that is made of them


def publish_action(patch: Patch) -> None:
    real = events.publish_event

    def publish(table: GameState, kind: str, data: Any, **more: Any) -> None:
        if kind == "sealed":
            data = {**data, "action": table.answers[data["seat"]].action}
        real(table, kind, data, **more)

    patch.setattr(events, "publish_event", publish)


def publish_later(patch: Patch) -> None:
    """Tell what happens a moment later where somebody has an order."""
    real = events.publish_event

    def publish(table: GameState, kind: str, data: Any, **more: Any) -> None:
        before = table.moment
        if kind != "turn_opened" and table.orders:
            table.moment = table.moment.replace(microsecond=1)
        real(table, kind, data, **more)
        table.moment = before

    patch.setattr(events, "publish_event", publish)


def leave_gap(patch: Patch) -> None:
    """Take a number of the game's log for what one player is told, which others miss."""
    real = events.publish_to

    def publish_to(table: GameState, player: int, kind: str, data: Any, **more: Any) -> None:
        events.publish_event(table, "private", {})
        real(table, player, kind, data, **more)

    patch.setattr(events, "publish_to", publish_to)


def mix_feeds(patch: Patch) -> None:
    """Put into a player's feed what anybody is told."""
    condition = "WHERE player_id = %(player)s::bigint AND NOT in_feed"
    assert condition in feed.UPDATE
    patch.setattr(feed, "UPDATE", feed.UPDATE.replace(condition, "WHERE NOT in_feed"))


def mix_feeds_of_app(patch: Patch) -> None:
    """Send an app the private events of bob's seat as those of everybody who let it in."""
    real = feed_events._enqueue_new

    def enqueue(hook: Webhook, enabled: Any, moment: Any, touched: set[str]) -> bool:
        if hook.endpoint_id is not None:
            hook.player = Player.objects.get(username="bob")
            feed.update_feed(hook.player_id)
        return real(hook, enabled, moment, touched)

    patch.setattr(feed_events, "_enqueue_new", enqueue)


def show_in_notice(patch: Patch) -> None:
    def then(notice: Notice | None, *_: Any) -> Notice | None:
        if notice is None or notice.game is None:
            return notice
        return replace(notice, data={**notice.data, "hint": sealed_cards(notice.game)})

    add_after(patch, notice_builder, "_build_notice", then)


def show_by_mail(patch: Patch) -> None:
    """Say what is sealed in the mail of a question, on its page, and in the answer to a reply."""
    add_after(patch, facts, "write_lead", lambda text, notice: text + sealed_cards(notice.game))
    add_after(patch, words, "stands", lambda text, one: text + sealed_cards(one.answer_link.game))


# -- what operators see


def store_answer(patch: Patch) -> None:
    """Write the sealed answer into a column that is not encrypted."""

    def then(sealed: Any, table: GameState, turn: Turn, answer: Any) -> Any:
        Turn.objects.filter(pk=turn.pk).update(fault=str(answer.action))
        return sealed

    add_after(patch, submissions, "seal_answer", then)


def enqueue_cards(patch: Patch) -> None:
    def then(nothing: None, games: list[str], *players: object) -> None:
        for game in games:
            tasks.enqueue_for_webhooks.delay([game, sealed_cards(game)])

    add_after(patch, signals, "notify_subscribers", then)


def notify_cards(patch: Patch) -> None:
    def then(nothing: None, games: list[str], players: list[int]) -> None:
        for game in games:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, %s)", [signals.CHANNEL, sealed_cards(game)])

    add_after(patch, signals, "_send_notify", then)


def show_state_in_admin(patch: Patch) -> None:
    sets = (*GameAdmin.fieldsets, ("State", {"fields": ["state"]}))
    patch.setattr(GameAdmin, "fieldsets", sets)
    patch.setattr(GameAdmin, "readonly_fields", (*GameAdmin.readonly_fields, "state"))


def measure_orders(patch: Patch) -> None:
    def sweeps() -> Any:
        yield GaugeMetricFamily("tide_orders", "Orders.", StandingOrder.objects.count())

    patch.setattr(metrics, "_sweeps", sweeps)


def log_message_of_error(patch: Patch) -> None:
    """Say why the rules raised, word for word."""
    patch.setattr(log_lines, "describe_place", str)


SEATS = {"ann", "cat"}
OPERATOR = {"operator"}
EVENT_CALLS = {"list_events", "stream_game", "list_my_events", "webhook"}
ALL_FAULTS = [
    Fault("body", show_in_body, SEALED, {*SEATS, "nobody"}, {"get_game"}),
    Fault("hand in the table", show_hands, HANDS, {"cat"}, {"get_game"}, "open turn"),
    Fault("detail of a refusal", name_holder, HANDS, {"cat"}, {"submit_answer"}),
    Fault("refused or not", refuse_second_order, ORDERED, {"cat"}, {"set_standing_order"}),
    Fault("error page", quote_error, SEALED, SEATS, {"get_turn"}),
    Fault("tag", tag_by_cards, SEALED, SEATS, {"get_game"}),
    Fault("header", count_in_header, ORDERED, SEATS, {"get_game"}),
    Fault("profile", show_mail_address, ACCOUNT, SEATS, {"get_player"}, "before the game"),
    Fault("event", publish_action, SEALED, SEATS, EVENT_CALLS),
    Fault("time of an event", publish_later, ORDERED, SEATS, {"list_events"}, "order failed"),
    Fault("gap in the numbers", leave_gap, ORDERED, SEATS, {"list_events", "get_game"}),
    Fault("feed", mix_feeds, ORDERED, {"cat"}, {"list_my_events", "stream_my_events"}),
    Fault("feed at an app", mix_feeds_of_app, ORDERED, SEATS, {"app webhook"}),
    Fault("notice", show_in_notice, SEALED, {"ann"}, {"notice"}),
    Fault("mail", show_by_mail, SEALED, {"ann"}, {"mail", "question page", "answer to a reply"}),
    Fault("column in the clear", store_answer, SEALED, OPERATOR, {"dump"}),
    Fault("task argument", enqueue_cards, SEALED, OPERATOR, {"task"}),
    Fault("notification", notify_cards, SEALED, OPERATOR, {"call"}),
    Fault("admin's page", show_state_in_admin, HANDS, OPERATOR, {"admin"}, "open turn"),
    Fault("metrics", measure_orders, ORDERED, OPERATOR, {"metrics"}),
    Fault("message", log_message_of_error, SEALED, OPERATOR, {"log", "clock", "dump"}, "set aside"),
]
