"""Moderators, and the rows that their acts are about."""

from django.contrib.auth.models import Group

from players.models import Player
from tests.people import Person


def row(person: Person) -> Player:
    return Player.objects.get(username=person.name)


def make_moderator(name: str) -> Player:
    moderator = row(Person.signs_up(name))
    moderator.groups.add(Group.objects.get(name="Moderators"))
    return moderator
