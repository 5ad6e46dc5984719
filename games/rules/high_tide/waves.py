"""The end of a round on the beaches: the shark comes, then the waves."""

from typing import Any

from games.rules.high_tide.components import LARGE, SMALL
from games.rules.high_tide.play import PlayDraft

Json = dict[str, Any]


def shark_comes(play: PlayDraft) -> Json | None:
    """Reveal a shark: on the alerted beach the foremost chair on sand flees from the water.

    Return the event's data; its seat is None if no chair was on sand.
    """
    state = play.state
    if state.shark_alert is None or state.shark_alert.alert is None:
        return None
    shark_alert, distance = state.shark_alert.reveal_shark(state.round, play.chance)
    before = state.beach_of(shark_alert.alert or "")
    seat = before.nearest_seat
    after = before if seat is None else before.move_chair(seat, -distance)
    state.shark_alert = shark_alert
    state.beaches = state.with_beach(after)
    facts = {
        "beach": before.colour,
        "distance": distance,
        "seat": seat,
        "start": None if seat is None else before.space_of(seat),
        "end": None if seat is None else after.space_of(seat),
    }
    play.publish_event("shark_came", {"round": state.round, **facts})
    return facts


def lay_waves(play: PlayDraft) -> list[Json]:
    """Lay a wave for each die of the last pair on the track, and return them."""
    (pair,) = play.state.track.declined_pairs.values()
    return [lay_wave(play, pair.left.colour, LARGE), lay_wave(play, pair.right.colour, SMALL)]


def lay_wave(play: PlayDraft, colour: str, size: str) -> Json:
    state = play.state
    beach = state.beach_of(colour).after_wave(size, state.options.wave_length(size))
    state.beaches = state.with_beach(beach)
    state.coins = state.coins and state.coins.after_flood(beach)
    facts = {
        "beach": colour,
        "size": size,
        "water": beach.first_water_space,
        "flooded": list(beach.flooded_seats),
    }
    play.publish_event("wave_laid", {"round": state.round, **facts})
    return facts
