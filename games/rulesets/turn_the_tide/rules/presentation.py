"""Turn the Tide for clients that draw it: a description, and each card."""

from games.rulesets.kit.words import gettext_noop as _
from games.rulesets.material import Piece, PieceGroup, Presentation, VariantTitle
from games.rulesets.turn_the_tide.rules.cards import HALVES, MAX_ROUNDS, WEATHER
from games.rulesets.turn_the_tide.rules.pictures import draw_tide_card, draw_weather_card

BEARS = (
    _("It bears no life preserver."),
    _("It bears half a life preserver."),
    _("It bears a whole life preserver."),
)
WEATHER_CARDS = PieceGroup(
    id="weather_cards",
    name=_("Weather cards"),
    pieces=tuple(
        Piece(
            id=str(card),
            name=_("Weather card {card}"),
            text=BEARS[HALVES[card]],
            facts={"card": card, "life_preservers": HALVES[card] / 2},
            picture=draw_weather_card(card),
        )
        for card in WEATHER
    ),
)
TIDE_CARDS = PieceGroup(
    id="tide_cards",
    name=_("Tide cards"),
    pieces=tuple(
        Piece(
            id=str(tide),
            name=_("Tide {tide}"),
            text=_("There are two of these. With six players tides 11 and 12 stay in the box.")
            if tide > MAX_ROUNDS - 2
            else _("There are two of these."),
            facts={"tide": tide, "count": 2},
            picture=draw_tide_card(tide),
        )
        for tide in range(1, MAX_ROUNDS + 1)
    ),
)
PRESENTATION = Presentation(
    description=_(
        "All players play a weather card at once. The two highest cards take the tides of the "
        "round, and the player in the highest water loses a life preserver. After each stage the "
        "hands move on, so in the end every player has played every hand."
    ),
    complexity=1,
    answers=range(18, 56),
    editions={
        "amigo": VariantTitle(
            name=_("Amigo"),
            text=_("Three to five players. After an elimination the next highest pays too."),
        ),
        "gamewright": VariantTitle(
            name=_("Gamewright"),
            text=_("Three to five players. After an elimination no other player pays."),
        ),
        "bga": VariantTitle(
            name=_("Board Game Arena"), text=_("As Amigo, with up to six players.")
        ),
        "bga_modified": VariantTitle(
            name=_("Board Game Arena, modified"),
            text=_("As Gamewright, with up to six players."),
        ),
    },
    material=(WEATHER_CARDS, TIDE_CARDS),
)
