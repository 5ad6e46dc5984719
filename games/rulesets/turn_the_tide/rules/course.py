"""The course of a game: the deal, the open and the close of a round, the points, the next stage."""

from collections.abc import Mapping, Sequence

from games.rulesets.chance import Chance
from games.rulesets.kit.values import replace
from games.rulesets.steps import Event, StageEnd, Step
from games.rulesets.turn_the_tide.rules import cards as box
from games.rulesets.turn_the_tide.rules.cards import PLAYS, Play
from games.rulesets.turn_the_tide.rules.editions import EDITIONS
from games.rulesets.turn_the_tide.rules.state import LastRound, Loss, TurnTheTideState, plays_left

ELIMINATED = -1
"""The points of a stage for a seat that was eliminated in it."""
STAGE_ENDS_AT = 2
"""The number of players at which a stage is over at once."""


def set_up(edition: str, seats: int, chance: Chance) -> TurnTheTideState:
    """Return the state with hands dealt and stage 1 laid out, before its first round opens."""
    size = box.rounds_per_stage(seats)
    deck = chance.shuffle("deal", box.WEATHER)
    dealt = tuple(tuple(sorted(deck[seat * size : (seat + 1) * size])) for seat in range(seats))
    return TurnTheTideState(
        edition=edition,
        dealt=dealt,
        stage=1,
        round=1,
        tides=(),
        tides_left=box.tide_cards(seats),
        played=((),) * seats,
        plays=plays_left(dealt, 1, ((),) * seats),
        levels=(0,) * seats,
        preservers=tuple(map(box.hand_preservers, dealt)),
        eliminated=(False,) * seats,
    )


def open_first_turn(state: TurnTheTideState, chance: Chance) -> Step[TurnTheTideState]:
    """Open round 1 of stage 1."""
    tides, tides_left = _draw_tides(state.stage, state.round, state.tides_left, chance)
    opened = replace(state, tides=tides, tides_left=tides_left)
    return Step(opened, (_stage_began(opened), _tides_revealed(opened)))


def close_round(
    state: TurnTheTideState, actions: Mapping[int, Play], chance: Chance
) -> Step[TurnTheTideState]:
    """Close the open round with a play of every seat, and open the next one."""
    cards = tuple([(seat, actions[seat].card) for seat in state.in_stage])
    played, plays = list(state.played), list(state.plays)
    for seat, card in cards:
        played[seat] += (card,)
        left = list(plays[seat])
        left.remove(PLAYS[card])
        plays[seat] = tuple(left)
    levels = list(state.levels)
    preservers, eliminated = list(state.preservers), list(state.eliminated)
    taken = take_tides(state.tides, cards, levels)
    losses = pay_losses(levels, preservers, eliminated, cascade=EDITIONS[state.edition].cascade)
    events = _round_events(state, cards, taken, losses, preservers)
    goes_on = state.round < state.rounds_per_stage and eliminated.count(False) > STAGE_ENDS_AT
    number, tides_left = state.round, state.tides_left
    tides: tuple[int, ...] = ()
    if goes_on:
        number += 1
        tides, tides_left = _draw_tides(state.stage, number, tides_left, chance)
    after = replace(
        state,
        round=number,
        tides=tides,
        tides_left=tides_left,
        played=tuple(played),
        plays=tuple(plays),
        levels=tuple(levels),
        preservers=tuple(preservers),
        eliminated=tuple(eliminated),
        last_round=LastRound(state.stage, state.round, state.tides, cards, tuple(losses)),
    )
    if goes_on:
        return Step(after, (*events, _tides_revealed(after)))
    return _end_stage(after, events, chance)


