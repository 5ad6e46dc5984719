"""Settings, all of them from the environment. docs/operators/settings.md has each by its theme.

A value that cannot be read is not guessed at: it stands in `ENVIRONMENT_FAULTS` with the default in
its place, and the system check tideapi.E001 names it.

Why so: docs/decisions/database.md, docs/decisions/celery.md.
"""

import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

from kombu import Queue

from tideapi import oauth_settings
from tideapi.account_settings import *  # noqa: F403  What allauth's pages are told.
from tideapi.cors_settings import *  # noqa: F403  Fixed, too.
from tideapi.environment import Environment
from tideapi.extras import is_installed
from tideapi.oauth_settings import *  # noqa: F403  Names of models.
from tideapi.project import find_folder
from tideapi.version import VERSION

env = Environment()

# -- the process

BASE_DIR = Path(__file__).resolve().parent.parent
DEBUG = env.read_flag("TIDE_DEBUG", default=False)
INSECURE_SECRET_KEY = "insecure: for development only"  # noqa: S105
SECRET_KEY = env.read_text("SECRET_KEY", default=INSECURE_SECRET_KEY)
ALLOWED_HOSTS = env.read_words("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
ROOT_URLCONF = "tideapi.urls"
WSGI_APPLICATION = "tideapi.wsgi.application"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
USE_I18N = True
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [find_folder("locale")]
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "tideapi.apps.GuardedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    *(["oauth2_provider"] if is_installed("oauth") else []),
    "players",  # before allauth's, whose templates it replaces
    "games",
    "notifications",
    "tideapi",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    *(["allauth.socialaccount.providers.openid_connect"] if is_installed("social") else []),
    "allauth.usersessions",
]

MIDDLEWARE = [
    "tideapi.web.headers.SecurityHeaders",
    "tideapi.middleware.Calls",
    "tideapi.web.static.StaticFiles",
    "corsheaders.middleware.CorsMiddleware",
    "tideapi.middleware.Sessions",
    "tideapi.middleware.Common",
    "tideapi.middleware.Csrf",
    "tideapi.middleware.Authentication",
    "tideapi.middleware.Language",
    "tideapi.middleware.Messages",
    "allauth.account.middleware.AccountMiddleware",
    "tideapi.web.conditions.ConditionalReads",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "tideapi" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "players.pages.context.account",
            ]
        },
    }
]

STATIC_URL = "/static/"
# What verifies a record is served as it is: the table runs it in the browser.
STATICFILES_DIRS = [("table", find_folder("web")), ("verify", find_folder("verify"))]
TIDE_PACKAGES = find_folder("build/packages")
"""The folder with the packages of the client libraries, if they were built."""
if TIDE_PACKAGES.is_dir():
    STATICFILES_DIRS += [("packages", TIDE_PACKAGES)]
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tideapi.web.static.ByContent"},
}
# Where archived games lie, if not in the database.
if ARCHIVE := env.read_storage("TIDE_ARCHIVE_STORE", default=""):
    STORAGES["archive"] = ARCHIVE
WHITENOISE_USE_FINDERS = True
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # Nothing of ours is for the scripts of other sites.
WHITENOISE_AUTOREFRESH = DEBUG  # Else a file that has changed has another name after a restart.

# -- where things are kept

DATABASE_DEFAULTS = {
    "ENGINE": "tideapi.db.backend",
    "CONN_MAX_AGE": None,
    "CONN_HEALTH_CHECKS": True,
}
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        **env.read_database("DATABASE_URL", default="postgresql://tideapi@localhost/tideapi"),
        **DATABASE_DEFAULTS,
    }
}
# Where web processes listen, if DATABASE_URL leads to a pooler that hands connections around.
TIDE_LISTEN_URL = env.read_conninfo("TIDE_LISTEN_URL", default="")
# Celery knows unix:// by another name, which no other client takes.
BROKER_URL = env.read_redis(
    "BROKER_URL", among=["redis", "rediss"], default="redis://localhost:6379/0"
)
CACHE_URL = env.read_redis("CACHE_URL", among=["redis", "rediss", "unix"], default=BROKER_URL)
# How many seconds a call waits for them before it does without.
TIDE_BROKER_TIMEOUT_SECONDS = env.read_seconds("TIDE_BROKER_TIMEOUT_SECONDS", default=0.25)
TIDE_CACHE_TIMEOUT_SECONDS = env.read_seconds("TIDE_CACHE_TIMEOUT_SECONDS", default=0.05)

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "tideapi.rest.cache.Forgetful",
        "LOCATION": CACHE_URL,
        "OPTIONS": {
            "socket_connect_timeout": TIDE_CACHE_TIMEOUT_SECONDS,
            "socket_timeout": TIDE_CACHE_TIMEOUT_SECONDS,
            "protocol": 2,
        },
    }
}

