"""A player who has left traces everywhere: in games, with others, with operators, in all tables."""

import zipfile
from collections.abc import Iterator
from contextlib import suppress
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
from tests.webhooks import create_webhook, player_id

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
    world = World(her, [ann, bob, dan], *_play(time, her, ann, bob, dan))
    assert post_vacation(her, day(2027, 6, 1), day(2027, 6, 9)).status == 201
    assert her.put("/me/read", {"number": her.get("/me/events").json["last"]}).status == 204
    _get_on_with(her, ann, bob, world.running, world.alone)
    world.number = Player.objects.get(username=NAME).pk
    _add_ways_in(world.row, ADDRESS)
    _show_operators(world.row)
    exports.start_export(world.row)
    workers_gather()
    # What has happened lies in the feeds and outboxes of all; one webhook of the player is given up.
    for person in (her, *world.others):
        enqueue_events(player_id(person))
        person.get("/me/events")
    hook = world.row.webhooks.get()
    receivers.disable_receiver(hook, hook.Why.FAILED, hook.created_at)
    hook.save()
    her.get("/me/events")
    return world


def _play(time: Time, her: Person, ann: Person, bob: Person, dan: Person) -> tuple[Any, ...]:
    """Return the games of a world: those that are over, and four of which the player is a part."""
    played, handed, offered = (
        make_game((her, ann, bob)),
        make_game((ann, bob, her)),
        ann.opens(3, bots=["random"]),
    )
    her.seals_anything(played)
    hand_seat_on(handed, her, ann, dan, 2)
    bob.joins(offered)
    resign(bob, offered)
    offer_seat(ann, offered, 1, NAME)
    her.post(f"/games/{offered}/seats/1/decline")
    over = [played, handed, offered]
    while Game.objects.filter(pk__in=over, status=Game.Status.RUNNING).exists():
        time.sweep_after(hours=25)
        botplay.move_due()
    running, alone, shared = make_game((her, ann, bob)), her.opens(3), her.opens(3)
    assert put_order(her, running, order_of(*her.sees(running)["mine"]["hand"][:2])).status == 200
    her.seals_anything(running)
    ann.call("POST", f"/games/{shared}/join", headers=KEY)
    elsewhere = make_game((ann, bob, dan))
    resign(bob, elsewhere)
    offer_seat(ann, elsewhere, 1, NAME)
    return over, running, alone, shared, elsewhere


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
    client, name = Client(), player.username
    client.force_login(player)
    session = {"ip": "192.0.2.7", "user_agent": "Quill/1"}
    key = client.session.session_key
    UserSession.objects.update_or_create(user=player, session_key=key, **session)
    row, _ = EmailAddress.objects.get_or_create(user=player, email=address)
    ReturnedMail.objects.create(address=row, why=ReturnedMail.ReturnReason.BOUNCED, at=Now())
    EmailConfirmation.objects.create(email_address=row, key="k" * 40)
    SocialAccount.objects.create(user=player, provider="club", uid="q-7", extra_data={"name": name})
    recovery.create_code(player)
    content = {"to": address, "subject": name, "text": "Hello."}
    Letter.objects.create(player=player, content=content, next_at=Now(), created_at=Now())
    app = App.objects.create(
        user=player,
        name=f"{name}'s telephone",
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
    """Have an operator change the player, and what belongs to them."""
    olga = Player.objects.create_superuser("olga", password=PASSWORD)
    kind = ContentType.objects.get_for_model(Player)
    about = {"object_id": str(player.pk), "object_repr": str(player), "action_flag": CHANGE}
    LogEntry.objects.create(user=olga, content_type=kind, **about)
    models = (EmailAddress, SocialAccount, App)
    has = [row for model in models for row in model.objects.filter(user=player)]
    LogEntry.objects.log_actions(olga.pk, has, CHANGE)
    gone = EmailAddress(pk=10**6, user=player, email=f"old-{ADDRESS}")
    LogEntry.objects.log_actions(olga.pk, [gone], DELETION)


COLUMNS = """
    SELECT table_name, column_name, data_type FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
"""


def traces(*texts: str) -> dict[str, int]:
    """Return in which columns these texts stand, in capitals or not, each with the number of its rows.

    All tables of the database are read, also those of which Django knows nothing; what is encrypted is
    opened.
    """
    wanted = [text.lower().encode() for text in texts]
    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS)
        for table, column, kind in cursor.fetchall():
            read = f'"{column}"' if kind == "bytea" else f'"{column}"::text'
            cursor.execute(f'SELECT {read} FROM "{table}" WHERE "{column}" IS NOT NULL')
            found[f"{table}.{column}"] = sum(
                any(one in plain for one in wanted for plain in _plain(value))
                for (value,) in cursor
            )
    return {name: rows for name, rows in found.items() if rows}


def _plain(value: Any) -> Iterator[bytes]:
    """Yield what stands in a column, in small letters: as it lies there, opened and unpacked."""
    if isinstance(value, str):
        yield value.lower().encode()
        return
    raw = bytes(value)
    yield raw.lower()
    with suppress(encrypted.WrongKey):
        opened = encrypted.decrypt_token(raw)
        yield opened.lower()
        # Not by its first two letters alone: one random key in 65,536 begins so.
        if zipfile.is_zipfile(BytesIO(opened)):
            with zipfile.ZipFile(BytesIO(opened)) as whole:
                yield from (whole.read(name).lower() for name in whole.namelist())
