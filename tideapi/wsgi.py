"""The API as a WSGI application."""

import os

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
application = get_wsgi_application()
# The web server runs no system checks of its own, and a wrong setting should stop it at once.
call_command("check", verbosity=0)
