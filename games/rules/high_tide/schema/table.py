"""Schemas of the table, of the rounds and of the set-up."""

from games.rules.high_tide.actions import MAX_SPACES
from games.rules.high_tide.components import BEACHES, COIN_SPACES, FACES, ROUNDS, SEATS, TILES
from games.rules.high_tide.options import EXPANSION, EXPANSIONS
from games.rules.high_tide.schema.parts import (
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
from games.rules.high_tide.state import COIN, PHASES
from games.rules.kit.schemas import array, closed, maybe, named, one_of, whole

_HEADING = {
    "stage": ROUND,
    "round": ROUND,
    "place": GO,
    "decision": one_of((*PHASES, COIN), "What is decided now."),
}
HEADING = closed("The open question.", **_HEADING)

MINE = closed(
    "What a seat alone may see.",
    optional=("surfer",),
    # Not by its name, so that the document keeps its words for a beach.
    surfer=one_of(BEACHES, "The beach of my surfer tile, in a game in which the tiles are hidden."),
)
SEALED = closed("Nothing: what may be shown of a round is shown when it ends.")
SURFERS = by_seat(BEACH, "The beach of each surfer.")

_CHAIRS = named(
    "Chairs",
    closed(
        "The chairs on one space, from left to right: of two, the right one is ahead.",
        space=BEACH_SPACE,
        seats=SEATS_LISTED,
    ),
)
_BEACH = named(
    "BeachState",
    closed(
        "A beach.",
        beach=BEACH,
        water=WATER,
        waves=array(WAVE, "The waves laid, the first one first.", at_most=2 * ROUNDS),
        chairs=array(_CHAIRS, "The spaces with chairs, from the bar on.", at_most=SEATS[-1]),
        flooded=FLOODED,
        coins=maybe(
            array(
                named("LyingCoin", closed("A coin.", space=BEACH_SPACE, value=COIN_VALUE)),
                "The coins that still lie there.",
                at_most=COIN_SPACES,
            ),
            "Null without the Coins expansion.",
        ),
    ),
)
_TRACK_SPACE = named(
    "TrackSpace",
    closed(
        "A space of the dice track.",
        space=TRACK_SPACE,
        available={"type": "boolean", "description": "Whether it lies above the rental."},
        towel=maybe(SEAT, "The seat whose towel lies there, or null."),
        pair=maybe(PAIR, "The declined pair that lies there, or null."),
    ),
)
_TRACK = named(
    "DiceTrack",
    closed(
        "The dice track.",
        spaces=array(_TRACK_SPACE, "From the top.", at_most=MAX_SPACES),
        rental=RENTAL,
        rental_rests={"type": "boolean", "description": "It does not move before the next go."},
    ),
)
_PLAYED_DIE = named(
    "DieInPlay",
    closed(
        "A die, and what tiles make of it.",
        colour=COLOUR,
        face=FACE,
        beach={**BEACH, "description": "The beach whose chair it moves."},
        steps=whole(-FACES, FACES, "Spaces towards the water, below 0 away from it."),
    ),
)
_DICE = named(
    "DiceInPlay",
    closed(
        "The pair before the player whose turn it is.",
        seat=SEAT,
        space=maybe(TRACK_SPACE, "Where the pair was taken from; null if it was rolled."),
        left=_PLAYED_DIE,
        right=_PLAYED_DIE,
    ),
)
_OFFER = named(
    "CoinOffer",
    closed(
        "Coins that a chair has come to: one of them may be taken.",
        seat=SEAT,
        beach=BEACH,
        spaces=array(BEACH_SPACE, "Where they lie.", at_most=3),
    ),
)
_HELD = named("HeldTile", closed("A tile and its owner.", tile=TILE, seat=SEAT))
_BAYWATCH = named(
    "BaywatchState",
    closed(
        "The Baywatch tiles.",
        face_up=maybe(TILE, "The tile to be gained."),
        held=array(_HELD, "The tiles gained and not yet used.", at_most=len(TILES)),
        used=array(_HELD, "The tiles used.", at_most=len(TILES)),
        open_dice=maybe(
            named("OpenDice", closed("The open dice.", seat=SEAT, pair=PAIR)),
            "Null before the first pair.",
        ),
        point=maybe(SEAT, "The seat that gained the point of the final round."),
    ),
)
_IN_BAG = whole(0, 3, "Dice of this colour.")
_OWNED = maybe(COIN_VALUE, "The coin of this colour, or null.")
TABLE = closed(
    "The table, for all.",
    **_HEADING,
    deciding={**SEATS_LISTED, "description": "The seats that are asked."},
    rounds=whole(ROUNDS, ROUNDS, "Game rounds at most."),
    expansions=array(EXPANSION, "What is played with.", at_most=len(EXPANSIONS)),
    beaches=array(_BEACH, "From left to right.", at_most=len(BEACHES)),
    wave_lengths=named(
        "WaveLengths",
        closed(
            "Spaces that a wave covers.",
            large=whole(1, None, "Spaces that a large wave covers."),
            small=whole(1, None, "Spaces that a small wave covers."),
        ),
    ),
    track=_TRACK,
    towel_pile={**ORDER, "description": "Who is still to play, the next or present one first."},
    bag=named("DiceBag", per_beach(_IN_BAG, "The dice in the bag, by colour.")),
    dice=maybe(_DICE, "Null between two goes."),
    offer=maybe(_OFFER, "Null unless a coin can be taken."),
    coins=maybe(
        by_seat(
            named("CoinsOwned", per_beach(_OWNED, "The coins of one seat, by colour.")),
            "The coins owned.",
        ),
        "Null without the Coins expansion.",
    ),
    shark_alert=maybe(
        named(
            "SharkAlert",
            closed(
                "The beach that is alerted.",
                alert=maybe(BEACH, "The beach alerted; null before the first round."),
                sharks_left=array(whole(1), "The distances still in the stack.", at_most=7),
            ),
        ),
        "Null without the Shark Alert expansion.",
    ),
    surfers=maybe(SURFERS, "Null without surfers, and as long as their tiles are hidden."),
    baywatch=maybe(_BAYWATCH, "Null without the Baywatch expansion."),
    scores=by_seat(
        POINTS,
        "What each would have if the game ended as it stands, with the point for the open dice;"
        " without surfers as long as their tiles are hidden.",
    ),
)

SETUP = closed(
    "What chance gave before the first round.",
    start_order=ORDER,
    coins=maybe(
        array(
            array(COIN_VALUE, "From space 1 on.", at_most=COIN_SPACES),
            "The coins of each beach, from left to right.",
            at_most=len(BEACHES),
        ),
        "Null without the Coins expansion.",
    ),
    surfers=maybe(SURFERS, "Null without surfers."),
    baywatch_tile=maybe(TILE, "The first tile face up; null without Baywatch."),
)

WAVE_LAID = {"beach": BEACH, "size": WAVE, "water": WATER, "flooded": FLOODED}
SHARK_CAME = {
    "beach": BEACH,
    "distance": whole(1, None, "Spaces that the shark drives a chair back."),
    "seat": maybe(SEAT, "Whose chair fled; null if none stood on sand."),
    "start": maybe(BEACH_SPACE, "Where it stood."),
    "end": maybe(BEACH_SPACE, "Where it stands now."),
}
ENDED_BY = one_of(("flood", "last_round"), "Why the game is over.")
_POINTS_OF_BEACH = named(
    "BeachPoints",
    closed("Points for a beach.", beach=BEACH, points=by_seat(POINTS, "Points by seat.")),
)
_FINAL_POINTS = named(
    "FinalPoints",
    closed(
        "What everything was worth.",
        beaches=array(_POINTS_OF_BEACH, "From left to right.", at_most=len(BEACHES)),
        coins=by_seat(POINTS, "Points for coins by seat."),
        open_dice=by_seat(POINTS, "Points for the open dice by seat."),
        totals=by_seat(POINTS, "All points by seat."),
    ),
)
_WAVE_LAID = named("WaveLaid", closed("A wave laid.", **WAVE_LAID))
_SHARK_CAME = named("SharkAttack", closed("What the shark did.", **SHARK_CAME))
SHOWN = closed(
    "How a round ended.",
    waves=array(_WAVE_LAID, "The waves laid, that of the left die first.", at_most=2),
    shark=maybe(_SHARK_CAME, "What the shark did; null without Shark Alert."),
    order=maybe(ORDER, "Who plays when in the next round; null after the last."),
    tile=maybe(_HELD, "The Baywatch tile gained, if one was."),
    ended_by=maybe(ENDED_BY, "Null if the game goes on."),
    points=maybe(_FINAL_POINTS, "What everything was worth; null if the game goes on."),
)
