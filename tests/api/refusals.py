"""A refusal: its status, its code, its place; and nothing has changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from games.models import (
    Event,
    FormerSeat,
    Game,
    Invitation,
    Message,
    Note,
    Notice,
    Pause,
    PrivateEvent,
    ReadMark,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from players.models import (
    Attempt,
    Block,
    Delivery,
    Friendship,
    KeptAnswer,
    KeptName,
    Mute,
    Player,
    Token,
    Vacation,
    Webhook,
)
from tests.people import Answer

KEPT = (
    *(
        Player,
        Token,
        Vacation,
        KeptAnswer,
        KeptName,
        Webhook,
        Delivery,
        Attempt,
        Game,
        Seat,
        FormerSeat,
        StandingOrder,
        Pause,
    ),
    *(Stage, Turn, Submission, Event, PrivateEvent, Notice, ReadMark, Note),
    *(Friendship, Block, Mute, Invitation, Message),
)
TO_THE_HOUR = {"last_used_at"}
"""What a mere look may write."""


def refused(said: Answer, status: int, code: str, *pointers: str) -> None:
    """Fail unless this is a problem with this code, and `errors` names these places and no others.

    Places are pointers into the body, or names of parameters of the query.
    """
    assert (said.status, said.code) == (status, code), said.json
    place = "parameter" if code == "invalid_query" else "pointer"
    assert [fault[place] for fault in said.json.get("errors", [])] == list(pointers), said.json


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Fail unless every row of the database is afterwards as it was before."""
    before = rows()
    yield
    assert rows() == before


def rows() -> dict[str, list[dict[str, Any]]]:
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in TO_THE_HOUR}
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in KEPT
    }
