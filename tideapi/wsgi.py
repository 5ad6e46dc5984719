"""The API as a WSGI application."""

import gc
import os

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

from tideapi.watching import calls

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
calls.make_folder()
application = get_wsgi_application()
# The web server runs no system checks of its own, and a wrong setting should stop it at once.
call_command("check", verbosity=0)
# What is there by now stays: a full collection that looks through it holds all threads up for 110 ms, one
# that does not for 3.
gc.collect()
gc.freeze()
