"""What the hub of the streams asks the database: which feeds have more."""

from collections.abc import Callable

import pytest

from games.feeds import feed
from games.feeds.streams import feeds
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.models import FeedRange, Log, Seat
from players.authentication import valid_tokens
from players.models import Player, Token
from tests.app.api.statements import statements
from tests.people import Person

pytestmark = pytest.mark.django_db


def account(person: Person) -> Player:
    return Player.objects.get(username=person.name)


def test_a_log_with_events_above_what_is_known_has_more(table: Callable[..., str]) -> None:
    game, other = table(), table()
    newest = Log.objects.get(pk=game).event_number
    assert GameLog(game).newest_number() == newest
    assert feeds.logs_with_more({game: newest, other: 0}) == [other]
    assert feeds.logs_with_more({game: newest - 1}) == [game]


def test_a_player_has_more_before_her_feed_has_it_and_after(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    table()
    players = {account(one).pk: 0 for one in (ann, bob, dan)}
    assert set(feed.feeds_with_more(players)) == {account(ann).pk, account(bob).pk}
    feed.update_feed(account(ann).pk)
    assert set(feed.feeds_with_more(players)) == {account(ann).pk, account(bob).pk}
    newest = FeedRange.objects.filter(player=account(ann)).latest("first").last
    assert PlayersFeed(account(ann).pk).newest_number() == newest
    assert set(feed.feeds_with_more(players | {account(ann).pk: newest})) == {account(bob).pk}


def test_a_game_concerns_those_who_sit_in_it(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    assert set(feeds.players_of([game], [account(ann).pk, account(dan).pk])) == {account(ann).pk}
    assert feeds.players_of(["nothing"], [account(bob).pk]) == []


def test_a_token_is_good_until_it_is_revoked_or_its_player_is_shut_out(
    ann: Person, bob: Person
) -> None:
    tokens = {person.name: Token.objects.get(player=account(person)).pk for person in (ann, bob)}
    assert valid_tokens([*tokens.values(), "another"]) == set(tokens.values())
    Player.objects.filter(pk=account(ann).pk).update(is_active=False)
    Token.objects.filter(pk=tokens["bob"]).delete()
    assert valid_tokens(tokens.values()) == set()


def test_who_may_see_a_log_is_read_with_it_and_last(table: Callable[..., str]) -> None:
    game = table(private=True)
    with statements() as asked:
        found = GameLog(game).read(0, 100)
    assert "games_seat" in asked[-1], "else a player who has left would get what came before"
    seated = Seat.objects.filter(game=game).values_list("player_id", flat=True)
    assert found.viewers == frozenset(seated)
    assert found.messages[-1].number == GameLog(game).newest_number()
