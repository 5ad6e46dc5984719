"""Somebody who has left her traces everywhere: in games, with others, with operators, in all tables."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from common.db import encrypted
from common.outbox import receivers
from games.background import botplay
from games.models import Game
from notifications.webhooks.feed_events import enqueue_events
from players.models import App, Player
from players.privacy import exports
from tests.app.api.calls import announces, cards, day, gives, handed_on, offers, resigns
from tests.app.privacy.ways import gets_on_with, has_ways_in
from tests.app.privacy.working import workers_gather
from tests.moving_time import Time
from tests.people import PASSWORD, Person
from tests.webhooks import makes

NAME = "Quillfeather"
ADDRESS = "quill@feathers.example"
TRACES = (NAME, ADDRESS, "quillfeather.example", "I knit feathers")
"""All that says who she is."""
KEY = {"Idempotency-Key": "once"}


@dataclass
class World:
    her: Person
    others: list[Person]
    finished: list[str]
    """Games that are over, in which she was named."""
    running: str
    """A game in which she sits, as its host."""
    alone: str
    """A table that she has opened, at which nobody else sits."""
    shared: str
    """A table that she has opened, at which others sit."""
    elsewhere: str
    """A game of others in which a seat is offered to her."""

    @property
    def row(self) -> Player:
        return Player.objects.get(pk=self.number)

    number: int = 0


def made(time: Time) -> World:
    her, ann, bob, dan = (Person.signs_up(name) for name in (NAME, "ann", "bob", "dan"))
    about = {"email": ADDRESS, "current_password": PASSWORD, "about": "I knit feathers."}
    assert her.patch("/me", about).status == 200
    for person in (her, ann, bob, dan):
        makes(person, f"https://{person.name}.example/hook".lower(), note=f"of {person.name}")
    over = [_plays(her, ann, bob), _hands_on(her, ann, bob, dan), _is_offered(her, ann, bob)]
    _end(over, time)
    running = ann_joins(her, ann, bob)
    assert gives(her, running, cards(*her.sees(running)["mine"]["hand"][:2])).status == 200
    her.seals_anything(running)
    alone, shared = her.opens(3), her.opens(3)
    ann.call("POST", f"/games/{shared}/join", headers=KEY)
    elsewhere = ann_joins(ann, bob, dan)
    resigns(bob, elsewhere)
    offers(ann, elsewhere, 1, NAME)
    assert announces(her, day(2027, 6, 1), day(2027, 6, 9)).status == 201
    assert her.put("/me/read", {"number": her.get("/me/events").json["last"]}).status == 204
    gets_on_with(her, ann, bob, running, alone)
    world = World(her, [ann, bob, dan], over, running, alone, shared, elsewhere)
    world.number = Player.objects.get(username=NAME).pk
    has_ways_in(world.row, ADDRESS)
    _is_seen_by_operators(world.row)
    exports.start_export(world.row)
    workers_gather()
    _everything_is_sent(world)
    return world


def ann_joins(host: Person, *guests: Person) -> str:
    game = host.opens(1 + len(guests))
    for guest in guests:
        guest.joins(game)
    return game


def _end(games: list[str], time: Time) -> None:
    """Time and bots play these games to their end."""
    while Game.objects.filter(pk__in=games, status=Game.Status.RUNNING).exists():
        time.passes(hours=25)
        botplay.move_due()


def _plays(her: Person, *others: Person) -> str:
    game = ann_joins(her, *others)
    her.seals_anything(game)
    return game


def _hands_on(her: Person, host: Person, other: Person, next_one: Person) -> str:
    game = ann_joins(host, other, her)
    handed_on(game, her, host, next_one, 2)
    return game


def _is_offered(her: Person, host: Person, other: Person) -> str:
    game = host.opens(3, bots=["random"])
    other.joins(game)
    resigns(other, game)
    offers(host, game, 1, NAME)
    her.post(f"/games/{game}/seats/1/decline")
    return game


def _is_seen_by_operators(player: Player) -> None:
    olga = Player.objects.create_superuser("olga", password=PASSWORD)
    LogEntry.objects.create(
        user=olga,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(player.pk),
        object_repr=str(player),
        action_flag=CHANGE,
    )
    gone = EmailAddress(pk=10**6, user=player, email=f"old-{ADDRESS}")
    has = [
        *EmailAddress.objects.filter(user=player),
        *SocialAccount.objects.filter(user=player),
        *App.objects.filter(user=player),
    ]
    LogEntry.objects.log_actions(olga.pk, has, CHANGE)
    LogEntry.objects.log_actions(olga.pk, [gone], DELETION)


def _everything_is_sent(world: World) -> None:
    """What has happened lies in the feeds and outboxes of all; one of her own webhooks is given up."""
    for person in (world.her, *world.others):
        enqueue_events(Player.objects.get(username=person.name).pk)
        person.get("/me/events")
    hook = world.row.webhooks.get()
    receivers.disable_receiver(hook, hook.Why.FAILED, hook.created_at)
    hook.save()
    world.her.get("/me/events")


# -- looking for somebody


def traces(*texts: str) -> dict[str, int]:
    """In which columns of which tables these texts stand, in capitals or not, and in how many rows.

    All tables of the database are read, also those of which Django knows nothing; what is encrypted is
    opened.
    """
    wanted = [text.lower().encode() for text in texts]
    found: dict[str, int] = {}
    for table, column, kind in _columns():
        with connection.cursor() as cursor:
            read = f'"{column}"' if kind == "bytea" else f'"{column}"::text'
            cursor.execute(f'SELECT {read} FROM "{table}" WHERE "{column}" IS NOT NULL')
            rows = sum(
                any(one in plain for one in wanted for plain in _plain(value))
                for (value,) in cursor
            )
        if rows:
            found[f"{table}.{column}"] = rows
    return found


def _columns() -> list[tuple[str, str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns"
            " JOIN information_schema.tables USING (table_schema, table_name)"
            " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
        )
        return [(str(table), str(column), str(kind)) for table, column, kind in cursor]


def _plain(value: Any) -> Iterator[bytes]:
    """What stands in a column, in small letters: as it lies there, and opened."""
    if isinstance(value, str):
        yield value.lower().encode()
        return
    raw = bytes(value)
    yield raw.lower()
    try:
        opened = encrypted.decrypt_token(raw)
    except encrypted.WrongKey:
        return
    yield opened.lower()
    yield from _unpacked(opened)


def _unpacked(opened: bytes) -> Iterator[bytes]:
    # Not by its first two letters alone: one random key in 65,536 begins so.
    if not zipfile.is_zipfile(BytesIO(opened)):
        return
    with zipfile.ZipFile(BytesIO(opened)) as whole:
        for name in whole.namelist():
            yield whole.read(name).lower()
