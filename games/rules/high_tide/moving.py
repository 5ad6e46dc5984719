"""Moving chairs, and the coins that they come to."""

from games.rules.high_tide.actions import TakeCoin
from games.rules.high_tide.baywatch import open_dice
from games.rules.high_tide.components import PLACE
from games.rules.high_tide.play import Play, present
from games.rules.high_tide.state import Offer, Phase
from games.rules.kit.frozen import replace


def move_by_dice(play: Play) -> None:
    """Move the chairs of the dice that are settled; two dice of one colour add up."""
    dice = present(play.state.dice)
    open_dice.claim(play, dice.pair)
    play.state = replace(play.state, phase=Phase.MOVED)
    if dice.left.colour == dice.right.colour:
        move_chair(play, play.seat, dice.left.colour, (dice.left.steps, dice.right.steps))
        return
    for die in (dice.left, dice.right):
        move_chair(play, play.seat, die.colour, (die.steps,))


def move_chair(play: Play, seat: int, colour: str, steps: tuple[int, ...]) -> None:
    """Move a chair by all these steps in one go; its owner is offered the coins on the way.

    Whichever coin she takes, the chair ends on the same space: coins lie on dry spaces only,
    so a stop at one never runs into the bar or the water.
    """
    state = play.state
    before = state.beach(colour)
    after = before.moved(seat, sum(steps))
    play.state = replace(state, beaches=state.with_beach(after))
    if after is not before:
        play.publish(
            "chair_moved",
            round=state.round,
            seat=seat,
            beach=colour,
            start=before.space_of(seat),
            end=after.space_of(seat),
            in_water=after.in_water(seat),
        )
    if state.coins is not None:
        spaces = state.coins.within_reach(seat, before, steps)
        if spaces:
            offers = (*state.offers, Offer(seat, colour, spaces))
            play.state = replace(play.state, offers=offers)


def take_coin(play: Play, action: TakeCoin) -> None:
    coins, offer = present(play.state.coins), play.state.offers[0]
    taken = coins.taken(offer.seat, action.beach, action.space)
    play.state = replace(play.state, coins=taken, offers=play.state.offers[1:])
    play.publish(
        "coin_taken",
        round=play.state.round,
        seat=offer.seat,
        beach=action.beach,
        space=action.space,
        value=taken.owned[offer.seat][PLACE[action.beach]],
    )


def leave_coins(play: Play) -> None:
    play.state = replace(play.state, offers=play.state.offers[1:])
