"""The decisions of a go until its pair is settled."""

from functools import cache
from types import NoneType

from games.rules.high_tide.actions import (
    MAX_SPACES,
    Accept,
    Action,
    Decline,
    Reroll,
    Roll,
    Take,
)
from games.rules.high_tide.components import SIDES
from games.rules.high_tide.dice import Pair, played
from games.rules.high_tide.play import Play, present
from games.rules.high_tide.state import Phase, State

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


def choices(state: State) -> tuple[Action, ...]:
    track = state.track
    return _choices(tuple(map(type, track.spaces)), track.available)


@cache
def _choices(kinds: tuple[type, ...], available: int) -> tuple[Action, ...]:
    """Return the choices on such a track; there are a few thousand at most."""
    takes = [TAKE[space] for space, kind in enumerate(kinds, 1) if kind is Pair]
    return (*ROLL, *takes) if NoneType in kinds[:available] else tuple(takes)


def verdicts(state: State) -> tuple[Action, ...]:
    return ACCEPT_OR_DECLINE if state.track.free > LAST_SPACE else ACCEPT


def rerolls(state: State) -> tuple[Action, ...]:
    return REROLLS.get(present(present(state.dice).space), NO_REROLL)


def roll(play: Play) -> None:
    """Draw and roll two dice for the player whose go it is."""
    state, pair = play.state, play.draw_and_roll()
    state.phase = Phase.ACCEPT
    state.dice = played(pair)
    play.publish("rolled", {"round": state.round, "seat": state.pile[0], "pair": pair.to_json()})


def accept(play: Play) -> None:
    play.state.phase = Phase.TILES


def decline(play: Play) -> None:
    put_on_track(play)
    roll(play)


def put_on_track(play: Play) -> None:
    """Put the pair just rolled on the topmost free space."""
    state = play.state
    pair, space = present(state.dice).pair, state.track.first_free
    state.track = state.track.put(space, pair)
    state.dice = None
    play.publish(
        "declined",
        {"round": state.round, "seat": state.pile[0], "space": space, "pair": pair.to_json()},
    )


def take(play: Play, space: int) -> None:
    state = play.state
    pair = state.track.pairs[space]
    state.phase = Phase.REROLL
    state.track = state.track.put(space, None)
    state.dice = played(pair, space)
    play.publish(
        "taken", {"round": state.round, "seat": play.seat, "space": space, "pair": pair.to_json()}
    )


def reroll(play: Play, sides: tuple[str, ...]) -> None:
    """Re-roll these dice of the pair before the player; each stays on its side."""
    state = play.state
    state.phase = Phase.TILES
    if not sides:
        return
    dice = present(state.dice)
    for side in sides:
        dice = dice.with_side(side, dice.side(side).rolled(play.roll()))
    state.dice = dice
    pair = dice.pair.to_json()
    play.publish(
        "rerolled", {"round": state.round, "seat": play.seat, "dice": list(sides), "pair": pair}
    )
