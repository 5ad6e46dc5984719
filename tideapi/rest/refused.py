"""A call that is refused before any game is asked: by who calls, what was sent, or how much is going on."""

from rest_framework.exceptions import APIException


class Refused(APIException):
    """What was asked for is not done. `code` stands in the table of errors, which knows its status.

    `detail` is one sentence for people; `wait` the seconds after which the call may be made again.
    """

    def __init__(self, code: str, detail: str, wait: int | None = None) -> None:
        super().__init__(detail, code)
        self.wait = wait


def sandbox_only() -> Refused:
    """Why something is refused that only a sandbox does."""
    return Refused("sandbox_only", "This server is no sandbox.")
