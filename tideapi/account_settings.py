"""What the pages under /account/ are told: settings of django-allauth, none of which an operator changes.

What she may choose is in `tideapi.settings`, read from the environment.

Why so: docs/why.md#account-pages.
"""

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

# Passkeys need no address: there need not be one.
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_TOLERANCE = 1

SOCIALACCOUNT_ADAPTER = "players.pages.social.Elsewhere"
# Whoever comes from elsewhere chooses a name here, and gets into no account because of an address.
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_STORE_TOKENS = False
