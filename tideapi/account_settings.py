"""Settings of django-allauth for the pages under /account/, none of which an operator changes.

The operator's own settings are in `tideapi.settings`, read from the environment.
"""

SESSION_ENGINE = "players.models.session"
CSRF_FAILURE_VIEW = "tideapi.middleware.csrf_failed"
LOGIN_URL = "/account/login/"
LOGIN_REDIRECT_URL = "/account/"
LOGOUT_REDIRECT_URL = "/account/login/"

ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL
# One mailbox may serve a family: each account verifies the address by itself, and nobody finds out
# whether another account has it.
ACCOUNT_UNIQUE_EMAIL = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_ADAPTER = "players.pages.adapter.Account"
ACCOUNT_FORMS = {
    "signup": "players.pages.forms.SignUp",
    "login": "players.pages.forms.SignIn",
    "add_email": "players.pages.forms.ChangeAddress",
    "change_password": "players.pages.forms.ChangePassword",
    "set_password": "players.pages.forms.FirstPassword",
    "reauthenticate": "players.pages.forms.Reauthenticate",
    "reset_password": "players.pages.forms.ForgottenPassword",
    "reset_password_from_key": "players.pages.forms.NewPassword",
}
# Calls and passwords are counted as everywhere here (common.rest.rate_limits, players.login_throttle), and
# letters by players.mail. What is left to allauth are guesses at the codes of a second step.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "signup": None,
    "reset_password": None,
    "reset_password_from_key": None,
    "confirm_email": None,
    "change_password": None,
    "manage_email": None,
    "reauthenticate": None,
    "login_failed": "10/h/key",
}

MFA_ADAPTER = "players.pages.second_steps.SecondSteps"
# Passkeys need no address: there need not be one.
MFA_RATE_LIMITS = {"webauthn_login": None}
MFA_FORMS = {
    "activate_totp": "players.pages.forms.SetUpApp",
    "add_webauthn": "players.pages.forms.AddPasskey",
    "authenticate": "players.pages.forms.Code",
    "edit_webauthn": "players.pages.forms.RenamePasskey",
    "reauthenticate": "players.pages.forms.CodeAgain",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_TOLERANCE = 1

SOCIALACCOUNT_ADAPTER = "players.pages.adapter.Elsewhere"
# A player from another server chooses a name here, and gets into no account because of an address.
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_FORMS = {
    "disconnect": "players.pages.forms.Disconnect",
    "signup": "players.pages.forms.SignUpFromElsewhere",
}
SOCIALACCOUNT_STORE_TOKENS = False