# What is sealed lies encrypted in the database: the first key encrypts, every one decrypts. Without any,
# one is made from SECRET_KEY.
TIDE_KEYS = env.read_words("TIDE_KEYS", default=[])

# -- people

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["players.backend.Passwords"]
PASSWORD_HASHERS = ["players.hashing.Argon2"]
TIDE_MAX_PASSWORD_HASHES_PER_PROCESS = env.read_integer(
    "TIDE_MAX_PASSWORD_HASHES_PER_PROCESS", default=2
)
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "players.account_fields.MaximumLength"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Servers with which people may sign in instead of a password: id, name, server, client_id, secret of each.
TIDE_SIGN_IN_PROVIDERS = env.read_providers("TIDE_SIGN_IN_PROVIDERS", default="")
# Names that no player may take, beside those that are reserved anyway.
TIDE_RESERVED_NAMES = env.read_words("TIDE_RESERVED_NAMES", default=[])
TIDE_RENAME_INTERVAL_DAYS = env.read_integer("TIDE_RENAME_INTERVAL_DAYS", default=90)
TIDE_GUESTS_ENABLED = env.read_flag("TIDE_GUESTS_ENABLED", default=True)
TIDE_GUEST_IDLE_DAYS = env.read_integer("TIDE_GUEST_IDLE_DAYS", default=30)
TIDE_MAX_BOT_ACCOUNTS_PER_PLAYER = env.read_integer("TIDE_MAX_BOT_ACCOUNTS_PER_PLAYER", default=5)
TIDE_SESSION_DAYS = env.read_integer("TIDE_SESSION_DAYS", default=90)
TIDE_TOKEN_DAYS = env.read_integer("TIDE_TOKEN_DAYS", default=365)
TIDE_EXPIRED_TOKEN_RETENTION_DAYS = env.read_integer(
    "TIDE_EXPIRED_TOKEN_RETENTION_DAYS", default=30
)
TIDE_DELETION_GRACE_DAYS = env.read_integer("TIDE_DELETION_GRACE_DAYS", default=7)
TIDE_MAX_DAILY_EXPORTS_PER_PLAYER = env.read_integer("TIDE_MAX_DAILY_EXPORTS_PER_PLAYER", default=3)
TIDE_EXPORT_RETENTION_DAYS = env.read_integer("TIDE_EXPORT_RETENTION_DAYS", default=7)
LOGIN_URL = "/account/login/"

# -- apps of others

TIDE_OAUTH_REGISTRATION_ENABLED = env.read_flag("TIDE_OAUTH_REGISTRATION_ENABLED", default=True)
TIDE_OAUTH_ACCESS_TOKEN_MINUTES = env.read_integer("TIDE_OAUTH_ACCESS_TOKEN_MINUTES", default=60)
TIDE_OAUTH_REFRESH_TOKEN_DAYS = env.read_integer("TIDE_OAUTH_REFRESH_TOKEN_DAYS", default=90)
OAUTH2_PROVIDER = oauth_settings.provider(
    minutes=TIDE_OAUTH_ACCESS_TOKEN_MINUTES,
    days=TIDE_OAUTH_REFRESH_TOKEN_DAYS,
    is_open=TIDE_OAUTH_REGISTRATION_ENABLED,
)
# -- mail: written as rows, and sent from them by the workers of the queue `hooks` (players/mail/)

TIDE_URL = env.read_text("TIDE_URL", default="http://localhost:8000")
"""Where people open this server: what is sent to them links to it."""
TIDE_SOURCE_URL = env.read_web_address("TIDE_SOURCE_URL", default="")
"""Where the code of this server is, for those who write clients."""
MAIL = env.read_mail("MAIL_URL", default="")
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
TIDE_EMAIL_REQUIRED = env.read_flag("TIDE_EMAIL_REQUIRED", default=False)
ACCOUNT_SIGNUP_FIELDS = ["username*", f"email{'*' * TIDE_EMAIL_REQUIRED}", "password1*"]
TIDE_LETTER_INTERVAL_SECONDS = env.read_seconds("TIDE_LETTER_INTERVAL_SECONDS", default=2.0)

# -- mail that comes in: questions answered by a reply (notifications/replies/)

