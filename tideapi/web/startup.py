"""The start of a web process, before it answers calls."""

import gc

from django.core.management import call_command

from tideapi.watching import calls


def prepare_process() -> None:
    """Check the settings like `manage.py check`, and exempt loaded objects from garbage collection.

    Raises `SystemCheckError`: the web server runs no checks of its own, and a wrong setting should stop it.
    """
    calls.make_folder()
    call_command("check", verbosity=0)
    # A full collection that looks through it holds all threads up for 110 ms, one that does not for 3.
    gc.collect()
    gc.freeze()
