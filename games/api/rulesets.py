"""Which games there are."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.errors import ApiError
from common.rest.paging import PageBody, whole_page
from common.rest.responses import LANGUAGE, problems, typed_response
from common.rest.view import View, allow_compression
from games.api.sentences import answer_localized
from games.rulesets import bots, registry
from games.rulesets.material import Piece, PieceGroup, VariantTitle
from games.rulesets.ruleset import Ruleset
from games.shapes.rulesets import (
    PieceBody,
    PieceGroupBody,
    RulesetBody,
    RulesetExpansion,
    SeatLimits,
)
from players.authentication import HasScopesIfSignedIn


class Rulesets(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]

    @extend_schema(
        operation_id="list_rulesets",
        tags=["rulesets"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(PageBody[RulesetBody], "All rulesets on one page.", "RulesetPage"),
        },
    )
    @allow_compression
    def get(self, request: Request) -> Response:
        """List the rulesets.

        Returns all rulesets of this server, in the language of `Accept-Language`. `get_ruleset` adds the
        material of one.
        """

        def show() -> Response:
            shown = [summarize_ruleset(rules) for rules in registry.RULESETS.values()]
            return Response(whole_page(shown))

        return answer_localized(request, show)


class OneRuleset(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]

    @extend_schema(
        operation_id="get_ruleset",
        tags=["rulesets"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(RulesetBody, "The ruleset.", "Ruleset"),
            **problems("ruleset_not_found"),
        },
    )
    @allow_compression
    def get(self, request: Request, ruleset: str) -> Response:
        """Get a ruleset.

        Returns one ruleset, with the JSON Schemas of its options, actions and standing orders. `material`
        lists the pieces in the box: names, texts and pictures. Texts are in the language of
        `Accept-Language`.
        """
        rules = registry.RULESETS.get(ruleset)
        if rules is None:
            raise ApiError("ruleset_not_found", "There is no such ruleset.")

        def show() -> Response:
            material = list_material(request, rules)
            return Response({**summarize_ruleset(rules), "material": material})

        return answer_localized(request, show)


def summarize_ruleset(rules: Ruleset[Any, Any]) -> RulesetBody:
    """Return a ruleset without its material, in the language that is active."""
    about = rules.presentation
    return {
        "id": rules.id,
        "name": rules.name,
        "description": gettext(about.description) if about else None,
        "complexity": about.complexity if about else None,
        "answers_per_player": _show_bounds(about.answers) if about else None,
        "version": rules.version,
        "seat_limits": _show_bounds(rules.seats),
        "editions": [
            {
                **_show_variant(edition, about.editions if about else {}),
                "seat_limits": _show_bounds(
                    rules.seats_for(rules.read_options({"edition": edition}))
                ),
            }
            for edition in rules.editions
        ],
        "expansions": [_show_variant(name, about.expansions) for name in about.expansions]
        if about
        else [],
        "bots": list(bots.bot_names(rules.id)),
        "levels": _translate_words(bots.bot_levels(rules.id)),
        "decisions": _translate_words(rules.decisions),
        "options": rules.schemas.options,
        "actions": dict(rules.schemas.actions),
        "order": rules.schemas.order,
    }


def list_material(request: Request, rules: Ruleset[Any, Any]) -> list[PieceGroupBody]:
    """Return what lies in the box of a game, in the language that is active."""
    if rules.presentation is None:
        return []
    return [
        {
            "id": group.id,
            "name": gettext(group.name),
            "expansion": group.expansion or None,
            "pieces": [_show_piece(request, rules.id, group, piece) for piece in group.pieces],
        }
        for group in rules.presentation.material
    ]


def _show_piece(request: Request, ruleset: str, group: PieceGroup, piece: Piece) -> PieceBody:
    words = {
        name: gettext(fact) if isinstance(fact, str) else fact for name, fact in piece.facts.items()
    }
    picture = reverse("picture", args=[ruleset, group.id, piece.id]) if piece.picture else None
    return {
        "id": piece.id,
        "name": gettext(piece.name).format(**words),
        "text": gettext(piece.text) if piece.text else None,
        "facts": dict(piece.facts),
        "picture": request.build_absolute_uri(picture) if picture else None,
    }


def _show_variant(name: str, known: Mapping[str, VariantTitle]) -> RulesetExpansion:
    found = known.get(name)
    if found is None:
        return {"id": name, "name": name, "text": None}
    return {"id": name, "name": gettext(found.name), "text": gettext(found.text)}


def _translate_words(words: Mapping[str, str]) -> dict[str, str]:
    return {name: gettext(word) for name, word in words.items()}


def _show_bounds(numbers: range) -> SeatLimits:
    return {"least": numbers[0], "most": numbers[-1]}
