"""What the tests of secrecy have to know: the prizes to come lie face down."""

from games.rulesets.chance import Chance
from games.rulesets.ruleset import Json
from games.rulesets.testing.secrecy import Rehearsal, SecrecyKit

from .shapes import MOST, State


class Secrecy(SecrecyKit[State]):
    hides = True

    def redraw_hidden(self, state: State, seat: int | None, chance: Chance) -> State:
        """Return the state with the prizes that nobody has seen in another order."""
        seen = len(state.bids) + 1
        to_come = chance.shuffle("redraw", state.prizes[seen:])
        return state._replace(prizes=(*state.prizes[:seen], *to_come))

    def rehearse_orders(self, table: Json, mine: Json) -> Rehearsal | None:
        """Return orders by which the second card is bid, or none."""
        cards = [{"card": action["card"]} for action in mine["legal_actions"]]
        if not cards[3:]:
            return None
        prize = table["prize"]
        other = {"least": prize + 1} if prize < MOST else {"most": prize - 1}
        never = {**cards[-1], "prize": other}
        longer, idle = {"bids": [never, cards[1], cards[0]]}, {"bids": [never]}
        return Rehearsal(order={"bids": [cards[1]]}, longer=(longer,), idle=(idle,))


SECRECY = Secrecy()
