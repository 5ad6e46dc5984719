"""Rulesets and what lies in their boxes, as answers show them."""

from typing import Annotated, NotRequired, TypedDict

from games.shapes.members import Json, RulesetId
from tideapi.rest.shapes import Address, Keywords, Number

JsonSchema = Annotated[Json, Keywords(title="JsonSchema"), "A JSON Schema (2020-12)."]


class SeatLimits(TypedDict):
    """The fewest and the most of something."""

    least: Annotated[Number, "The fewest seats."]
    most: Annotated[Number, "The most seats."]


class VariantBody(TypedDict):
    name: Annotated[str, "Its title."]
    text: Annotated[str | None, "What is different with it; null where nothing is said of that."]


class EditionBody(VariantBody):
    """A variant of a game."""

    id: Annotated[str, "What `edition` in the options is."]
    seat_limits: SeatLimits


class RulesetExpansion(VariantBody):
    """Something that can be played with."""

    id: Annotated[str, "What stands in `expansions` of the options."]


class PieceBody(TypedDict):
    """One kind of thing in the box."""

    id: Annotated[str, "Its id within the group: what answers and tables call it."]
    name: Annotated[str, "Its name."]
    text: Annotated[str | None, "What it does or bears, in one or two sentences; null for nothing."]
    facts: Annotated[
        Json,
        Keywords(title="PieceFacts"),
        "Its figures and words, such as `life_preservers` or `face`.",
    ]
    picture: Annotated[Address | None, "Where an SVG picture of it is; null for none."]


class PieceGroupBody(TypedDict):
    """Things of one sort."""

    id: Annotated[str, "Its id, such as `weather_cards`."]
    name: Annotated[str, "What these things are called together."]
    expansion: Annotated[str | None, "Id of the expansion that brings them; null for none."]
    pieces: Annotated[list[PieceBody], "Each of them."]


class RulesetBody(TypedDict):
    id: RulesetId
    name: Annotated[str, "The game's title."]
    description: Annotated[str | None, "What it is, in a few sentences; null for nothing."]
    complexity: Annotated[
        Number | None, "How much there is to learn, from 1 to 5; null where that is not said."
    ]
    answers_per_player: Annotated[
        SeatLimits | None, "How many questions a player answers in a whole game, about; or null."
    ]
    version: Annotated[Number, "Raised whenever a running game would go on differently."]
    seat_limits: SeatLimits
    editions: Annotated[
        list[EditionBody], "Its variants, the usual one first; none where it has none."
    ]
    expansions: Annotated[list[RulesetExpansion], "Its expansions; none where it has none."]
    bots: Annotated[
        list[Annotated[str, "Name of a bot."]], "The bots that play it, the weakest first."
    ]
    levels: Annotated[dict[str, str], "How well each bot plays, in a word for people."]
    decisions: Annotated[
        dict[str, str],
        "What a player can be asked to decide: each word, with its meaning for people.",
    ]
    options: Annotated[JsonSchema, "JSON Schema of the options."]
    # The generator for Go loses the name of objects that are values of a map.
    actions: Annotated[
        Json, Keywords(title="JsonSchemas"), "JSON Schema of every action, by its type."
    ]
    order: Annotated[
        JsonSchema | None, "JSON Schema of a standing order; null where the game has none."
    ]
    material: NotRequired[
        Annotated[
            list[PieceGroupBody], "What lies in its box; left out in the list of all rulesets."
        ]
    ]
