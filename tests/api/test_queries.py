"""How many statements a call costs: three for a read, six for a write, however much there is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from games.models import Event, Game, Seat, Turn
from games.sweep import analysis
from tests import document
from tests.api.conftest import TimePasses
from tests.api.seating import offers, resigns
from tests.interference.calls import operations
from tests.leaving.working import workers_gather
from tests.people import PASSWORD, Person
from tests.webhooks import deliveries, delivers, makes

pytestmark = pytest.mark.django_db

READ, WRITE = 3, 6
SELDOM = 15
"""What people do with each other is seldom, and nobody else waits for it: there the ORM may ask more."""
HOOK = "http://127.0.0.1:9/"
"""Where nobody listens."""
NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")
Asked = tuple[Person, str, Any]
"""Who calls, where, and what she sends."""


class Town:
    """Four people, three of them at a table, and all that can have happened there."""

    def __init__(self, people: list[Person], table: Callable[..., str], passes: TimePasses) -> None:
        self.ann, self.bob, self.cat, self.dan = people
        self.table = table
        self.passes = passes

    def absent(self) -> str:
        """A game in which a bot stands in for bob, who has given nothing up."""
        game = self.table(absence={"bot_after": 1})
        self.ann.seals_anything(game)
        self.cat.seals_anything(game)
        self.passes(game)
        assert Seat.objects.get(game=game, number=1).away == "absent"
        return game

    def offered(self) -> str:
        """A game with a seat that is offered to dan."""
        game = self.table()
        assert resigns(self.bob, game).status == 204
        assert offers(self.ann, game, 1, "dan").status == 200
        return game

    def ordered(self) -> str:
        game = self.table()
        assert self.ann.put(f"/games/{game}/standing-order", self.order(game)).status == 200
        return game

    def order(self, game: str, **more: Any) -> Any:
        return {"order": {"plays": [{"card": self.ann.sees(game)["mine"]["hand"][0]}]}, **more}

    def ended(self) -> str:
        game = self.table(absence={"bot_after": 100})
        self.ann.seals_anything(game)
        self.passes(game, until=lambda row: False)
        return game

    def hook(self) -> Any:
        made = makes(self.ann, HOOK)
        for _ in range(3):
            self.table()
        delivers(self.ann)
        return made

    def bot(self) -> str:
        """The name of a bot of ann's, with a seat in an open game."""
        made = self.ann.post("/me/bots", {"username": "anns-engine"})
        assert made.status == 201
        Person(made.json["token"]).joins(self.bob.opens(3))
        return "anns-engine"

    def noted(self) -> str:
        game = self.table()
        assert self.ann.put(f"/games/{game}/note", {"text": "low cards"}).status == 200
        return game

    def move(self, game: str) -> Any:
        return {"action": self.ann.sees(game)["mine"]["legal_actions"][0]}


@pytest.fixture
def town(
    ann: Person,
    bob: Person,
    cat: Person,
    dan: Person,
    table: Callable[..., str],
    time_passes: TimePasses,
    settings: Any,
) -> Town:
    settings.TIDE_SANDBOX = settings.TIDE_WEBHOOKS_PRIVATE = True
    return Town([ann, bob, cat, dan], table, time_passes)


# -- reads


def of_a_game(rest: str) -> Callable[[Town], Asked]:
    def asked(town: Town) -> Asked:
        game = town.ordered()
        assert town.ann.seals_anything(game).status == 200
        town.ann.put(f"/games/{game}/pause", {"length": "P1D"})
        town.ann.post("/me/vacations", {"until": "2099-01-01T00:00:00Z"})
        return town.ann, f"/games/{game}{rest}", None

    return asked


def of_an_ended_game(rest: str) -> Callable[[Town], Asked]:
    return lambda town: (town.ann, f"/games/{town.ended()}{rest}", None)


def of_an_analysed_game(town: Town) -> Asked:
    game = town.ended()
    analysis.make(Game.objects.get(pk=game))
    return town.ann, f"/games/{game}/analysis", None


def of_mine(path: str) -> Callable[[Town], Asked]:
    """Something that there is much of."""

    def asked(town: Town) -> Asked:
        for _ in range(3):
            game = town.ordered()
        assert town.ann.seals_anything(game).status == 200
        town.hook()
        return town.ann, path, None

    return asked


def of_a_webhook(rest: str) -> Callable[[Town], Asked]:
    return lambda town: (town.ann, f"/webhooks/{town.hook()['id']}{rest}", None)


