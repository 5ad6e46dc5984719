"""Rounds: set-up, the start of a round, each go, and the end."""

from functools import cache

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules.baywatch import open_dice
from games.rulesets.high_tide.rules.baywatch.tiles import Baywatch
from games.rulesets.high_tide.rules.beach import Beach
from games.rulesets.high_tide.rules.coins import Coins
from games.rulesets.high_tide.rules.components import (
    BAR,
    BEACHES,
    LARGE,
    ROUNDS,
    SMALL,
    dice_per_colour,
    track_spaces,
)
from games.rulesets.high_tide.rules.dice import Bag, Pair
from games.rulesets.high_tide.rules.options import BAYWATCH, COINS, SHARK_ALERT, SURFER, Options
from games.rulesets.high_tide.rules.play import PlayDraft
from games.rulesets.high_tide.rules.scoring import points_of
from games.rulesets.high_tide.rules.shark_alert import SharkAlert
from games.rulesets.high_tide.rules.state import HighTideState, Phase, Setup
from games.rulesets.high_tide.rules.surfer import deal_surfers
from games.rulesets.high_tide.rules.track import Track
from games.rulesets.kit.values import Json
from games.rulesets.steps import StageEnd


def set_up(options: Options, seats: int, chance: Chance) -> HighTideState:
    """Return the state before round 1."""
    chosen = options.expansions
    order = chance.shuffle("start order", tuple(range(seats)))
    coins = Coins.laid_out(options.coin_values, seats, chance) if COINS in chosen else None
    surfers = deal_surfers(seats, chance) if SURFER in chosen else None
    baywatch = Baywatch.laid_out(chance) if BAYWATCH in chosen else None
    at_bar, came = (BAR,) * seats, tuple(range(seats))
    return HighTideState(
        options=options,
        setup=Setup(
            start_order=order,
            coins=None if coins is None else coins.lying,
            surfers=surfers,
            baywatch_tile=None if baywatch is None else baywatch.face_up,
        ),
        round=1,
        phase=Phase.SET_UP,
        pile=order,
        track=Track.new_track(track_spaces(seats), options.rental_start),
        bag=full_bag(seats),
        beaches=tuple([Beach(beach, options.beach_length, at_bar, came) for beach in BEACHES]),
        coins=coins,
        shark_alert=SharkAlert(None, options.shark_distances) if SHARK_ALERT in chosen else None,
        baywatch=baywatch,
    )


@cache
def full_bag(seats: int) -> Bag:
    return Bag.from_json([dice_per_colour(seats)] * len(BEACHES))


def begin_round(play: PlayDraft) -> None:
    """Put all dice into the bag and the rental on its start, and reveal the next alert."""
    state = play.state
    alert = state.shark_alert and state.shark_alert.alert_next_beach(state.round, play.chance)
    state.phase = Phase.INTERRUPT
    state.track = Track.new_track(track_spaces(state.seat_count), state.options.rental_start)
    state.bag = full_bag(state.seat_count)
    state.shark_alert = alert
    state.draws = state.rolls = 0
    play.publish_event("round_began", order=list(state.pile), alert=alert and alert.alert)


def begin_go(play: PlayDraft) -> None:
    """Begin the next go, and move the rental on unless it is the first."""
    state = play.state
    place, track = state.place_in_round, state.track
    if place > 1:
        state.track = track = track.before_go()
    state.phase = Phase.CHOOSE
    state.passed = ()
    play.publish_event("go_began", place=place, seat=state.pile[0], rental=track.rental)


def end_go(play: PlayDraft) -> None:
    """Put the towel on the track. The dice are out of play until the next round."""
    state = play.state
    seat, space = state.pile[0], state.track.first_free
    state.phase = Phase.INTERRUPT
    state.pile = state.pile[1:]
    state.track = state.track.put(space, seat)
    state.dice = None
    play.publish_event("towel_placed", seat=seat, space=space)
    if not state.pile:
        end_round(play)


def end_round(play: PlayDraft) -> None:
    """Carry out shark, waves and open dice; then begin the next round or score."""
    if Pair not in map(type, play.state.track.spaces):
        _roll_last_pair(play)
    shark = shark_comes(play)
    (pair,) = play.state.track.declined_pairs.values()
    waves = [lay_wave(play, pair.left.colour, LARGE), lay_wave(play, pair.right.colour, SMALL)]
    state = play.state
    final = state.has_flooded_chair or state.round == ROUNDS
    tile = open_dice.award_open_dice(play, final=final)
    towels_from_the_bottom = state.track.seats_with_towel[::-1]
    shown = {
        "waves": waves,
        "shark": shark,
        "order": None if final else list(towels_from_the_bottom),
        "tile": tile,
        "ended_by": None,
        "points": None,
    }
    if final:
        _end_game(play, shown)
        return
    play.end_stage(StageEnd(state.round, (0,) * state.seat_count, shown, {}))
    state.round += 1
    state.pile = towels_from_the_bottom
    begin_round(play)


def _roll_last_pair(play: PlayDraft) -> None:
    pair = play.draw_and_roll()
    state = play.state
    space = state.track.first_free
    state.track = state.track.put(space, pair)
    play.publish_event("last_pair_rolled", space=space, pair=pair.to_json())


def _end_game(play: PlayDraft, shown: Json) -> None:
    state = play.state
    if state.hides_surfers:
        play.publish_event("surfers_revealed", surfers=list(state.setup.surfers or ()))
    state.phase = Phase.OVER
    ended_by, points = "flood" if state.has_flooded_chair else "last_round", points_of(state)
    totals = points.total_points
    play.publish_event("game_ended", ended_by=ended_by, scores=list(totals))
    shown = {**shown, "ended_by": ended_by, "points": points.to_json()}
    play.end_stage(StageEnd(state.round, totals, shown, {}))


def shark_comes(play: PlayDraft) -> Json | None:
    """Reveal a shark: on the alerted beach the foremost chair on sand flees from the water.

    Return the event's data; its seat is None if no chair was on sand.
    """
    state = play.state
    if state.shark_alert is None or state.shark_alert.alert is None:
        return None
    shark_alert, distance = state.shark_alert.reveal_shark(state.round, play.chance)
    before = state.beach_of(shark_alert.alert or "")
    seat = before.nearest_seat
    after = before if seat is None else before.move_chair(seat, -distance)
    state.shark_alert = shark_alert
    state.beaches = state.with_beach(after)
    facts = {
        "beach": before.colour,
        "distance": distance,
        "seat": seat,
        "start": None if seat is None else before.space_of(seat),
        "end": None if seat is None else after.space_of(seat),
    }
    play.publish_event("shark_came", **facts)
    return facts


def lay_wave(play: PlayDraft, colour: str, size: str) -> Json:
    state = play.state
    beach = state.beach_of(colour).after_wave(size, state.options.wave_length(size))
    state.beaches = state.with_beach(beach)
    state.coins = state.coins and state.coins.after_flood(beach)
    facts = {
        "beach": colour,
        "size": size,
        "water": beach.first_water_space,
        "flooded": list(beach.flooded_seats),
    }
    play.publish_event("wave_laid", **facts)
    return facts
