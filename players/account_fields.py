"""Forms of usernames, passwords and addresses, the same for pages and API."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

USERNAME_WANTED = _("2 to 30 letters, digits, _ or -, the first a letter or digit.")
MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 128
MAX_EMAIL_LENGTH = 254
_USERNAME = r"[A-Za-z0-9][A-Za-z0-9_-]{1,29}"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_EMAIL = rf"{_ATOM}(\.{_ATOM})*@({_LABEL}\.)+[A-Za-z]{{2,63}}"
"""RFC 5321 without quoted names and addresses of hosts."""
MAX_SPACES = 3
"""Spaces around a name or address, which phones' keyboards add; they are removed."""
_SPACES = f" {{0,{MAX_SPACES}}}"
MAX_USERNAME_LENGTH = 30 + 2 * MAX_SPACES
USERNAME_PATTERN = rf"^{_SPACES}{_USERNAME}{_SPACES}$"
EMAIL_PATTERN = rf"^{_SPACES}({_EMAIL})?{_SPACES}$"


def trim_spaces(data: dict[str, Any]) -> dict[str, Any]:
    """Return the request with name, address and code trimmed, and the address in small letters."""
    trimmed = {
        name: data[name].strip(" ") for name in ("username", "email", "code") if name in data
    }
    if "email" in trimmed:
        trimmed["email"] = trimmed["email"].lower()
    return data | trimmed


def check_username(username: str) -> None:
    """Raise `ValidationError` for an invalid username."""
    if not re.fullmatch(_USERNAME, username):
        raise ValidationError(USERNAME_WANTED)


def check_email(email: str) -> None:
    """Raise `ValidationError` for an invalid address."""
    if len(email) > MAX_EMAIL_LENGTH or not re.fullmatch(_EMAIL, email):
        raise ValidationError(_("This must be an e-mail address such as ann@tide.example."))


class MaximumLength:
    """Limit of a password's length, as one of `AUTH_PASSWORD_VALIDATORS`, the same as in the API."""

    def validate(self, password: str, user: object = None) -> None:
        """Raise `ValidationError` for a longer one."""
        if len(password) > MAX_PASSWORD_LENGTH:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> str:
        """Return the limit as a sentence."""
        message: str = _("At most {n} characters.").format(n=MAX_PASSWORD_LENGTH)
        return message
