"""Settings of the log."""

import logging
from typing import Any


def configure_logging(level: str, log_format: str) -> dict[str, Any]:
    """Return Django's `LOGGING` for this level, as text or JSON."""
    # Sweeps alone would fill a disk: a thousand lines a minute on a server that nobody calls.
    each_task = "DEBUG" if level == "DEBUG" else _at_least("WARNING", level)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {
                "format": "{asctime} {levelname} {name} {request_id}: {message}",
                "style": "{",
            },
            "json": {"()": "common.rest.log_lines.JsonFormatter"},
        },
        "filters": {
            "stamp": {"()": "common.rest.log_lines.StampFilter"},
            "outage": {"()": "common.rest.log_lines.OutageFilter"},
            # Whatever a view has answered is noted by then, so Django need not name its status once more.
            "faults": {
                "()": "django.utils.log.CallbackFilter",
                "callback": lambda record: bool(record.exc_info),
            },
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": log_format,
                "filters": ["stamp"],
            }
        },
        # Of a refused request `tideapi.errors` has said all that one needs to find it again.
        # That clients hang up is theirs too: the web server would say it of every piece that it cannot send.
        "loggers": {
            "django.request": {"level": _at_least("ERROR", level), "filters": ["faults"]},
            "_granian.asgi": {"level": _at_least("WARNING", level)},
            "celery.app.trace": {"level": each_task, "filters": ["outage"]},
            "celery.worker.strategy": {"level": each_task},
            # In their smallest details stand codes that are good.
            "oauth2_provider": {"level": _at_least("INFO", level)},
            "oauthlib": {"level": _at_least("INFO", level)},
            # It would say each address that mail comes in for, and in those stand secrets.
            "mail.log": {"level": _at_least("WARNING", level)},
        },
        "root": {"handlers": ["stderr"], "level": level},
    }


def _at_least(least: str, level: str) -> str:
    """Return this level, or the server's where that lets less through."""
    return max(least, level, key=logging.getLevelNamesMapping().__getitem__)
