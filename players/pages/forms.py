"""allauth's forms, with our rules and words."""

from typing import Any

from allauth.account import forms as allauths
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from allauth.socialaccount.forms import DisconnectForm
from allauth.socialaccount.forms import SignupForm as SocialSignUp
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.rest.client import client_address
from common.rest.errors import ApiError
from common.rest.language import request_language
from players import account_fields, door, names
from players.authentication import TokenEnded
from players.login_throttle import at_account, count_guess
from players.mail import letters
from players.models import Player
from players.pages import addresses, recovery, second_steps

NO_MAIL = _("This server sends no mail, so an address is of no use yet.")
PUBLIC_NAME_WANTED = _("2 to 30 letters, digits, _ or -. Other players see it.")
WANTED = _(
    "At least 8 characters, none of the most common passwords, unlike your name and address."
)


class _Plain:
    """A form without placeholders, and with help in our own words."""

    fields: dict[str, forms.Field]
    labels: dict[str, Any] = {}
    help_texts: dict[str, Any] = {}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            if field.widget.attrs.get("autocomplete") == "new-password":
                field.help_text = WANTED
            field.help_text = self.help_texts.get(name, field.help_text)


class _AtTheDoor(_Plain):
    """A form that makes an account, with a field for a code where one is needed."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if settings.TIDE_SIGN_UP == door.INVITATION:
            # A link to hand on has the code: /account/signup/?code=…
            given = context.request.GET.get("code", "") if context.request else ""
            wanted = _("This server takes new players by invitation.")
            self.fields["code"] = forms.CharField(
                label=_("Code"), max_length=40, initial=given, help_text=wanted
            )

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]  # type: ignore[attr-defined]
        try:
            door.check_door(code)
        except ApiError as refused:
            raise forms.ValidationError(refused.detail) from refused
        return code


class SignUp(_AtTheDoor, allauths.SignupForm):
    labels = {"email": _("Address for mail (optional)"), "password1": _("Password")}
    help_texts = {"username": PUBLIC_NAME_WANTED}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if settings.TIDE_EMAIL_REQUIRED:
            self.fields["email"].label = _("Address for mail")
        message = _("Never shown to others. We send a link there; later it resets a lost password.")
        self.fields["email"].help_text = message if settings.TIDE_MAIL_ENABLED else NO_MAIL


class SignIn(_Plain, allauths.LoginForm):
    help_texts = {"password": ""}  # The page itself says where to go.


class SignUpFromElsewhere(_AtTheDoor, SocialSignUp):
    """The choice of a name after a sign-in elsewhere; the address is the one known there."""

    help_texts = {"username": PUBLIC_NAME_WANTED}


class AppealForm(_Plain, forms.Form):
    text = forms.CharField(
        label=_("What the moderators should know"), max_length=1000, widget=forms.Textarea
    )


class ChangeAddress(_Plain, allauths.AddEmailForm):
    labels = {"email": _("New address")}

    def save(self, request: HttpRequest) -> EmailAddress:
        player = Player.objects.get(pk=self.user.pk)
        addresses.change_address(request, player, self.cleaned_data["email"])
        row: EmailAddress = EmailAddress.objects.get(
            user_id=player.pk, email=self.cleaned_data["email"]
        )
        return row

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        account_fields.check_email(email)
        if EmailAddress.objects.filter(user_id=self.user.pk, email=email, verified=True).exists():
            raise forms.ValidationError(_("This is your address already."))
        return email


class _Once:
    """A form in which the new password is typed once; a player who mistypes it can reset it."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        del self.fields["password2"]


class ChangePassword(_Once, _Plain, allauths.ChangePasswordForm):
    labels = {"oldpassword": _("Current password"), "password1": _("New password")}
    help_texts = {"oldpassword": ""}

    def clean_oldpassword(self) -> str:
        # Counted for the account and not by address, but apart from signing in: a thief of one session
        # does not lock its player out. Raises `ApiError` (`throttled`).
        with count_guess(f"page:{self.user.pk}") as made:
            made.right = self.user.check_password(self.cleaned_data.get("oldpassword", ""))
        if not made.right:
            raise forms.ValidationError(_("This is not your current password."))
        given: str = self.cleaned_data["oldpassword"]
        return given


class FirstPassword(_Once, _Plain, allauths.SetPasswordForm):
    labels = {"password1": _("Password")}


class NewPassword(_Once, _Plain, allauths.ResetPasswordKeyForm):
    labels = {"password1": _("New password")}


class ForgottenPassword(_Plain, allauths.ResetPasswordForm):
    labels = {"email": _("Your address")}

    def clean_email(self) -> str:
        """Return the address; the response does not tell whether a player has verified it."""
        email: str = self.cleaned_data["email"].lower()
        return email

    def save(self, request: HttpRequest, **_: Any) -> str:
        email: str = self.cleaned_data["email"]
        letters.request_reset(email, request_language(request))
        return email


class Reauthenticate(_Plain, allauths.ReauthenticateForm):
    help_texts = {"password": ""}


class SetUpApp(_Plain, ActivateTOTPForm):
    labels = {"code": _("Code")}


class _GoodOnce:
    """A form in which a code of an app is good once, also within the minute in which it still fits."""

    authenticator: Authenticator

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]  # It is mixed into allauth's forms.
        step = self.authenticator
        if step.type == Authenticator.Type.TOTP and not second_steps.use_up(step, code):
            raise get_adapter().validation_error("incorrect_code")
        return code


class Code(_Plain, _GoodOnce, AuthenticateForm):
    """A code of an app, or a spare one."""


class CodeAgain(_Plain, _GoodOnce, ReauthenticateForm):
    """The same for a player who is signed in."""


class AddPasskey(_Plain, AddWebAuthnForm):
    """A new passkey, which signs in by itself, without name and password."""

    labels = {"name": _("A name for this passkey")}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["passwordless"].widget = forms.HiddenInput(attrs={"checked": True})
        self.fields["passwordless"].initial = "on"


class RenamePasskey(_Plain, EditWebAuthnForm):
    labels = {"name": _("A name for this passkey")}


class Disconnect(_Plain, DisconnectForm):
    labels = {"account": _("Account")}


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
            names.rename_player(self._player, wanted)
        except ApiError as refused:
            raise forms.ValidationError(refused.detail) from refused
        except TokenEnded as ended:
            message = _("You have been signed out. Sign in again.")
            raise forms.ValidationError(message) from ended
        return wanted


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
        player = Player.objects.named(name).filter(is_active=True).first()
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
