"""Every address of the admin, for everybody, with every odd id: none fails, and none writes."""

from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import quote as admin_quote
from django.contrib.auth.models import Group, Permission
from django.http import HttpRequest
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from games.models import Turn
from players.models import Player
from tests.app.api.refusals import rows
from tests.app.web.security import look_at
from tests.people import Person
from tests.webhooks import create_webhook

pytestmark = pytest.mark.django_db
ODD_IDS = [
    *("0", "9" * 26, "nobody", "ä", "\x00", "_5F", "_", "x" * 5000, "1/2", "%", "..", "'\n"),
    *("🌊", "NaN"),
]
ODD_QUERIES = [
    *(
        "q=%00",
        "q=%C3%A4",
        "e=1",
        "o=99.-1.x",
        "p=-1",
        "p=99999999999999999999",
        "all=",
        "nothing=1",
    ),
    *("id__exact=%00", "status__exact=%00", "host__id__exact=x", "_popup=1", f"q={'x' * 3000}"),
    *("player__password__startswith=a", "_to_field=password", "is_active__exact=x"),
]
SLASHES_OF_LIST = 4
"""Slashes in the address of a list: /admin/games/game/."""
VIEW = ["view_player", "view_webhook", "view_game", "view_turn", "view_group"]
CALLERS: dict[str, dict[str, Any]] = {
    "superuser": {"is_superuser": True},
    "all rights": {"rights": None},
    "view": {"rights": VIEW},
    "none": {},
    "player": {"is_staff": False},
    "stranger": {},
}


@pytest.fixture(params=CALLERS)
def caller(request: pytest.FixtureRequest, ann: Person) -> Client:
    """A visitor of pages, with more or fewer rights."""
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    if request.param != "stranger":
        wish = {"is_staff": True, "is_superuser": False, "rights": [], **CALLERS[request.param]}
        rights = wish.pop("rights")
        player = Player.objects.create_user("olga", **wish)
        chosen = Permission.objects.all()
        player.user_permissions.set(
            chosen if rights is None else chosen.filter(codename__in=rights)
        )
        client.force_login(player)
    return client


@pytest.fixture
def game(ann: Person, table: Callable[..., str]) -> str:
    """A game that runs, beside one that was set aside, a webhook, and a group."""
    game, other = table(), table()
    Turn.objects.filter(game=other).update(faults=1, fault="KeyError")
    create_webhook(ann, "https://bots.example/tide")
    Group.objects.create(name="helpers")
    return game


def patterns(found: Sequence[Any], start: str = "/") -> Iterator[str]:
    for one in found:
        place = f"{start}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from patterns(one.url_patterns, place)
        elif isinstance(one, URLPattern):
            yield place


def known_ids(pattern: str) -> list[str]:
    """Return the id of a row of the kind that is shown below this pattern."""
    for model, site in admin.site._registry.items():
        if f"/{model._meta.app_label}/{model._meta.model_name}/" in pattern:
            ids = site.get_queryset(HttpRequest()).order_by("pk").values_list("pk", flat=True)
            return [str(pk) for pk in ids[:1]]
    return []


def addresses() -> Iterator[str]:
    """Yield whatever the admin has an address for, with ids that there are and those that there are not."""
    for pattern in patterns(admin.site.urls[0], "/admin/"):
        if "logout" in pattern:
            continue
        if "^" in pattern or "(" in pattern:  # The list of an app, and whatever is not there.
            yield from (f"/admin/{app}" for app in ("games/", "players/", "auth/", "none/", "none"))
        elif "<" not in pattern:
            yield pattern
            if pattern.count("/") == SLASHES_OF_LIST:
                yield from (f"{pattern}?{query}" for query in ODD_QUERIES)
        else:
            begin, _, rest = pattern.partition("<")
            end = rest.partition(">")[2].replace("<path:object_id>", "1")
            ids = [*known_ids(pattern), *ODD_IDS]
            yield from (f"{begin}{quote(one, safe='')}{end}" for one in ids)


def all_rows() -> Any:
    more = {
        one.__name__: [*one._default_manager.order_by("pk").values()] for one in (Group, LogEntry)
    }
    return rows() | more


def test_no_page_fails_has_an_inline_script_or_writes_by_being_looked_at(
    caller: Client, game: str
) -> None:
    before, asked = all_rows(), dict[str, int]()
    for address in addresses():
        answer = caller.get(address)
        look_at(answer, address)
        asked[address] = answer.status_code
    assert len(asked) > 200
    assert {address: status for address, status in asked.items() if status >= 500} == {}
    assert set(asked.values()) <= {200, 302, 301, 400, 403, 404}
    assert all_rows() == before


def test_what_is_sent_to_a_page_of_games_is_never_written(caller: Client, game: str) -> None:
    before = all_rows()
    forms = [
        {"status": "finished", "turn_number": "1", "post": "yes"},
        {"action": "delete_selected", "_selected_action": game, "post": "yes"},
    ]
    asked = {
        (address, place): caller.post(address, form).status_code
        for address in addresses()
        if "/games/" in address
        for place, form in enumerate(forms)
    }
    assert len(asked) > 100
    assert {one: status for one, status in asked.items() if status >= 500} == {}
    # Whoever is shown the page is refused: to write a row as it is would show nowhere else.
    change = reverse("admin:games_game_change", args=[admin_quote(game)])
    if caller.get(change).status_code == HTTPStatus.OK:
        assert {caller.post(change, form).status_code for form in forms} == {403}
    left = all_rows()
    assert left.pop("LogEntry") == before.pop("LogEntry")
    assert left == before
