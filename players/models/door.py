"""Codes with which accounts are made, and who came by which."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from common.ids import draw_id
from players.models.player import Player


def new_code() -> str:
    return draw_id(9)


class SignUpCodeQuerySet(models.QuerySet["SignUpCode"]):
    """Codes by who has made them, and by whether they still let players in."""

    def of_player(self, player: Player) -> Self:
        """Return the codes that the player has made as a player, not as an operator."""
        return self.filter(made_by=player, by_operator=False)

    def good(self) -> Self:
        """Return the codes that let a player in now. One of a player goes with the player's account."""
        live = Q(until=None) | Q(until__gt=Now())
        return self.filter(
            live, Q(by_operator=True) | Q(made_by__is_active=True), used__lt=F("uses")
        )


class SignUpCode(models.Model):
    """A code for so many accounts, made by an operator or by a player. Its id is the code."""

    id = models.CharField("code", primary_key=True, max_length=16, default=new_code, editable=False)
    made_by = models.ForeignKey(
        Player, null=True, editable=False, on_delete=models.PROTECT, related_name="sign_up_codes"
    )
    by_operator = models.BooleanField(default=False, editable=False)
    note = models.CharField(
        max_length=100, blank=True, help_text="For whom it is. Operators see it."
    )
    uses = models.PositiveSmallIntegerField(default=1, help_text="How many accounts it is for.")
    used = models.PositiveSmallIntegerField(default=0, editable=False)
    until = models.DateTimeField(null=True, blank=True, help_text="Until when; empty for ever.")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = SignUpCodeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="sign_up_code_not_overused", condition=Q(used__lte=F("uses"))
            ),
        ]

    def __str__(self) -> str:
        return self.pk

    @property
    def url(self) -> str:
        """Return the address at which the new player signs up."""
        return f"{settings.TIDE_URL.rstrip('/')}/account/signup/?code={self.pk}"


class Admission(models.Model):
    """The coming of a player by a code."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="admission"
    )
    code = models.ForeignKey(SignUpCode, on_delete=models.PROTECT, related_name="admissions")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"admission of {self.player_id}"
