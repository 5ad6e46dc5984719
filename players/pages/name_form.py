"""The form to change the player's name."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from players import account_fields, name_changes
from players.authentication import TokenEnded
from players.models import Player
from tideapi.rest.errors import ApiError


class Rename(forms.Form):
    """The new name. Validating the form renames the player."""

    username = forms.CharField(
        label=_("New name"),
        max_length=30,
        help_text=account_fields.USERNAME_WANTED,
        validators=[account_fields.check_username],
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )

    def __init__(self, player: Player, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._player = player

    def clean_username(self) -> str:
        wanted: str = self.cleaned_data["username"]
        try:
            name_changes.rename_player(self._player, wanted)
        except ApiError as refused:
            raise forms.ValidationError(refused.detail) from refused
        except TokenEnded as ended:
            said = _("You have been signed out. Sign in again.")
            raise forms.ValidationError(said) from ended
        return wanted
