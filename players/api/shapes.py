"""The answers of the players' calls."""

from datetime import datetime
from typing import Annotated, TypedDict

from common.rest.paging import Links
from common.rest.scopes import SCOPES
from common.rest.shapes import Count, Keywords, KnownValues, Number
from players.avatars import AVATARS
from players.models import PROFILE_PARTS, Player
from players.relations import Relation

Username = Annotated[str, "The username."]
Secret = Annotated[str, "Send it as `Authorization: Bearer <token>`. Shown only once."]
AccountKind = Annotated[
    str,
    KnownValues(Player.AccountKind.values),
    "Kind of account: a person's, a guest's without a chosen name, or a bot's.",
]
Avatar = Annotated[
    str,
    KnownValues(AVATARS),
    "The drawn swimmer beside the name: the player's choice, or the server's until there is one.",
]
BotOwner = Annotated[str | None, "The username of a bot's owner; null for other accounts."]
RelationOrNone = Annotated[
    Relation | None,
    "The caller's relation to the player; null for the caller's own profile, and for a "
    "caller without a token or without the scope `message:read`.",
]


class RelatedPlayerBody(TypedDict):
    player: Username
    avatar: Avatar
    relation: Relation


class Registration(TypedDict):
    username: Username
    token: Secret
    expires_at: Annotated[datetime, "When the token expires."]


class SignUpCodeBody(TypedDict):
    code: Annotated[str, "What a new player sends as `code`."]
    url: Annotated[
        str, "The page on which the new player signs up with it.", Keywords(format="uri")
    ]
    used: Annotated[bool, "Whether a player has come by it."]
    created_at: Annotated[datetime, "When it was made."]


class SuspensionBody(TypedDict):
    reason: Annotated[str, "Why, as the moderator says it."]
    created_at: Annotated[datetime, "Since when."]
    until: Annotated[datetime | None, "When it ends; null if it does not."]
    appeal: Annotated[str | None, "The caller's appeal, or null."]
    answer: Annotated[str | None, "The answer to it, or null."]


class BotAccount(TypedDict):
    username: Username
    created_at: Annotated[datetime, "When the account was made."]


class TokenParts(TypedDict):
    id: Annotated[str, "Id of the token."]
    name: Annotated[str, "Name of the token, chosen by the player."]
    begins: Annotated[str, "First characters of the token."]
    scopes: Annotated[
        list[Annotated[str, KnownValues(SCOPES), "A scope of the token."]], "A scope of the token."
    ]
    test: Annotated[
        bool, "Whether the token may move the time of games forward, on a sandbox server only."
    ]
    created_at: Annotated[datetime, "When it was created."]
    expires_at: Annotated[datetime, "When the token expires."]


class IssuedToken(TokenParts):
    token: Secret


class TokenBody(TokenParts):
    current: Annotated[bool, "Whether this request was sent with it."]
    last_used_at: Annotated[
        datetime | None, "When the token was last used, to the hour; null if never."
    ]


class PlayerSummary(TypedDict):
    username: Username
    account: AccountKind
    avatar: Avatar
    relation: RelationOrNone
    about: Annotated[str | None, "The player's text on the profile; null if hidden."]


class PlayerPage(Links):
    results: Annotated[list[PlayerSummary], "The entries of this page."]


class PendingDeletion(TypedDict):
    """The scheduled deletion of an account."""

    created_at: Annotated[datetime, "When the player requested it."]
    due_at: Annotated[datetime, "When erasing begins; until then the deletion can be cancelled."]


class MyProfile(TypedDict):
    username: Username
    account: AccountKind
    avatar: Avatar
    bot_of: BotOwner
    email: Annotated[
        str | None, "The mail address, or empty; null for a token without `profile:write`."
    ]
    email_verified: Annotated[
        bool | None,
        "Whether `email` is verified and can reset the password; null for a token without "
        "`profile:write`.",
    ]
    email_pending: Annotated[
        str | None, "A new address that replaces `email` once verified; or null."
    ]
    email_returned_at: Annotated[
        datetime | None,
        "Since when mail to `email` bounces, so that none is sent; or null.",
    ]
    about: Annotated[str, "Text on the public profile."]
    shows: Annotated[
        list[Annotated[str, KnownValues(PROFILE_PARTS), "A part of the profile."]],
        "Parts of the profile that other players see.",
    ]
    created_at: Annotated[datetime, "When the account was created."]
    renamable_from: Annotated[
        datetime | None, "From when the username can be changed; null for now."
    ]
    deletion: Annotated[PendingDeletion | None, "The scheduled deletion of the account; or null."]


