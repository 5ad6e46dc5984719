"""Moves of chairs, and the coins that they reach."""

from games.rulesets.high_tide.rules.actions import TakeCoin
from games.rulesets.high_tide.rules.baywatch import open_dice
from games.rulesets.high_tide.rules.components import PLACE
from games.rulesets.high_tide.rules.play import PlayDraft, require_present
from games.rulesets.high_tide.rules.state import Offer, Phase


def move_by_dice(play: PlayDraft) -> None:
    """Move the chairs by the settled dice. Two dice of one colour add up."""
    state = play.state
    seat, dice = state.pile[0], require_present(state.dice)
    if state.baywatch:
        open_dice.claim_open_dice(play, dice.fallen_pair)
    state.phase = Phase.MOVED
    left, right, _ = dice
    if left.colour == right.colour:
        move_chair(play, seat, left.colour, (left.steps_to_water, right.steps_to_water))
        return
    move_chair(play, seat, left.colour, (left.steps_to_water,))
    move_chair(play, seat, right.colour, (right.steps_to_water,))


def move_chair(play: PlayDraft, seat: int, colour: str, steps: tuple[int, ...]) -> None:
    """Move a chair by all these steps, and offer its owner the coins it reaches.

    The chair ends on the same space whichever coin is taken: coins lie on dry spaces only,
    so a stop at one never runs into the bar or the water.
    """
    state = play.state
    before = state.beaches[PLACE[colour]]
    after = before.move_chair(seat, sum(steps))
    if after is not before:
        state.beaches = state.with_beach(after)
        end = after.spaces[seat]
        play.publish_event(
            "chair_moved",
            seat=seat,
            beach=colour,
            start=before.spaces[seat],
            end=end,
            in_water=end > after.dry,
        )
    if state.coins is not None:
        spaces = state.coins.within_reach(seat, before, steps)
        if spaces:
            state.offers = (*state.offers, Offer(seat, colour, spaces))


def take_coin(play: PlayDraft, action: TakeCoin) -> None:
    state = play.state
    offer = state.offers[0]
    taken = require_present(state.coins).take_coin(offer.seat, action.beach, action.space)
    state.coins = taken
    leave_coins(play)
    play.publish_event(
        "coin_taken",
        seat=offer.seat,
        beach=action.beach,
        space=action.space,
        value=taken.owned[offer.seat][PLACE[action.beach]],
    )


def leave_coins(play: PlayDraft) -> None:
    play.state.offers = play.state.offers[1:]
