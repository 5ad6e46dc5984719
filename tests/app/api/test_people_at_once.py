"""Friends, blocks and mutes of two calls at the same moment: each is answered as one after the other."""

from typing import Any

import pytest
from django.db import OperationalError, models, transaction

from players.models import Friendship, Mute, Player
from players.relations import asked_or_agreed
from tests.app.api.threads import threads
from tests.interruption import interrupt_statement
from tests.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


def removed_elsewhere(rows: "models.QuerySet[Any]") -> None:
    """Another connection removes rows, unless they are held: then it would wait, and goes without."""

    def remove() -> None:
        try:
            with transaction.atomic():
                list(rows.select_for_update(nowait=True))
                rows.delete()
        except OperationalError:
            return

    with threads() as several:
        several.start(remove).result()


def test_who_agrees_is_answered_although_the_other_ends_it_at_that_moment(
    ann: Person, bob: Person
) -> None:
    assert bob.patch("/me/relations/ann", {"friend": True}).status == 200

    def ends(**_: Any) -> None:
        transaction.on_commit(lambda: Friendship.objects.all().delete())

    asked_or_agreed.connect(ends)
    try:
        said = ann.patch("/me/relations/bob", {"friend": True})
    finally:
        asked_or_agreed.disconnect(ends)
    assert (said.status, said.json["friend"]) == (200, "yes")
    assert not Friendship.objects.exists()


def test_who_asks_again_is_answered_although_the_other_declines_at_that_moment(
    ann: Person, bob: Person
) -> None:
    assert ann.patch("/me/relations/bob", {"friend": True}).status == 200
    with interrupt_statement("players_friendship", "LIMIT 1", after=declined):
        said = ann.patch("/me/relations/bob", {"friend": True})
    assert (said.status, said.json["friend"]) == (200, "requested")


def declined() -> None:
    removed_elsewhere(Friendship.objects.order_by("pk"))


def test_what_the_other_asks_and_takes_back_at_that_moment_is_asked_anew(
    ann: Person, bob: Person
) -> None:
    asked, asker = (Player.objects.get(username=one.name) for one in (ann, bob))
    rows = Friendship.objects.filter(asker=asker)

    def asks() -> None:
        Friendship.objects.create(asker=asker, asked=asked, at=asked.date_joined)

    with interrupt_statement("INSERT", "players_friendship", before=asks, after=rows.delete):
        said = ann.patch("/me/relations/bob", {"friend": True})
    assert (said.status, said.json["friend"]) == (200, "requested")
    assert Friendship.objects.get().asker == asked


def test_who_mutes_again_is_answered_although_she_ends_it_at_that_moment(
    ann: Person, bob: Person
) -> None:
    assert ann.patch("/me/relations/bob", {"muted": True}).status == 200
    with interrupt_statement("INSERT", "players_mute", after=unmuted):
        said = ann.patch("/me/relations/bob", {"muted": True})
    assert (said.status, said.json["muted"]) == (200, True)


def unmuted() -> None:
    """Another call unmutes, which takes the lock of the player's row: here it goes without."""

    def remove() -> None:
        try:
            with transaction.atomic():
                Player.objects.select_for_update(no_key=True, nowait=True).get(username="ann")
                Mute.objects.all().delete()
        except OperationalError:
            return

    with threads() as several:
        several.start(remove).result()
