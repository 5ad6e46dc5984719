"""A notice as a title and a sentence, in the reader's language: for a lock screen, a chat, a subject.

Nothing that only the player's seat may see is in these: others read a lock screen.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from games.rulesets import registry
from notifications.notice import Notice, NoticeKind

TITLES: Mapping[NoticeKind, Promise | str] = {
    NoticeKind.YOUR_TURN: _("Your turn in {game}"),
    NoticeKind.REMINDER: _("Still your turn in {game}"),
    NoticeKind.NEARLY_UP: _("Your time is nearly up in {game}"),
    NoticeKind.PLAYED_FOR_YOU: _("The server or a bot played for you in {game}"),
    NoticeKind.STAGE_ENDED: _("A stage of {game} is over"),
    NoticeKind.GAME_ENDED: _("{game} is over"),
    NoticeKind.INVITED: _("{other} invites you to {game}"),
    NoticeKind.TABLE_FULL: _("Your table of {game} is full"),
    NoticeKind.SEAT_LOST: _("You have lost your seat in {game}"),
    NoticeKind.VACATION_ENDS: _("Your vacation ends"),
    NoticeKind.MESSAGE: _("{other} has written at your table of {game}"),
    NoticeKind.ACCOUNT: _("About your account"),
}
"""`game` is the name of the game, `other` the player that the notice is about."""

KINDS: Mapping[NoticeKind, Promise | str] = {
    NoticeKind.YOUR_TURN: _("that it is your turn"),
    NoticeKind.REMINDER: _("reminders"),
    NoticeKind.NEARLY_UP: _("that your time is nearly up"),
    NoticeKind.PLAYED_FOR_YOU: _("that the server or a bot played for you"),
    NoticeKind.STAGE_ENDED: _("the end of a stage"),
    NoticeKind.GAME_ENDED: _("the end of a game"),
    NoticeKind.INVITED: _("invitations"),
    NoticeKind.TABLE_FULL: _("that your table is full"),
    NoticeKind.SEAT_LOST: _("that you have lost a seat"),
    NoticeKind.VACATION_ENDS: _("that your vacation ends"),
    NoticeKind.MESSAGE: _("what others write at your tables"),
    NoticeKind.ACCOUNT: _("your account"),
}
"""Names of the kinds, as in a list of switches."""


def title(notice: Notice) -> str:
    """Return one short line without a full stop, such as a subject or a title on a lock screen."""
    game = registry.find_ruleset(notice.game.ruleset).name if notice.game is not None else ""
    other = notice.data.get("other", "")
    with override(notice.language):
        return str(TITLES[notice.kind]).format(game=game, other=other)
