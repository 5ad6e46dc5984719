"""Tokens of an app that a player has let in by OAuth."""

from collections.abc import Callable
from dataclasses import dataclass

import httpx

from tideapi_client.call import ApiCall, read_answer
from tideapi_client.problem import ConnectionLost, read_problem

UNAUTHORIZED = 401


@dataclass
class OAuthTokens:
    """An access token, and the refresh token by which the client gets the next one."""

    client_id: str
    access_token: str
    refresh_token: str
    keep: Callable[["OAuthTokens"], object] = lambda tokens: None
    """Called with new tokens before they are used: a refresh token is good once, so write it down."""

    def refresh_call(self) -> ApiCall:
        """Return the call that gets new tokens; its lost answer can be asked for again for 60 seconds."""
        form = {
            "grant_type": "refresh_token",
            "refresh_token": self.refresh_token,
            "client_id": self.client_id,
        }
        return ApiCall("POST", "/oauth/token", form=form)

    def take_answer(self, response: httpx.Response) -> None:
        """Take over the tokens of an answer; raise ApiProblem if the player has to be asked again."""
        said = read_answer(response)
        self.access_token, self.refresh_token = said["access_token"], said["refresh_token"]
        self.keep(self)


def is_expired(call: ApiCall, outcome: httpx.Response | ConnectionLost) -> bool:
    """Return True if a call was refused because its access token has ended."""
    return (
        call.form is None
        and isinstance(outcome, httpx.Response)
        and outcome.status_code == UNAUTHORIZED
        and read_problem(outcome).code == "token_expired"
    )
