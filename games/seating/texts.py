"""The texts of the players that go into the deal: given after the commitment was shown, until the start."""

from typing import Any

from django.db import transaction

from games.fairness.chain import utc
from games.fairness.seed import text_hash
from games.models import Seat
from games.seating.lobby import refuse_unless_open
from games.store import loading
from games.store.table import Table
from games.store.unit_of_work import commit
from players.models import Player
from tideapi.rest.errors import ApiError

Json = dict[str, Any]

TEXTS_PER_GAME = 10
"""How often whoever sits in a seat may give another text."""


@transaction.atomic
def give(game_id: str, player: Player, text: str) -> Json:
    """Have a text go into the deal, in the place of the one that the seat had; its receipt.

    The same text again gives the same receipt and does nothing, even after the start. Raises `ApiError`.
    """
    table = loading.lock(game_id)
    seat = table.seat_of(player.pk)
    given = text_hash(text)
    if seat.entropy != given or seat.entropy_at is None:
        refuse_unless_open(table.game)
        if seat.entropy_changes >= TEXTS_PER_GAME:
            said = f"A text can be given anew {TEXTS_PER_GAME} times."
            raise ApiError("too_many_changes", said)
        seat.entropy, seat.entropy_at = given, table.now
        seat.entropy_changes += 1
        table.publish("entropy_given", {"seat": seat.number, "entropy": given})
        commit(table)
    return _receipt(table, seat, player)


def _receipt(table: Table, seat: Seat, player: Player) -> Json:
    assert seat.entropy_at is not None  # noqa: S101  The caller has seen to it.
    return {
        "game": table.game.pk,
        "seat": seat.number,
        "participant": table.participant(player.pk),
        "entropy": seat.entropy,
        "given_at": utc(seat.entropy_at),
    }
