"""A feed in few rows: nothing is missing and nothing stands twice, in whichever order things happen."""

from itertools import pairwise
from random import Random

import pytest

from games.background import archiving
from games.feeds import feed
from games.models import FeedRange, Log, Seat
from players.models import Player
from tests import played
from tests.people import Person

pytestmark = pytest.mark.django_db

ALL = 10_000


def things(player: Player) -> list[tuple[str | None, int]]:
    return [
        (one["game"], one["event"])
        for one in feed.read_feed(player.pk, 0, ALL).events
        if one["event"]
    ]


def play_beside_one_another(games: list[str], random: Random, player: Player) -> None:
    """Play turn by turn, now this game and now that; the feed is read now and then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "MOST_TURNS", 1)
        for _ in range(9):
            played.play(random.choice(games), random)
            if random.random() < 0.6:
                feed.update_feed(player.pk)


@pytest.mark.parametrize("seed", range(3))
def test_each_event_of_each_game_stands_once_and_in_its_order(
    seed: int, ann: Person, bob: Person, cat: Person
) -> None:
    random, people = Random(seed), list(Player.objects.order_by("pk"))
    games = [played.opened("goofspiel", people) for _ in range(3)]
    play_beside_one_another(games, random, people[0])
    found = things(people[0])
    for game in games:
        seat = Seat.objects.get(game=game, player=people[0])
        newest = Log.objects.get(pk=game).event_number
        its = [event for one, event in found if one == game]
        assert its == [*range(seat.feed_from + 1, newest + 1)]


def test_no_two_rows_stand_for_what_one_could(ann: Person, bob: Person, cat: Person) -> None:
    random, people = Random(4), list(Player.objects.order_by("pk"))
    play_beside_one_another(
        [played.opened("goofspiel", people) for _ in range(2)], random, people[0]
    )
    found = feed.read_feed(people[0].pk, 0, ALL).events
    breaks = [
        then
        for one, then in pairwise(found)
        if one["game"] != then["game"] or then["event"] is None or one["event"] != then["event"] - 1
    ]
    rows = FeedRange.objects.filter(player=people[0]).order_by("first")
    assert rows.count() == len(breaks) + 1 < len(found) / 3
    assert all(one.last + 1 == then.first for one, then in pairwise(rows))


def test_a_page_begins_and_ends_in_the_midst_of_a_row(
    ann: Person, bob: Person, cat: Person
) -> None:
    random, people = Random(5), list(Player.objects.order_by("pk"))
    games = [played.opened("goofspiel", people) for _ in range(2)]
    for game in games:
        played.play(game, random)
    whole = feed.read_feed(people[0].pk, 0, ALL)
    assert [one["number"] for one in whole.events] == [*range(1, whole.last + 1)]
    assert archiving.archive_game(games[0]) == archiving.ARCHIVED
    for _ in range(40):
        after, most = random.randrange(whole.last + 2), random.randrange(1, 40)
        page = feed.read_feed(people[0].pk, after, most)
        assert page == feed.Page(whole.events[after : after + most], whole.last)


def test_what_stands_at_a_number_is_found_by_it(ann: Person, bob: Person, cat: Person) -> None:
    people = list(Player.objects.order_by("pk"))
    played.play(played.opened("goofspiel", people), Random(6))
    whole = feed.read_feed(people[0].pk, 0, ALL)
    numbers = [1, 5, whole.last, whole.last + 1]
    found = feed.read_events_at(people[0].pk, numbers)
    assert {number: one.type for number, one in found.items()} == {
        number: whole.events[number - 1]["type"] for number in numbers[:3]
    }
