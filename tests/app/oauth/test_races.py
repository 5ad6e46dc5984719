"""Rights of apps that are used and ended at the same moment: real threads on a real PostgreSQL."""

from collections import Counter
from collections.abc import Callable
from copy import copy
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.test import Client

from players import housekeeping
from players.models import App as AppRow
from players.models import AppCode, AppRefresh, AppToken, Player
from players.oauth.apps import end_rights
from tests.app.api.refusals import refused
from tests.app.api.threads import threads
from tests.app.oauth.app import App, browser, error_of
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 5
AT_ONCE = 12
Deed = Callable[[], Any]


def at_once(deeds: list[Deed]) -> list[Any]:
    """Do all of these in threads that begin together; return their results in order."""
    gate = Barrier(len(deeds))

    def run(deed: Deed) -> Any:
        gate.wait()
        return deed()

    with threads() as pool:
        started = [pool.start(run, deed) for deed in deeds]
    return [one.result() for one in started]


def copy_app(app: App) -> App:
    """Return the same app, in a process of its own."""
    twin = copy(app)
    twin.client = Client(enforce_csrf_checks=True)
    return twin


def exchange(app: App, code: str) -> Deed:
    return partial(copy_app(app).exchanges, code)


def refresh(app: App, token: str) -> Deed:
    return partial(copy_app(app).refreshes, token)


def revoke(app: App, token: str) -> Deed:
    return partial(copy_app(app).sends, "/oauth/revoke", client_id=app.id, token=token)


def count_answers(answers: list[Any]) -> Counter[tuple[int, str]]:
    """Return how often each answer of the token endpoint came."""
    return Counter((one.status_code, one.json().get("error", "")) for one in answers)


def is_nothing_left() -> bool:
    live = AppRefresh.objects.filter(revoked=None).exists()
    return not live and not AppToken.objects.exclude(user=None).exists()


def test_of_twelve_who_bring_a_code_one_is_first(app, anns_browser) -> None:
    for _ in range(ROUNDS):
        code = app.code(anns_browser)
        answers = at_once([exchange(app, code)] * AT_ONCE)
        assert count_answers(answers) == {(200, ""): 1, (400, "invalid_grant"): AT_ONCE - 1}
        (first,) = [one.json() for one in answers if one.status_code == 200]
        refused(Person(first["access_token"]).get("/me"), 401, "token_invalid")
        assert is_nothing_left()


def test_twelve_who_bring_the_same_refresh_token_get_one_pair(app, anns_browser) -> None:
    for _ in range(ROUNDS):
        before = app.signs_in(anns_browser)
        deeds: list[Deed] = [refresh(app, app.tokens["refresh_token"])] * AT_ONCE
        *answers, read = at_once([*deeds, partial(before.get, "/me")])
        assert count_answers(answers) == {(200, ""): AT_ONCE}
        assert (read.status, before.get("/me").status) == (200, 200)
        pairs = {(one.json()["access_token"], one.json()["refresh_token"]) for one in answers}
        ((access, new),) = pairs
        assert Person(access).get("/me").status == 200
        assert app.refreshes(new).status_code == 200
        # The answer was used, so it was not lost: now this is reuse.
        assert error_of(app.refreshes(app.tokens["refresh_token"])) == "invalid_grant"
        assert is_nothing_left()


def set_password(password: str) -> None:
    row = Player.objects.get(username="ann")
    row.set_password(password)
    row.save(update_fields=["password"])


def test_whatever_ends_tokens_at_once_ends_them_all(app, ann) -> None:
    row = AppRow.objects.get(client_id=app.id)
    for number in range(ROUNDS):
        who = browser(ann)
        app.signs_in(who)
        used = app.tokens["refresh_token"]
        app.tokens = app.refreshes(used).json()
        new, code = app.tokens["refresh_token"], app.code(who)
        deeds: list[Deed] = [
            partial(end_rights, Player.objects.get(username="ann"), row),
            partial(set_password, f"{PASSWORD}-{number}"),
            housekeeping.remove_expired,
            *[refresh(app, token) for token in (new, new, used, used)],
            *[revoke(app, token) for token in (app.tokens["access_token"], new) * 2],
            *[exchange(app, code)] * 2,
        ]
        said = [one for one in at_once(deeds) if hasattr(one, "status_code")]
        assert {one.status_code for one in said} <= {200, 400}
        assert not AppToken.objects.good().filter(application=row).exists()
        assert error_of(app.refreshes(new)) == "invalid_grant"
        housekeeping.remove_expired()
        assert is_nothing_left()


def test_an_app_that_is_deleted_while_it_exchanges_leaves_nothing(anns_browser) -> None:
    for _ in range(ROUNDS):
        app = App()
        app.signs_in(anns_browser)
        code, row = app.code(anns_browser), AppRow.objects.get(client_id=app.id)
        deeds: list[Deed] = [row.delete, *[exchange(app, code)] * 3]
        said = at_once([*deeds, *[refresh(app, app.tokens["refresh_token"])] * 3])[1:]
        assert {one.status_code for one in said} <= {200, 400, 401}
        assert not AppRow.objects.filter(client_id=app.id).exists()
        assert not AppCode.objects.exists()
        assert is_nothing_left()