TIDE_REPLY_DOMAIN = env.read_text("TIDE_REPLY_DOMAIN", default="")
"""The domain of the addresses to which questions are answered; empty where no mail comes in."""
TIDE_MAIL_AUTHSERV_ID = env.read_text("TIDE_MAIL_AUTHSERV_ID", default="")
TIDE_MAIL_TRUSTED = env.read_flag("TIDE_MAIL_TRUSTED", default=False)
TIDE_MAX_MAIL_BYTES = env.read_integer("TIDE_MAX_MAIL_BYTES", default=64 * 1024)
TIDE_MAILIN_ADDRESS = env.read_text("TIDE_MAILIN_ADDRESS", default="127.0.0.1:8024")
TIDE_MAILIN_THREADS = env.read_integer("TIDE_MAILIN_THREADS", default=4)
TIDE_IMAP_URL = env.read_text("TIDE_IMAP_URL", default="")
TIDE_IMAP_INTERVAL_SECONDS = env.read_seconds("TIDE_IMAP_INTERVAL_SECONDS", default=30.0)

# -- games

# Games beside those of this project and of installed packages: package.module:ATTRIBUTE.
TIDE_RULESETS = env.read_words("TIDE_RULESETS", default=[])
TIDE_ARCHIVE_AFTER: timedelta = env.read_duration("TIDE_ARCHIVE_AFTER", default="P90D")
TIDE_MIN_TIME_PER_TURN: timedelta = env.read_duration("TIDE_MIN_TIME_PER_TURN", default="PT1M")
TIDE_MAX_TIME_PER_TURN = timedelta(days=14)
TIDE_MAX_PAUSE: timedelta = env.read_duration("TIDE_MAX_PAUSE", default="P30D")
TIDE_MAX_STOPPED_TIME_PER_GAME: timedelta = env.read_duration(
    "TIDE_MAX_STOPPED_TIME_PER_GAME", default="P60D"
)
TIDE_MAX_VACATION_DAYS_PER_YEAR = env.read_integer("TIDE_MAX_VACATION_DAYS_PER_YEAR", default=30)
TIDE_OPEN_GAME_DAYS = env.read_integer("TIDE_OPEN_GAME_DAYS", default=7)
TIDE_MAX_OPEN_GAMES_PER_PLAYER = env.read_integer("TIDE_MAX_OPEN_GAMES_PER_PLAYER", default=10)
TIDE_MAX_GAMES_PER_PLAYER = env.read_integer("TIDE_MAX_GAMES_PER_PLAYER", default=100)
TIDE_MAX_OPEN_GAMES_PER_GUEST = env.read_integer("TIDE_MAX_OPEN_GAMES_PER_GUEST", default=2)
TIDE_MAX_GAMES_PER_GUEST = env.read_integer("TIDE_MAX_GAMES_PER_GUEST", default=5)
TIDE_MAX_NOTES_PER_PLAYER = env.read_integer("TIDE_MAX_NOTES_PER_PLAYER", default=1000)
TIDE_MAX_RELATIONS_PER_PLAYER = env.read_integer("TIDE_MAX_RELATIONS_PER_PLAYER", default=500)
TIDE_MAX_INVITATIONS_PER_GAME = env.read_integer("TIDE_MAX_INVITATIONS_PER_GAME", default=20)
TIDE_MAX_INVITATION_DAYS = env.read_integer("TIDE_MAX_INVITATION_DAYS", default=30)
TIDE_MAX_MESSAGES_PER_GAME = env.read_integer("TIDE_MAX_MESSAGES_PER_GAME", default=2000)
TIDE_SANDBOX_ENABLED = env.read_flag("TIDE_SANDBOX_ENABLED", default=False)
TIDE_SWEEP_INTERVAL_SECONDS = env.read_seconds("TIDE_SWEEP_INTERVAL_SECONDS", default=0.25)
TIDE_METRICS_TOKEN = env.read_text("TIDE_METRICS_TOKEN", default="")
TIDE_MAX_SWEEP_AGE_SECONDS = env.read_seconds("TIDE_MAX_SWEEP_AGE_SECONDS", default=30.0)

# -- limits

