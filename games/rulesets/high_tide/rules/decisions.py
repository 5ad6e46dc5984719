"""The decisions of a go until its pair is settled."""

from functools import cache
from types import NoneType

from games.rulesets.high_tide.rules.actions import (
    MAX_SPACES,
    Accept,
    Action,
    Decline,
    Reroll,
    Roll,
    Take,
)
from games.rulesets.high_tide.rules.components import SIDES
from games.rulesets.high_tide.rules.dice import Pair, play_pair
from games.rulesets.high_tide.rules.play import PlayDraft, require_present
from games.rulesets.high_tide.rules.state import HighTideState, Phase

# These actions are made once, because the game offers them again and again.
ROLL = (Roll(),)
ACCEPT = (Accept(),)
ACCEPT_OR_DECLINE = (Accept(), Decline())
TAKE = {space: Take(space) for space in range(1, MAX_SPACES + 1)}
NO_REROLL = (Reroll(()),)
REROLLS = {
    1: (*NO_REROLL, Reroll(("left",)), Reroll(("right",)), Reroll(SIDES)),
    2: (*NO_REROLL, Reroll(("left",)), Reroll(("right",))),
}
"""The re-rolls allowed, by the space that the pair came from; from lower spaces, none."""

LAST_SPACE = 1
"""The number of free available spaces at which a roll must be accepted."""


def list_choices(state: HighTideState) -> tuple[Action, ...]:
    track = state.track
    return _choices_on_track(tuple(map(type, track.spaces)), track.available_spaces)


@cache
def _choices_on_track(kinds: tuple[type, ...], available: int) -> tuple[Action, ...]:
    """Return the choices on such a track; there are a few thousand at most."""
    takes = [TAKE[space] for space, kind in enumerate(kinds, 1) if kind is Pair]
    return (*ROLL, *takes) if NoneType in kinds[:available] else tuple(takes)


def list_verdicts(state: HighTideState) -> tuple[Action, ...]:
    return ACCEPT_OR_DECLINE if state.track.free_spaces > LAST_SPACE else ACCEPT


def list_rerolls(state: HighTideState) -> tuple[Action, ...]:
    return REROLLS.get(require_present(require_present(state.dice).space), NO_REROLL)


def roll_pair(play: PlayDraft) -> None:
    """Draw and roll two dice for the player whose go it is."""
    state, pair = play.state, play.draw_and_roll()
    state.phase = Phase.ACCEPT
    state.dice = play_pair(pair)
    play.publish_event("rolled", seat=play.seat_to_play, pair=pair.to_json())


def accept_roll(play: PlayDraft) -> None:
    play.state.phase = Phase.TILES


def decline_roll(play: PlayDraft) -> None:
    put_on_track(play)
    roll_pair(play)


def put_on_track(play: PlayDraft) -> None:
    """Put the pair just rolled on the topmost free space."""
    state = play.state
    pair, space = require_present(state.dice).fallen_pair, state.track.first_free
    state.track = state.track.put(space, pair)
    state.dice = None
    play.publish_event("declined", seat=play.seat_to_play, space=space, pair=pair.to_json())


def take_pair(play: PlayDraft, space: int) -> None:
    state = play.state
    pair = state.track.declined_pairs[space]
    state.phase = Phase.REROLL
    state.track = state.track.put(space, None)
    state.dice = play_pair(pair, space)
    play.publish_event("taken", seat=play.seat_to_play, space=space, pair=pair.to_json())


def reroll_dice(play: PlayDraft, sides: tuple[str, ...]) -> None:
    """Re-roll these dice of the pair before the player; each stays on its side."""
    state = play.state
    state.phase = Phase.TILES
    if not sides:
        return
    dice = require_present(state.dice)
    for side in sides:
        dice = dice.with_side(side, dice.die_on_side(side).with_face(play.roll_die()))
    state.dice = dice
    pair = dice.fallen_pair.to_json()
    play.publish_event("rerolled", seat=play.seat_to_play, dice=list(sides), pair=pair)
