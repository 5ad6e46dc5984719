"""One round, from the cards revealed to the last life preserver paid."""

from collections.abc import Sequence

from games.rules.turn_the_tide.state import Loss

STAGE_ENDS_AT = 2
"""The number of players at which a stage is over at once."""


def take_tides(
    tides: Sequence[int], cards: Sequence[tuple[int, int]], levels: list[int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the lower tide to the highest card, the other to the second highest: changes `levels`.

    At least three seats have played, for a stage with fewer is over.
    """
    first = second = -1
    highest = next_highest = 0
    for seat, card in cards:
        if card > highest:
            second, next_highest = first, highest
            first, highest = seat, card
        elif card > next_highest:
            second, next_highest = seat, card
    low, high = tides
    if low > high:
        low, high = high, low
    levels[first], levels[second] = low, high
    return (first, low), (second, high)


def pay_losses(
    levels: list[int], preservers: list[int], eliminated: list[bool], *, cascade: bool
) -> list[Loss]:
    """Take a preserver, or the place in the stage, from the highest tide level. Changes all lists.

    Return the losses in their order.
    """
    losses: list[Loss] = []
    while True:
        highest = max(levels)
        if highest == 0:  # Nobody left in the stage shows a tide card.
            return losses
        somebody_paid = False
        # Two who share the highest level pay at the same instant, whatever becomes of either.
        for seat, level in enumerate(levels):
            if level != highest:
                continue
            if preservers[seat]:
                preservers[seat] -= 1
                somebody_paid = True
                losses.append(Loss(seat, "lost"))
            else:
                eliminated[seat] = True
                levels[seat] = 0
                losses.append(Loss(seat, "eliminated"))
        # A seat that has paid is the highest now and does not pay again, so the cascade ends.
        if somebody_paid or not cascade or eliminated.count(False) <= STAGE_ENDS_AT:
            return losses
