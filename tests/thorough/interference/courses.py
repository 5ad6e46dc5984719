"""What happens in every world, moment by moment. A moment is when everybody looks.

What is done `aside` is undone when all have looked: there a secret may be kept that would be told by
what comes next. Every other secret is kept until it is `told`, or for good.
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
from tests.people import PASSWORD
from tests.thorough.interference.hidden import ORDERS, SEATED
from tests.thorough.interference.world import World

Json = dict[str, Any]
Course = Generator[str, None, None]
LOBBY = ("before the start", "cancelled")
MOST_TRIES = 10_000
ELSEWHERE = {"ruleset": "turn_the_tide", "seat_count": 3, "clock": {"per_turn": "P14D"}}


def lobby(world: World) -> Course:
    """A game that is opened and called off again. It could be started, and has one seat free."""
    host, other = world["ann"], world["bob"]
    _prepared(world)
    _opened(world, seats=4)
    texts = ("a shell", "a gull")
    text = world.either("entropy", *texts) if world.owner is other else texts[0]
    other.does("POST", f"/games/{world.game}/join", {"entropy": text})
    world["eve"].does("POST", f"/games/{world.game}/join")
    world["eve"].does("POST", f"/games/{world.game}/leave")
    world["cat"].does("POST", f"/games/{world.game}/join")
    yield "before the start"
    host.does("POST", f"/games/{world.game}/cancel")
    world.told("seed")
    yield "cancelled"


def game(world: World) -> Course:
    """A game from its start to its end, with all that can happen to a seat."""
    _prepared(world)
    yield "before the game"
    _opened(world, seats=3)
    for name in ("bob", "eve"):
        world[name].does("POST", f"/games/{world.game}/join", {"entropy": f"{name} was here"})
    yield from _handed_over(world)
    _crowded(world)
    yield "open turn"
    _until(world, lambda: _owner_with_another(world))
    yield from _sealed(world)
    if world.rules.orders:
        yield from _ordered(world)
    ended = Stage.objects.filter(game=world.game, ended_at__isnull=False)
    stages = ended.count()
    _until(world, lambda: ended.count() > stages)
    if world.row.status == Game.Status.RUNNING:
        with world.aside():
            if _owner_with_another(world):
                _seals_a_secret(world)
            yield "stage over"
    world.told(*ORDERS)  # The record shows all orders.
    _until(world, lambda: False)
    world.told("seed", "bot's choice")
    yield "finished"


# -- before the game


def _prepared(world: World) -> None:
    """Accounts, and what others may not know of the owner's."""
    world.sign_up()
    owner = world.owner
    elsewhere = world["dan"].does("POST", "/games", ELSEWHERE)["id"]
    for name in ("eve", "cat"):
        world[name].does("POST", f"/games/{elsewhere}/join")
    first = {"url": "https://old.example/x"}
    owner.does(
        "POST", "/me/receivers", {"channel": "webhook", "address": first, "note": "the first"}
    )
    if world.either("webhook", False, True):
        more = {"address": {"url": "https://new.example/canary"}, "events": ["left"]}
        owner.does("POST", "/me/receivers", {"channel": "webhook", **more})
    owner.does("POST", "/me/bots", {"username": f"{owner.name}s-engine"})
    mail = world.either("e-mail", "one@tide.example", "other@tide.example")
    owner.does("PATCH", "/me", {"email": mail, "current_password": PASSWORD})
    password = world.either("password", "low-water-and-limpets", "high-water-and-herring")
    owner.does("PATCH", "/me", {"password": password, "current_password": PASSWORD})
    # After that, because a new password makes every other token void.
    world.let_app_in()
    if world.either("token", False, True):
        wish = {"username": owner.name, "password": password, "name": "telephone"}
        owner.does("POST", "/me/tokens", wish)
    if world.either("bot account", False, True):
        owner.does("POST", f"/me/bots/{owner.name}s-engine/tokens", {"name": "telephone"})
    # To whom a host has blocked, her private table is as one that has started: that is no secret.
    if not (world.private and owner is world["ann"]) and world.either("block", False, True):
        owner.does("PATCH", "/me/relations/dan", {"blocked": True})
        owner.does("PATCH", "/me/relations/cat", {"muted": True})
    if world.either("private game", False, True):
        bots = {"bots": ["random", "random"], "private": True}
        owner.does("POST", "/games", {**ELSEWHERE, **bots})


