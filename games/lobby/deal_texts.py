"""The texts of the players that go into the deal: given after the commitment was shown, until the start."""

from typing import Any

from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from games.fairness.commitments import text_hash, utc
from games.lobby.open_games import refuse_unless_open
from games.play import events
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
                message = _("A text can be replaced {times} times.")
                raise ApiError("too_many_changes", message.format(times=TEXTS_PER_GAME))
            seat.entropy, seat.entropy_at = given, game.now
            seat.entropy_changes += 1
            data = {"seat": seat.number, "entropy": given}
            events.publish_event(game, "entropy_given", data, by=seat.number)
        return {
            "game": game_id,
            "seat": seat.number,
            "participant": events.participant_id(game, player.pk),
            "entropy": given,
            "given_at": utc(seat.entropy_at),
        }
