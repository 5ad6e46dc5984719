"""The texts of the players that go into the deal: given after the commitment was shown, until the start."""

from typing import Any

from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from games.fairness.commitments import text_hash, utc
from games.lobby.open_games import refuse_unless_open
from games.models import Seat
from games.play import events
from games.repository.game_state import GameState
from games.repository.unit_of_work import for_update
from games.shapes.people import EntropyReceipt
from players.models import Player

Json = dict[str, Any]

TEXTS_PER_GAME = 10
"""How often the player of a seat may replace the text."""


def set_text(game_id: str, player: Player, text: str) -> EntropyReceipt:
    """Have a text go into the deal, in the place of the one that the seat had; its receipt.

    The same text again gives the same receipt and does nothing, even after the start. Raises `ApiError`.
    """
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        given = text_hash(text)
        if seat.entropy != given or seat.entropy_at is None:
            refuse_unless_open(game.row)
            if seat.entropy_changes >= TEXTS_PER_GAME:
                said = _("A text can be replaced {times} times.").format(times=TEXTS_PER_GAME)
                raise ApiError("too_many_changes", said)
            seat.entropy, seat.entropy_at = given, game.now
            seat.entropy_changes += 1
            own = {"seat": seat.number, "entropy": given}
            events.publish_event(game, "entropy_given", own, by=seat.number)
        return _make_receipt(game, seat, player)


def _make_receipt(game: GameState, seat: Seat, player: Player) -> EntropyReceipt:
    assert seat.entropy and seat.entropy_at  # noqa: PT018, S101  The caller has seen to it.
    return {
        "game": game.row.pk,
        "seat": seat.number,
        "participant": events.participant_id(game, player.pk),
        "entropy": seat.entropy,
        "given_at": utc(seat.entropy_at),
    }