def _opened(world: World, seats: int) -> None:
    wish = {
        "ruleset": world.rules.id,
        "options": world.rules.variants[0],
        "seat_count": seats,
        "private": world.private,
        "absence": {"bot_after": 100},
    }
    # The same id, whatever else she has opened. It is one with whose dice a round is left for `stage over`.
    world.game = world["ann"].does("POST", "/games", wish, luck="her game")["id"]
    world["ann"].does("PUT", f"/games/{world.game}/entropy", {"entropy": "ann was here"})
    noted = world.either("note", "cat never bluffs", "cat always bluffs")
    world.owner.does("PATCH", f"/games/{world.game}/viewer", {"note": noted})


def _crowded(world: World) -> None:
    """See to it that later the owner is asked together with others."""
    row = world.row
    raw: Any = row.state
    state = world.kit.ask_several(world.rules.load(raw), world.seat)
    Game.objects.filter(pk=row.pk).update(state=world.rules.dump(state))


def _handed_over(world: World) -> Iterator[str]:
    """Eve resigns, a bot stands in for her, and cat takes the seat."""
    here = f"/games/{world.game}"
    world["eve"].does("POST", f"{here}/resign")
    world["ann"].does("PUT", f"{here}/seats/2/offer", {"player": "cat"})
    with world.aside():
        _bot_seals(world, 2)
        yield "resigned"
    world["cat"].does("POST", f"{here}/seats/2/take")


# -- answers


def _sealed(world: World) -> Iterator[str]:
    owner, path = world.owner, f"/games/{world.game}/turns/{world.turn.number}/submission"
    legal = world.sees(owner.name)["mine"]["legal_actions"]
    public = legal[0]
    world.seals(owner.name, world.either("replaced answer", legal[1], legal[3]))
    world.seals(owner.name, public)
    owner.does("DELETE", path)
    world.seals(owner.name, world.either("withdrawn answer", legal[2], legal[3]))
    owner.does("DELETE", path)
    yield "taken back"
    with world.aside():
        _seals_a_secret(world)
        if world.rules.orders:
            _orders(world, "order to come", [None, _some_order(world)])
        yield "some sealed"
    with world.aside():
        _by_hand_or_by_order(world)
        yield "some sealed, by hand or by order"
    with world.aside():
        _seals_a_secret(world)
        for name in ("ann", "bob", "cat"):
            world[name].does("PUT", f"/games/{world.game}/pause", {"length": "P2D"})
        yield "paused"
    with world.aside():
        _seals_a_secret(world)
        with _rules_that_raise(world):
            for name in world.waiting():
                world.seals(name, world.sees(name)["mine"]["legal_actions"][0])
        yield "set aside"
    with world.aside():
        yield from _away(world)
    world.seals(owner.name, public)
    world.passes()
    yield "turn closed"


def _seals_a_secret(world: World) -> None:
    legal = world.sees(world.owner.name)["mine"]["legal_actions"]
    both = (legal[1], legal[-1])
    world.guesses = [*both]
    rehearsal = world.rehearses(world.owner.name)
    world.guessed_orders = [] if rehearsal is None else [rehearsal.order, *rehearsal.longer]
    world.seals(world.owner.name, world.either("sealed answer", *both))


def _by_hand_or_by_order(world: World) -> None:
    """The same answer, sealed by the owner or by an order that is played at once."""
    rehearsal = world.rehearses(world.owner.name)
    if rehearsal is None:
        return
    luck = "by hand or by order"
    if world.either("order or by hand", True, False):
        world.seals(world.owner.name, _answer_of(world, rehearsal.order), luck=luck)
    else:
        path = f"/games/{world.game}/standing-order"
        order = {"order": rehearsal.order, "at_once": True}
        world.owner.does("PUT", path, order, luck=luck)


def _answer_of(world: World, order: Json) -> Json:
    """What an order of the owner's answers now."""
    raw: Any = world.row.state
    rules = world.rules
    followed = orders_of(rules).follow(rules.load(raw), world.seat, orders_of(rules).read(order))
    return rules.write_action(followed.action)


