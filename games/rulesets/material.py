"""Descriptions of games and of the pieces in their boxes, for clients that draw them.

All texts are English and marked with `games.rulesets.kit.words.gettext_noop`; the server translates them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantTitle:
    """The title of an edition or expansion, and what is different with it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One kind of piece in the box.

    `id` is what the API calls it. `facts` are its figures and words. `name` may have them in braces; a fact
    that is a word is translated there. `picture` is a whole SVG document.
    """

    id: str
    name: str
    text: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    picture: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceGroup:
    """Things of one sort, such as all cards. `expansion` is the id of the expansion that brings them."""

    id: str
    name: str
    pieces: tuple[Piece, ...]
    expansion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """A game as a shelf shows it.

    `answers` is about how many questions one player answers in a whole game, fewest and most. `complexity`
    goes from 1, learned in five minutes, to 5. `editions` and `expansions` are by the ids of the options.
    """

    description: str
    complexity: int
    answers: range
    editions: Mapping[str, VariantTitle] = field(default_factory=dict)
    expansions: Mapping[str, VariantTitle] = field(default_factory=dict)
    material: tuple[PieceGroup, ...] = ()
