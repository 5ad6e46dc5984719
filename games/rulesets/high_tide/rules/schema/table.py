"""Schemas of the table, of the rounds and of the set-up."""

from games.rulesets.high_tide.rules.actions import MAX_SPACES
from games.rulesets.high_tide.rules.components import (
    BEACHES,
    COIN_SPACES,
    FACES,
    ROUNDS,
    SEATS,
    TILES,
)
from games.rulesets.high_tide.rules.options import EXPANSIONS
from games.rulesets.high_tide.rules.schema.options import EXPANSION
from games.rulesets.high_tide.rules.schema.parts import (
    BEACH,
    BEACH_SPACE,
    COIN_VALUE,
    COLOUR,
    FACE,
    FLOODED,
    GO,
    ORDER,
    PAIR,
    POINTS,
    RENTAL,
    ROUND,
    SEAT,
    SEATS_LISTED,
    TILE,
    TRACK_SPACE,
    WATER,
    WAVE,
    by_seat,
    per_beach,
)
from games.rulesets.high_tide.rules.state import DECISIONS, Phase
from games.rulesets.kit.schemas import (
    array_schema,
    boolean_schema,
    integer_schema,
    named_object,
    named_schema,
    nullable_schema,
    object_schema,
    one_of,
)

_HEADING = {
    "stage": ROUND,
    "round": ROUND,
    "place": GO,
    "decision": one_of((*DECISIONS, Phase.OVER), "The decision to make now."),
}
HEADING = object_schema("The open question.", **_HEADING)

MINE = object_schema(
    "What a seat alone may see.",
    optional=("surfer",),
    # Not by its name, so that the document keeps its words for a beach.
    surfer=one_of(BEACHES, "The beach of the caller's surfer tile, in a game with hidden tiles."),
)
SEALED = object_schema("Nothing: what may be shown of a round is shown when it ends.")
SURFERS = by_seat(BEACH, "The beach of each surfer.")

_CHAIRS = named_object(
    "Chairs",
    "The chairs on one space, from left to right: of two, the right one is ahead.",
    space=BEACH_SPACE,
    seats=SEATS_LISTED,
)
_BEACH = named_object(
    "BeachState",
    "A beach.",
    beach=BEACH,
    water=WATER,
    waves=array_schema(WAVE, "The waves laid, in order.", at_most=2 * ROUNDS),
    chairs=array_schema(_CHAIRS, "The spaces with chairs, starting at the bar.", at_most=SEATS[-1]),
    flooded=FLOODED,
    coins=nullable_schema(
        array_schema(
            named_object("LyingCoin", "A coin.", space=BEACH_SPACE, value=COIN_VALUE),
            "The coins that still lie there.",
            at_most=COIN_SPACES,
        ),
        "The coins; null without the Coins expansion.",
    ),
)
_TRACK_SPACE = named_object(
    "TrackSpace",
    "A space of the dice track.",
    space=TRACK_SPACE,
    available=boolean_schema("Whether it lies above the rental."),
    towel=nullable_schema(SEAT, "The seat whose towel lies there, or null."),
    pair=nullable_schema(PAIR, "The declined pair that lies there, or null."),
)
_TRACK = named_object(
    "DiceTrack",
    "The dice track.",
    spaces=array_schema(_TRACK_SPACE, "The spaces, from the top.", at_most=MAX_SPACES),
    rental=RENTAL,
    rental_rests=boolean_schema("Whether the rental stays in place before the next go."),
)
_PLAYED_DIE = named_object(
    "DieInPlay",
    "A die as it counts, after the effect of tiles.",
    colour=COLOUR,
    face=FACE,
    beach={**BEACH, "description": "The beach whose chair it moves."},
    steps=integer_schema(-FACES, FACES, "Spaces towards the water, below 0 away from it."),
)
_DICE = named_object(
    "DiceInPlay",
    "The pair before the player whose turn it is.",
    seat=SEAT,
    space=nullable_schema(TRACK_SPACE, "Where the pair was taken from; null if it was rolled."),
    left=_PLAYED_DIE,
    right=_PLAYED_DIE,
)
_OFFER = named_object(
    "CoinOffer",
    "Coins that a chair has reached; the player may take one.",
    seat=SEAT,
    beach=BEACH,
    spaces=array_schema(BEACH_SPACE, "Spaces of the coins.", at_most=3),
)
_HELD = named_object("HeldTile", "A tile and its owner.", tile=TILE, seat=SEAT)
_BAYWATCH = named_object(
    "BaywatchState",
    "The Baywatch tiles.",
    face_up=nullable_schema(TILE, "The tile to gain next."),
    held=array_schema(_HELD, "The tiles gained and not yet used.", at_most=len(TILES)),
    used=array_schema(_HELD, "The tiles used.", at_most=len(TILES)),
    open_dice=nullable_schema(
        named_object("OpenDice", "The open dice.", seat=SEAT, pair=PAIR),
        "The open dice; null before the first pair.",
    ),
    point=nullable_schema(SEAT, "The seat that gained the point of the final round."),
)
_IN_BAG = integer_schema(0, 3, "Dice of this colour.")
_OWNED = nullable_schema(COIN_VALUE, "The coin of this colour, or null.")
TABLE = object_schema(
    "The public table.",
    **_HEADING,
    deciding={**SEATS_LISTED, "description": "The seats that are asked."},
    rounds=integer_schema(ROUNDS, ROUNDS, "Game rounds at most."),
    expansions=array_schema(EXPANSION, "The expansions in play.", at_most=len(EXPANSIONS)),
    beaches=array_schema(_BEACH, "From left to right.", at_most=len(BEACHES)),
    wave_lengths=named_object(
        "WaveLengths",
        "Spaces that a wave covers.",
        large=integer_schema(1, None, "Spaces that a large wave covers."),
        small=integer_schema(1, None, "Spaces that a small wave covers."),
    ),
    track=_TRACK,
    towel_pile={
        **ORDER,
        "description": "Seats still to play in this round, the present or next one first.",
    },
    bag=named_schema("DiceBag", per_beach(_IN_BAG, "The dice in the bag, by colour.")),
    dice=nullable_schema(_DICE, "The pair in play; null between two goes."),
    offer=nullable_schema(_OFFER, "The coins on offer; null while none can be taken."),
    coins=nullable_schema(
        by_seat(
            named_schema("CoinsOwned", per_beach(_OWNED, "The coins of one seat, by colour.")),
            "The coins owned.",
        ),
        "The coins; null without the Coins expansion.",
    ),
    shark_alert=nullable_schema(
        named_object(
            "SharkAlert",
            "The beach that is alerted.",
            alert=nullable_schema(BEACH, "The beach alerted; null before the first round."),
            sharks_left=array_schema(
                integer_schema(1), "The distances still in the stack.", at_most=7
            ),
        ),
        "The shark; null without the Shark Alert expansion.",
    ),
    surfers=nullable_schema(SURFERS, "Null without surfers, and while their tiles are hidden."),
    baywatch=nullable_schema(_BAYWATCH, "The tiles; null without the Baywatch expansion."),
    scores=by_seat(
        POINTS,
        "Points of each seat if the game ended now, with the point for the open dice; without surfers "
        "while their tiles are hidden.",
    ),
)

