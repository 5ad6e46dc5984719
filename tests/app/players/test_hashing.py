"""How passwords are hashed, and how many at once."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.test import Client

from common.rest.errors import ApiError
from players import hashing
from players.models import Player
from tests.app.api.refusals import nothing_changes
from tests.people import PASSWORD, Person
from tests.waiting import eventually

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_earnest(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["players.hashing.Argon2"]


class Slow:
    """Hashing that takes until it is told to go on."""

    def __init__(self) -> None:
        self.busy = 0
        self.most = 0
        self.go_on = threading.Event()
        self._lock = threading.Lock()

    def verify(self, *_: Any) -> bool:
        with self._lock:
            self.busy += 1
            self.most = max(self.most, self.busy)
        assert self.go_on.wait(60)
        with self._lock:
            self.busy -= 1
        return True


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow = Slow()
    monkeypatch.setattr(hashers.Argon2PasswordHasher, "verify", slow.verify)
    monkeypatch.setattr(hashing, "PATIENCE", 60.0)
    monkeypatch.setattr(hashing, "LINE", hashing.HashQueue(2))
    yield slow
    slow.go_on.set()


def test_a_hash_takes_nineteen_mebibytes_and_one_thread() -> None:
    made = hashers.make_password(PASSWORD)
    assert made.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert hashers.check_password(PASSWORD, made)
    assert not hashers.check_password("rock-pool", made)


def test_a_hash_of_other_parameters_is_good_and_made_anew_with_the_sign_in(ann) -> None:
    class Dear(hashing.Argon2):
        memory_cost = 8 * 1024

    Player.objects.update(password=Dear().encode(PASSWORD, "saltsaltsaltsaltsaltsa"))
    said = Person().post("/me/tokens", {"username": "ann", "password": PASSWORD})
    assert said.status == 201
    assert ",t=2,p=1$" in Player.objects.get().password
    assert "$m=19456," in Player.objects.get().password
    assert Person().post("/me/tokens", {"username": "ann", "password": PASSWORD}).status == 201


def test_few_hash_at_once_and_some_wait(slow, monkeypatch) -> None:
    hasher = hashing.Argon2()
    room = 2 * (1 + hashing.WAITING)
    with ThreadPoolExecutor(room) as threads:
        crowd = [threads.submit(hasher.verify, "x", "y") for _ in range(2)]
        eventually(lambda: slow.busy == 2, "all rooms taken")
        with monkeypatch.context() as patch:
            patch.setattr(hashing, "PATIENCE", 0.01)
            with pytest.raises(ApiError, match="sign in at this moment"):
                hasher.verify("x", "y")
        crowd += [threads.submit(hasher.verify, "x", "y") for _ in range(room - 2)]
        eventually(lambda: hashing.LINE._line._value == 0, "a whole line")
        for _ in range(40):
            with pytest.raises(ApiError, match="sign in at this moment"):
                hasher.verify("x", "y")
            with pytest.raises(ApiError, match="sign in at this moment"):
                hasher.encode("x", "saltsalt")
        assert slow.busy == 2
        slow.go_on.set()
        assert all(one.result() for one in crowd)
    assert slow.most == 2
    assert hasher.verify("x", "y"), "there is room again"


def test_sent_away_with_a_word_and_a_time(ann, monkeypatch) -> None:
    full = hashing.HashQueue(1)
    monkeypatch.setattr(hashing, "LINE", full)
    for _ in range(1 + hashing.WAITING):
        full._line.acquire()
    right = {"username": "ann", "password": PASSWORD}
    with nothing_changes():
        answers = [
            Person().post("/me/tokens", right),
            Person().post("/players", {**right, "username": "eve"}),
            ann.patch("/me", {"password": "barnacle-bill", "current_password": PASSWORD}),
        ]
    for said in answers:
        assert (said.status, said.code, said.headers["Retry-After"]) == (503, "busy", "1")
    page = Client().post("/admin/login/", right)
    assert (page.status_code, page.json()["code"]) == (503, "busy")
    assert page.headers["Retry-After"] == "1"
    assert ann.get("/me").status == 200, "other calls are answered"
