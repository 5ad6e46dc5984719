"""The operator's settings, all of them from the environment; the string below each is its text.

`manage.py pages` makes docs/operators/settings.md of it. A value that cannot be read is not guessed at: it
stands in `ENVIRONMENT_FAULTS` with the default in its place, and the system check tideapi.E001 names it.

Why so: docs/decisions/database.md.
"""

from datetime import timedelta
from typing import Any

from tideapi import log_settings, oauth_settings
from tideapi.account_settings import *  # noqa: F403  What allauth's pages are told.
from tideapi.cors_settings import *  # noqa: F403  Fixed, too.
from tideapi.environment import Environment
from tideapi.fixed_settings import *  # noqa: F403  What no operator changes.
from tideapi.fixed_settings import LANGUAGES, SPECTACULAR_SETTINGS, STORAGES
from tideapi.oauth_settings import *  # noqa: F403  Names of models.

env = Environment()
DOORS = ["open", "invitation", "closed"]
CHATS = ["open", "phrases", "none"]

# -- Secrets

INSECURE_SECRET_KEY = "insecure: for development only"  # noqa: S105
SECRET_KEY = env.read_text("SECRET_KEY", default=INSECURE_SECRET_KEY)
"""50 random characters that sign sessions and links, and hash names that were given up.

Default: none outside debug.
"""
TIDE_KEYS = env.read_words("TIDE_KEYS", default=[])
"""Keys, separated by commas, that encrypt secrets in the database.

Default: made from `SECRET_KEY`.
"""
TIDE_METRICS_TOKEN = env.read_text("TIDE_METRICS_TOKEN", default="")
"""The bearer token of `/metrics`, which is closed without one, outside debug."""
TIDE_PUSH_KEY = env.read_text("TIDE_PUSH_KEY", default="")
"""The key for web push ([Phones and chats](mail.md#phones-and-chats))."""

# -- Database and broker

DATABASE = env.read_database("DATABASE_URL", default="postgresql://tideapi@localhost/tideapi")
"""PostgreSQL."""
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        **DATABASE,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
    }
}
TIDE_LISTEN_URL = env.read_conninfo("TIDE_LISTEN_URL", default="")
"""Where streams listen: PostgreSQL itself, past a pooler.

Default: that of `DATABASE_URL`.
"""
# Celery knows unix:// by another name, which no other client takes.
BROKER_URL = env.read_redis(
    "BROKER_URL", among=["redis", "rediss"], default="redis://localhost:6379/0"
)
"""Valkey or Redis, for messages: `redis://` or `rediss://` (TLS)."""
CELERY_BROKER_URL = BROKER_URL
CACHE_URL = env.read_redis("CACHE_URL", among=["redis", "rediss", "unix"], default=BROKER_URL)
"""Valkey or Redis, for counting requests; `unix://` too.

Default: that of `BROKER_URL`.
"""
TIDE_BROKER_TIMEOUT_SECONDS = env.read_seconds("TIDE_BROKER_TIMEOUT_SECONDS", default=0.25)
"""Seconds that a call waits for the broker."""
TIDE_CACHE_TIMEOUT_SECONDS = env.read_seconds("TIDE_CACHE_TIMEOUT_SECONDS", default=0.05)
"""Seconds that a call waits to be counted."""
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "common.rest.cache.Forgetful",
        "LOCATION": CACHE_URL,
        "OPTIONS": {
            "socket_connect_timeout": TIDE_CACHE_TIMEOUT_SECONDS,
            "socket_timeout": TIDE_CACHE_TIMEOUT_SECONDS,
            "protocol": 2,
        },
    }
}

# -- This place

