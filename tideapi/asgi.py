"""The API as an ASGI application: streams in the event loop, every other call by WSGI in threads.

It serves everything from one process. Where there is much to do, `tideapi.wsgi` serves the calls faster,
and only what ends in `/stream` is sent here (docs/operators.md).
"""

from django.utils.module_loading import import_string

from tideapi.rest.headers import unambiguous
from tideapi.wsgi import application as calls

# By its name, because its models can be imported only after Django was set up by the line above.
application = unambiguous(import_string("games.streams.serving.Application")(calls))
