"""The form to set a new password with a recovery code."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.login_throttle import at_account, count_guess
from players.models import Player
from players.pages import recovery
from players.pages.forms import WANTED
from tideapi.rest.client import client_address


class Recover(forms.Form):
    """Name, code and new password. Validating the form sets the password of its `player`."""

    username = forms.CharField(
        label=_("Username"),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    password = forms.CharField(
        label=_("New password"),
        max_length=128,
        strip=False,
        help_text=WANTED,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    player: Player

    def __init__(self, request: HttpRequest, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._request = request

    def clean(self) -> dict[str, Any]:
        """Check the code, with a limit of guesses as for passwords. Raises `ApiError` (`throttled`)."""
        given = super().clean() or {}
        if self.errors:
            return given
        name, code = given["username"], given["code"]
        player = Player.named(name).filter(is_active=True).first()
        with count_guess(at_account(name, client_address(self._request))) as made:
            made.right = player is not None and recovery.is_code_of(player, code)
        if player is None or not made.right:
            raise forms.ValidationError(_("Username and code do not fit."))
        try:
            validate_password(given["password"], player)
        except forms.ValidationError as weak:
            self.add_error("password", weak)
            return given
        if not recovery.redeem_code(player, code, given["password"]):
            raise forms.ValidationError(_("This code was used already."))
        self.player = player
        return given
