"""What happens in every variant, moment by moment. At a moment everything is read by everybody.

What is done in `undone` is undone when all have read: there a secret may be kept that would be told by
what comes next. Every other secret is kept until it is `disclose`d, or for good.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import pytest

from games.models import Game, Stage
from games.play import submissions
from games.rulesets.refusal import Illegal
from games.rulesets.testing.secrecy import Rehearsal
from games.rulesets.testing.whole_games import orders_of, random_order
from tests.factories import seats_asked
from tests.people import PASSWORD
from tests.thorough.interference.scenario import Scenario
from tests.thorough.interference.secret_kinds import ORDERS, SEATED

Json = dict[str, Any]
Script = Generator[str, None, None]
LOBBY = ("before the start", "cancelled")
ELSEWHERE = {"ruleset": "turn_the_tide", "seat_count": 3, "clock": {"per_turn": "P14D"}}


def lobby(scenario: Scenario) -> Script:
    """A game that is opened and called off again. It could be started, and has one seat free."""
    host, other = scenario["ann"], scenario["bob"]
    _prepare_accounts(scenario)
    _open_game(scenario, seats=4)
    text = scenario.either("entropy", "a shell", "a gull")
    other.act("POST", f"/games/{scenario.game}/join", {"entropy": text})
    scenario["eve"].act("POST", f"/games/{scenario.game}/join")
    scenario["eve"].act("POST", f"/games/{scenario.game}/leave")
    scenario["cat"].act("POST", f"/games/{scenario.game}/join")
    yield "before the start"
    host.act("POST", f"/games/{scenario.game}/cancel")
    scenario.disclose("seed")
    yield "cancelled"


def game(scenario: Scenario) -> Script:
    """A game from its start to its end, with all that can happen to a seat."""
    _prepare_accounts(scenario)
    yield "before the game"
    _open_game(scenario, seats=3)
    for name in ("bob", "eve"):
        scenario[name].act("POST", f"/games/{scenario.game}/join", {"entropy": f"{name} was here"})
    yield from _hand_seat_over(scenario)
    _ask_owner_with_others(scenario)
    yield "open turn"
    _pass_time_until(scenario, lambda: _owner_is_asked_with_others(scenario))
    yield from _seal_and_withdraw(scenario)
    if scenario.rules.orders:
        yield from _leave_orders(scenario)
    ended = Stage.objects.filter(game=scenario.game, ended_at__isnull=False)
    stages = ended.count()
    _pass_time_until(scenario, lambda: ended.count() > stages)
    if scenario.row.status == Game.Status.RUNNING:
        with scenario.undone():
            if _owner_is_asked_with_others(scenario):
                _seal_secretly(scenario)
            yield "stage over"
    scenario.disclose(*ORDERS)  # The record shows all orders.
    _pass_time_until(scenario, lambda: False)
    scenario.disclose("seed", "bot's choice")
    yield "finished"


# -- before the game


def _prepare_accounts(scenario: Scenario) -> None:
    """Accounts, and what others may not know of the owner's."""
    scenario.sign_up()
    owner = scenario.owner
    elsewhere = scenario["dan"].act("POST", "/games", ELSEWHERE)["id"]
    for name in ("eve", "cat"):
        scenario[name].act("POST", f"/games/{elsewhere}/join")
    address = {"url": "https://old.example/x"}
    owner.act("POST", "/me/receivers", {"channel": "webhook", "address": address})
    if scenario.either("webhook", False, True):
        more = {"address": {"url": "https://new.example/canary"}, "events": ["left"]}
        owner.act("POST", "/me/receivers", {"channel": "webhook", **more})
    owner.act("POST", "/me/bots", {"username": f"{owner.name}s-engine"})
    mail = scenario.either("e-mail", "one@tide.example", "other@tide.example")
    owner.act("PATCH", "/me", {"email": mail, "current_password": PASSWORD})
    password = scenario.either("password", "low-water-and-limpets", "high-water-and-herring")
    owner.act("PATCH", "/me", {"password": password, "current_password": PASSWORD})
    # After that, because a new password makes every other token void.
    scenario.connect_app()
    if scenario.either("token", False, True):
        wish = {"username": owner.name, "password": password, "name": "telephone"}
        owner.act("POST", "/me/tokens", wish)
    if scenario.either("bot account", False, True):
        owner.act("POST", f"/me/bots/{owner.name}s-engine/tokens", {"name": "telephone"})
    if scenario.either("block", False, True):
        owner.act("PATCH", "/me/relations/dan", {"blocked": True})
        owner.act("PATCH", "/me/relations/cat", {"muted": True})
    if scenario.either("private game", False, True):
        bots = {"bots": ["random", "random"], "private": True}
        owner.act("POST", "/games", {**ELSEWHERE, **bots})


