"""Invitations, messages and notes: all that people send and write about a game."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.db.encrypted import SecretJSON
from games.models.game import Game, new_id
from players.models import Player


class Invitation(models.Model):
    """An invitation to a game: for one player, or for all who have its link.

    Its id is its code. A player has at most one in a game, which stays when it is declined. A link has so
    many `uses` in all, until `expires_at`. `seat` is the seat that a rematch reserves for the player.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations_made")
    to = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="invitations")
    seat = models.SmallIntegerField(null=True)
    uses = models.SmallIntegerField(null=True, help_text="How often it can be used in all.")
    used = models.SmallIntegerField(default=0)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "to"], name="invitation_once"),
            models.CheckConstraint(
                name="invitation_to_name_or_link",
                condition=Q(to__isnull=False, uses__isnull=True, expires_at__isnull=True)
                | Q(
                    to__isnull=True,
                    uses__isnull=False,
                    expires_at__isnull=False,
                    declined_at__isnull=True,
                    seat__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="invitation_not_overused",
                condition=Q(uses__isnull=True) | Q(used__lte=models.F("uses")),
            ),
        ]
        indexes = [models.Index("made_at", name="invitation_to_remove")]

    def __str__(self) -> str:
        return f"invitation to {self.game_id}"


class Phrase(models.TextChoices):
    """Phrases that can be sent as a message; each reader has them in the reader's language."""

    HELLO = "hello", _("Hello!")
    GOOD_LUCK = "good_luck", _("Good luck, everyone!")
    HAVE_FUN = "have_fun", _("Have fun!")
    NICE_MOVE = "nice_move", _("Nice move!")
    WOW = "wow", _("Wow!")
    CLOSE = "close", _("That was close!")
    OOPS = "oops", _("Oops!")
    SORRY = "sorry", _("Sorry!")
    THANKS = "thanks", _("Thank you!")
    LATE = "late", _("My next move will take a while.")
    WELL_PLAYED = "well_played", _("Well played!")
    AGAIN = "again", _("Shall we play again?")


def phrase_of(text: Any) -> str | None:
    """Return the code of the phrase in the `text` of a message, None where it has words of its own."""
    return text["phrase"] if isinstance(text, dict) else None


def message_words(text: Any) -> str | None:
    """Return the `text` of a message in words, a phrase in the language that is active."""
    code = phrase_of(text)
    return text if code is None else str(dict(Phrase.choices).get(code, code))


class Message(models.Model):
    """A message to all players of a game. It is in no log and no record. Deleted, it has no text.

    One that a moderator has hidden is to all readers as one that was deleted. Of a phrase, `text` has the
    code: `{"phrase": "hello"}`.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="table_messages", db_index=False
    )
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="table_messages")
    text = SecretJSON(null=True)
    hidden_text = SecretJSON(null=True, help_text="The text of one that a moderator has hidden.")
    at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="message_deleted_has_no_text",
                condition=Q(deleted_at__isnull=True, text__isnull=False)
                | Q(deleted_at__isnull=False, text__isnull=True),
            ),
        ]
        indexes = [models.Index(fields=["game", "-at", "-id"], name="message_of_game")]

    def __str__(self) -> str:
        return f"message in {self.game_id}"


class GamePreferences(models.Model):
    """A player's own note on a game, and whether the server notifies the player of its events.

    No other person can read the note, operators included. A player without preferences has no row.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="preferences", db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="game_preferences", db_index=False
    )
    note = SecretJSON(null=True)
    noted_at = models.DateTimeField(null=True)
    muted = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name_plural = "game preferences"
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="note_once"),
        ]
        indexes = [models.Index(fields=["game"], name="note_of_game")]

    def __str__(self) -> str:
        return f"preferences of {self.player_id} for {self.game_id}"
