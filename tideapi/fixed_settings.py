"""Settings of Django, DRF and Celery that no operator changes."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from kombu import Queue

from common.optional_packages import is_installed
from tideapi.project import find_folder
from tideapi.version import VERSION

# -- the process

BASE_DIR = Path(__file__).resolve().parent.parent
ROOT_URLCONF = "tideapi.urls"
WSGI_APPLICATION = "tideapi.wsgi.application"
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
FORMAT_MODULE_PATH = "tideapi.formats"
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
    *(["drf_spectacular_sidecar"] if is_installed("swagger") else []),
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
            ],
            "builtins": ["common.site"],
        },
    }
]

SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # tideapi.web.headers adds what these two middlewares of Django would.
    "security.W002",
    "security.W003",  # tideapi.middleware.Csrf is Django's own, for the pages that there are.
    "fields.W161",  # At eight o'clock it takes the default hour of a digest for the time of a start.
    "oauth2_provider.W008",  # http is for loopback alone: players.models.app.is_safe.
]

# -- files

STATIC_URL = "/static/"
# What verifies a record is served as it is: the table runs it in the browser.
STATICFILES_DIRS = [("table", find_folder("web")), ("verify", find_folder("build/verify"))]
TIDE_PACKAGES = find_folder("build/packages")
"""The folder with the packages of the client libraries, if they were built."""
if TIDE_PACKAGES.is_dir():
    STATICFILES_DIRS += [("packages", TIDE_PACKAGES)]
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tideapi.web.static.ByContent"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # Nothing of ours is for the scripts of other sites.

# -- people

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["players.backend.Passwords"]
PASSWORD_HASHERS = ["players.hashing.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "players.account_fields.MaximumLength"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# -- limits

TIDE_MAX_TIME_PER_TURN = timedelta(days=14)
TIDE_MAX_BODY_BYTES = 64 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = TIDE_MAX_BODY_BYTES

# -- the API

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.authentication.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": ["players.authentication.HasScopes"],
    "DEFAULT_RENDERER_CLASSES": ["common.rest.json_codec.Renderer"],
    "DEFAULT_PARSER_CLASSES": ["common.rest.json_codec.Parser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "common.rest.json_codec.AlwaysJson",
    "DEFAULT_PAGINATION_CLASS": "common.rest.paging.Pages",
    "DEFAULT_SCHEMA_CLASS": "tideapi.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tideapi.errors.exception_handler",
    "DEFAULT_METADATA_CLASS": None,
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": (BASE_DIR / "tideapi" / "openapi.md").read_text(),
    "CONTACT": {"name": "The operator of this server"},
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "The server that serves this document"}],
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SORT_OPERATION_PARAMETERS": False,
    "COMPONENT_SPLIT_PATCH": False,
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "bearer": {
                "type": "http",
                "scheme": "bearer",
                "description": (
                    "A token from `POST /me/tokens` or the page /account/tokens/; or one that an app gets by "
                    "OAuth 2, with PKCE and without a secret: /.well-known/oauth-authorization-server has "
                    "the addresses, /docs/apps the steps. A call needs the scope beside it; no app gets "
                    "`token:write`."
                ),
            },
        },
    },
    "POSTPROCESSING_HOOKS": [
        "games.api.schema.add_game_schemas",
        "notifications.webhooks.schema.add_webhook_message",
        "tideapi.components.complete",
    ],
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
