"""Settings of django-cors-headers: what pages from elsewhere may send to the API, and read of it."""

from corsheaders.defaults import default_headers

CORS_ALLOW_ALL_ORIGINS = True  # Tokens travel in a header that no browser adds by itself.
# So is any header harmless, and libraries add their own. Browsers take the asterisk for every
# name but Authorization; those in use are named for what goes by the list alone.
CORS_ALLOW_HEADERS = [
    "*",
    *default_headers,
    "accept-language",
    "b3",
    "baggage",
    "cache-control",
    "idempotency-key",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-unmodified-since",
    "last-event-id",
    "newrelic",
    "pragma",
    "sentry-trace",
    "tide-refuse",
    "traceparent",
    "tracestate",
    *(f"x-b3-{name}" for name in ("flags", "parentspanid", "sampled", "spanid", "traceid")),
    *(f"x-datadog-{name}" for name in ("origin", "parent-id", "sampling-priority", "trace-id")),
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "Content-Language",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
]
CORS_URLS_REGEX = (
    r"^/(api/|openapi\.json|pictures/|oauth/(token|revoke|register|device-authorization)|"
    r"\.well-known/oauth-)"
)
