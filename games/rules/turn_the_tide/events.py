"""Descriptions of the events of this game, for authors of clients."""

from games.rules.ruleset import EventText

EVENT_TEXTS: dict[str, EventText] = {
    "stage_began": EventText(
        "A stage begins with full hands, dealt or passed to the left. `preservers` has the life "
        "preservers of each hand.",
        "At the start, and after each stage but the last.",
    ),
    "tides_revealed": EventText(
        "Two tide cards are revealed; a round begins.",
        "At the beginning of each round, before the seats are asked for a card.",
    ),
    "cards_revealed": EventText(
        "The cards that were sealed in this round, with the seats that played them.",
        "When the turn has closed, before all that follows from the cards.",
    ),
    "tides_taken": EventText(
        "The highest card has taken the lower tide, the second highest the other one.",
        "In each round, after `cards_revealed`.",
    ),
    "preserver_lost": EventText(
        "A seat with the highest tide level has lost a life preserver; `left` is how many it still has.",
        "After `tides_taken`, once for each seat that pays.",
    ),
    "eliminated": EventText(
        "A seat with the highest tide level had no life preserver to lose, and is out until the next "
        "stage.",
        "After `tides_taken`, in the place of `preserver_lost`.",
    ),
    "stage_ended": EventText(
        "A stage is over and has been scored.",
        "After its last round, or as soon as two seats or fewer are left in it.",
    ),
}
