"""The public view of the table, and a seat's private view and memory.

Why so: docs/decisions/secrecy.md.
"""

from typing import Any

from games.rules.turn_the_tide.cards import preservers
from games.rules.turn_the_tide.state import State

Json = dict[str, Any]


def table(state: State) -> Json:
    """Return the public view of the table; after the game, as the last stage left it."""
    return {
        "stage": state.stage,
        "round": state.round,
        "rounds": state.rounds,
        "tides": list(state.tides),
        "seats": [_seat(state, seat) for seat in range(state.seats)],
        "last_round": _last_round(state),
    }


def own(state: State, seat: int) -> Json:
    """Return the cards that the seat has not played yet, ascending."""
    return {"hand": list(state.hand(seat))}


def remembered(state: State, seat: int) -> Json:
    """Return what the seat saw before: hands that it `held` and cards `played`, by former stage.

    `tides_left` are the tide cards that have not been revealed in this stage.
    """
    return {
        "edition": state.edition,
        "held": [list(state.dealt[seat - stage]) for stage in range(state.stage - 1)],
        "played": [[list(cards) for cards in stage] for stage in state.former_played],
        "tides_left": list(state.tides_left),
    }


def _seat(state: State, seat: int) -> Json:
    hand = state.stage_hand(seat)
    played = state.played[seat]
    stage_scores = [scores[seat] for scores in state.stage_scores]
    return {
        "seat": seat,
        "tide_level": state.levels[seat],
        "preservers": state.preservers[seat],
        "preservers_at_start": preservers(hand),
        "cards_left": len(hand) - len(played),
        "played": list(played),
        "eliminated": state.eliminated[seat],
        "stage_scores": stage_scores,
        "score": sum(stage_scores),
    }


def _last_round(state: State) -> Json | None:
    last = state.last_round
    if last is None:
        return None
    return {
        "stage": last.stage,
        "round": last.round,
        "tides": list(last.tides),
        "cards": [{"seat": seat, "card": card} for seat, card in last.cards],
        "losses": [{"seat": loss.seat, "kind": loss.kind} for loss in last.losses],
    }
