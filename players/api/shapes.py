"""The answers of the players' calls."""

from datetime import datetime
from typing import Annotated, TypedDict

from players.models import PROFILE_PARTS, Player
from players.people.relations import Relation
from tideapi.rest.paging import Links, PageBody
from tideapi.rest.schemas import Schema, string
from tideapi.rest.scopes import SCOPES
from tideapi.rest.shapes import Count, Keywords, KnownValues, Number, schemas_of

Username = Annotated[str, "The username."]
Secret = Annotated[str, "Send it as `Authorization: Bearer <token>`. It is shown this once."]
AccountKind = Annotated[
    str,
    KnownValues(Player.AccountKind.values),
    "Whose account it is: a person's, a guest's without a name of their own yet, or a bot's.",
]
BotOwner = Annotated[str | None, "The username of a bot's owner; null for other accounts."]
RelationOrNone = Annotated[
    Relation | None,
    "The caller's relation to the player; null for the caller's own profile, and for a "
    "caller without a token or without the scope `message:read`.",
]


class RelatedPlayerBody(TypedDict):
    player: Username
    relation: Relation


class Registration(TypedDict):
    username: Username
    token: Secret
    expires_at: Annotated[datetime, "Until when the token is good."]


class BotAccount(TypedDict):
    username: Username
    created_at: Annotated[datetime, "When the account was made."]


class BotAccountList(TypedDict):
    results: Annotated[list[BotAccount], "My bots' accounts."]


class TokenParts(TypedDict):
    id: Annotated[str, "Id of the token."]
    name: Annotated[str, "What the token is for, in the player's own words."]
    begins: Annotated[str, "How the token begins."]
    scopes: Annotated[
        list[Annotated[str, KnownValues(SCOPES), "What it allows."]], "What it allows."
    ]
    test: Annotated[
        bool, "It may move the time of games forward; on a server that is a sandbox only."
    ]
    created_at: Annotated[datetime, "When it was made."]
    expires_at: Annotated[datetime, "Until when it is good."]


class IssuedToken(TokenParts):
    token: Secret


class TokenBody(TokenParts):
    current: Annotated[bool, "It is the one sent with this call."]
    last_used_at: Annotated[datetime | None, "To the hour; null if it was never used."]


class PlayerSummary(TypedDict):
    username: Username
    account: AccountKind
    relation: RelationOrNone
    about: Annotated[str | None, "In the player's own words; null if the player hides them."]


class PlayerPage(Links):
    results: Annotated[list[PlayerSummary], "What is on this page."]


class PendingEnding(TypedDict):
    """The end of an account that was asked for."""

    created_at: Annotated[datetime, "When the player asked for it."]
    due_at: Annotated[datetime, "When erasing begins; until then it can be taken back."]


class MyProfile(TypedDict):
    username: Username
    account: AccountKind
    bot_of: BotOwner
    email: Annotated[
        str | None, "Empty where there is none; null for a token without `profile:write`."
    ]
    email_verified: Annotated[
        bool | None, "It can reset a password; null for a token without `profile:write`."
    ]
    email_pending: Annotated[
        str | None, "A new address, which replaces `email` once it is verified; null for none."
    ]
    email_returned_at: Annotated[
        datetime | None,
        "Since when mail to `email` comes back, so that none is sent; null while it arrives.",
    ]
    about: Annotated[str, "Shown on the public profile."]
    shows: Annotated[
        list[Annotated[str, KnownValues(PROFILE_PARTS), "A part of the profile."]],
        "What others see of my profile.",
    ]
    created_at: Annotated[datetime, "When the account was created."]
    renamable_from: Annotated[
        datetime | None, "From when on I may take another name; null for now."
    ]
    ending: Annotated[PendingEnding | None, "That my account is to end; null if it is not."]


class PublicGameCounts(TypedDict):
    running: Annotated[Count, "Public games under way."]
    finished: Annotated[Count, "Public games played to the end."]
    won: Annotated[Count, "Of these, won alone or shared."]


