"""The API as a WSGI application."""

import os

from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application

from tideapi.web.startup import prepare_process

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
application = get_wsgi_application()


def start() -> WSGIHandler:
    """Return the application, when this process is ready: `granian --factory tideapi.wsgi:start`.

    WSGI has no event for it; under ASGI `tideapi.web.application` waits for `lifespan.startup`.
    """
    prepare_process()
    return application