TIDE_SITE_NAME = env.read_line("TIDE_SITE_NAME", default="tideapi", longest=40)
"""What this server is called."""
TIDE_SITE_SENTENCE = env.read_line("TIDE_SITE_SENTENCE", default="", longest=300)
"""A sentence on the front page.

Default: one about the games.
"""
TIDE_CONTACT = env.read_contact("TIDE_CONTACT", default="")
"""A mail address or a page where the operator is reached."""
TIDE_IMPRINT_URL = env.read_web_address("TIDE_IMPRINT_URL", default="")
"""The page that says who runs this server."""
TIDE_PRIVACY_URL = env.read_web_address("TIDE_PRIVACY_URL", default="")
"""The page about privacy."""
TIDE_TERMS_URL = env.read_web_address("TIDE_TERMS_URL", default="")
"""The terms of use."""
SPECTACULAR_SETTINGS["TITLE"] = TIDE_SITE_NAME
if TIDE_CONTACT:
    SPECTACULAR_SETTINGS["CONTACT"] = {
        "name": f"The operator of {TIDE_SITE_NAME}",
        "email" if TIDE_CONTACT.startswith("mailto:") else "url": TIDE_CONTACT.removeprefix(
            "mailto:"
        ),
    }
if TIDE_TERMS_URL:
    SPECTACULAR_SETTINGS["TOS"] = TIDE_TERMS_URL
LANGUAGE_CODE = env.read_choice(
    "TIDE_LANGUAGE", among=[code for code, _ in LANGUAGES], default="en"
)
"""The language of those who ask for none that there is: `en` or `de`."""
TIDE_TIME_ZONE = env.read_zone("TIDE_TIME_ZONE", default="UTC")
"""The time zone of players who have chosen none, such as `Europe/Berlin`."""

# -- Web