def of_mine_ready(rest: str) -> Callable[[Town], Asked]:
    """An export among three, ready to be fetched."""

    def asked(town: Town) -> Asked:
        for _ in range(3):
            made = town.ann.post("/me/exports").json["id"]
            workers_gather()
        return town.ann, f"/me/exports{rest}".format(made), None

    return asked


def written(town: Town) -> tuple[str, str]:
    """A game in which ann has written three messages, and the newest."""
    game = town.table()
    for _ in range(3):
        made = town.ann.post(f"/games/{game}/messages", {"text": "Low water!"})
    return game, made.json["id"]


def invited(town: Town) -> tuple[str, str]:
    """A game of ann's to which dan is invited, and the code."""
    game = town.ann.opens(4)
    town.ann.post(f"/games/{game}/invitations", {})
    made = town.ann.post(f"/games/{game}/invitations", {"player": "dan"})
    return game, made.json["code"]


def of_my_invitations(town: Town) -> Asked:
    invited(town)
    return town.dan, "/me/invitations", None


def of_friends(town: Town) -> Asked:
    for friend in ("bob", "cat", "dan"):
        town.ann.put(f"/me/friends/{friend}")
    return town.ann, "/me/friends", None


def of_averse(what: str) -> Callable[[Town], Asked]:
    def asked(town: Town) -> Asked:
        for other in ("bob", "cat", "dan"):
            town.ann.put(f"/me/{what}/{other}")
        return town.ann, f"/me/{what}", None

    return asked


READS: dict[str, Callable[[Town], Asked]] = {
    "list_friends": of_friends,
    "list_blocks": of_averse("blocks"),
    "list_mutes": of_averse("mutes"),
    "list_invitations": lambda town: (town.ann, f"/games/{invited(town)[0]}/invitations", None),
    "list_my_invitations": of_my_invitations,
    "get_invitation": lambda town: (town.dan, f"/invitations/{invited(town)[1]}", None),
    "list_messages": lambda town: (town.bob, f"/games/{written(town)[0]}/messages", None),
    "list_games": of_mine("/games?player=ann"),
    "get_game": of_a_game(""),
    "list_events": of_a_game("/events"),
    "get_proof": of_an_ended_game("/proof"),
    "get_record": of_an_ended_game("/record"),
    "get_analysis": of_an_analysed_game,
    "list_stages": of_an_ended_game("/stages"),
    "get_standing_order": of_a_game("/standing-order"),
    "stream_game": of_a_game("/stream"),
    "get_turn": of_an_ended_game("/turns/1"),
    "get_submission": of_an_ended_game("/turns/1/submission"),
    "get_me": of_mine("/me"),
    "get_note": lambda town: (town.ann, f"/games/{town.noted()}/note", None),
    "list_my_bots": lambda town: (town.ann, "/me/bots", town.bot() and None),
    "list_my_events": of_mine("/me/events"),
    "stream_my_events": of_mine("/me/stream"),
    "list_my_turns": of_mine("/me/turns"),
    "list_vacations": of_mine("/me/vacations"),
    "get_player": of_mine("/players/bob"),
    "list_my_games": of_mine("/me/games"),
    "list_players": of_mine("/players?prefix=an"),
    "list_exports": of_mine_ready(""),
    "get_export": of_mine_ready("/{0}"),
    "get_archive": of_mine_ready("/{0}/archives/1"),
    "get_ending": of_mine("/me/ending"),
    "list_rulesets": of_mine("/rulesets"),
    "get_ruleset": of_mine("/rulesets/turn_the_tide"),
    "list_tokens": of_mine("/tokens"),
    "list_webhooks": of_mine("/webhooks"),
    "get_webhook": of_a_webhook(""),
    "list_deliveries": of_a_webhook("/deliveries"),
    "healthz": lambda town: (town.ann, "/healthz", None),
    "readyz": lambda town: (town.ann, "/readyz", None),
}


# -- writes


def create_game(town: Town) -> Asked:
    wish = {"ruleset": "turn_the_tide", "seats": 3, "bots": ["random", "careful"]}
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
    tester = Person(town.ann.post("/tokens", wish).json["token"], "ann")
    return tester, f"/games/{game}/clock/forward", {"by": "PT24H"}


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


def create_token(town: Town) -> Asked:
    return Person(), "/tokens", {"username": "ann", "password": PASSWORD}


def delete_token(town: Town) -> Asked:
    made = town.ann.post("/tokens", {"username": "ann", "password": PASSWORD}).json
    return town.ann, f"/tokens/{made['id']}", None


def redeliver(town: Town) -> Asked:
    hook = town.hook()
    first = deliveries(town.ann, hook)[0]
    return town.ann, f"/webhooks/{hook['id']}/deliveries/{first['id']}/redeliver", None


