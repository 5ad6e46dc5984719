"""One message over HTTPS: certificates, and names that change what they stand for."""

import datetime as dt
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from oauth2_provider.cimd import CIMDError

from common.outside import addresses
from common.outside import post as posting
from common.outside.addresses import BadAddress, Target, look_up, resolve_host
from common.outside.post import Error, post
from notifications.channels import DeliveryError, egress
from players.oauth import cimd
from tests.receiver import receiving
from tests.unit.players.posting import BODY, HEADERS, HOST

pytestmark = pytest.mark.usefixtures("development")


# -- TLS


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, Path]:
    """A receiver's side of TLS for this name, and the certificate to be trusted for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    today = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - dt.timedelta(days=1))
        .not_valid_after(today + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "public.pem", folder / "private.pem"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    private.write_bytes(key.private_bytes(*form, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return context, public


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Have a certificate trusted as if an authority had signed it."""

    def trust(file: Path) -> None:
        context = ssl.create_default_context(cafile=str(file))
        monkeypatch.setattr(posting, "_tls_context", lambda: context)

    return trust


def test_tls_goes_to_the_address_and_is_checked_for_the_name(
    tmp_path: Path, trusted: Callable[[Path], None], looked_up: list[str]
) -> None:
    context, public = certificate(tmp_path, HOST)
    trusted(public)
    asked: list[str | None] = []
    context.sni_callback = lambda _, name, __: asked.append(name)
    with receiving(tls=context) as receiver:
        outcome = post(f"https://{HOST}:{receiver.port}/", HEADERS, BODY)
        (arrived,) = receiver.arrived
    assert (outcome.status, outcome.error) == (204, None)
    assert asked == [HOST]
    assert arrived.headers["host"] == f"{HOST}:{receiver.port}"
    assert looked_up == [HOST]


@pytest.mark.parametrize("why", ["another name", "nobody known", "no TLS"])
def test_a_certificate_for_another_name_or_of_nobody_known_is_refused(
    why: str, tmp_path: Path, trusted: Callable[[Path], None], looked_up: list[str]
) -> None:
    context, public = certificate(tmp_path, "other.example" if why == "another name" else HOST)
    if why != "nobody known":
        trusted(public)
    with receiving(tls=None if why == "no TLS" else context) as receiver:
        outcome = post(f"https://{HOST}:{receiver.port}/", HEADERS, BODY)
        assert (outcome.error, receiver.arrived) == (Error.TLS, [])


# -- names that change what they stand for


def test_a_name_that_is_looked_up_twice_differently_leads_to_the_first_address_alone(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    connected: list[str] = []

    def connect(self: socket.socket, address: tuple[str, int]) -> None:
        connected.append(address[0])
        raise ConnectionRefusedError

    with receiving() as inside:
        first = iter(["93.184.216.34"])

        def look_up(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
            return [(0, 0, 0, "", (next(first, "127.0.0.1"), port))]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        monkeypatch.setattr(socket.socket, "connect", connect)
        first_time = post(f"https://{HOST}:{inside.port}/", HEADERS, BODY)
        monkeypatch.undo()
        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
        second_time = post(f"https://{HOST}:{inside.port}/", HEADERS, BODY)
        assert inside.arrived == []
    assert connected == ["93.184.216.34"]
    assert (first_time.error, second_time.error) == (Error.CONNECTION, Error.ADDRESS)


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["::1"], ["93.184.216.34", "10.0.0.1"], ["169.254.169.254"], []]
)
def test_nothing_is_connected_to_where_a_name_does_not_stand_for_the_public(
    found: list[str], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False

    def look_up(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        return [(0, 0, 0, "", (address, port)) for address in found]

    def connect(*_: object) -> None:
        pytest.fail("It was connected to.")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)
    outcome = post(f"https://{HOST}/", HEADERS, BODY)
    assert (outcome.status, outcome.error) == (None, Error.ADDRESS)


@pytest.mark.parametrize(
    "url", ["http://bots.example/", "https://127.0.0.1:8443/", "https://x@b.c/"]
)
def test_the_form_is_looked_at_again_when_it_is_sent(url: str, settings: Any) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    assert post(url, HEADERS, BODY).error == Error.ADDRESS
    with pytest.raises(BadAddress):
        posting.get(url, {}, 100, 5.0)


# -- looking a host up takes of the seconds of an attempt, and ends with them

URL = f"https://{HOST}/app"
SECONDS = 0.2
TARGET = Target(True, HOST, 443, "/")


class Resolver:
    """A resolver whose name server does not answer until it is released."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.released = threading.Event()

    def __call__(self, host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        self.asked.append(host)
        self.released.wait(60)
        return [(0, 0, 0, "", ("127.0.0.1", port)), (0, 0, 1, "", ("127.0.0.1", port))]


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Resolver]:
    made, places = Resolver(), threading.BoundedSemaphore(1)
    monkeypatch.setattr(socket, "getaddrinfo", made)
    monkeypatch.setattr(addresses, "_places", places)
    yield made
    made.released.set()
    assert places.acquire(timeout=60), "every lookup gives its place back"


def _send_webhook() -> None:
    outcome = post(URL, HEADERS, BODY, seconds=SECONDS)
    assert (outcome.status, outcome.error) == (None, Error.TIME)
    raise TimeoutError(outcome.error)


def _send_to_channel() -> None:
    egress.send_json(URL, {})


def _read_app() -> None:
    cimd.Fetcher().fetch(URL)


SENDERS: dict[str, tuple[Callable[[], None], type[Exception], str]] = {
    "webhook": (_send_webhook, TimeoutError, "timed_out"),
    "channel": (_send_to_channel, DeliveryError, "timed_out"),
    "app": (_read_app, CIMDError, "TimeoutError"),
}


@pytest.mark.parametrize("name", SENDERS)
def test_a_name_server_that_never_answers_is_given_up_within_the_attempt(
    name: str, resolver: Resolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, raised, said = SENDERS[name]
    monkeypatch.setattr(posting, "post", partial(post, seconds=SECONDS))
    monkeypatch.setattr(cimd, "SECONDS", SECONDS)

    def connect(*_: object) -> None:
        pytest.fail("It was connected to.")

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(raised, match=said):
        send()
    assert resolver.asked == [HOST]
    assert not resolver.released.is_set(), "the lookup is still waiting"


def test_a_lookup_that_is_given_up_keeps_its_place_until_it_ends(resolver: Resolver) -> None:
    with pytest.raises(TimeoutError):
        look_up("a.example", 443, SECONDS)
    with pytest.raises(TimeoutError):
        look_up("b.example", 443, SECONDS)
    assert resolver.asked == ["a.example"]
    resolver.released.set()
    assert look_up("c.example", 443, 60) == ["127.0.0.1"]
    assert resolver.asked == ["a.example", "c.example"]


def test_no_time_left_looks_nothing_up(resolver: Resolver) -> None:
    with pytest.raises(TimeoutError):
        posting.get(URL, {}, 100, 0.0)
    assert resolver.asked == []


@pytest.mark.parametrize("error", [socket.gaierror("No such name"), UnicodeError("label too long")])
def test_what_is_not_resolved_is_bad(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(type(error)):
        look_up(HOST, 443, 60)
    with pytest.raises(BadAddress):
        resolve_host(TARGET, 60)
