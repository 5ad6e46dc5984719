"""A call that writes, of each kind: who makes it, where, and with what."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from games.models import Turn
from tests.app.api.reads import invited, of_a_webhook, of_mine, of_relations, written
from tests.app.api.seating import resigns
from tests.app.api.town import PHONE, Asked, Town
from tests.people import PASSWORD, Person
from tests.webhooks import deliveries


def create_game(town: Town) -> Asked:
    wish = {"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["random", "careful"]}
    return town.ann, "/games", wish


def join_game(town: Town) -> Asked:
    """The last seat, so that the game starts, and only for who can be relied on."""
    game = town.ann.opens(3, absence={"least_reliability": 1})
    town.bob.joins(game)
    return town.cat, f"/games/{game}/join", {"entropy": "a shell"}


def give_entropy(town: Town) -> Asked:
    game = town.ann.opens(3)
    return town.ann, f"/games/{game}/entropy", {"entropy": "a shell"}


def leave_game(town: Town) -> Asked:
    game = town.ann.opens(3)
    town.bob.joins(game)
    return town.ann, f"/games/{game}/leave", None


def start_game(town: Town) -> Asked:
    game = town.ann.opens(5)
    town.bob.joins(game)
    town.cat.joins(game)
    return town.ann, f"/games/{game}/start", None


def move_clock(town: Town) -> Asked:
    """A step that closes a turn. One that ends the game reads its history too, and costs seven."""
    game = town.table()
    wish = {"username": "ann", "password": PASSWORD, "test": True}
    tester = Person(town.ann.post("/me/tokens", wish).json["token"], "ann")
    return tester, f"/games/{game}/clock/forward", {"by": "PT24H"}


def move_whole_clock(town: Town) -> Asked:
    tester, _, body = move_clock(town)
    return tester, "/me/clock/forward", body


def agree_to_pause(town: Town) -> Asked:
    """The last who agrees, so that it begins."""
    game = town.table()
    for person in (town.ann, town.bob):
        assert person.put(f"/games/{game}/pause", {"length": "P1D"}).status == 200
    return town.cat, f"/games/{game}/pause", {"length": "P1D"}


def go_on(town: Town) -> Asked:
    """The vote that decides."""
    game = town.table()
    for person in (town.ann, town.bob):
        assert person.seals_anything(game).status == 200
    town.cat.post("/me/vacations", {"until": in_days(3)})
    earlier = timedelta(days=1)
    for turn in Turn.objects.filter(game=game):
        # Its own time is over, and it is held up by the vacation alone.
        Turn.objects.filter(pk=turn.pk).update(clock_from=turn.clock_from - earlier)
    assert town.bob.post(f"/games/{game}/go-on").status == 200
    return town.ann, f"/games/{game}/go-on", None


def end_pause(town: Town) -> Asked:
    who, path, wish = agree_to_pause(town)
    assert who.put(path, wish).status == 200
    return who, path, None


def resign(town: Town) -> Asked:
    return town.ann, f"/games/{town.ordered()}/resign", None


def return_to_seat(town: Town) -> Asked:
    return town.bob, f"/games/{town.absent()}/return", None


def offer_seat(town: Town) -> Asked:
    game = town.table()
    resigns(town.bob, game)
    return town.ann, f"/games/{game}/seats/1/offer", {"player": "dan"}


def take_seat(town: Town) -> Asked:
    return town.dan, f"/games/{town.offered()}/seats/1/take", None


def decline_seat(town: Town) -> Asked:
    return town.dan, f"/games/{town.offered()}/seats/1/decline", None


def withdraw_offer(town: Town) -> Asked:
    return town.ann, f"/games/{town.offered()}/seats/1/offer", None


def give_standing_order(town: Town) -> Asked:
    """One that answers the question that waits."""
    game = town.table()
    return town.ann, f"/games/{game}/standing-order", town.order(game, at_once=True)


def submit(town: Town) -> Asked:
    """The last card, so that the turn closes."""
    game = town.table()
    town.bob.seals_anything(game)
    town.cat.seals_anything(game)
    return town.ann, f"/games/{game}/turns/1/submission", town.move(game)


def withdraw(town: Town) -> Asked:
    game = town.table()
    town.ann.seals_anything(game)
    return town.ann, f"/games/{game}/turns/1/submission", None


def announce_vacation(town: Town) -> Asked:
    town.table()
    return town.ann, "/me/vacations", {"until": in_days(3)}


def end_vacation(town: Town) -> Asked:
    town.table()
    made = town.ann.post("/me/vacations", {"until": in_days(3)}).json
    return town.ann, f"/me/vacations/{made['id']}", None


def in_days(days: int) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def change_me(town: Town) -> Asked:
    change = {"password": "barnacles-and-brine", "current_password": PASSWORD, "about": "I play."}
    return town.ann, "/me", change


def claim_account(town: Town) -> Asked:
    guest = Person(Person().post("/guests").json["token"])
    return guest, "/me/claim", {"username": "gil", "password": PASSWORD}


def mark_read(town: Town) -> Asked:
    game = town.ordered()
    town.table()
    town.ann.get("/me/events")
    return town.ann, "/me/read", {"number": 30, "game": game}


def delete_subscription(town: Town) -> Asked:
    town.ann.post("/me/subscriptions", {"kind": "news"})
    return town.ann, "/me/subscriptions/news", None


def create_token(town: Town) -> Asked:
    return Person(), "/me/tokens", {"username": "ann", "password": PASSWORD}


def delete_token(town: Town) -> Asked:
    made = town.ann.post("/me/tokens", {"username": "ann", "password": PASSWORD}).json
    return town.ann, f"/me/tokens/{made['id']}", None


def redeliver(town: Town) -> Asked:
    hook = town.hook()
    first = deliveries(town.ann, hook)[0]
    return town.ann, f"/me/receivers/{hook['id']}/deliveries/{first['id']}/redeliver", None


def change_webhook(town: Town) -> Asked:
    """All that can be changed, with what happened since it was disabled."""
    hook = town.hook()
    assert town.ann.patch(f"/me/receivers/{hook['id']}", {"enabled": False}).status == 200
    town.table()
    return town.ann, f"/me/receivers/{hook['id']}", {"enabled": True, "note": "mine", "events": []}


def end_me(town: Town) -> Asked:
    """With other tokens that end, and games that will go on without her."""
    for _ in range(3):
        town.ordered()
        town.ann.post("/me/tokens", {"username": "ann", "password": PASSWORD})
    return town.ann, "/me", None


def keep_me(town: Town) -> Asked:
    assert town.ann.delete("/me").status == 202
    return town.ann, "/me/ending", None


def of_invited(rest: str) -> Callable[[Town], Asked]:
    return lambda town: (town.dan, f"/invitations/{invited(town)[1]}{rest}", None)


def delete_message(town: Town) -> Asked:
    game, message = written(town)
    return town.ann, f"/games/{game}/messages/{message}", None


WRITES: dict[str, Callable[[Town], Asked]] = {
    "update_relation": lambda town: (
        of_relations(town)[0],
        "/me/relations/bob",
        {"friend": False, "blocked": True, "muted": True},
    ),
    "create_invitation": lambda town: (
        town.ann,
        f"/games/{town.ann.opens(3)}/invitations",
        {"player": "dan"},
    ),
    "accept_invitation": of_invited("/accept"),
    "delete_invitation": of_invited(""),
    "create_rematch": lambda town: (town.bob, f"/games/{town.ended()}/rematch", None),
    "create_message": lambda town: (
        town.ann,
        f"/games/{town.table()}/messages",
        {"text": "Low water!"},
    ),
    "delete_message": delete_message,
    "create_game": create_game,
    "create_export": of_mine("/me/exports"),
    "delete_me": end_me,
    "cancel_deletion": keep_me,
    "cancel_game": lambda town: (town.ann, f"/games/{town.ann.opens(3)}/cancel", None),
    "advance_clock": move_clock,
    "advance_my_clock": move_whole_clock,
    "join_game": join_game,
    "set_entropy": give_entropy,
    "leave_game": leave_game,
    "agree_to_pause": agree_to_pause,
    "end_pause": end_pause,
    "vote_to_resume": go_on,
    "resign_game": resign,
    "reclaim_seat": return_to_seat,
    "decline_seat": decline_seat,
    "offer_seat": offer_seat,
    "withdraw_offer": withdraw_offer,
    "accept_seat": take_seat,
    "extend_deadline": lambda town: (town.ann, f"/games/{town.table()}/seats/1/time", None),
    "set_standing_order": give_standing_order,
    "delete_standing_order": lambda town: (
        town.ann,
        f"/games/{town.ordered()}/standing-order",
        None,
    ),
    "start_game": start_game,
    "submit_answer": submit,
    "withdraw_answer": withdraw,
    "update_me": change_me,
    "create_vacation": announce_vacation,
    "end_vacation": end_vacation,
    "create_guest": lambda town: (Person(), "/guests", None),
    "claim_account": claim_account,
    "create_bot": lambda town: (town.ann, "/me/bots", {"username": "anns-engine"}),
    "create_bot_token": lambda town: (town.ann, f"/me/bots/{town.bot()}/tokens", {}),
    "delete_bot": lambda town: (town.ann, f"/me/bots/{town.bot()}", None),
    "update_viewer": lambda town: (
        town.ann,
        f"/games/{town.noted()}/viewer",
        {"note": "high ones", "notifications": "off"},
    ),
    "create_player": lambda town: (Person(), "/players", {"username": "gil", "password": PASSWORD}),
    "mark_read": mark_read,
    "create_token": create_token,
    "delete_token": delete_token,
    "update_notification_settings": lambda town: (
        town.ann,
        "/me/notifications",
        {"zone": "Europe/Berlin", "mode": "digest", "switches": {"message": {"mail": True}}},
    ),
    "create_receiver": lambda town: (
        town.ann,
        "/me/receivers",
        {"channel": "ntfy", "address": {"url": PHONE}},
    ),
    "update_receiver": change_webhook,
    "delete_receiver": of_a_webhook(""),
    "test_receiver": lambda town: (town.ann, f"{town.phone()}/test", None),
    "create_subscription": lambda town: (town.ann, "/me/subscriptions", {"kind": "calendar"}),
    "delete_subscription": delete_subscription,
    "redeliver_message": redeliver,
    "renew_receiver_secret": of_a_webhook("/secret"),
}
