"""POST /games; join, leave, start and cancel; how many games a player may have; and texts for the deal."""

import hashlib
import hmac
from codecs import BOM_UTF8
from datetime import timedelta
from typing import Any

import pytest

from common.rest.json_codec import dump
from games.checks import check_max_stopped_time
from games.lobby import open_games
from games.models import Seat
from games.rulesets.chance import SeededChance
from tests.app.api.calls import hand_seat_on, offer_seat, resign, take_seat
from tests.app.api.events import data, log, types
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.factories import NO_BOT, expire_turns, make_finished_game, make_game
from tests.people import Answer, People, Person


def seat_names(person: Person, game: str) -> list[tuple[int, str]]:
    return [(seat["seat"], seat["player"] or seat["bot"]) for seat in person.sees(game)["seats"]]


def test_players_take_the_first_free_seats_and_the_last_starts_the_game(people: People) -> None:
    ann, bob, cat = people
    game = ann.opens(4, bots=["random"])
    said = bob.post(f"/games/{game}/join", {"entropy": "a shell"})
    assert (said.status, said.json) == (200, bob.sees(game))
    said = bob.post(f"/games/{game}/leave")
    assert (said.status, said.raw) == (204, b"")
    assert seat_names(ann, game) == [(0, "ann"), (3, "random")]
    cat.joins(game)
    assert ann.sees(game)["status"] == "open"
    started = bob.post(f"/games/{game}/join").json
    assert seat_names(ann, game) == [(0, "ann"), (1, "cat"), (2, "bob"), (3, "random")]
    assert (started["status"], started["mine"]["seat"]) == ("running", 2)
    assert (started["stage"], started["stages"], started["turn"]["number"]) == (1, 4, 1)
    assert types(log(ann, game)) == [
        *("created", "joined", "joined", "left", "joined", "joined", "started"),
        *("stage_began", "tides_revealed", "turn_opened"),
    ]


@pytest.mark.parametrize(
    ("end", "code"),
    [("start", "already_started"), ("cancel", "game_cancelled"), (None, "game_finished")],
)
def test_a_game_that_is_open_no_more_takes_nobody(ann, dan, people, end, code) -> None:
    game = ann.opens(5, bots=["random", "random"]) if end else make_finished_game(people)
    if end:
        assert ann.post(f"/games/{game}/{end}").status == 200
    with nothing_changes():
        refused(dan.post(f"/games/{game}/join"), 409, code)


def test_when_the_host_leaves_the_next_player_is_host_or_nobody(ann: Person, bob: Person) -> None:
    game = ann.opens(4, bots=["random"])
    bob.joins(game)
    ann.post(f"/games/{game}/leave")
    assert bob.sees(game)["host"] == "bob"
    assert types(log(bob, game))[-2:] == ["left", "host_changed"]
    refused(ann.post(f"/games/{game}/start"), 403, "not_a_player")
    said = bob.post(f"/games/{game}/cancel")
    assert (said.status, said.json) == (200, bob.sees(game))
    assert (said.json["status"], said.json["turn"]) == ("cancelled", None)
    assert said.json["ended_at"] is not None
    assert types(log(bob, game))[-1] == "cancelled"
    left = ann.opens(4, bots=["random"])
    ann.post(f"/games/{left}/leave")
    seen = ann.sees(left)
    assert (seen["status"], seen["mine"], seen["result"]) == ("cancelled", None, None)
    assert seen["cancel_reason"] == "nobody_left"
    assert types(log(ann, left))[-2:] == ["left", "cancelled"]


def test_the_host_may_start_once_the_minimum_is_there_and_seats_close_up(people: People) -> None:
    ann, bob, cat = people
    game, pair = ann.opens(5, bots=["random"]), ann.opens(5)
    bob.joins(pair)
    with nothing_changes():
        refused(ann.post(f"/games/{pair}/start"), 409, "not_enough_players")
    bob.joins(game)
    cat.joins(game)
    bob.post(f"/games/{game}/leave")
    said = ann.post(f"/games/{game}/start")
    assert (said.status, said.json) == (200, ann.sees(game))
    assert (said.json["status"], said.json["seat_count"], said.json["stages"]) == ("running", 5, 3)
    assert seat_names(ann, game) == [(0, "ann"), (1, "cat"), (2, "random")]
    assert [seat["seat"] for seat in said.json["table"]["seats"]] == [0, 1, 2]
    assert cat.sees(game)["mine"]["seat"] == 1


# -- so many games

BOTS = ["random", "random"]


@pytest.fixture
def low_game_limits(settings: Any) -> None:
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 2
    settings.TIDE_MAX_GAMES_PER_PLAYER = 4


def create_game(person: Person, **wish: Any) -> Answer:
    return person.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3, **wish})


