"""High Tide for clients that draw it: a description, and each piece on its table."""

from games.rulesets.high_tide.rules import pictures
from games.rulesets.high_tide.rules.components import BEACHES, COIN_SPACES, FACES, LARGE, SMALL
from games.rulesets.high_tide.rules.options import BAYWATCH, COINS, SHARK_ALERT, SURFER
from games.rulesets.kit.words import gettext_noop as _
from games.rulesets.material import Piece, PieceGroup, Presentation, VariantTitle

TILES = {
    "B1": _(
        "Before you roll or take: the rental moves one space further, and before the next go it rests."
    ),
    "B2": _("Before the go of another player: you play now, and that player plays later."),
    "B3": _("Before the first go of a round: one of your chairs moves 1 or 2 spaces."),
    "B4": _(
        "Once your pair is settled: one of your dice also moves any other chair of yours; then both count as "
        "usual."
    ),
    "B5": _("Once your pair is settled: you re-roll one of your dice."),
    "B6": _(
        "Once your pair is settled: each of your dice counts one more, one less or as it is, between 1 and 6."
    ),
    "B7": _("Once your pair is settled: one of your dice counts as another colour."),
    "B8": _("After a roll: the roll goes on the track, and you take another pair from it."),
    "B9": _(
        "Once your pair is settled: one of your dice moves its chair back, away from the water, at most to "
        "the bar."
    ),
}
"""The time and the effect of each tile."""
MAX_DRIVE = 4


def _beach_facts(beach: str) -> dict[str, str]:
    return {"beach": beach, "colour": pictures.COLOURS[beach]}


MATERIAL = (
    PieceGroup(
        id="beaches",
        name=_("Beaches"),
        pieces=tuple(
            Piece(
                id=beach,
                name=_("The {beach} beach"),
                facts=_beach_facts(beach),
                picture=pictures.draw_beach(beach),
            )
            for beach in BEACHES
        ),
    ),
    PieceGroup(
        id="dice",
        name=_("Dice"),
        pieces=tuple(
            Piece(
                id=f"{beach}-{face}",
                name=_("{beach} {face}"),
                facts={**_beach_facts(beach), "face": face},
                picture=pictures.draw_die(beach, face),
            )
            for beach in BEACHES
            for face in range(1, FACES + 1)
        ),
    ),
    PieceGroup(
        id="waves",
        name=_("Waves"),
        pieces=(
            Piece(
                id=LARGE,
                name=_("Large wave"),
                text=_(
                    "It comes to the beach of the left die of the pair that is left after a round."
                ),
                picture=pictures.draw_wave(LARGE),
            ),
            Piece(
                id=SMALL,
                name=_("Small wave"),
                text=_(
                    "It comes to the beach of the right die of the pair that is left after a round."
                ),
                picture=pictures.draw_wave(SMALL),
            ),
        ),
    ),
    PieceGroup(
        id="coins",
        name=_("Coins"),
        expansion=COINS,
        pieces=tuple(
            Piece(
                id=str(value),
                name=_("Coin worth {value}"),
                text=_("Every beach has one of these. The host may choose other values."),
                facts={"value": value},
                picture=pictures.draw_coin(value),
            )
            for value in range(1, COIN_SPACES + 1)
        ),
    ),
    PieceGroup(
        id="sharks",
        name=_("Shark tiles"),
        expansion=SHARK_ALERT,
        pieces=tuple(
            Piece(
                id=str(distance),
                name=_("Shark {distance}"),
                text=_(
                    "It pushes a chair back by this many spaces. The host can choose other "
                    "distances."
                ),
                facts={"distance": distance},
                picture=pictures.draw_shark(distance),
            )
            for distance in range(1, MAX_DRIVE + 1)
        ),
    ),
    PieceGroup(
        id="surfers",
        name=_("Surfer tiles"),
        expansion=SURFER,
        pieces=tuple(
            Piece(
                id=beach,
                name=_("Surfer of the {beach} beach"),
                facts=_beach_facts(beach),
                picture=pictures.draw_surfer(beach),
            )
            for beach in BEACHES
        ),
    ),
    PieceGroup(
        id="tiles",
        name=_("Baywatch tiles"),
        expansion=BAYWATCH,
        pieces=tuple(
            Piece(
                id=tile,
                name=_("Tile {tile}"),
                text=text,
                facts={"tile": tile},
                picture=pictures.draw_tile(tile),
            )
            for tile, text in TILES.items()
        ),
    ),
)
PRESENTATION = Presentation(
    description=_(
        "Roll two dice or take a pair that others have left, and move your deckchairs on six beaches towards "
        "the water. Close to it they are worth most, in it nothing, and two waves a round take the sand "
        "away. The game ends when a chair stands in the water, or after six rounds."
    ),
    complexity=2,
    answers=range(4, 20),
    expansions={
        COINS: VariantTitle(
            name=_("Coins"),
            text=_("Chairs collect coins on their way; those with the highest totals get points."),
        ),
        SHARK_ALERT: VariantTitle(
            name=_("Shark alert"),
            text=_("A shark drives the foremost chair of one beach back before the waves come."),
        ),
        SURFER: VariantTitle(
            name=_("Surfer"),
            text=_("Each player has one beach on which the chair should end in the water."),
        ),
        BAYWATCH: VariantTitle(
            name=_("Baywatch"),
            text=_("A low pair wins tiles, each of which breaks a rule once."),
        ),
    },
    material=MATERIAL,
)
