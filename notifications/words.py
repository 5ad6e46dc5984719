"""A notice as a title and a sentence, in the reader's language: for a lock screen, a chat, a subject.

Nothing that only the player's seat may see is in these: others read a lock screen.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from games.rules import registry
from notifications.notice import Kind, Notice

TITLES: Mapping[Kind, Promise | str] = {
    Kind.YOUR_TURN: _("Your turn in {game}"),
    Kind.REMINDER: _("Still your turn in {game}"),
    Kind.NEARLY_UP: _("Your time is nearly up in {game}"),
    Kind.PLAYED_FOR_YOU: _("The server or a bot played for you in {game}"),
    Kind.STAGE_ENDED: _("A stage of {game} is over"),
    Kind.GAME_ENDED: _("{game} is over"),
    Kind.INVITED: _("{other} invites you to {game}"),
    Kind.TABLE_FULL: _("Your table of {game} is full"),
    Kind.SEAT_LOST: _("You have lost your seat in {game}"),
    Kind.VACATION_ENDS: _("Your vacation ends"),
    Kind.MESSAGE: _("{other} has written at your table of {game}"),
    Kind.ACCOUNT: _("About your account"),
}
"""`game` is the name of the game, `other` the player that the notice is about."""

KINDS: Mapping[Kind, Promise | str] = {
    Kind.YOUR_TURN: _("that it is your turn"),
    Kind.REMINDER: _("reminders"),
    Kind.NEARLY_UP: _("that your time is nearly up"),
    Kind.PLAYED_FOR_YOU: _("that the server or a bot played for you"),
    Kind.STAGE_ENDED: _("the end of a stage"),
    Kind.GAME_ENDED: _("the end of a game"),
    Kind.INVITED: _("invitations"),
    Kind.TABLE_FULL: _("that your table is full"),
    Kind.SEAT_LOST: _("that you have lost a seat"),
    Kind.VACATION_ENDS: _("that your vacation ends"),
    Kind.MESSAGE: _("what others write at your tables"),
    Kind.ACCOUNT: _("your account"),
}
"""Names of the kinds, as in a list of switches."""


def title(notice: Notice) -> str:
    """Return one short line without a full stop, such as a subject or a title on a lock screen."""
    game = registry.find(notice.game.ruleset).name if notice.game is not None else ""
    other = notice.data.get("other", "")
    with override(notice.language):
        return str(TITLES[notice.kind]).format(game=game, other=other)