@pytest.mark.usefixtures("low_game_limits")
def test_a_player_may_have_so_many_open_games(people: People) -> None:
    ann, bob, cat = people
    mine, _ = ann.opens(3), ann.opens(3, private=True)
    his = bob.opens(3)
    with nothing_changes():
        refused(create_game(ann), 409, "too_many_games")
        refused(ann.post(f"/games/{his}/join"), 409, "too_many_games")
    cat.joins(his)
    ann.joins(his)
    assert ann.sees(his)["status"] == "running", "what starts at once is no open game"
    assert create_game(ann, bots=BOTS).status == 201
    other = cat.opens(3)
    assert ann.post(f"/games/{mine}/leave").status == 204
    assert resign(ann, his).status == 204
    ann.joins(other)


@pytest.mark.usefixtures("low_game_limits")
def test_a_player_may_have_so_many_games_altogether(ann: Person, bob: Person) -> None:
    games = [ann.opens(3, bots=BOTS) for _ in range(3)]
    ann.opens(3)
    # Also one from whose seats the player is absent.
    Seat.objects.filter(game=games[1], player__isnull=False).update(away="absent", bot="careful")
    his = bob.opens(3)
    with nothing_changes():
        refused(create_game(ann, bots=BOTS), 409, "too_many_games")
        refused(create_game(ann), 409, "too_many_games")
        refused(ann.post(f"/games/{his}/join"), 409, "too_many_games")
    assert resign(ann, games[0]).status == 204
    ann.joins(his)


@pytest.mark.usefixtures("low_game_limits")
def test_who_has_too_many_takes_no_offered_seat(people: People, dan: Person, settings: Any) -> None:
    (ann, bob, _), game = people, make_game(people)
    resign(bob, game)
    offer_seat(ann, game, 1, "dan")
    for _ in range(4):
        dan.opens(3, bots=BOTS)
    with nothing_changes():
        refused(take_seat(dan, game, 1), 409, "too_many_games")
    settings.TIDE_MAX_GAMES_PER_PLAYER = 5
    assert take_seat(dan, game, 1).status == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("low_game_limits")
def test_of_calls_that_come_at_once_no_more_succeed(ann: Person, bob: Person) -> None:
    games = [bob.opens(3) for _ in range(2)]
    with threads() as at_once:
        calls = [at_once.start(create_game, ann) for _ in range(3)]
        calls += [at_once.start(ann.post, f"/games/{game}/join") for game in games]
        said = [call.result().status for call in calls]
    assert sorted(said)[-3:] == [409] * 3
    assert Seat.objects.filter(player__username="ann").count() == 2


# -- POST /games


WISH: dict[str, Any] = {"ruleset": "turn_the_tide", "seat_count": 3}
LENGTHS = ("bank", "increment", "grace", "ahead")
USUAL_CLOCK: dict[str, Any] = {
    "per_turn": "PT24H",
    "per_turn_seconds": 86_400,
    "hours": None,
    **dict.fromkeys(LENGTHS),
    **{f"{name}_seconds": None for name in LENGTHS},
}
MOST_STOPPED = {"most_stopped": "PT1440H", "most_stopped_seconds": 5_184_000}
"""What the server adds."""
USUAL_ABSENCE = {"bot_after": 3, "vacations": True, "least_reliability": None, **MOST_STOPPED}


def test_a_byte_order_mark_before_json_is_ignored(ann: Person) -> None:
    assert ann.call("POST", "/games", raw=BOM_UTF8 + dump(WISH)).status == 201


def test_the_host_takes_seat_0_and_bots_the_last(ann: Person) -> None:
    said = ann.post("/games", {**WISH, "seat_count": 4, "bots": ["random", "careful"]})
    assert said.status == 201
    assert said.headers["Location"] == f"/api/v1/games/{said.json['id']}"
    known = said.json["seats"][0]["participant"]
    assert len(known) == 16
    as_at_first = {"score": 0, "away": None, "missed": 0, "offered_to": None}
    as_at_first |= {"bank": None, "bank_seconds": None}
    of_ann = {"player": "ann", "account": "person", "participant": known}
    of_ann |= {"avatar": ann.get("/me").json["avatar"]}
    nobodys = {"player": None, "account": None, "avatar": None, "participant": None}
    assert said.json["seats"] == [
        {"seat": 0, **of_ann, "bot": None, **as_at_first},
        {"seat": 2, **nobodys, "bot": "random", **as_at_first},
        {"seat": 3, **nobodys, "bot": "careful", **as_at_first},
    ]
    assert ann.sees(said.json["id"]) == said.json


