"""Request bodies of the players' calls."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer

from common.rest.fields import BooleanField, CharField, ChoiceField, ListField
from common.rest.paging import PageQuery
from common.rest.scopes import SCOPES
from common.rest.serializers import Body, PartialBody
from players import account_fields
from players.account_fields import (
    EMAIL_PATTERN,
    MAX_EMAIL_LENGTH,
    MAX_PASSWORD_LENGTH,
    MAX_USERNAME_LENGTH,
    MIN_PASSWORD_LENGTH,
    USERNAME_PATTERN,
)
from players.avatars import AVATARS
from players.bots import MAY
from players.models import PROFILE_PARTS
from players.relations import RELATION_KINDS


class UsernameField(CharField):
    usual: ClassVar = {
        "help_text": "Letters, digits, _ and -, in any case. Surrounding spaces are ignored.",
        "min_length": 2,
        "max_length": MAX_USERNAME_LENGTH,
        "pattern": USERNAME_PATTERN,
        "wanted": _("2 to 30 letters, digits, _ or -, the first a letter or digit"),
    }


class EmailField(CharField):
    usual: ClassVar = {
        "help_text": "Mail address, never shown to others; empty for none. Surrounding spaces are ignored.",
        "max_length": MAX_EMAIL_LENGTH,
        "pattern": EMAIL_PATTERN,
        "wanted": _("an e-mail address such as ann@tide.example"),
    }


class PasswordField(CharField):
    usual: ClassVar = {
        "help_text": "At least 8 characters, none of the most common passwords, unlike username and email.",
        "min_length": MIN_PASSWORD_LENGTH,
        "max_length": MAX_PASSWORD_LENGTH,
    }


class TokenNameField(CharField):
    usual: ClassVar = {
        "help_text": "Name of the token, chosen by the player.",
        "max_length": 100,
        "required": False,
    }


class TestTokenField(BooleanField):
    def __init__(self) -> None:
        help_text = "Whether the token may move time forward, on a sandbox server only."
        super().__init__(required=False, help_text=help_text)


class ScopesField(ListField):
    def __init__(self, scopes: Iterable[str], help_text: str) -> None:
        child = ChoiceField(scopes, help_text="A scope of the token.")
        super().__init__(required=False, child=child, min_length=1, help_text=help_text)


class CodeField(CharField):
    usual: ClassVar = {
        "help_text": "The code of an invitation, where the server takes players by invitation. Surrounding "
        "spaces are ignored.",
        "required": False,
        "max_length": 40,
    }


class TrimmedRequest(Body):
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return account_fields.trim_spaces(attrs)


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"username": "ann", "password": "rock-pool-and-anemone"})]
)
class PlayerRequest(TrimmedRequest):
    username = UsernameField()
    password = PasswordField()
    email = EmailField(required=False)
    code = CodeField()


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"username": "ann", "password": "rock-pool-and-anemone"})]
)
class ClaimRequest(PlayerRequest):
    pass


@extend_schema_serializer(examples=[OpenApiExample("Example", {})])
class GuestRequest(TrimmedRequest):
    code = CodeField()


@extend_schema_serializer(examples=[OpenApiExample("Example", {"username": "anns-engine"})])
class BotAccountRequest(TrimmedRequest):
    username = UsernameField()


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example", {"name": "the machine at home", "scopes": ["game:read", "game:play"]}
        )
    ]
)
class BotTokenRequest(PartialBody):
    name = TokenNameField()
    scopes = ScopesField(MAY, "Scopes of the token; left out: all that a bot's token may have.")
    test = TestTokenField()


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "username": "ann",
                "password": "rock-pool-and-anemone",
                "name": "telephone",
            },
        )
    ]
)
class TokenRequest(Body):
    username = CharField(min_length=1, max_length=30, help_text="The username.")
    password = CharField(
        min_length=1, max_length=MAX_PASSWORD_LENGTH, help_text="The player's password."
    )
    name = TokenNameField()
    scopes = ScopesField(SCOPES, "Scopes of the token; left out: all scopes.")
    test = TestTokenField()


@extend_schema_serializer(examples=[OpenApiExample("Example", {"friend": True})])
class RelationChange(PartialBody):
    friend = BooleanField(
        help_text="True asks the player to be friends, or accepts that player's request; false ends the "
        "friendship, cancels the request, or declines it."
    )
    blocked = BooleanField(help_text="Whether the player is blocked.")
    muted = BooleanField(help_text="Whether the player is muted.")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"about": "I play slowly but surely."})]
)
class MyProfileChange(TrimmedRequest, PartialBody):
    username = UsernameField()
    email = EmailField()
    about = CharField(max_length=500, help_text="Text on the public profile.")
    avatar = ChoiceField(AVATARS, help_text="The drawn swimmer beside the name.")
    shows = ListField(
        child=ChoiceField(PROFILE_PARTS, help_text="A part of the profile."),
        help_text="Parts of the profile that other players see.",
    )
    password = PasswordField()
    current_password = CharField(
        min_length=1,
        max_length=128,
        help_text="The present password, needed to change the password or the address.",
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"text": "My little brother wrote this."})]
)
class AppealRequest(Body):
    text = CharField(min_length=1, max_length=1000, help_text="What the moderators should know.")


class PlayerListQuery(PageQuery):
    prefix = CharField(
        max_length=30,
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$",
        wanted=_("the beginning of a name: letters, digits, _ or -, the first a letter or digit"),
        help_text="Beginning of the username.",
    )
    username = ListField(
        child=CharField(pattern=USERNAME_PATTERN),
        min_length=1,
        max_length=100,
        help_text="Only these players: `username=ann&username=bob`.",
    )


class RelationListQuery(PageQuery):
    relation = ChoiceField(
        RELATION_KINDS, help_text="Only players with this relation to the caller."
    )
