"""Another deal that a viewer cannot tell from the real one."""

from itertools import groupby

from games.rules.chance import Chance
from games.rules.kit.frozen import replace
from games.rules.turn_the_tide.cards import HALVES, WEATHER
from games.rules.turn_the_tide.state import State, plays_left


def redraw(state: State, seat: int | None, chance: Chance) -> State:
    """Swap the cards that the viewer has never seen, in hands and out of the game alike.

    She remembers every card ever played, by whom, and the hands that she has held. Cards are
    swapped for cards with as many life preservers on them, so that every count stays true.
    """
    known = state.cards_shown
    if seat is not None:
        known.update(*[state.dealt[seat - passed_on] for passed_on in range(state.stage)])
    unknown = sorted((card for card in WEATHER if card not in known), key=HALVES.__getitem__)
    swaps: dict[int, int] = {}
    for halves, alike in groupby(unknown, key=HALVES.__getitem__):
        cards = list(alike)
        swaps.update(zip(cards, chance.shuffle(f"redraw {halves}", cards), strict=True))
    dealt = tuple(tuple(sorted(swaps.get(card, card) for card in hand)) for hand in state.dealt)
    return replace(state, dealt=dealt, plays=plays_left(dealt, state.stage, state.played))