class PublicGameCounts(TypedDict):
    running: Annotated[Count, "Public games under way."]
    finished: Annotated[Count, "Public games played to the end."]
    won: Annotated[Count, "Finished games won, alone or shared."]


class RulesetCounts(PublicGameCounts):
    """Counts of a player's games of one ruleset."""

    ruleset: Annotated[str, "Id of the ruleset."]


class GameCounts(PublicGameCounts):
    """Counts of a player's games."""

    rulesets: Annotated[list[RulesetCounts], "The same by ruleset, ordered by id."]


class Meetings(TypedDict):
    played: Annotated[Count, "Finished games in which both players had a seat until the end."]
    won_by_me: Annotated[Count, "Games won by the caller, alone or shared."]
    won_by_player: Annotated[Count, "Games won by the player, alone or shared."]


class RulesetHeadToHead(Meetings):
    """The games of one ruleset that two players have played against each other."""

    ruleset: Annotated[str, "Id of the ruleset."]


class HeadToHead(Meetings):
    """The games that two players have played against each other."""

    rulesets: Annotated[list[RulesetHeadToHead], "The same by ruleset, ordered by id."]


class ReliabilityBody(TypedDict):
    """The share of questions that a player answers."""

    required: Annotated[Count, "Questions put to the player in closed turns of public games."]
    answered: Annotated[
        Count, "Questions of these that the player answered, not the clock or a bot."
    ]
    percent: Annotated[
        Count | None,
        Keywords(maximum=100),
        "The answered share, rounded down; null for a player never asked.",
    ]


class PublicProfile(TypedDict):
    username: Username
    account: AccountKind
    avatar: Avatar
    bot_of: BotOwner
    relation: RelationOrNone
    about: Annotated[str | None, "The player's text on the profile; null if hidden."]
    created_at: Annotated[datetime | None, "When the account was created; null if hidden."]
    games: Annotated[GameCounts | None, "Counts of the player's games; null if hidden."]
    head_to_head: Annotated[
        HeadToHead | None,
        "The games of the caller with the player, private ones too; null for the caller's own "
        "profile, for a caller without a token, and if the player does not show `games`.",
    ]
    reliability: Annotated[
        ReliabilityBody | None, "Share of questions that the player answers; null if hidden."
    ]


class ConsequenceBody(TypedDict):
    """One consequence of deleting the account."""

    what: Annotated[str, "Stable code of what will end or stay."]
    count: Annotated[Number, "Their number now."]
    text: Annotated[str, "One sentence about what happens."]


class DeletionBody(TypedDict):
    created_at: Annotated[datetime | None, "When the player requested it; or null."]
    due_at: Annotated[
        datetime,
        "When erasing begins; until then the deletion can be cancelled. Without a request: the time "
        "that a request now would set.",
    ]
    consequences: Annotated[
        list[ConsequenceBody],
        "What deleting the account now would do. Consequences without effect are left out.",
    ]


class ArchiveBody(TypedDict):
    """One zip file of an export."""

    number: Annotated[Number, "Number in the address of the archive, from 1."]
    size: Annotated[Number, "Size in bytes."]


class AccountExport(TypedDict):
    id: Annotated[str, "Id of the export."]
    status: Annotated[
        str,
        KnownValues(["building", "ready", "failed"]),
        "`building`, then `ready` or `failed`.",
    ]
    done: Annotated[Count, "Items gathered so far."]
    total: Annotated[Count, "Estimate of all items; it may grow while the export is built."]
    created_at: Annotated[datetime, "When the player requested it."]
    ended_at: Annotated[
        datetime | None, "When the export was ready or had failed; null while it is built."
    ]
    deleted_at: Annotated[datetime, "When the server will delete the export."]
    archives: Annotated[list[ArchiveBody], "The zip files: none until the export is `ready`."]


class ZipFile(bytes):
    """A zip file."""
