"""Whoever writes a row writes what was changed, so that what others have written meanwhile stays."""

import ast
from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory

from players.authentication import BearerToken
from players.models import Player
from tests.form_fields import form_fields
from tideapi.local.up import ROOT

OURS = ("common", "games", "notifications", "players", "tideapi")
NOT_ROWS = {"table", "super", "sociallogin", "archive_store"}
"""What has a method of this name and is no row: a game under its lock, what `Player.save` goes on to, what
allauth knows of somebody from elsewhere, and the store of archived games."""
WHOLE_ROWS = {"update_or_create", "get_or_create"}
UNDER_A_KEY = {
    "notifications/models/received_mail.py",
    "notifications/preferences.py",
    "notifications/questions/secrets.py",
    "notifications/receivers.py",
    "notifications/replies/imap.py",
    "notifications/subscriptions.py",
    "players/mail/reachable.py",
    "players/moderation.py",
    "players/privacy/closure.py",
}
"""Where a row has nothing but what is written there, such as the time of the last sweep, or where one that is
there already is left as it is."""


def written_rows() -> Iterator[tuple[str, int]]:
    """Yield where our code writes a whole row: file and line."""
    for file in (file for folder in OURS for file in (ROOT / folder).rglob("*.py")):
        nodes = () if "migrations" in file.parts else ast.walk(ast.parse(file.read_text()))
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner, name = node.func.value, node.func.attr
                owner = owner.func if isinstance(owner, ast.Call) else owner
                named = any(keyword.arg == "update_fields" for keyword in node.keywords)
                saves = name == "save" and not named and ast.unparse(owner) not in NOT_ROWS
                path = str(file.relative_to(ROOT))
                if saves or (name in WHOLE_ROWS and path not in UNDER_A_KEY):
                    yield path, node.lineno


def test_no_code_of_ours_writes_a_whole_row() -> None:
    assert [*written_rows()] == []
    assert [name for name in UNDER_A_KEY if not (ROOT / name).is_file()] == []


@pytest.mark.django_db
def test_a_player_who_is_saved_as_a_whole_is_written_where_she_was_changed(ann) -> None:
    known = Player.objects.get()
    Player.objects.update(about="new", is_active=False)
    known.email = "ann@tide.example"
    known.save()
    row = Player.objects.get()
    assert (row.about, row.is_active, row.email) == ("new", False, "ann@tide.example")
    known.last_login, known.about = known.date_joined, "newer"
    known.save(update_fields=["last_login"])
    known.save()
    assert Player.objects.get().about == "newer"


@pytest.mark.django_db
def test_of_a_row_that_was_read_in_part_nothing_else_is_written(ann) -> None:
    known = Player.objects.only("username").get()
    known.about = "new"
    assert known.password  # It is read when it is asked for, and so it is no change.
    Player.objects.update(email="ann@tide.example")
    known.save()
    row = Player.objects.get()
    assert (row.about, row.email) == ("new", "ann@tide.example")
    request = RequestFactory().get("/", headers={"Authorization": f"Bearer {ann.token}"})
    caller, _ = BearerToken().authenticate(request) or pytest.fail("The token is good.")
    caller.about = "newer"
    caller.set_password("anemone-and-rock-pool")
    caller.save()
    row = Player.objects.get()
    assert (row.about, row.email, row.epoch) == ("newer", "ann@tide.example", caller.epoch)
    assert row.check_password("anemone-and-rock-pool")
    caller.username = "admin"
    with pytest.raises(ValidationError, match="not given to players"):
        caller.save()


@pytest.mark.django_db
def test_a_page_of_the_admin_writes_what_was_changed_in_it(ann) -> None:
    client = Client()
    client.force_login(Player.objects.create_superuser("olga"))
    row = Player.objects.get(username="ann")
    address = f"/admin/players/player/{row.pk}/change/"
    form = form_fields(client.get(address).content, "player_form")
    # While the page is open another operator shuts the player out, who changes the address.
    Player.objects.filter(pk=row.pk).update(is_active=False, email="ann@tide.example")
    assert client.post(address, {**form, "first_name": "Ann"}).status_code == 302
    row.refresh_from_db()
    assert (row.first_name, row.is_active, row.email) == ("Ann", False, "ann@tide.example")
