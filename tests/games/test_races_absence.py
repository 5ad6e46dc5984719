"""Two at once around absence: real threads on a real PostgreSQL, and one defined outcome."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games import botplay, deadlines
from games.models import Event, FormerSeat, Game, Pause, Seat, Submission
from games.now import now
from players.models import Vacation
from tests.games.test_races import ROUNDS, at_once, card, closings, opened
from tests.overdue import make_due
from tests.people import PASSWORD, Answer, Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Person]:
    return [Person.signs_up(name) for name in ("ann", "bob", "cat")]


@pytest.fixture
def dan() -> Person:
    return Person.signs_up("dan")


def told(game: str, kind: str) -> int:
    """How often something was told of in a game's log."""
    return Event.objects.filter(game=game, type=kind).count()


def without_gaps(game: str) -> bool:
    numbers = Event.objects.filter(game=game).order_by("number").values_list("number", flat=True)
    return list(numbers) == list(range(1, Game.objects.get(pk=game).event_number + 1))


def outcomes(answers: list[Answer]) -> list[tuple[int, str | None]]:
    return sorted((answer.status, answer.code) for answer in answers)


def without_ann(people: list[Person]) -> str:
    """A game in which a bot has just taken the seat of ann, who is its host no more."""
    ann, bob, cat = people
    game = ann.opens(3, absence={"bot_after": 1})
    bob.joins(game)
    cat.joins(game)
    bob.seals_anything(game)
    cat.seals_anything(game)
    make_due(game)
    deadlines.sweep()
    assert Seat.objects.get(game=game, number=0).away == "absent"
    return game


def offered(people: list[Person], *seats: int) -> str:
    """A game in which these seats were resigned and are offered to dan."""
    ann = people[0]
    game = opened(people)
    for seat in seats:
        people[seat].post(f"/games/{game}/resign")
        assert ann.put(f"/games/{game}/seats/{seat}/offer", {"player": "dan"}).status == 200
    return game


# -- seats


def test_an_offer_taken_from_two_clients_at_once_is_taken_once(
    people: list[Person], dan: Person
) -> None:
    for _ in range(ROUNDS):
        game = offered(people, 1)
        take = partial(dan.post, f"/games/{game}/seats/1/take")
        assert outcomes(at_once(take, take)) == [(200, None), (403, "not_offered")]
        assert told(game, "seat_taken") == FormerSeat.objects.filter(game=game).count() == 1
        assert without_gaps(game)


def test_who_loses_her_seat_while_she_reads_hears_once_of_all_that_happened_until_then(
    people: list[Person], dan: Person
) -> None:
    bob = people[1]
    for _ in range(ROUNDS):
        game = offered(people, 1)
        taken, *_ = at_once(
            partial(dan.post, f"/games/{game}/seats/1/take"),
            *[partial(bob.get, "/me/events", page_size=100)] * 2,
        )
        assert taken.status == 200
        heard = bob.get("/me/events", page_size=100).json["results"]
        assert [one["number"] for one in heard] == list(range(1, len(heard) + 1))
        of_the_log = [one["event"] for one in heard if one["game"] == game and one["event"]]
        (joined,) = Event.objects.filter(game=game, type="joined", data__seat=1)
        (resigned,) = Event.objects.filter(game=game, type="stand_in")
        assert of_the_log == list(range(joined.number, resigned.number + 1))
        whispers = [one["type"] for one in heard if one["game"] == game and not one["event"]]
        assert whispers == ["seat_lost"]


def test_of_two_seats_offered_to_one_player_she_takes_one(
    people: list[Person], dan: Person
) -> None:
    for _ in range(ROUNDS):
        game = offered(people, 1, 2)
        answers = at_once(
            *[partial(dan.post, f"/games/{game}/seats/{seat}/take") for seat in (1, 2)]
        )
        assert outcomes(answers) == [(200, None), (409, "already_joined")]
        assert Seat.objects.filter(game=game, player__username="dan").count() == 1


def test_a_seat_offered_to_another_while_it_is_taken_is_one_of_theirs(
    people: list[Person], dan: Person
) -> None:
    ann = people[0]
    Person.signs_up("eve")
    for _ in range(ROUNDS):
        game = offered(people, 1)
        taken, other = at_once(
            partial(dan.post, f"/games/{game}/seats/1/take"),
            partial(ann.put, f"/games/{game}/seats/1/offer", {"player": "eve"}),
        )
        assert (taken.status, taken.code, other.status, other.code) in [
            (200, None, 409, "seat_not_vacant"),
            (403, "not_offered", 200, None),
        ]