TIDE_LIMITS = {
    "address": env.read_rate("TIDE_LIMIT_ADDRESS", default="600/m"),
    "player": env.read_rate("TIDE_LIMIT_PLAYER", default="600/m"),
    "sign_in": env.read_rate("TIDE_LIMIT_SIGN_IN", default="30/h"),
    "redeliveries": env.read_rate("TIDE_LIMIT_REDELIVERIES", default="60/h"),
    "invitations": env.read_rate("TIDE_LIMIT_INVITATIONS", default="60/h"),
    "messages": env.read_rate("TIDE_LIMIT_MESSAGES", default="60/h"),
    "wrong_passwords": env.read_rate("TIDE_LIMIT_WRONG_PASSWORDS", default="10/h"),
    "app_registrations": env.read_rate("TIDE_LIMIT_APP_REGISTRATIONS", default="20/h"),
    "letters": env.read_rate("TIDE_LIMIT_LETTERS", default="5/h"),
    "reply_mails": env.read_rate("TIDE_LIMIT_REPLY_MAILS", default="30/h"),
}
TIDE_PROXY_COUNT = env.read_integer("TIDE_PROXY_COUNT", default=0)
TIDE_MAX_LONG_POLLS_PER_PROCESS = env.read_integer("TIDE_MAX_LONG_POLLS_PER_PROCESS", default=1000)
TIDE_MAX_LONG_POLLS_PER_CALLER = env.read_integer("TIDE_MAX_LONG_POLLS_PER_CALLER", default=10)
TIDE_THREADS = env.read_integer("TIDE_THREADS", default=16)
TIDE_MAX_STREAMS_PER_PROCESS = env.read_integer("TIDE_MAX_STREAMS_PER_PROCESS", default=2000)
TIDE_MAX_STREAMS_PER_CALLER = env.read_integer("TIDE_MAX_STREAMS_PER_CALLER", default=10)
TIDE_MAX_BODY_BYTES = 64 * 1024
TIDE_BODY_TIMEOUT_SECONDS = env.read_seconds("TIDE_BODY_TIMEOUT_SECONDS", default=10.0)
DATA_UPLOAD_MAX_MEMORY_SIZE = TIDE_MAX_BODY_BYTES

# -- webhooks

TIDE_PRIVATE_ADDRESSES_ENABLED = env.read_flag("TIDE_PRIVATE_ADDRESSES_ENABLED", default=False)
TIDE_MAX_WEBHOOKS_PER_PLAYER = env.read_integer("TIDE_MAX_WEBHOOKS_PER_PLAYER", default=5)
TIDE_DELIVERY_RETRY_DELAYS = env.read_durations(
    "TIDE_DELIVERY_RETRY_DELAYS",
    default=["PT5S", "PT30S", "PT5M", "PT30M", "PT2H", "PT5H", "PT8H", "PT8H"],
)
TIDE_WEBHOOK_INTERVAL_SECONDS = env.read_seconds("TIDE_WEBHOOK_INTERVAL_SECONDS", default=2.0)
TIDE_DELIVERY_RETENTION_DAYS = env.read_integer("TIDE_DELIVERY_RETENTION_DAYS", default=30)

# -- what people are told (notifications/)

TIDE_NOTICE_INTERVAL_SECONDS = env.read_seconds("TIDE_NOTICE_INTERVAL_SECONDS", default=2.0)
TIDE_NOTICE_DELAY: timedelta = env.read_duration("TIDE_NOTICE_DELAY", default="PT1M")
TIDE_LAST_CALL_LEAD_TIME: timedelta = env.read_duration("TIDE_LAST_CALL_LEAD_TIME", default="PT1H")
TIDE_MAX_RECEIVERS_PER_PLAYER = env.read_integer("TIDE_MAX_RECEIVERS_PER_PLAYER", default=10)
# The private half of the key by which push services know this server; without it there is no web push.
TIDE_PUSH_KEY = env.read_text("TIDE_PUSH_KEY", default="")
# Services of Apprise to which players may have notices sent, such as tgram.
TIDE_APPRISE_SCHEMES = env.read_words("TIDE_APPRISE_SCHEMES", default=[])