def _draw_tides(
    stage: int, number: int, tides_left: tuple[int, ...], chance: Chance
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the tides of a round, and those left for the rounds after it."""
    tides = chance.sample(f"stage {stage} round {number} tides", tides_left, 2)
    left = list(tides_left)
    for tide in tides:
        left.remove(tide)
    return tides, tuple(left)


def _end_stage(
    state: TurnTheTideState, events: list[Event], chance: Chance
) -> Step[TurnTheTideState]:
    bonuses = lowest_tide_bonus(state.levels, state.eliminated)
    scores = stage_scores(state.preservers, state.eliminated, bonuses)
    ended = Event(
        "stage_ended",
        {
            "stage": state.stage,
            "scores": list(scores),
            "preservers": list(state.preservers),
            "eliminated": list(state.eliminated),
            "bonus": list(bonuses),
        },
    )
    sealed = {"hands": [list(state.stage_hand(seat)) for seat in range(state.seat_count)]}
    stage = StageEnd(state.stage, scores, _public_facts(state, bonuses), sealed)
    scored = replace(state, stage_scores=(*state.stage_scores, scores))
    if scored.is_over:
        return Step(scored, (*events, ended), (stage,))
    opened = _next_stage(scored, chance)
    return Step(opened, (*events, ended, _stage_began(opened), _tides_revealed(opened)), (stage,))


def _next_stage(state: TurnTheTideState, chance: Chance) -> TurnTheTideState:
    """Return the state with hands passed to the left and the next stage open."""
    seats = state.seat_count
    stage = state.stage + 1
    hands = [state.stage_hand(seat - 1) for seat in range(seats)]
    tides, tides_left = _draw_tides(stage, 1, box.tide_cards(seats), chance)
    return replace(
        state,
        stage=stage,
        round=1,
        tides=tides,
        tides_left=tides_left,
        played=((),) * seats,
        plays=plays_left(state.dealt, stage, ((),) * seats),
        levels=(0,) * seats,
        preservers=tuple(map(box.hand_preservers, hands)),
        eliminated=(False,) * seats,
        former_played=(*state.former_played, state.played),
    )


def _stage_began(state: TurnTheTideState) -> Event:
    return Event("stage_began", {"stage": state.stage, "preservers": list(state.preservers)})


def _tides_revealed(state: TurnTheTideState) -> Event:
    return Event(
        "tides_revealed", {"stage": state.stage, "round": state.round, "tides": list(state.tides)}
    )


def _round_events(
    state: TurnTheTideState,
    cards: tuple[tuple[int, int], ...],
    tides: tuple[tuple[int, int], ...],
    losses: list[Loss],
    preservers: list[int],
) -> list[Event]:
    stage, number = state.stage, state.round
    shown = [{"seat": seat, "card": card} for seat, card in cards]
    taken = [{"seat": seat, "tide": tide} for seat, tide in tides]
    events = [
        Event("cards_revealed", {"stage": stage, "round": number, "cards": shown}),
        Event("tides_taken", {"stage": stage, "round": number, "taken": taken}),
    ]
    for loss in losses:
        facts = {"stage": stage, "round": number, "seat": loss.seat}
        if loss.kind == "lost":
            facts["left"] = preservers[loss.seat]
            events.append(Event("preserver_lost", facts))
        else:
            events.append(Event("eliminated", facts))
    return events


def _public_facts(state: TurnTheTideState, bonuses: tuple[int, ...]) -> dict[str, object]:
    """Return the public facts of a finished stage; hands only if seen in full."""
    hands = [state.stage_hand(seat) for seat in range(state.seat_count)]
    seen = state.cards_shown
    return {
        "rounds": state.round,
        "played": [list(cards) for cards in state.played],
        "tide_levels": list(state.levels),
        "preservers_at_start": [box.hand_preservers(hand) for hand in hands],
        "preservers": list(state.preservers),
        "eliminated": list(state.eliminated),
        "bonus": list(bonuses),
        "hands": [list(hand) if seen.issuperset(hand) else None for hand in hands],
    }


def lowest_tide_bonus(levels: Sequence[int], eliminated: Sequence[bool]) -> tuple[int, ...]:
    """Return by seat one point for the lowest tide level in the stage, ties included."""
    lowest = min([level for level, out in zip(levels, eliminated, strict=True) if not out])
    return tuple(
        [int(level == lowest and not out) for level, out in zip(levels, eliminated, strict=True)]
    )


def stage_scores(
    preservers: Sequence[int], eliminated: Sequence[bool], bonuses: Sequence[int]
) -> tuple[int, ...]:
    """Return by seat one point for each preserver left and the bonus, or `ELIMINATED`."""
    return tuple(
        [
            ELIMINATED if out else left + extra
            for left, out, extra in zip(preservers, eliminated, bonuses, strict=True)
        ]
    )


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