def change_webhook(town: Town) -> Asked:
    """All that can be changed, with what happened since it was disabled."""
    hook = town.hook()
    assert town.ann.patch(f"/webhooks/{hook['id']}", {"enabled": False}).status == 200
    town.table()
    return town.ann, f"/webhooks/{hook['id']}", {"enabled": True, "note": "mine", "events": []}


def end_me(town: Town) -> Asked:
    """With other tokens that end, and games that will go on without her."""
    for _ in range(3):
        town.ordered()
        town.ann.post("/tokens", {"username": "ann", "password": PASSWORD})
    return town.ann, "/me", None


def keep_me(town: Town) -> Asked:
    assert town.ann.delete("/me").status == 202
    return town.ann, "/me/ending", None


def of_averse_to(what: str) -> Callable[[Town], Asked]:
    """Somebody who is blocked or muted already."""
    return lambda town: (of_averse(what)(town)[0], f"/me/{what}/bob", None)


def of_invited(rest: str) -> Callable[[Town], Asked]:
    return lambda town: (town.dan, f"/invitations/{invited(town)[1]}{rest}", None)


def revoke_invitation(town: Town) -> Asked:
    game, code = invited(town)
    return town.ann, f"/games/{game}/invitations/{code}", None


def delete_message(town: Town) -> Asked:
    game, message = written(town)
    return town.ann, f"/games/{game}/messages/{message}", None


WRITES: dict[str, Callable[[Town], Asked]] = {
    "ask_friend": lambda town: (town.ann, "/me/friends/bob", None),
    "end_friendship": lambda town: (of_friends(town)[0], "/me/friends/bob", None),
    "block_player": lambda town: (town.ann, "/me/blocks/bob", None),
    "unblock_player": of_averse_to("blocks"),
    "mute_player": lambda town: (town.ann, "/me/mutes/bob", None),
    "unmute_player": of_averse_to("mutes"),
    "invite": lambda town: (
        town.ann,
        f"/games/{town.ann.opens(3)}/invitations",
        {"player": "dan"},
    ),
    "revoke_invitation": revoke_invitation,
    "accept_invitation": of_invited("/accept"),
    "decline_invitation": of_invited("/decline"),
    "offer_rematch": lambda town: (town.bob, f"/games/{town.ended()}/rematch", None),
    "write_message": lambda town: (
        town.ann,
        f"/games/{town.table()}/messages",
        {"text": "Low water!"},
    ),
    "delete_message": delete_message,
    "create_game": create_game,
    "create_export": of_mine("/me/exports"),
    "end_me": end_me,
    "keep_me": keep_me,
    "cancel_game": lambda town: (town.ann, f"/games/{town.ann.opens(3)}/cancel", None),
    "move_clock": move_clock,
    "join_game": join_game,
    "give_entropy": give_entropy,
    "leave_game": leave_game,
    "agree_to_pause": agree_to_pause,
    "end_pause": end_pause,
    "go_on": go_on,
    "resign": resign,
    "return_to_seat": return_to_seat,
    "decline_seat": decline_seat,
    "offer_seat": offer_seat,
    "withdraw_offer": withdraw_offer,
    "take_seat": take_seat,
    "give_time": lambda town: (town.ann, f"/games/{town.table()}/seats/1/time", None),
    "give_standing_order": give_standing_order,
    "take_back_standing_order": lambda town: (
        town.ann,
        f"/games/{town.ordered()}/standing-order",
        None,
    ),
    "start_game": start_game,
    "submit": submit,
    "withdraw": withdraw,
    "change_me": change_me,
    "announce_vacation": announce_vacation,
    "end_vacation": end_vacation,
    "play_as_guest": lambda town: (Person(), "/guests", None),
    "claim_account": claim_account,
    "create_bot": lambda town: (town.ann, "/me/bots", {"username": "anns-engine"}),
    "create_bot_token": lambda town: (town.ann, f"/me/bots/{town.bot()}/tokens", {}),
    "delete_bot": lambda town: (town.ann, f"/me/bots/{town.bot()}", None),
    "write_note": lambda town: (town.ann, f"/games/{town.noted()}/note", {"text": "high ones"}),
    "delete_note": lambda town: (town.ann, f"/games/{town.noted()}/note", None),
    "sign_up": lambda town: (Person(), "/players", {"username": "gil", "password": PASSWORD}),
    "mark_read": mark_read,
    "create_token": create_token,
    "delete_token": delete_token,
    "create_webhook": lambda town: (town.ann, "/webhooks", {"url": HOOK}),
    "change_webhook": change_webhook,
    "delete_webhook": of_a_webhook(""),
    "redeliver": redeliver,
    "renew_webhook_secret": of_a_webhook("/secret"),
    "test_webhook": of_a_webhook("/test"),
}