def _open_game(scenario: Scenario, seats: int) -> None:
    wish = {
        "ruleset": scenario.rules.id,
        "options": scenario.rules.variants[0],
        "seat_count": seats,
        "absence": {"bot_after": 100},
    }
    # The same id, whatever else she has opened. It is one with whose dice a round is left for `stage over`.
    scenario.game = scenario["ann"].act("POST", "/games", wish, luck="her game")["id"]
    scenario["ann"].act("PUT", f"/games/{scenario.game}/entropy", {"entropy": "ann was here"})
    noted = scenario.either("note", "cat never bluffs", "cat always bluffs")
    scenario.owner.act("PATCH", f"/games/{scenario.game}/viewer", {"note": noted})


def _ask_owner_with_others(scenario: Scenario) -> None:
    """See to it that later the owner is asked together with others."""
    state = scenario.kit.ask_several(scenario.state, scenario.seat)
    Game.objects.filter(pk=scenario.game).update(state=scenario.rules.dump(state))


def _hand_seat_over(scenario: Scenario) -> Iterator[str]:
    """Eve resigns, a bot stands in for her, and cat takes the seat."""
    here = f"/games/{scenario.game}"
    scenario["eve"].act("POST", f"{here}/resign")
    scenario["ann"].act("PUT", f"{here}/seats/2/offer", {"player": "cat"})
    with scenario.undone():
        _have_bot_seal(scenario, 2)
        yield "resigned"
    scenario["cat"].act("POST", f"{here}/seats/2/accept")


# -- answers


def _seal_and_withdraw(scenario: Scenario) -> Iterator[str]:
    owner, path = scenario.owner, f"/games/{scenario.game}/turns/{scenario.turn.number}/submission"
    legal = scenario.view(owner.name)["mine"]["legal_actions"]
    public = legal[0]
    scenario.seal(owner.name, scenario.either("replaced answer", legal[1], legal[3]))
    scenario.seal(owner.name, public)
    owner.act("DELETE", path)
    scenario.seal(owner.name, scenario.either("withdrawn answer", legal[2], legal[3]))
    owner.act("DELETE", path)
    yield "taken back"
    with scenario.undone():
        _seal_secretly(scenario)
        if scenario.rules.orders:
            _give_order(scenario, "order to come", [None, _make_order(scenario)])
        yield "some sealed"
    with scenario.undone():
        _seal_by_hand_or_by_order(scenario)
        yield "some sealed, by hand or by order"
    with scenario.undone():
        _seal_secretly(scenario)
        for name in ("ann", "bob", "cat"):
            scenario[name].act("PUT", f"/games/{scenario.game}/pause", {"length": "P2D"})
        yield "paused"
    with scenario.undone():
        _seal_secretly(scenario)
        with _raising_rules(scenario):
            for name in scenario.waiting():
                scenario.seal(name, scenario.view(name)["mine"]["legal_actions"][0])
        yield "set aside"
    with scenario.undone():
        yield from _have_player_miss_turn(scenario)
    scenario.seal(owner.name, public)
    scenario.pass_time()
    yield "turn closed"


def _seal_secretly(scenario: Scenario) -> None:
    legal = scenario.view(scenario.owner.name)["mine"]["legal_actions"]
    both = (legal[1], legal[-1])
    scenario.guesses = [*both]
    rehearsal = scenario.rehearse_orders(scenario.owner.name)
    scenario.guessed_orders = [] if rehearsal is None else [rehearsal.order, *rehearsal.longer]
    scenario.seal(scenario.owner.name, scenario.either("sealed answer", *both))


def _seal_by_hand_or_by_order(scenario: Scenario) -> None:
    """The same answer, sealed by the owner or by an order that is played at once."""
    rehearsal = scenario.rehearse_orders(scenario.owner.name)
    if rehearsal is None:
        return
    luck, orders = "by hand or by order", orders_of(scenario.rules)
    if scenario.either("order or by hand", True, False):
        order = orders.read(rehearsal.order)
        action = orders.follow(scenario.state, scenario.seat, order).action
        scenario.seal(scenario.owner.name, scenario.rules.write_action(action), luck=luck)
    else:
        path = f"/games/{scenario.game}/standing-order"
        body = {"order": rehearsal.order, "at_once": True}
        scenario.owner.act("PUT", path, body, luck=luck)


