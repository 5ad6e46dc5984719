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


def play_beside_one_another(games: list[str], random: Random, player: Player) -> None:
    """Play turn by turn, now this game and now that; the feed is read now and then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "MOST_TURNS", 1)
        for _ in range(9):
            played.play(random.choice(games), random)
            if random.random() < 0.6:
                feed.update_feed(player.pk)


@pytest.mark.parametrize("seed", range(3))
def test_each_event_of_each_game_stands_once_in_its_order_and_in_few_rows(
    seed: int, ann: Person, bob: Person, cat: Person
) -> None:
    random, people = Random(seed), list(Player.objects.order_by("pk"))
    games = [played.opened("goofspiel", people) for _ in range(3)]
    play_beside_one_another(games, random, people[0])
    found = feed.read_feed(people[0].pk, 0, ALL).events
    for game in games:
        seat = Seat.objects.get(game=game, player=people[0])
        newest = Log.objects.get(pk=game).event_number
        its = [one["event"] for one in found if one["event"] and one["game"] == game]
        assert its == [*range(seat.feed_from + 1, newest + 1)]
    # No two rows stand for what one could.
    breaks = [
        then
        for one, then in pairwise(found)
        if one["game"] != then["game"] or then["event"] is None or one["event"] != then["event"] - 1
    ]
    rows = FeedRange.objects.filter(player=people[0]).order_by("first")
    assert rows.count() == len(breaks) + 1 < len(found)
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
    numbers = [1, 5, whole.last, whole.last + 1]
    found = feed.read_events_at(people[0].pk, numbers)
    types = {number: whole.events[number - 1]["type"] for number in numbers[:3]}
    assert {number: one.type for number, one in found.items()} == types
    assert archiving.archive_game(games[0]) == archiving.ARCHIVED
    for _ in range(40):
        after, most = random.randrange(whole.last + 2), random.randrange(1, 40)
        page = feed.read_feed(people[0].pk, after, most)
        assert page == feed.Page(whole.events[after : after + most], whole.last)