PEOPLE = {"ask_friend", "end_friendship", "block_player", "unblock_player", "mute_player"}
PEOPLE |= {"unmute_player", "invite", "revoke_invitation", "accept_invitation"}
PEOPLE |= {"decline_invitation", "offer_rematch", "write_message", "delete_message"}
ACCOUNT = {"change_me", "end_me", "delete_bot"}
ELSEWHERE = {"stream_game", "stream_my_events", "readyz"}
"""What this process answers with 503: it holds no streams, and no worker is about."""


@contextmanager
def counting() -> Iterator[list[str]]:
    """The statements that are asked in here, other than those by which a transaction begins and ends."""
    asked: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if not sql.startswith(NOT_COUNTED):
            asked.append(" ".join(sql.split()))
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield asked


def stated() -> list[Any]:
    return [
        pytest.param(call["operationId"], method, id=call["operationId"])
        for method, _, call in operations(document.document())
    ]


@pytest.mark.parametrize(("call", "method"), stated())
def test_a_call_costs_few_statements(
    town: Town, call: str, method: str, django_capture_on_commit_callbacks: Any
) -> None:
    prepare = READS[call] if method == "GET" else WRITES[call]
    who, path, body = prepare(town)
    if who.token is not None:
        who.get("/me")  # Once an hour it is noted that a token is used.
    with counting() as asked, django_capture_on_commit_callbacks(execute=True):
        said = who.call(method, path, body)
    assert said.status < 300 or (said.status == 503 and call in ELSEWHERE), said.json
    usual = READ if method == "GET" else WRITE
    assert len(asked) <= (SELDOM if call in PEOPLE | ACCOUNT else usual), "\n".join(asked)


def test_every_line_is_of_a_call_of_the_document() -> None:
    known = {call["operationId"] for _, _, call in operations(document.document())}
    assert {*READS, *WRITES} == known
    assert known >= ELSEWHERE


@pytest.mark.parametrize("call", ["announce_vacation", "end_vacation"])
def test_a_vacation_costs_no_more_in_many_games_than_in_one(
    town: Town, call: str, django_capture_on_commit_callbacks: Any
) -> None:
    for _ in range(3):
        town.table()
    who, path, body = WRITES[call](town)
    who.get("/me")
    with counting() as asked, django_capture_on_commit_callbacks(execute=True):
        said = who.call("POST" if body else "DELETE", path, body)
    assert said.status < 300, said.json
    told = Event.objects.filter(type="vacation").values_list("game").distinct()
    assert len(told) == 4
    assert len(asked) <= WRITE, "\n".join(asked)


def test_the_card_that_ends_a_game_reads_its_history_and_no_more(
    town: Town, django_capture_on_commit_callbacks: Any
) -> None:
    game = town.table(absence={"bot_after": 100})
    while True:
        for person in (town.bob, town.cat):
            person.seals_anything(game)
        who, path, body = town.ann, *last_card(town, game)
        with counting() as asked, django_capture_on_commit_callbacks(execute=True):
            assert who.call("PUT", path, body).status == 200
        over = town.ann.sees(game)["status"] == "finished"
        # The event that ends a log binds the whole record, so all of the game is read once.
        assert len(asked) <= (WRITE + 1 if over else WRITE), "\n".join(asked)
        if over:
            break


def test_who_answers_instead_of_the_bot_pays_no_more(
    town: Town, django_capture_on_commit_callbacks: Any
) -> None:
    game = town.absent()
    bob, number = town.bob, town.bob.sees(game)["turn"]["number"]
    action = bob.sees(game)["mine"]["legal_actions"][0]
    with counting() as asked, django_capture_on_commit_callbacks(execute=True):
        assert bob.seals(game, action, number).status == 200
    assert Event.objects.filter(game=game, type="returned").exists()
    assert len(asked) <= WRITE, "\n".join(asked)


def last_card(town: Town, game: str) -> tuple[str, Any]:
    number = town.ann.sees(game)["turn"]["number"]
    return f"/games/{game}/turns/{number}/submission", town.move(game)


def test_a_list_costs_as_much_for_many_as_for_few(town: Town) -> None:
    counts = []
    for _ in range(2):
        for _ in range(3):
            town.ann.seals_anything(town.ordered())
        with counting() as asked:
            assert town.ann.get("/me/turns").json["results"]
            assert town.ann.get("/games", player="ann").json["results"]
        counts.append(len(asked))
    assert counts[0] == counts[1]
