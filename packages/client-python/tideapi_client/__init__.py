"""Client of tideapi, a server for asynchronous table games."""

from tideapi_client import models
from tideapi_client.async_client import AsyncClient
from tideapi_client.client import Client
from tideapi_client.problem import ApiProblem, ClientError, ConnectionLost
from tideapi_client.retries import Retries
from tideapi_client.tokens import OAuthTokens

__all__ = [
    "ApiProblem",
    "AsyncClient",
    "Client",
    "ClientError",
    "ConnectionLost",
    "OAuthTokens",
    "Retries",
    "models",
]
