"""The packages of the client libraries, as this server hands them out.

`make packages` builds them; the folder is not in git. A server without them names none.
"""

from django.conf import settings

from tideapi.version import VERSION

WHEEL = f"tideapi_client-{VERSION}-py3-none-any.whl"
TARBALL = f"tideapi-client-{VERSION}.tgz"
SHOWN_ADDRESS = "https://tide.example/static/packages/"
"""Where the READMEs of the client libraries have them."""


def package_path(name: str) -> str | None:
    """Return the path of a package on this server; None if the server does not have it."""
    there = (settings.TIDE_PACKAGES / name).is_file()
    return f"{settings.STATIC_URL}packages/{name}" if there else None


def with_own_addresses(text: str) -> str:
    """Return a page's text with the packages of this server in place of those of the shown one."""
    return text.replace(SHOWN_ADDRESS, f"{settings.TIDE_URL}{settings.STATIC_URL}packages/")
