"""Exit code 0 when the web server of this container answers /healthz.

It asks under a name that ALLOWED_HOSTS lets in, for the container's own address is none of them.
"""

import http.client
import os
import sys


def main() -> int:
    """Ask once."""
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip().lstrip(".")
    port = int(os.environ.get("GRANIAN_PORT", "8000"))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": host.replace("*", "localhost")})
        status = connection.getresponse().status
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0 if status == http.client.OK else 1


if __name__ == "__main__":
    sys.exit(main())
