"""The API as an ASGI application: calls in threads; long polls, streams and slow clients in the event loop.

It serves everything from one process. Behind a proxy that keeps slow clients away, `tideapi.wsgi` serves
plain calls faster (docs/operators/proxy.md).
"""

from django.utils.module_loading import import_string

from tideapi.wsgi import application as calls

# By its name, because its models can be imported only after Django was set up by the line above.
application = import_string("tideapi.web.application.Application")(calls)
