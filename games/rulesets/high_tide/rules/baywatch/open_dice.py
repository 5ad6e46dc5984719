"""The race for the open dice: the lowest total played in a round gains the face-up tile."""

from games.rulesets.high_tide.rules.components import OPEN_DICE_POINTS
from games.rulesets.high_tide.rules.dice import Pair
from games.rulesets.high_tide.rules.play import PlayDraft, require_present
from games.rulesets.kit.values import Json, replace


def claim_open_dice(play: PlayDraft, pair: Pair) -> None:
    """Play a pair for the open dice. Its faces count, not what tiles make of them."""
    before = require_present(play.state.baywatch)
    after = before.claim_dice(play.seat_to_play, pair)
    if after is before:
        return
    play.state.baywatch = after
    play.publish_event("open_dice", seat=play.seat_to_play, pair=pair.to_json())


def award_open_dice(play: PlayDraft, *, final: bool) -> Json | None:
    """Give the tile, or in the final round the point, to the seat with the open dice.

    Return the tile and its seat, or None if no tile was given.
    """
    state = play.state
    baywatch = state.baywatch
    if baywatch is None or baywatch.open_dice is None:
        return None
    seat = baywatch.open_dice.seat
    if final:
        state.baywatch = replace(baywatch, point=seat)
        play.publish_event("point_gained", seat=seat, points=OPEN_DICE_POINTS)
        return None
    after = replace(baywatch.take_face_up(seat, play.chance), open_dice=None)
    state.baywatch = after
    play.publish_event("tile_gained", seat=seat, tile=baywatch.face_up, next=after.face_up)
    return {"seat": seat, "tile": baywatch.face_up}
