"""Rulesets and what lies in their boxes, as answers show them."""

from typing import Annotated, NotRequired, TypedDict

from common.rest.json_codec import Json
from common.rest.shapes import Address, Keywords, Number
from games.shapes.members import RulesetId

JsonSchema = Annotated[Json, Keywords(title="JsonSchema"), "A JSON Schema (2020-12)."]


class SeatLimits(TypedDict):
    """The least and the most of a number."""

    least: Annotated[Number, "The least."]
    most: Annotated[Number, "The most."]


class VariantBody(TypedDict):
    name: Annotated[str, "Title, for people."]
    text: Annotated[str | None, "One or two sentences for people; or null."]


class EditionBody(VariantBody):
    """A variant of a game."""

    id: Annotated[str, "The value for `edition` in the options."]
    seat_limits: SeatLimits


class RulesetExpansion(VariantBody):
    """An expansion of a game."""

    id: Annotated[str, "The value for `expansions` in the options."]


class PieceBody(TypedDict):
    """One kind of piece in the box."""

    id: Annotated[str, "Id within the group, as actions and tables use it."]
    name: Annotated[str, "Name of the piece."]
    text: Annotated[str | None, "One or two sentences about the piece; or null."]
    facts: Annotated[
        Json,
        Keywords(title="PieceFacts"),
        "Facts of the piece, such as `life_preservers` or `face`.",
    ]
    picture: Annotated[Address | None, "Address of an SVG picture; or null."]


class PieceGroupBody(TypedDict):
    """Pieces of one sort."""

    id: Annotated[str, "Id of the group, such as `weather_cards`."]
    name: Annotated[str, "Name of the group."]
    expansion: Annotated[str | None, "Id of the expansion to which the pieces belong; or null."]
    pieces: Annotated[list[PieceBody], "The pieces."]


class RulesetBody(TypedDict):
    id: RulesetId
    name: Annotated[str, "The game's title."]
    description: Annotated[str | None, "The game in a few sentences; or null."]
    complexity: Annotated[Number | None, "How hard the rules are, from 1 to 5; or null."]
    answers_per_player: Annotated[
        SeatLimits | None, "About how many questions a player answers in a game; or null."
    ]
    version: Annotated[Number, "Rules version, raised with each change that affects running games."]
    seat_limits: SeatLimits
    editions: Annotated[
        list[EditionBody], "The editions, the default first; empty if there are none."
    ]
    expansions: Annotated[list[RulesetExpansion], "The expansions; empty if there are none."]
    bots: Annotated[
        list[Annotated[str, "Name of a bot."]], "The bots for this game, weakest first."
    ]
    levels: Annotated[dict[str, str], "The strength of each bot, in a word for people."]
    decisions: Annotated[
        dict[str, str],
        "The decisions that a player can be asked, each with its meaning for people.",
    ]
    options: Annotated[JsonSchema, "JSON Schema of the options."]
    # The generator for Go loses the name of objects that are values of a map.
    actions: Annotated[
        Json, Keywords(title="JsonSchemas"), "JSON Schema of every action, by its type."
    ]
    order: Annotated[
        JsonSchema | None, "JSON Schema of a standing order; null if the game has none."
    ]
    material: NotRequired[
        Annotated[list[PieceGroupBody], "The pieces in the box; left out in the list of rulesets."]
    ]