def _have_player_miss_turn(scenario: Scenario) -> Iterator[str]:
    """Somebody else has missed a turn, and a bot stands in for her."""
    Game.objects.filter(pk=scenario.game).update(bot_after=1)
    missing = next(name for name in scenario.waiting()[::-1] if name != scenario.owner.name)
    for name in scenario.waiting():
        if name != missing:
            scenario.seal(name, scenario.view(name)["mine"]["legal_actions"][0])
    scenario.pass_time()
    _pass_time_until(scenario, lambda: _find_waiting_bot(scenario) is not None, at_most=60)
    seat = _find_waiting_bot(scenario)
    if seat is not None:
        _have_bot_seal(scenario, seat)
    yield "away"


def _find_waiting_bot(scenario: Scenario) -> int | None:
    """The seat of a bot that is asked together with others."""
    row, asked = scenario.row, seats_asked(scenario.turn)
    bots = [seat.number for seat in row.seats.all() if seat.bot and seat.number in asked]
    return bots[0] if bots and len(asked) > 1 else None


def _have_bot_seal(scenario: Scenario, seat: int) -> None:
    """A bot makes its choice, if its seat is asked together with others."""
    turn = scenario.turn
    asked = seats_asked(turn)
    if seat not in asked or len(asked) == 1:
        return
    rules = scenario.rules
    legal = [rules.write_action(one) for one in rules.legal_actions(scenario.state, seat)]
    scenario.luck.begins(f"bot in turn {turn.number}")
    action = scenario.either("bot's choice", legal[0], legal[-1])
    row = scenario.row.seats.get(number=seat)
    if row.owner_id is not None:
        # It answers in the seat of somebody who is absent, and she may look at what is answered for her.
        scenario.known.add(("bot's choice", SEATED[seat]))
    submissions.submit_for_bot(scenario.game, turn.number, seat, action)


@contextmanager
def _raising_rules(scenario: Scenario) -> Iterator[None]:
    """Closing a turn fails, with a message that quotes everything."""

    def fails(rules: Any, state: Any, actions: Any, chance: Any) -> None:
        raise ArithmeticError(f"{state} {actions}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(scenario.rules), "close_turn", fails)
        yield


# -- standing orders


def _leave_orders(scenario: Scenario) -> Iterator[str]:
    owner, path = scenario.owner, f"/games/{scenario.game}/standing-order"
    _pass_time_until(scenario, lambda: _owner_is_asked(scenario))
    rehearsal = _rehearse(scenario)
    _give_order(scenario, "rest of an order", [rehearsal.order, *rehearsal.longer])
    scenario.pass_time()
    yield "order followed"
    owner.act("DELETE", path)
    _pass_time_until(scenario, lambda: _owner_is_asked(scenario))
    given = _give_order(scenario, "order that failed", [None, *_rehearse(scenario).idle])
    scenario.pass_time()
    if given:
        owner.act("DELETE", path)
    yield "order failed"
    _pass_time_until(scenario, lambda: _owner_is_asked(scenario))
    if _give_order(scenario, "order taken back", [None, *_rehearse(scenario).longer]):
        owner.act("DELETE", path)
    scenario.pass_time()
    yield "order taken back"


def _make_order(scenario: Scenario) -> Json:
    """Any order that the owner can give now, whatever she is asked."""
    random, orders = Random("some order"), orders_of(scenario.rules)
    for _ in range(10_000):
        order = random_order(scenario.rules, random)
        with suppress(Illegal):
            orders.judge(scenario.state, scenario.seat, orders.read(order))
            return order
    raise AssertionError("no order can be given")


def _rehearse(scenario: Scenario) -> Rehearsal:
    rehearsal = scenario.rehearse_orders(scenario.owner.name)
    assert rehearsal is not None, "The kit needs `rehearse_orders`: it has none for this question"
    return rehearsal


def _give_order(scenario: Scenario, secret: str, orders: list[Json | None]) -> bool:
    """Give the first of these orders (or none), or else the first of the others that can be given."""
    this, *others = orders
    chosen = [this] if scenario.either(secret, True, False) else others
    path = f"/games/{scenario.game}/standing-order"
    for order in chosen:
        if order is None:
            return False
        try:
            scenario.owner.act("PUT", path, {"order": order})
        except AssertionError:
            if order is chosen[-1]:
                raise
        else:
            return True
    return False


# -- time


def _pass_time_until(scenario: Scenario, come: Callable[[], bool], *, at_most: int = 400) -> None:
    """Let the clock play until this is so, or the game is over."""
    for _ in range(at_most):
        if scenario.row.status != Game.Status.RUNNING or come():
            return
        scenario.pass_time()


def _owner_is_asked_with_others(scenario: Scenario) -> bool:
    return scenario.owner.name in scenario.waiting() and len(scenario.waiting()) > 1


def _owner_is_asked(scenario: Scenario) -> bool:
    if scenario.owner.name not in scenario.waiting():
        return False
    return scenario.rehearse_orders(scenario.owner.name) is not None