ALLOWED_HOSTS = env.read_words("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
"""Names under which the server is called, separated by commas."""
TIDE_URL = env.read_text("TIDE_URL", default="http://localhost:8000")
"""Where people open this server, and where all links in mails and notices lead."""
TIDE_SOURCE_URL = env.read_web_address("TIDE_SOURCE_URL", default="")
"""The page of this server's code, to which `GET /api/v1`, the document and the guides lead."""
if TIDE_SOURCE_URL:
    SPECTACULAR_SETTINGS["EXTERNAL_DOCS"] = {
        "description": "Where the code of this server is",
        "url": TIDE_SOURCE_URL,
    }
TIDE_PROXY_COUNT = env.read_integer("TIDE_PROXY_COUNT", default=0)
"""How many proxies of your own are in front ([The address of a
caller](proxy.md#the-address-of-a-caller)).
"""
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TIDE_PROXY_COUNT else None
TIDE_THREADS = env.read_integer("TIDE_THREADS", default=16)
"""Threads in which a process of `tideapi.asgi` answers calls. 4096 calls may wait (else 503, `busy`), at
most 512 of one player or address and 1024 of one with unknown tokens (else 429, `throttled`).
"""
TIDE_BODY_TIMEOUT_SECONDS = env.read_seconds("TIDE_BODY_TIMEOUT_SECONDS", default=10.0)
"""Seconds in which the body of a call has to be there."""
TIDE_MAX_LONG_POLLS_PER_PROCESS = env.read_integer("TIDE_MAX_LONG_POLLS_PER_PROCESS", default=1000)
"""Long polls that wait in one process; further ones are answered at once."""
TIDE_MAX_LONG_POLLS_PER_CALLER = env.read_integer("TIDE_MAX_LONG_POLLS_PER_CALLER", default=10)
"""Long polls of one player, or of one address without a token, in one process."""
TIDE_MAX_STREAMS_PER_PROCESS = env.read_integer("TIDE_MAX_STREAMS_PER_PROCESS", default=2000)
"""Streams that one process holds."""
TIDE_MAX_STREAMS_PER_CALLER = env.read_integer("TIDE_MAX_STREAMS_PER_CALLER", default=10)
"""Streams of one player, or of one address without a token, in one process."""
TIDE_MAX_PASSWORD_HASHES_PER_PROCESS = env.read_integer(
    "TIDE_MAX_PASSWORD_HASHES_PER_PROCESS", default=2
)
"""Passwords that one process hashes at once, each with 19 MiB. 64 others may wait (else 503, `busy`), at
most 32 of one address (else 429, `throttled`).
"""
TIDE_MAX_SWEEP_AGE_SECONDS = env.read_seconds("TIDE_MAX_SWEEP_AGE_SECONDS", default=30.0)
"""Seconds without a sweep after which `/readyz` fails."""
DEBUG = env.read_flag("TIDE_DEBUG", default=False)
"""For development: allows the default `SECRET_KEY`, and reads static files for each request."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEBUG
WHITENOISE_AUTOREFRESH = DEBUG  # Else a file that has changed has another name after a restart.
TIDE_LOG_LEVEL = env.read_choice(
    "TIDE_LOG_LEVEL", among=["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"], default="INFO"
)
"""What is logged: `DEBUG` (each task too), `INFO`, `WARNING`, `ERROR` or `CRITICAL`."""
TIDE_LOG_FORMAT = env.read_choice("TIDE_LOG_FORMAT", among=["text", "json"], default="text")
"""`text`, or `json`, as the image has it ([The log](monitoring.md#the-log))."""
LOGGING = log_settings.configure_logging(TIDE_LOG_LEVEL, TIDE_LOG_FORMAT)
TIDE_SANDBOX_ENABLED = env.read_flag("TIDE_SANDBOX_ENABLED", default=False)
"""For authors of clients: test tokens may move time and have calls refused."""

# -- Limits of calls

TIDE_LIMITS: dict[str, tuple[int, int]] = {}
TIDE_LIMITS["address"] = env.read_rate("TIDE_LIMIT_ADDRESS", default="600/m")
"""Calls without a valid token, and pages, per address (of IPv6 per /64)."""
TIDE_LIMITS["player"] = env.read_rate("TIDE_LIMIT_PLAYER", default="600/m")
"""Calls per player."""
TIDE_LIMITS["app_registrations"] = env.read_rate("TIDE_LIMIT_APP_REGISTRATIONS", default="20/h")
"""Apps that register themselves, or are read for the first time, per address."""
TIDE_LIMITS["sign_in"] = env.read_rate("TIDE_LIMIT_SIGN_IN", default="30/h")
"""Sign-ups, guests, sign-ins and all else that asks for a password, per address."""
TIDE_LIMITS["wrong_passwords"] = env.read_rate("TIDE_LIMIT_WRONG_PASSWORDS", default="10/h")
"""Wrong passwords and recovery codes per account, and per token, app or session for changing the
password; wrong codes of terminals per player.
"""
TIDE_LIMITS["invitations"] = env.read_rate("TIDE_LIMIT_INVITATIONS", default="60/h")
"""Requests to be friends, invitations by name and rematches per player."""
TIDE_LIMITS["messages"] = env.read_rate("TIDE_LIMIT_MESSAGES", default="60/h")
"""Messages at tables per player."""
TIDE_LIMITS["reports"] = env.read_rate("TIDE_LIMIT_REPORTS", default="20/d")
"""Reports per player."""
TIDE_LIMITS["letters"] = env.read_rate("TIDE_LIMIT_LETTERS", default="5/h")
"""Letters to one address that verify it, and as many that reset a password."""
TIDE_LIMITS["reply_mails"] = env.read_rate("TIDE_LIMIT_REPLY_MAILS", default="30/h")
"""Mails in answer to replies of one player; the moves are made all the same."""
TIDE_LIMITS["redeliveries"] = env.read_rate("TIDE_LIMIT_REDELIVERIES", default="60/h")
"""Redeliveries and pings per player."""

# -- Games

TIDE_MAX_OPEN_GAMES_PER_PLAYER = env.read_integer("TIDE_MAX_OPEN_GAMES_PER_PLAYER", default=10)
"""Games of one player that have not started."""
TIDE_MAX_GAMES_PER_PLAYER = env.read_integer("TIDE_MAX_GAMES_PER_PLAYER", default=100)
"""Games of one player at a time, started or not."""
TIDE_MAX_OPEN_GAMES_PER_GUEST = env.read_integer("TIDE_MAX_OPEN_GAMES_PER_GUEST", default=2)
"""Games of one guest that have not started."""
TIDE_MAX_GAMES_PER_GUEST = env.read_integer("TIDE_MAX_GAMES_PER_GUEST", default=5)
"""Games of one guest at a time, started or not."""
TIDE_OPEN_GAME_DAYS = env.read_integer("TIDE_OPEN_GAME_DAYS", default=7)
"""Days after which a game that has not started is called off."""
TIDE_MIN_TIME_PER_TURN: timedelta = env.read_duration("TIDE_MIN_TIME_PER_TURN", default="PT1M")
"""The shortest time that a host may set for a turn; the longest is `P14D`."""
TIDE_MAX_PAUSE: timedelta = env.read_duration("TIDE_MAX_PAUSE", default="P30D")
"""The longest pause on which the players of a game may agree."""
TIDE_MAX_STOPPED_TIME_PER_GAME: timedelta = env.read_duration(
    "TIDE_MAX_STOPPED_TIME_PER_GAME", default="P60D"
)
"""How long pauses and vacations together may hold up one new game, up to `P3660D`."""
TIDE_MAX_VACATION_DAYS_PER_YEAR = env.read_integer("TIDE_MAX_VACATION_DAYS_PER_YEAR", default=30)
"""Days of vacation that a player has in a calendar year."""
TIDE_MAX_INVITATIONS_PER_GAME = env.read_integer("TIDE_MAX_INVITATIONS_PER_GAME", default=20)
"""Invitations to one game that can still be used."""
TIDE_MAX_INVITATION_DAYS = env.read_integer("TIDE_MAX_INVITATION_DAYS", default=30)
"""Days for which a link to a game may be good, and invitations that are over are kept."""
TIDE_MAX_MESSAGES_PER_GAME = env.read_integer("TIDE_MAX_MESSAGES_PER_GAME", default=2000)
"""Messages at one table."""
TIDE_DEFAULT_CHAT = env.read_choice("TIDE_DEFAULT_CHAT", among=CHATS, default="open")
"""What is written at a table by default: `open`, `phrases` or `none`."""
TIDE_MAX_NOTES_PER_PLAYER = env.read_integer("TIDE_MAX_NOTES_PER_PLAYER", default=1000)
"""Games on which one player has a note."""
TIDE_RULESETS = env.read_words("TIDE_RULESETS", default=[])
"""[More games](install.md#more-games), separated by commas."""
TIDE_SWEEP_INTERVAL_SECONDS = env.read_seconds("TIDE_SWEEP_INTERVAL_SECONDS", default=0.25)
"""Seconds between two sweeps."""
TIDE_ARCHIVE_AFTER: timedelta = env.read_duration("TIDE_ARCHIVE_AFTER", default="P90D")
"""Time after its end at which a game is [archived](big-servers.md#archived-games); `P36525D` is never."""
ARCHIVE = env.read_storage("TIDE_ARCHIVE_STORE", default="")
"""Where archived games lie, if not in the database: `package.Class?option=value` of a Django storage."""
if ARCHIVE:
    STORAGES["archive"] = ARCHIVE

# -- Accounts and apps

TIDE_RESERVED_NAMES = env.read_words("TIDE_RESERVED_NAMES", default=[])
"""Usernames, separated by commas, that are reserved beside `admin` and the like and the names of bots."""
TIDE_RENAME_INTERVAL_DAYS = env.read_integer("TIDE_RENAME_INTERVAL_DAYS", default=90)
"""Days between two changes of name, for which the old name is kept from others."""
TIDE_EMAIL_REQUIRED = env.read_flag("TIDE_EMAIL_REQUIRED", default=False)
"""Whether signing up takes an address."""
ACCOUNT_SIGNUP_FIELDS = ["username*", f"email{'*' * TIDE_EMAIL_REQUIRED}", "password1*"]
TIDE_SIGN_UP = env.read_choice("TIDE_SIGN_UP", among=DOORS, default="open")
"""Who may sign up: `open`, `invitation` (with a [code](people.md#the-door)) or `closed`."""
TIDE_GUESTS = env.read_choice("TIDE_GUESTS", among=DOORS, default="open")
"""Who may play without signing up, likewise."""
TIDE_MAX_CODES_PER_PLAYER = env.read_integer("TIDE_MAX_CODES_PER_PLAYER", default=3)
"""Codes that a player may make, each for one account."""
TIDE_GUEST_IDLE_DAYS = env.read_integer("TIDE_GUEST_IDLE_DAYS", default=30)
"""Days without a call after which a guest's account is closed."""
TIDE_MAX_BOT_ACCOUNTS_PER_PLAYER = env.read_integer("TIDE_MAX_BOT_ACCOUNTS_PER_PLAYER", default=5)
"""Accounts of one player for bots."""
TIDE_MAX_RELATIONS_PER_PLAYER = env.read_integer("TIDE_MAX_RELATIONS_PER_PLAYER", default=500)
"""Friends (asked ones included), blocked and muted players of one player, of each kind."""
TIDE_SESSION_DAYS = env.read_integer("TIDE_SESSION_DAYS", default=90)
"""Idle days after which a browser is signed out; the admin asks again after 14 days."""
SESSION_COOKIE_AGE = TIDE_SESSION_DAYS * 24 * 3600
TIDE_TOKEN_DAYS = env.read_integer("TIDE_TOKEN_DAYS", default=365)
"""Days for which a token is good."""
TIDE_EXPIRED_TOKEN_RETENTION_DAYS = env.read_integer(
    "TIDE_EXPIRED_TOKEN_RETENTION_DAYS", default=30
)
"""Days for which an expired token is told `token_expired`, before `token_invalid`."""
TIDE_SIGN_IN_PROVIDERS = env.read_providers("TIDE_SIGN_IN_PROVIDERS", default="")
"""Other servers with which people may sign in: [Accounts](people.md#accounts)."""
TIDE_OAUTH_REGISTRATION_ENABLED = env.read_flag("TIDE_OAUTH_REGISTRATION_ENABLED", default=True)
"""Whether apps may register themselves ([Apps of others](people.md#apps-of-others))."""
TIDE_OAUTH_ACCESS_TOKEN_MINUTES = env.read_integer("TIDE_OAUTH_ACCESS_TOKEN_MINUTES", default=60)
"""Minutes for which an access token is good, of an app or of the table."""
TIDE_OAUTH_REFRESH_TOKEN_DAYS = env.read_integer("TIDE_OAUTH_REFRESH_TOKEN_DAYS", default=90)
"""Idle days after which an app has to ask its player again."""
OAUTH2_PROVIDER = oauth_settings.provider(
    minutes=TIDE_OAUTH_ACCESS_TOKEN_MINUTES,
    days=TIDE_OAUTH_REFRESH_TOKEN_DAYS,
    is_open=TIDE_OAUTH_REGISTRATION_ENABLED,
)
TIDE_DELETION_GRACE_DAYS = env.read_integer("TIDE_DELETION_GRACE_DAYS", default=7)
"""Days for which the end of an account can be taken back."""
TIDE_MAX_DAILY_EXPORTS_PER_PLAYER = env.read_integer("TIDE_MAX_DAILY_EXPORTS_PER_PLAYER", default=3)
"""Exports of one player within 24 hours."""
TIDE_EXPORT_RETENTION_DAYS = env.read_integer("TIDE_EXPORT_RETENTION_DAYS", default=7)
"""Days from its request after which an export is deleted."""

# -- Mail

MAIL = env.read_mail("MAIL_URL", default="")
"""How [mail](mail.md#mail-out) is sent."""
TIDE_MAIL_ENABLED = bool(MAIL)
EMAIL_BACKEND = MAIL.get("BACKEND", "django.core.mail.backends.dummy.EmailBackend")
EMAIL_FILE_PATH = MAIL.get("FILE_PATH")
EMAIL_HOST = MAIL.get("HOST", "localhost")
EMAIL_PORT = MAIL.get("PORT", 25)
EMAIL_HOST_USER = MAIL.get("HOST_USER", "")
EMAIL_HOST_PASSWORD = MAIL.get("HOST_PASSWORD", "")
EMAIL_USE_TLS = MAIL.get("USE_TLS", False)
EMAIL_USE_SSL = MAIL.get("USE_SSL", False)
EMAIL_TIMEOUT = 10
ANYMAIL = MAIL.get("SERVICE", {})  # A service instead of a mail server (django-anymail).
DEFAULT_MAIL_FROM = "tideapi@localhost"
DEFAULT_FROM_EMAIL = env.read_text("MAIL_FROM", default=DEFAULT_MAIL_FROM)
"""The sender of letters."""
TIDE_LETTER_INTERVAL_SECONDS = env.read_seconds("TIDE_LETTER_INTERVAL_SECONDS", default=2.0)
"""Seconds between two looks for letters."""
TIDE_REPLY_DOMAIN = env.read_text("TIDE_REPLY_DOMAIN", default="")
"""The domain to which players reply: [Mail that comes in](mail.md#mail-that-comes-in)."""
TIDE_MAIL_AUTHSERV_ID = env.read_text("TIDE_MAIL_AUTHSERV_ID", default="")
"""The id of your mail server in `Authentication-Results`."""
TIDE_MAIL_TRUSTED = env.read_flag("TIDE_MAIL_TRUSTED", default=False)
"""Whether every sender is believed; only where your mail server refuses all forged mails."""
TIDE_MAX_MAIL_BYTES = env.read_integer("TIDE_MAX_MAIL_BYTES", default=64 * 1024)
"""Bytes that a reply may have."""
TIDE_MAILIN_ADDRESS = env.read_text("TIDE_MAILIN_ADDRESS", default="127.0.0.1:8024")
"""Where `manage.py mailin` takes mail by LMTP: `HOST:PORT`, or a path."""
TIDE_MAILIN_THREADS = env.read_integer("TIDE_MAILIN_THREADS", default=4)
"""Mails that `manage.py mailin` takes at the same time."""
TIDE_IMAP_URL = env.read_text("TIDE_IMAP_URL", default="")
"""The mailbox of `manage.py mailin --imap`: `imaps://user:password@mail.example/INBOX`."""
TIDE_IMAP_INTERVAL_SECONDS = env.read_seconds("TIDE_IMAP_INTERVAL_SECONDS", default=30.0)
"""Seconds between two looks into that mailbox."""

# -- Notices and webhooks

TIDE_NOTICE_DELAY: timedelta = env.read_duration("TIDE_NOTICE_DELAY", default="PT1M")
"""How long a question waits before its player is told."""
TIDE_LAST_CALL_LEAD_TIME: timedelta = env.read_duration("TIDE_LAST_CALL_LEAD_TIME", default="PT1H")
"""How long before a deadline the last call comes."""
TIDE_NOTICE_INTERVAL_SECONDS = env.read_seconds("TIDE_NOTICE_INTERVAL_SECONDS", default=2.0)
"""Seconds between two looks for notices."""
TIDE_MAX_RECEIVERS_PER_PLAYER = env.read_integer("TIDE_MAX_RECEIVERS_PER_PLAYER", default=10)
"""Receivers of one player."""
TIDE_APPRISE_SCHEMES = env.read_words("TIDE_APPRISE_SCHEMES", default=[])
"""Services of Apprise for players, separated by commas ([Phones and chats](mail.md#phones-and-chats))."""
TIDE_MAX_WEBHOOKS_PER_PLAYER = env.read_integer("TIDE_MAX_WEBHOOKS_PER_PLAYER", default=5)
"""Webhooks of one player, those of apps included."""
TIDE_DELIVERY_RETRY_DELAYS = env.read_durations(
    "TIDE_DELIVERY_RETRY_DELAYS",
    default=["PT5S", "PT30S", "PT5M", "PT30M", "PT2H", "PT5H", "PT8H", "PT8H"],
)
"""Waits after each failure in a row at a receiver; one failure more disables it."""
TIDE_WEBHOOK_INTERVAL_SECONDS = env.read_seconds("TIDE_WEBHOOK_INTERVAL_SECONDS", default=2.0)
"""Seconds between two looks for webhooks."""
TIDE_DELIVERY_RETENTION_DAYS = env.read_integer("TIDE_DELIVERY_RETENTION_DAYS", default=30)
"""Days that the log of deliveries is kept."""
TIDE_PRIVATE_ADDRESSES_ENABLED = env.read_flag("TIDE_PRIVATE_ADDRESSES_ENABLED", default=False)
"""For development: webhooks may use http and private addresses, this server's own network too."""

ENVIRONMENT_FAULTS = env.faults
ENVIRONMENT_DEFAULTS = env.defaults