def test_what_is_left_out_has_its_default(ann: Person) -> None:
    said = ann.post("/games", WISH).json
    assert said["options"] == {"edition": "amigo"}
    assert (said["clock"], said["absence"]) == (USUAL_CLOCK, USUAL_ABSENCE)
    assert (said["start"], said["private"], said["pause"]) == ("full", False, None)
    assert (said["status"], said["host"], said["seat_count"]) == ("open", "ann", 3)
    assert said["turn"] is said["table"] is said["mine"] is said["result"] is None
    assert said["stage"] is said["stages"] is said["started_at"] is said["ended_at"] is None
    assert said["fairness"]["commitment"].startswith("sha256:")
    assert (said["fairness"]["entropy"], said["vacations"]) == ([None], [])
    # Each part of a clock and of absence has a default of its own.
    parts = {"clock": {"bank": None, "hours": None}, "absence": NO_BOT}
    other = ann.post("/games", {**WISH, **parts}).json
    assert other["clock"] == USUAL_CLOCK
    assert other["absence"] == {**USUAL_ABSENCE, "bot_after": 100}
    assert ann.post("/games", {**WISH, "clock": {}, "absence": {}}).json["clock"] == USUAL_CLOCK
    assert other["id"] != said["id"]
    assert other["fairness"]["commitment"] != said["fairness"]["commitment"]


def test_everything_can_be_asked_for_and_is_bound_by_the_first_event(ann: Person) -> None:
    hours = {"zone": "Europe/Berlin", "days": ["mon", "sun"], "from": "18:00", "to": "02:30"}
    clock = {"per_turn": "PT90M", "bank": "P1DT1H", "increment": "PT600S", "grace": "PT12H"}
    wish: dict[str, Any] = {
        "ruleset": "turn_the_tide",
        "options": {"edition": "bga_modified"},
        "seat_count": 6,
        "bots": [],
        "clock": {**clock, "hours": {**hours, "days": ["sun", "mon"]}},
        "absence": {"bot_after": 1, "vacations": False, "least_reliability": 80},
        "private": True,
        "start": "host",
    }
    said = ann.post("/games", wish).json
    assert said["options"] == {"edition": "bga_modified"}
    assert (said["seat_count"], said["private"], said["start"]) == (6, True, "host")
    clock |= {"bank": "PT25H", "increment": "PT10M"}
    seconds = {"per_turn": 5_400, "bank": 90_000, "increment": 600, "grace": 43_200, "ahead": None}
    assert said["clock"] == {
        **clock,
        "hours": hours,
        "ahead": None,
        **{f"{name}_seconds": value for name, value in seconds.items()},
    }
    assert said["absence"] == {**wish["absence"], **MOST_STOPPED}
    assert said["seats"][0]["bank"] == "PT25H", "each begins with a full one"
    assert log(ann, said["id"])[0]["data"] == {
        **{name: said[name] for name in ("ruleset", "options", "start")},
        "seats": 6,
        "bots": [],
        "clock": {**clock, "hours": hours},
        "absence": {**wish["absence"], "most_stopped": MOST_STOPPED["most_stopped"]},
        "host": said["seats"][0]["participant"],
        "commitment": said["fairness"]["commitment"],
    }


def test_with_bots_in_every_other_seat_it_starts_at_once_with_whole_banks(ann: Person) -> None:
    clock = {"per_turn": "PT1H", "bank": "PT72H", "increment": "PT30M"}
    said = ann.post("/games", {**WISH, "bots": ["random", "random"], "clock": clock}).json
    assert (said["status"], len(said["mine"]["legal_actions"])) == ("running", 12)
    assert [seat["bank"] for seat in said["seats"]] == ["PT72H"] * 3
    assert [seat["bank_seconds"] for seat in said["seats"]] == [259_200] * 3
    assert (said["mine"]["bank"], said["mine"]["bank_seconds"]) == ("PT72H", 259_200)


@pytest.mark.parametrize("most", [timedelta(seconds=-1), timedelta(days=3661)])
def test_a_server_does_not_start_with_a_limit_that_is_none(settings: Any, most: timedelta) -> None:
    assert check_max_stopped_time(None) == []
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = most
    (fault,) = check_max_stopped_time(None)
    assert fault.id == "games.E005"


# -- a text of one's own for the deal, after the commitment and before the start


GULLS, SHELL = "three gulls on the pier 🌊", "a shell"


