"""The same cards in each run: what a game's chance comes from is drawn from a known seed."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from games.models import game


class SeededSecrets:
    """In the place of `secrets`, for games alone: ids and seeds are others each time, but known ones."""

    def __init__(self) -> None:
        self._random = Random("known")

    def token_bytes(self, many: int) -> bytes:
        return self._random.randbytes(many)

    def token_urlsafe(self, many: int) -> str:
        return urlsafe_b64encode(self.token_bytes(many)).rstrip(b"=").decode()


@contextmanager
def seeded() -> Iterator[None]:
    # A patch of its own: a test may undo all of `monkeypatch`.
    with pytest.MonkeyPatch.context() as patch:
        drawn = SeededSecrets()
        patch.setattr(game, "secrets", drawn)
        patch.setattr(game, "draw_id", drawn.token_urlsafe)
        yield