class RulesetCounts(PublicGameCounts):
    """Numbers of games of one ruleset."""

    ruleset: Annotated[str, "Id of the ruleset."]


class GameCounts(PublicGameCounts):
    """Numbers of games that a player has played."""

    rulesets: Annotated[list[RulesetCounts], "The same by ruleset, in the order of their ids."]


class Meetings(TypedDict):
    played: Annotated[Count, "Finished games in which both had a seat until the end."]
    won_by_me: Annotated[Count, "Of these, won by the caller, alone or shared."]
    won_by_player: Annotated[Count, "Of these, won by the player, alone or shared."]


class RulesetHeadToHead(Meetings):
    """The games of one ruleset that two players have played against each other."""

    ruleset: Annotated[str, "Id of the ruleset."]


class HeadToHead(Meetings):
    """The games that two players have played against each other."""

    rulesets: Annotated[list[RulesetHeadToHead], "The same by ruleset, in the order of their ids."]


class ReliabilityBody(TypedDict):
    """The share of questions that a player answers."""

    required: Annotated[Count, "Questions of closed turns, in public games."]
    answered: Annotated[Count, "Of these, answered by the player, not by clock or bot."]
    percent: Annotated[
        Count | None, Keywords(maximum=100), "Rounded down; null for a player who was never asked."
    ]


class PublicProfile(TypedDict):
    username: Username
    account: AccountKind
    bot_of: BotOwner
    relation: RelationOrNone
    about: Annotated[str | None, "In the player's own words; null if the player hides it."]
    created_at: Annotated[
        datetime | None, "When the account was created; null if the player hides it."
    ]
    games: Annotated[
        GameCounts | None, "How many games the player has played; null if the player hides it."
    ]
    head_to_head: Annotated[
        HeadToHead | None,
        "The games of the caller with the player, private ones too; null for the caller's own "
        "profile, for a caller without a token, and if the player does not show `games`.",
    ]
    reliability: Annotated[
        ReliabilityBody | None, "How often the player answers; null if the player hides it."
    ]


class ConsequenceBody(TypedDict):
    """One thing that the end of an account does."""

    what: Annotated[str, "What will end or stay: stable, what programs go by."]
    count: Annotated[Number, "How many there are now."]
    text: Annotated[str, "What happens to them, in a sentence."]


class EndingBody(TypedDict):
    created_at: Annotated[
        datetime | None, "When the player asked for it; null if the player has not."
    ]
    due_at: Annotated[
        datetime,
        "When erasing begins, and until when it can be taken back. If the end was not asked "
        "for: when that would be, were it asked for now.",
    ]
    consequences: Annotated[
        list[ConsequenceBody],
        "What would happen if it ended now; what there is none of is left out.",
    ]


class ArchiveBody(TypedDict):
    """One zip file of an export."""

    number: Annotated[Number, "By which it is fetched, from 1."]
    size: Annotated[Number, "Bytes."]


class AccountExport(TypedDict):
    id: Annotated[str, "Id of the export."]
    status: Annotated[
        str,
        KnownValues(["building", "ready", "failed"]),
        "`building` while it is being made, then `ready`; or `failed`.",
    ]
    done: Annotated[Count, "Things gathered so far."]
    total: Annotated[Count, "About how many there are; more may be added while it is being made."]
    created_at: Annotated[datetime, "When the player asked for it."]
    ended_at: Annotated[
        datetime | None, "When it was ready or given up; null while it is being made."
    ]
    deleted_at: Annotated[datetime, "From when on it is deleted."]
    archives: Annotated[list[ArchiveBody], "What can be fetched: none until it is `ready`."]


SCHEMAS: dict[str, Schema] = {
    # In the words that generators of clients know.
    "ZipFile": string("A zip file.", format="binary"),
    **schemas_of(
        Relation,
        PageBody[RelatedPlayerBody],
        Registration,
        BotAccountList,
        IssuedToken,
        PageBody[TokenBody],
        PlayerPage,
        MyProfile,
        EndingBody,
        PageBody[AccountExport],
    ),
}