def hash_text(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def give_text(person: Person, game: str, text: object) -> Answer:
    return person.put(f"/games/{game}/entropy", {"entropy": text})


@pytest.fixture
def full_game(ann: Person, bob: Person, cat: Person) -> str:
    """A game with all its people, whose host keeps the start for later."""
    game = ann.opens(3, start="host", absence=NO_BOT)
    bob.joins(game)
    cat.joins(game)
    return game


def test_the_receipt_says_whose_text_it_is_and_shows_its_hash_alone(ann: Person) -> None:
    game = ann.opens(3)
    refused(ann.get(f"/games/{game}/entropy"), 404, "no_entropy")
    said = give_text(ann, game, GULLS)
    assert said.status == 200
    assert ann.get(f"/games/{game}/entropy").json == said.json
    (told,) = log(ann, game, "entropy_given")
    assert said.json == {
        "game": game,
        "seat": 0,
        "participant": ann.sees(game)["seats"][0]["participant"],
        "entropy": hash_text(GULLS),
        "given_at": told["at"],
    }
    assert told["data"] == {"seat": 0, "entropy": hash_text(GULLS)}
    fairness = Person().sees(game)["fairness"]
    assert (fairness["entropy"], fairness["server_seed"]) == ([hash_text(GULLS)], None)
    assert Seat.objects.get(game=game).entropy == hash_text(GULLS)
    assert GULLS not in f"{Seat.objects.values()} {log(ann, game)}", "the text is kept nowhere"


def test_a_text_comes_with_its_player_and_goes_before_the_start(ann, bob, cat) -> None:
    game = ann.opens(3)
    bob.post(f"/games/{game}/join", {"entropy": SHELL})
    joined = log(ann, game, "joined")
    assert [one["entropy"] for one in data(joined)] == [None, hash_text(SHELL)]
    with nothing_changes():
        said = give_text(bob, game, SHELL)
    assert (said.json["entropy"], said.json["given_at"]) == (hash_text(SHELL), joined[1]["at"])
    bob.post(f"/games/{game}/leave")
    cat.joins(game)
    assert ann.sees(game)["fairness"]["entropy"] == [None, None]


def test_another_text_takes_its_place_until_the_start(ann, bob, cat, dan, full_game) -> None:
    assert ann.sees(full_game)["status"] == "open"
    with nothing_changes():
        refused(dan.post(f"/games/{full_game}/join"), 409, "game_full")
        refused(bob.post(f"/games/{full_game}/start"), 403, "not_host")
    for text in (GULLS, SHELL):
        first = give_text(ann, full_game, text)
        with nothing_changes():
            assert give_text(ann, full_game, text).raw == first.raw, "it is told once"
    assert ann.sees(full_game)["fairness"]["entropy"] == [hash_text(SHELL), None, None]
    assert ann.post(f"/games/{full_game}/start").status == 200
    (started,) = log(ann, full_game, "started")
    assert started["data"]["entropy"] == [hash_text(SHELL), None, None]
    with nothing_changes():
        assert give_text(ann, full_game, SHELL).raw == first.raw
        refused(give_text(ann, full_game, GULLS), 409, "already_started")
        refused(give_text(bob, full_game, GULLS), 409, "already_started")
    # The next player of a seat has not given its text.
    hand_seat_on(full_game, ann, bob, dan, 0)
    with nothing_changes():
        refused(give_text(dan, full_game, SHELL), 409, "already_started")
        refused(give_text(ann, full_game, SHELL), 403, "not_a_player")
    assert bob.sees(full_game)["fairness"]["entropy"] == [hash_text(SHELL), None, None]


def test_it_can_be_given_anew_ten_times(ann: Person) -> None:
    game = ann.opens(3)
    for time in range(open_games.TEXTS_PER_GAME):
        assert give_text(ann, game, f"text {time}").status == 200
    with nothing_changes():
        refused(give_text(ann, game, "one more"), 409, "too_many_changes")
    assert give_text(ann, game, "text 9").status == 200, "it is there already"
    assert len(log(ann, game, "entropy_given")) == open_games.TEXTS_PER_GAME


def test_the_cards_come_from_the_hashes_of_all_texts(ann, cat, full_game) -> None:
    give_text(ann, full_game, GULLS)
    give_text(cat, full_game, SHELL)
    ann.post(f"/games/{full_game}/start")
    expire_turns(full_game, until=lambda row: False)
    record = ann.get(f"/games/{full_game}/record").json
    assert record["fairness"]["entropy"] == [hash_text(GULLS), None, hash_text(SHELL)]
    key = bytes.fromhex(record["fairness"]["server_seed"])
    message = bytes([0, 0, 0, len(full_game)]) + full_game.encode()
    message += b"\x01" + hashlib.sha256(GULLS.encode()).digest() + b"\x00"
    message += b"\x01" + hashlib.sha256(SHELL.encode()).digest()
    chance = SeededChance(hmac.digest(key, message, "sha256"))
    drawn = record["setup"]["chance"][0]
    dealt = chance.sample(drawn["purpose"], drawn["from"], len(drawn["value"]))
    assert list(dealt) == drawn["value"]