def test_a_seat_is_taken_or_its_owner_is_back(people: list[Person], dan: Person) -> None:
    ann, bob, _ = people
    for _ in range(ROUNDS):
        game = without_ann(people)
        assert bob.put(f"/games/{game}/seats/0/offer", {"player": "dan"}).status == 200
        taken, back = at_once(
            partial(dan.post, f"/games/{game}/seats/0/take"),
            partial(ann.post, f"/games/{game}/return"),
        )
        seat = Seat.objects.select_related("player").get(game=game, number=0)
        assert seat.player is not None
        assert (taken.status, taken.code, back.status, back.code, seat.player.username) in [
            (200, None, 403, "not_a_player", "dan"),
            (403, "not_offered", 200, None, "ann"),
        ]
        assert (seat.away, seat.bot) == (None, None)


def test_who_resigns_while_her_last_card_is_on_its_way(people: list[Person]) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        ann.seals_anything(game)
        bob.seals_anything(game)
        last = card(cat, game)
        sealed, resigned = at_once(
            partial(cat.seals, game, last, 1), partial(cat.post, f"/games/{game}/resign")
        )
        assert resigned.status == 204
        # The card was there first and closed the turn, or the seat was a bot's by then.
        assert (sealed.status, sealed.code, closings(game, 1)) in [
            (200, None, 1),
            (403, "not_a_player", 0),
        ]
        botplay.move_bots(game)
        assert closings(game, 1) == 1
        assert without_gaps(game)


def test_who_resigns_while_another_closes_the_turn(people: list[Person]) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        ann.seals_anything(game)
        bob.seals_anything(game)
        last = card(cat, game)
        sealed, resigned = at_once(
            partial(cat.seals, game, last, 1), partial(bob.post, f"/games/{game}/resign")
        )
        assert (sealed.status, resigned.status, closings(game, 1)) == (200, 204, 1)
        by = [one["by"] for one in ann.get(f"/games/{game}/turns/1").json["actions"]]
        assert by == ["player"] * 3, "what she had sealed stays sealed"
        assert ann.sees(game)["seats"][1]["away"] == "resigned"
        # Whichever was first, a bot is asked in her place now.
        botplay.move_bots(game)
        assert [one["answered"] for one in ann.sees(game)["turn"]["asked"]] == [False, True, False]


def test_all_who_resign_at_once_leave_a_game_of_bots(people: list[Person]) -> None:
    for _ in range(ROUNDS):
        game = opened(people)
        answers = at_once(*[partial(who.post, f"/games/{game}/resign") for who in people])
        assert [answer.status for answer in answers] == [204] * 3
        assert set(Seat.objects.filter(game=game).values_list("away", flat=True)) == {"resigned"}
        assert without_gaps(game)


