"""Exit code 0 when the web server of this container answers /healthz."""

import http.client
import os
import sys


def main() -> int:
    """Ask once."""
    port = int(os.environ.get("GRANIAN_PORT", "8000"))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0 if status == http.client.OK else 1


if __name__ == "__main__":
    sys.exit(main())
