"""Forms of usernames, passwords and addresses, the same for pages and API."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

USERNAME_WANTED = _("2 to 30 letters, digits, _ or -, the first a letter or digit.")
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 128
LONGEST_EMAIL = 254
_USERNAME = r"[A-Za-z0-9][A-Za-z0-9_-]{1,29}"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_EMAIL = rf"{_ATOM}(\.{_ATOM})*@({_LABEL}\.)+[A-Za-z]{{2,63}}"
"""RFC 5321 without quoted names and addresses of hosts."""
MOST_SPACES = 3
"""Around a name or address: keyboards of phones add them, and they are left out."""
_SPACES = f" {{0,{MOST_SPACES}}}"
LONGEST_USERNAME = 30 + 2 * MOST_SPACES
USERNAME_PATTERN = rf"^{_SPACES}{_USERNAME}{_SPACES}$"
EMAIL_PATTERN = rf"^{_SPACES}({_EMAIL})?{_SPACES}$"


def trim_spaces(wish: dict[str, Any]) -> dict[str, Any]:
    """Return a wish whose name and address have no spaces around them, the address in small letters."""
    trimmed = {name: wish[name].strip(" ") for name in ("username", "email") if name in wish}
    if "email" in trimmed:
        trimmed["email"] = trimmed["email"].lower()
    return wish | trimmed


def check_username(username: str) -> None:
    """Raise `ValidationError` for what can be no username."""
    if not re.fullmatch(_USERNAME, username):
        raise ValidationError(USERNAME_WANTED)


def check_email(email: str) -> None:
    """Raise `ValidationError` for what this server takes for no address."""
    if len(email) > LONGEST_EMAIL or not re.fullmatch(_EMAIL, email):
        raise ValidationError(_("This must be an e-mail address such as ann@tide.example."))


class MaximumLength:
    """The longest password, as one of `AUTH_PASSWORD_VALIDATORS`: the API takes no longer one."""

    def validate(self, password: str, user: object = None) -> None:
        """Raise `ValidationError` for a longer one."""
        if len(password) > LONGEST_PASSWORD:
            raise ValidationError(self.get_help_text(), code="password_too_long")

    def get_help_text(self) -> str:
        """Say how long one may be."""
        said: str = _("At most {n} characters.").format(n=LONGEST_PASSWORD)
        return said