def test_who_comes_back_while_the_bot_moves(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = without_ann(people)
        back, _ = at_once(
            partial(ann.post, f"/games/{game}/return"), partial(botplay.move_bots, game)
        )
        assert back.status == 200
        assert ann.sees(game)["seats"][0]["away"] is None
        sealed = Submission.objects.filter(turn__game=game, turn__closed_at=None, seat=0)
        assert [one.by for one in sealed] in ([], ["bot"])
        # Either way the question is hers.
        assert ann.seals_anything(game).status == 200
        assert [one.by for one in sealed.all()] == ["player"]


def test_who_comes_back_by_answering_wins_over_the_bot(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = without_ann(people)
        mine = card(ann, game, -1)
        answer, _ = at_once(partial(ann.seals, game, mine, 2), partial(botplay.move_bots, game))
        assert answer.status == 200
        (sealed,) = Submission.objects.filter(turn__game=game, turn__number=2, seat=0)
        assert (sealed.action, sealed.by) == (mine, "player")
        assert told(game, "returned") == 1
        assert without_gaps(game)


def test_who_comes_back_twice_at_once_is_back_once(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = without_ann(people)
        back = partial(ann.post, f"/games/{game}/return")
        assert outcomes(at_once(back, back)) == [(200, None), (409, "not_away")]
        assert told(game, "returned") == 1


# -- stopping the clock


def test_a_pause_to_which_the_last_two_agree_at_once_begins_once(people: list[Person]) -> None:
    for _ in range(ROUNDS):
        game = opened(people)
        answers = at_once(
            *[partial(who.put, f"/games/{game}/pause", {"length": "P2D"}) for who in people]
        )
        assert [answer.status for answer in answers] == [200] * 3
        pause = Pause.objects.get(game=game)
        assert pause.agreed == [0, 1, 2]
        assert pause.from_at is not None
        counts = [told(game, kind) for kind in ("pause_agreed", "paused", "deadlines_moved")]
        assert counts == [3, 1, 1]
        assert without_gaps(game)


def test_a_pause_that_is_dropped_while_the_last_agrees_is_over_or_never_was(
    people: list[Person],
) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        for who in (ann, bob):
            who.put(f"/games/{game}/pause", {"length": "P2D"})
        agreed, dropped = at_once(
            partial(cat.put, f"/games/{game}/pause", {"length": "P2D"}),
            partial(ann.delete, f"/games/{game}/pause"),
        )
        assert (agreed.status, dropped.status) == (200, 204)
        # It was agreed and ended, or dropped and proposed anew by cat.
        assert (told(game, "pause_ended"), told(game, "pause_dropped")) in [(1, 0), (0, 1)]
        pause = ann.sees(game)["pause"]
        assert pause is None or pause["agreed"] == [2]
        assert without_gaps(game)


def test_a_pause_that_races_the_clock_holds_or_comes_too_late(people: list[Person]) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        for who in (ann, bob):
            who.put(f"/games/{game}/pause", {"length": "P2D"})
        make_due(game)
        agreed, _ = at_once(
            partial(cat.put, f"/games/{game}/pause", {"length": "P2D"}), deadlines.sweep
        )
        deadlines.sweep()
        assert agreed.status == 200
        assert closings(game, 1) == 1, "the deadline had passed, whoever was first"
        turn = ann.sees(game)["turn"]
        assert turn["number"] == 2
        assert without_gaps(game)


def days(number: float) -> str:
    return (now() + timedelta(days=number)).isoformat().replace("+00:00", "Z")


def announce(person: Person, since: float, until: float) -> Any:
    """A vacation in so many days, to be announced; all of it in one year."""
    return partial(person.post, "/me/vacations", {"from": days(since), "until": days(until)})


def test_two_vacations_at_once_cannot_use_more_than_the_allowance(
    people: list[Person], settings: Any
) -> None:
    ann = people[0]
    settings.TIDE_VACATION_DAYS = 3
    for _ in range(ROUNDS):
        # Within three weeks lies one end of a year at most, and then there are three days in each.
        answers = at_once(*[announce(ann, at, at + 2.5) for at in (1, 4, 7, 10, 13, 16)])
        years = {row.from_at.year for row in Vacation.objects.all()}
        made = [answer for answer in answers if answer.status == 201]
        assert {answer.code for answer in answers if answer.status != 201} == {"no_vacation_left"}
        assert 1 <= len(made) <= len(years) + 1
        for year in ann.get("/me/vacations").json["allowance"]["years"]:
            assert not year["left"].startswith("PT-"), year
        Vacation.objects.all().delete()


def test_two_vacations_at_once_do_not_overlap(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        answers = at_once(announce(ann, 1, 3), announce(ann, 2, 4))
        assert outcomes(answers) == [(201, None), (409, "vacation_overlaps")]
        Vacation.objects.all().delete()


def test_vacations_of_all_players_in_all_their_games_at_once(people: list[Person]) -> None:
    games = [opened(people) for _ in range(4)]
    answers = at_once(
        *[announce(person, 0.1, 2) for person in people],
        *[partial(person.get, "/me/events", page_size=100) for person in people],
        *[partial(people[0].seals_anything, game) for game in games],
    )
    assert {answer.status for answer in answers} == {200, 201}
    for game in games:
        assert told(game, "vacation") == 3
        assert without_gaps(game)
        dues = [one["due_at"] for one in people[0].sees(game)["turn"]["asked"]]
        deadline = now() + timedelta(days=2)
        assert all(due > deadline.isoformat() for due in dues)


def test_vacations_wait_for_nobody_in_a_circle(people: list[Person], dan: Person) -> None:
    """Each locks several games; others hold one of these, or some, and a feed its player's row."""
    ann, bob, _ = people
    for round_ in range(ROUNDS):
        games = [offered(people, 1) for _ in range(2)]
        games += [opened(people) for _ in range(4)]
        for game in games[2:4]:
            make_due(game)
        taken, moved, withdrawn, *made = at_once(
            partial(dan.post, f"/games/{games[0]}/seats/1/take"),
            partial(ann.seals_anything, games[4]),
            partial(ann.delete, f"/games/{games[1]}/seats/1/offer"),
            *[announce(person, 0.1 + round_ / 10, 0.15 + round_ / 10) for person in people],
            announce(dan, 0.1 + round_ / 10, 0.15 + round_ / 10),
            deadlines.sweep,
            partial(bob.get, "/me/events", page_size=100),
        )
        assert (taken.status, moved.status, withdrawn.status) == (200, 200, 204)
        assert [answer.status for answer in made[:4]] == [201] * 4
        assert [told(game, "vacation") for game in games[2:]] == [3] * 4
        assert all(without_gaps(game) for game in games)


def test_a_vacation_that_is_ended_twice_at_once_is_ended_once(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        made = ann.post("/me/vacations", {"until": days(5)}).json
        end = partial(ann.delete, f"/me/vacations/{made['id']}")
        assert outcomes(at_once(end, end)) == [(204, None), (409, "vacation_over")]
        Vacation.objects.all().delete()


# -- orders


def order(person: Person, game: str, number: int, *, at_once: bool = False) -> Any:
    plays = {"plays": [{"card": number}]}
    body = {"order": plays, "at_once": at_once}
    return partial(person.put, f"/games/{game}/standing-order", body)


def test_an_order_played_at_once_and_the_last_card_of_another_close_the_turn_once(
    people: list[Person],
) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        cat.seals_anything(game)
        mine, of_bob = card(ann, game), card(bob, game)
        answers = at_once(
            order(ann, game, mine["card"], at_once=True), partial(bob.seals, game, of_bob, 1)
        )
        assert [answer.status for answer in answers] == [200, 200]
        assert closings(game, 1) == 1
        actions = ann.get(f"/games/{game}/turns/1").json["actions"]
        assert (actions[0]["action"], actions[0]["by"]) == (mine, "order")


def test_an_order_changed_while_the_deadline_passes_is_the_old_or_the_new_one(
    people: list[Person],
) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = opened(people)
        old, new = card(ann, game, 1), card(ann, game, 2)
        order(ann, game, old["card"])()
        make_due(game)
        changed, _ = at_once(order(ann, game, new["card"]), deadlines.sweep)
        deadlines.sweep()
        played = ann.get(f"/games/{game}/turns/1").json["actions"][0]
        assert played["by"] == "order"
        # Once it was used the new one may speak of a card that is gone; none of these is.
        assert changed.status == 200
        assert played["action"] in (old, new)


def test_an_order_given_while_the_turn_closes_is_played_in_the_next_whoever_was_first(
    people: list[Person],
) -> None:
    ann, bob, cat = people
    for _ in range(2 * ROUNDS):
        game = opened(people)
        ann.seals(game, card(ann, game, 0), 1)
        bob.seals_anything(game)
        given, sealed = at_once(
            order(ann, game, card(ann, game, -1)["card"], at_once=True),
            partial(cat.seals, game, card(cat, game), 1),
        )
        assert (given.status, sealed.status) == (200, 200)
        assert [one["answered"] for one in ann.sees(game)["turn"]["asked"]] == [True, False, False]
        assert without_gaps(game)


def test_her_own_card_and_her_order_at_once_leave_her_own_card(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = opened(people)
        mine, ordered = card(ann, game, 0), card(ann, game, 1)
        sealed, given = at_once(
            partial(ann.seals, game, mine, 1), order(ann, game, ordered["card"], at_once=True)
        )
        assert (sealed.status, given.status) == (200, 200)
        row = Submission.objects.get(turn__game=game, seat=0)
        assert (row.action, row.by) == (mine, "player")
        # Her order sealed nothing after her own card, and was replaced if it was first.
        first, *replaced = Event.objects.filter(game=game, type="sealed").order_by("number")
        assert first.data["replaces"] is None
        assert [one.data["replaces"] for one in replaced] in ([], [first.data["commitment"]])
        assert [*[first], *replaced][-1].data["commitment"] == sealed.json["commitment"]


# -- a sandbox


def test_time_moved_by_two_at_once_has_moved_twice(people: list[Person], settings: Any) -> None:
    settings.TIDE_SANDBOX = True
    wish = {"username": "ann", "password": PASSWORD, "test": True}
    tester = Person(people[0].post("/tokens", wish).json["token"], "ann")
    for _ in range(ROUNDS):
        game = opened(people)
        step = partial(tester.post, f"/games/{game}/clock/forward", {"by": "PT24H"})
        answers = at_once(step, step)
        assert [answer.status for answer in answers] == [200, 200]
        assert Game.objects.get(pk=game).ahead == timedelta(hours=48)
        assert tester.sees(game)["turn"]["number"] == 3
        assert without_gaps(game)
