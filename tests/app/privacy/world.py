"""A player who has left traces everywhere: in games, with others, with operators, in all tables."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models.functions import Now
from django.test import Client

from common.db import encrypted
from common.outbox import receivers
from games.background import botplay
from games.models import Game
from notifications.webhooks.feed_events import enqueue_events
from players.models import App, AppToken, Letter, Player, ReturnedMail
from players.pages import recovery
from players.privacy import exports
from tests.app.api.calls import (
    day,
    hand_seat_on,
    offer_seat,
    order_of,
    post_vacation,
    put_order,
    resign,
)
from tests.app.privacy.working import workers_gather
from tests.factories import make_game
from tests.moving_time import Time
from tests.people import PASSWORD, Person
from tests.webhooks import create_webhook

NAME = "Quillfeather"
ADDRESS = "quill@feathers.example"
TRACES = (NAME, ADDRESS, "quillfeather.example", "I knit feathers")
"""All that says who the player is."""
KEY = {"Idempotency-Key": "once"}


@dataclass
class World:
    her: Person
    others: list[Person]
    finished: list[str]
    """Games that are over, in which the player was named."""
    running: str
    """A game of which the player is the host."""
    alone: str
    """A table of the player, at which nobody else sits."""
    shared: str
    """A table of the player, at which others sit."""
    elsewhere: str
    """A game of others in which a seat is offered to the player."""

    @property
    def row(self) -> Player:
        return Player.objects.get(pk=self.number)

    number: int = 0


def made(time: Time) -> World:
    her, ann, bob, dan = (Person.signs_up(name) for name in (NAME, "ann", "bob", "dan"))
    about = {"email": ADDRESS, "current_password": PASSWORD, "about": "I knit feathers."}
    assert her.patch("/me", about).status == 200
    for person in (her, ann, bob, dan):
        create_webhook(
            person, f"https://{person.name}.example/hook".lower(), note=f"of {person.name}"
        )
    over = [_plays(her, ann, bob), _hands_on(her, ann, bob, dan), _is_offered(her, ann, bob)]
    _end(over, time)
    running = ann_joins(her, ann, bob)
    assert put_order(her, running, order_of(*her.sees(running)["mine"]["hand"][:2])).status == 200
    her.seals_anything(running)
    alone, shared = her.opens(3), her.opens(3)
    ann.call("POST", f"/games/{shared}/join", headers=KEY)
    elsewhere = ann_joins(ann, bob, dan)
    resign(bob, elsewhere)
    offer_seat(ann, elsewhere, 1, NAME)
    assert post_vacation(her, day(2027, 6, 1), day(2027, 6, 9)).status == 201
    assert her.put("/me/read", {"number": her.get("/me/events").json["last"]}).status == 204
    _get_on_with(her, ann, bob, running, alone)
    world = World(her, [ann, bob, dan], over, running, alone, shared, elsewhere)
    world.number = Player.objects.get(username=NAME).pk
    _add_ways_in(world.row, ADDRESS)
    _show_operators(world.row)
    exports.start_export(world.row)
    workers_gather()
    _send_everything(world)
    return world


def ann_joins(host: Person, *guests: Person) -> str:
    return make_game((host, *guests))


def _end(games: list[str], time: Time) -> None:
    """Time and bots play these games to their end."""
    while Game.objects.filter(pk__in=games, status=Game.Status.RUNNING).exists():
        time.sweep_after(hours=25)
        botplay.move_due()


def _plays(her: Person, *others: Person) -> str:
    game = ann_joins(her, *others)
    her.seals_anything(game)
    return game


def _hands_on(her: Person, host: Person, other: Person, next_one: Person) -> str:
    game = ann_joins(host, other, her)
    hand_seat_on(game, her, host, next_one, 2)
    return game


def _is_offered(her: Person, host: Person, other: Person) -> str:
    game = host.opens(3, bots=["random"])
    other.joins(game)
    resign(other, game)
    offer_seat(host, game, 1, NAME)
    her.post(f"/games/{game}/seats/1/decline")
    return game


def _get_on_with(her: Person, friend: Person, other: Person, game: str, table: str) -> None:
    """Have a friend, somebody who is kept away and does the same, and something to say."""
    assert friend.patch(f"/me/relations/{her.name}", {"friend": True}).status == 200
    assert her.patch(f"/me/relations/{friend.name}", {"friend": True}).status == 200
    for one, two in ((her, other), (other, her)):
        one.patch(f"/me/relations/{two.name}", {"muted": True})
        one.patch(f"/me/relations/{two.name}", {"blocked": True})
    her.post(f"/games/{game}/messages", {"text": f"{her.name} was here."})
    her.post(f"/games/{table}/invitations", {"player": friend.name})
    her.post(f"/games/{table}/invitations", {})
    invited = friend.opens(3)
    friend.post(f"/games/{invited}/invitations", {"player": her.name})
    her.patch(f"/games/{game}/viewer", {"note": f"Of {her.name}: never trust a gull."})
    her.post("/me/bots", {"username": f"{her.name}-engine"})


def _add_ways_in(player: Player, address: str) -> None:
    """Fill the tables of the libraries, and of ours beside them."""
    client = Client()
    client.force_login(player)
    session = {"ip": "192.0.2.7", "user_agent": "Quill/1"}
    key = client.session.session_key
    UserSession.objects.update_or_create(user=player, session_key=key, **session)
    row, _ = EmailAddress.objects.get_or_create(user=player, email=address)
    ReturnedMail.objects.create(address=row, why=ReturnedMail.ReturnReason.BOUNCED, at=Now())
    EmailConfirmation.objects.create(email_address=row, key="k" * 40)
    SocialAccount.objects.create(
        user=player, provider="club", uid="q-7", extra_data={"name": player.username}
    )
    recovery.create_code(player)
    content = {"to": address, "subject": player.username, "text": "Hello."}
    Letter.objects.create(player=player, content=content, next_at=Now(), created_at=Now())
    app = App.objects.create(
        user=player,
        name=f"{player.username}'s telephone",
        client_type=App.CLIENT_PUBLIC,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
        redirect_uris="https://quillfeather.example/back",
    )
    AppToken.objects.create(
        user=player, application=app, token="", expires=Now(), scope="game:read", epoch=player.epoch
    )


def add_second_step(player: Player) -> None:
    """With one, a player can sign in on pages alone."""
    passkey = Authenticator.Type.WEBAUTHN
    Authenticator.objects.create(user=player, type=passkey, data={"name": player.username})


def _show_operators(player: Player) -> None:
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


def _send_everything(world: World) -> None:
    """What has happened lies in the feeds and outboxes of all; one webhook of the player is given up."""
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