# -- the API

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.authentication.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "players.authentication.HasScopes",
    ],
    "DEFAULT_RENDERER_CLASSES": ["tideapi.rest.wire.Renderer"],
    "DEFAULT_PARSER_CLASSES": ["tideapi.rest.wire.Parser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "tideapi.rest.wire.AlwaysJson",
    "DEFAULT_PAGINATION_CLASS": "tideapi.rest.paging.Pages",
    "DEFAULT_SCHEMA_CLASS": "tideapi.openapi.Described",
    "EXCEPTION_HANDLER": "tideapi.errors.exception_handler",
    "DEFAULT_METADATA_CLASS": None,
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "tideapi",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": (BASE_DIR / "tideapi" / "openapi.md").read_text(),
    "CONTACT": {"name": "The operator of this server"},
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "EXTERNAL_DOCS": {
        "description": "Where the code of this server is" if TIDE_SOURCE_URL else "Guides",
        "url": TIDE_SOURCE_URL or "/docs/",
    },
    "SERVERS": [{"url": "/", "description": "The server that serves this document"}],
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SORT_OPERATION_PARAMETERS": False,
    "POSTPROCESSING_HOOKS": ["tideapi.openapi.complete"],
    "TAGS": [
        {"name": "index", "description": "Where a client begins."},
        {"name": "players", "description": "Accounts, tokens and public profiles."},
        {"name": "me", "description": "The caller's account, feed and open questions."},
        {"name": "rulesets", "description": "The games that can be played here."},
        {"name": "games", "description": "Open tables, running and finished games."},
        {"name": "seats", "description": "Absence: standing orders, stand-in bots, pauses."},
        {"name": "sandbox", "description": "For client authors, where the operator allows it."},
        {"name": "people", "description": "Friends, blocks, invitations, rematches, messages."},
        {"name": "turns", "description": "Questions, and the sealed answers to them."},
        {
            "name": "notifications",
            "description": "Settings, receivers and deliveries.",
        },
        {
            "name": "page",
            "description": (
                "For web pages: claiming a guest account, exports, account deletion, feed addresses. "
                "Other clients can skip them."
            ),
        },
        {"name": "deliveries", "description": "Messages to webhooks."},
        {"name": "health", "description": "For operators."},
    ],
}

# -- Celery: the database is the record, this is only the alarm clock

CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_TRANSPORT = "tideapi.broker:Transport"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A little above the longest task: what a killed worker held is handed out again after this.
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
}
# A move must not wait for a broker that is away: its sweep comes anyway.
CELERY_TASK_PUBLISH_RETRY = False
# What a worker takes from if it is not told otherwise. The queue `hooks` is not among them: only workers of
# its own take from it, so that the clock never waits for the receiver of a webhook.
CELERY_TASK_QUEUES = [Queue("celery"), Queue("clock")]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 50
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# -- what is said

TIDE_LOG_LEVEL = env.read_choice(
    "TIDE_LOG_LEVEL", among=["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"], default="INFO"
)
TIDE_LOG_FORMAT = env.read_choice("TIDE_LOG_FORMAT", among=["text", "json"], default="text")


def _at_least(level: str) -> str:
    """Return this level, or `TIDE_LOG_LEVEL` where that lets less through."""
    return max(level, TIDE_LOG_LEVEL, key=logging.getLevelNamesMapping().__getitem__)


# Sweeps alone would fill a disk: a thousand lines a minute on a server that nobody calls.
_EACH_TASK = "DEBUG" if TIDE_LOG_LEVEL == "DEBUG" else _at_least("WARNING")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "{asctime} {levelname} {name} {request_id}: {message}", "style": "{"},
        "json": {"()": "tideapi.rest.log_lines.JsonFormatter"},
    },
    "filters": {
        "stamp": {"()": "tideapi.rest.log_lines.StampFilter"},
        "outage": {"()": "tideapi.rest.log_lines.OutageFilter"},
        # Whatever a view has answered is noted by then, so Django need not name its status once more.
        "faults": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: bool(record.exc_info),
        },
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": TIDE_LOG_FORMAT,
            "filters": ["stamp"],
        }
    },
    # Of a refused request `tideapi.errors` has said all that one needs to find it again.
    # That clients hang up is theirs too: the web server would say it of every piece that it cannot send.
    "loggers": {
        "django.request": {"level": _at_least("ERROR"), "filters": ["faults"]},
        "_granian.asgi": {"level": _at_least("WARNING")},
        "celery.app.trace": {"level": _EACH_TASK, "filters": ["outage"]},
        "celery.worker.strategy": {"level": _EACH_TASK},
        # In their smallest details stand codes that are good.
        "oauth2_provider": {"level": _at_least("INFO")},
        "oauthlib": {"level": _at_least("INFO")},
        # It would say each address that mail comes in for, and in those stand secrets.
        "mail.log": {"level": _at_least("WARNING")},
    },
    "root": {"handlers": ["stderr"], "level": TIDE_LOG_LEVEL},
}

# -- behind TLS

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TIDE_PROXY_COUNT else None
SESSION_COOKIE_AGE = TIDE_SESSION_DAYS * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEBUG
SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # tideapi.web.headers adds what these two middlewares of Django would.
    "security.W002",
    "security.W003",  # tideapi.middleware.Csrf is Django's own, for the pages that there are.
    "oauth2_provider.W008",  # http is for loopback alone: players.models.app.is_safe.
]

ENVIRONMENT_FAULTS = env.faults
ENVIRONMENT_DEFAULTS = env.defaults
