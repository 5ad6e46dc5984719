"""The public view of the table, and a seat's private view and memory."""

from games.rulesets.kit.values import Json
from games.rulesets.turn_the_tide.rules.cards import hand_preservers
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState


def view_table(state: TurnTheTideState) -> Json:
    """Return the public view of the table; after the game, as the last stage left it."""
    return {
        "stage": state.stage,
        "round": state.round,
        "rounds": state.rounds_per_stage,
        "tides": list(state.tides),
        "seats": [_view_seat(state, seat) for seat in range(state.seat_count)],
        "last_round": _last_round(state),
    }


def view_hand(state: TurnTheTideState, seat: int) -> Json:
    """Return the cards that the seat has not played yet, ascending."""
    return {"hand": list(state.hand_of(seat))}


def view_memory(state: TurnTheTideState, seat: int) -> Json:
    """Return what the seat saw before: hands that it `held` and cards `played`, by former stage.

    `tides_left` are the tide cards that have not been revealed in this stage.
    """
    return {
        "edition": state.edition,
        "held": [list(state.dealt[seat - stage]) for stage in range(state.stage - 1)],
        "played": [[list(cards) for cards in stage] for stage in state.former_played],
        "tides_left": list(state.tides_left),
    }


def _view_seat(state: TurnTheTideState, seat: int) -> Json:
    hand = state.stage_hand(seat)
    played = state.played[seat]
    stage_scores = [scores[seat] for scores in state.stage_scores]
    return {
        "seat": seat,
        "tide_level": state.levels[seat],
        "preservers": state.preservers[seat],
        "preservers_at_start": hand_preservers(hand),
        "cards_left": len(hand) - len(played),
        "played": list(played),
        "eliminated": state.eliminated[seat],
        "stage_scores": stage_scores,
        "score": sum(stage_scores),
    }


def _last_round(state: TurnTheTideState) -> Json | None:
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