def _away(world: World) -> Iterator[str]:
    """Somebody else has missed a turn, and a bot stands in for her."""
    Game.objects.filter(pk=world.game).update(bot_after=1)
    missing = next(name for name in world.waiting()[::-1] if name != world.owner.name)
    for name in world.waiting():
        if name != missing:
            world.seals(name, world.sees(name)["mine"]["legal_actions"][0])
    world.passes()
    _until(world, lambda: _a_bot_waits(world) is not None, at_most=60)
    seat = _a_bot_waits(world)
    if seat is not None:
        _bot_seals(world, seat)
    yield "away"


def _a_bot_waits(world: World) -> int | None:
    """The seat of a bot that is asked together with others."""
    row, turn = world.row, world.turn
    bots = [seat.number for seat in row.seats.all() if seat.bot and seat.number in turn.asked]
    return bots[0] if bots and len(turn.asked) > 1 else None


def _bot_seals(world: World, seat: int) -> None:
    """A bot makes its choice, if its seat is asked together with others."""
    turn = world.turn
    if seat not in turn.asked or len(turn.asked) == 1:
        return
    raw: Any = world.row.state
    state = world.rules.load(raw)
    legal = [world.rules.write_action(one) for one in world.rules.legal_actions(state, seat)]
    world.luck.begins(f"bot in turn {turn.number}")
    action = world.either("bot's choice", legal[0], legal[-1])
    row = world.row.seats.get(number=seat)
    if row.owner_id is not None:
        # It answers in the seat of somebody who is absent, and she may look at what is answered for her.
        world.known.add(("bot's choice", SEATED[seat]))
    submissions.submit_for_bot(world.game, turn.number, seat, action)


@contextmanager
def _rules_that_raise(world: World) -> Iterator[None]:
    """Closing a turn fails, with a message that quotes everything."""

    def fails(rules: Any, state: Any, actions: Any, chance: Any) -> None:
        raise ArithmeticError(f"{state} {actions}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(world.rules), "close_turn", fails)
        yield


# -- standing orders


def _ordered(world: World) -> Iterator[str]:
    owner, path = world.owner, f"/games/{world.game}/standing-order"
    _until(world, lambda: _owner_is_asked(world))
    rehearsal = _rehearsed(world)
    _orders(world, "rest of an order", [rehearsal.order, *rehearsal.longer])
    world.passes()
    yield "order followed"
    owner.does("DELETE", path)
    _until(world, lambda: _owner_is_asked(world))
    if _orders(world, "order that failed", [None, *_rehearsed(world).idle]):
        world.passes()
        owner.does("DELETE", path)
    else:
        world.passes()
    yield "order failed"
    _until(world, lambda: _owner_is_asked(world))
    if _orders(world, "order taken back", [None, *_rehearsed(world).longer]):
        owner.does("DELETE", path)
    world.passes()
    yield "order taken back"


def _some_order(world: World) -> Json:
    """Any order that the owner can give now, whatever she is asked."""
    raw: Any = world.row.state
    rules, state, random = world.rules, world.rules.load(raw), Random("some order")
    for _ in range(MOST_TRIES):
        order = random_order(rules, random)
        with suppress(Illegal):
            orders_of(rules).judge(state, world.seat, orders_of(rules).read(order))
            return order
    raise AssertionError("no order can be given")


def _rehearsed(world: World) -> Rehearsal:
    rehearsal = world.rehearses(world.owner.name)
    assert rehearsal is not None, "The kit needs `rehearse_orders`: it has none for this question"
    return rehearsal


def _orders(world: World, secret: str, orders: list[Json | None]) -> bool:
    """Give the first of these orders (or none), or else the first of the others that can be given."""
    this, *others = orders
    chosen = [this] if world.either(secret, True, False) else others
    path = f"/games/{world.game}/standing-order"
    for order in chosen:
        if order is None:
            return False
        try:
            world.owner.does("PUT", path, {"order": order})
        except AssertionError:
            if order is chosen[-1]:
                raise
        else:
            return True
    return False


# -- time


def _until(world: World, come: Callable[[], bool], *, at_most: int = 400) -> None:
    """Let the clock play until this is so, or the game is over."""
    for _ in range(at_most):
        if world.row.status != Game.Status.RUNNING or come():
            return
        world.passes()


def _owner_with_another(world: World) -> bool:
    return world.owner.name in world.waiting() and len(world.waiting()) > 1


def _owner_is_asked(world: World) -> bool:
    if world.owner.name not in world.waiting():
        return False
    return world.rehearses(world.owner.name) is not None