SETUP = object_schema(
    "What chance gave before the first round.",
    start_order=ORDER,
    coins=nullable_schema(
        array_schema(
            array_schema(COIN_VALUE, "The coins from space 1 on.", at_most=COIN_SPACES),
            "The coins of each beach, from left to right.",
            at_most=len(BEACHES),
        ),
        "The coins; null without the Coins expansion.",
    ),
    surfers=nullable_schema(SURFERS, "Null without surfers."),
    baywatch_tile=nullable_schema(TILE, "The first tile face up; null without Baywatch."),
)

WAVE_LAID = {"beach": BEACH, "size": WAVE, "water": WATER, "flooded": FLOODED}
SHARK_CAME = {
    "beach": BEACH,
    "distance": integer_schema(1, None, "Spaces that the shark drives a chair back."),
    "seat": nullable_schema(SEAT, "Seat of the chair driven back; null if none stood on sand."),
    "start": nullable_schema(BEACH_SPACE, "Space of the chair before."),
    "end": nullable_schema(BEACH_SPACE, "Space of the chair now."),
}
ENDED_BY = one_of(("flood", "last_round"), "Why the game is over.")
_POINTS_OF_BEACH = named_object(
    "BeachPoints", "Points for a beach.", beach=BEACH, points=by_seat(POINTS, "Points by seat.")
)
_FINAL_POINTS = named_object(
    "FinalPoints",
    "The final points.",
    beaches=array_schema(_POINTS_OF_BEACH, "From left to right.", at_most=len(BEACHES)),
    coins=by_seat(POINTS, "Points for coins by seat."),
    open_dice=by_seat(POINTS, "Points for the open dice by seat."),
    totals=by_seat(POINTS, "All points by seat."),
)
_WAVE_LAID = named_object("WaveLaid", "A wave laid.", **WAVE_LAID)
_SHARK_CAME = named_object("SharkAttack", "An attack of the shark.", **SHARK_CAME)
SHOWN = object_schema(
    "How a round ended.",
    waves=array_schema(_WAVE_LAID, "The waves laid, that of the left die first.", at_most=2),
    shark=nullable_schema(_SHARK_CAME, "The shark's attack; null without Shark Alert."),
    order=nullable_schema(ORDER, "Order of play in the next round; null after the last."),
    tile=nullable_schema(_HELD, "The Baywatch tile gained, if one was."),
    ended_by=nullable_schema(ENDED_BY, "Why the game is over; null if it goes on."),
    points=nullable_schema(_FINAL_POINTS, "The final points; null if the game goes on."),
)
