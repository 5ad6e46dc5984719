"""The decisions of a go up to the pair that is settled."""

from games.rules.high_tide.actions import Accept, Action, Decline, Reroll, Roll, Take
from games.rules.high_tide.components import SIDES
from games.rules.high_tide.dice import PlayedDice
from games.rules.high_tide.play import Play, present
from games.rules.high_tide.state import Phase, State
from games.rules.kit.frozen import replace

REROLLS = {
    1: ((), ("left",), ("right",), SIDES),
    2: ((), ("left",), ("right",)),
}
"""Which dice may be re-rolled by the space that the pair came from; lower down, none."""

LAST_SPACE = 1
"""With this many available spaces free, a roll must be accepted."""


def choices(state: State) -> tuple[Action, ...]:
    roll = (Roll(),) if state.track.free else ()
    return (*roll, *[Take(space) for space in state.track.pairs])


def verdicts(state: State) -> tuple[Action, ...]:
    return (Accept(), Decline()) if state.track.free > LAST_SPACE else (Accept(),)


def rerolls(state: State) -> tuple[Action, ...]:
    space = present(present(state.dice).space)
    return tuple([Reroll(dice) for dice in REROLLS.get(space, ((),))])


def roll(play: Play) -> None:
    """Two dice from the bag before the player whose go it is."""
    pair = play.draw_and_roll()
    play.state = replace(play.state, phase=Phase.ACCEPT, dice=PlayedDice.of(pair))
    play.publish("rolled", round=play.state.round, seat=play.seat, pair=pair.to_json())


def accept(play: Play) -> None:
    play.state = replace(play.state, phase=Phase.TILES)


def decline(play: Play) -> None:
    put_on_track(play)
    roll(play)


def put_on_track(play: Play) -> None:
    """The pair just rolled goes on the topmost free space."""
    state = play.state
    pair, space = present(state.dice).pair, state.track.first_free
    play.state = replace(state, track=state.track.put(pair), dice=None)
    play.publish("declined", round=state.round, seat=play.seat, space=space, pair=pair.to_json())


def take(play: Play, space: int) -> None:
    state = play.state
    pair = state.track.pairs[space]
    play.state = replace(
        state,
        phase=Phase.REROLL,
        track=state.track.without(space),
        dice=PlayedDice.of(pair, space),
    )
    play.publish("taken", round=state.round, seat=play.seat, space=space, pair=pair.to_json())


def reroll(play: Play, sides: tuple[str, ...]) -> None:
    """Re-roll these dice of the pair before the player; each stays on its side."""
    play.state = replace(play.state, phase=Phase.TILES)
    for side in sides:
        face = play.roll()
        dice = present(play.state.dice)
        play.state = replace(play.state, dice=dice.with_side(side, dice.side(side).rolled(face)))
    if sides:
        pair = present(play.state.dice).pair.to_json()
        play.publish(
            "rerolled", round=play.state.round, seat=play.seat, dice=list(sides), pair=pair
        )
