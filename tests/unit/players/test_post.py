"""One message over HTTP: to the address that was looked up, within its time, and nowhere else."""

import datetime as dt
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
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
from common.outside.post import Error, PostOutcome, post
from notifications.channels import DeliveryError, egress
from players.oauth import cimd
from tests.receiver import receiving

pytestmark = pytest.mark.usefixtures("private_addresses")
BODY, HEADERS, HOST = b'{"type":"ping"}', {"webhook-id": "msg_1"}, "bots.example"


@contextmanager
def talking(talk: Callable[[socket.socket], None]) -> Iterator[str]:
    """Take one connection and do this with it; the address to connect to."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                connection, _ = server.accept()
                with connection:
                    talk(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    thread.join(10)


def answering(said: bytes) -> AbstractContextManager[str]:
    """Answer with these bytes and close the connection; the address to connect to."""

    def talk(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(said)

    return talking(talk)


def stands_for(*found: str) -> Callable[..., list[tuple[Any, ...]]]:
    """Return a lookup for which every name stands for these addresses."""
    return lambda _, port, **__: [(0, 0, 0, "", (address, port)) for address in found]


# -- what arrives, and what came of it


def test_what_is_sent_arrives_as_it_is() -> None:
    with receiving() as receiver:
        outcome = post(f"{receiver.url}/hook?x=1", HEADERS, BODY)
        (arrived,) = receiver.arrived
    assert (outcome.status, outcome.error) == (204, None)
    assert (arrived.path, arrived.body, arrived.id) == ("/hook?x=1", BODY, "msg_1")
    assert arrived.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert arrived.headers["content-type"] == "application/json"


@pytest.mark.parametrize("status", [200, 204, 299, 400, 410, 429, 500, 599])
def test_only_a_status_that_begins_with_2_is_a_success(status: int) -> None:
    with receiving(lambda _: status) as receiver:
        outcome = post(receiver.url, HEADERS, BODY)
    assert outcome.status == status
    assert outcome.error == (None if status < 300 else Error.REFUSED)


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 305, 307, 308, 399])
def test_no_redirect_is_followed_wherever_it_leads(status: int) -> None:
    with receiving() as other:
        for location in ("", "/", "//[", "../x", other.url):
            head = f"Location: {location}\r\n" if location else ""
            with answering(f"HTTP/1.1 {status} Elsewhere\r\n{head}\r\n".encode()) as url:
                outcome = post(url, HEADERS, BODY)
            assert (outcome.status, outcome.error) == (status, Error.REDIRECT)
        assert other.arrived == []


def test_a_proxy_in_the_environment_is_not_asked(monkeypatch) -> None:
    with receiving() as proxy, receiving() as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert post(receiver.url, HEADERS, BODY).error is None
        assert (len(proxy.arrived), len(receiver.arrived)) == (0, 1)


def test_nobody_there_is_no_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert post(f"http://127.0.0.1:{port}/", HEADERS, BODY).error == Error.CONNECTION


def test_the_next_address_is_tried(monkeypatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", stands_for("127.0.0.2", "127.0.0.1"))
    with receiving() as receiver:
        assert post(f"http://{HOST}:{receiver.port}/", HEADERS, BODY).error is None
        assert len(receiver.arrived) == 1


OK = b"HTTP/1.1 200 OK\r\n"
HINTS = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"


@pytest.mark.parametrize(
    "said",
    [
        *(b"", b"\r\n\r\n", b"hello\r\n\r\n", b"HTTP/1.1 two\r\n\r\n", b"HTTP/1.1 20\r\n\r\n"),
        *(b"HTTP/1.1 2_0\r\n\r\n", b"HTTP/1.1 +20\r\n\r\n", b"HTTP/2 200\r\n\r\n"),
        *(OK + b"x" * 70_000, OK + (b"a: " + b"b" * 400 + b"\r\n") * 200 + b"\r\n"),
        *(OK[:-2], OK, OK + b"Content-Le", OK + b"Content-Length: 0\r\n"),
        *(OK + b"no colon\r\n\r\n", OK + b"Content-Length: -1\r\n\r\n"),
        *(HINTS, HINTS + OK, HINTS * 2000 + OK + b"\r\n"),
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + OK + b"\r\n",
    ],
)
def test_what_is_no_whole_head_is_a_broken_answer(said: bytes) -> None:
    with answering(said) as url:
        outcome = post(url, HEADERS, BODY)
    assert (outcome.status, outcome.error) == (None, Error.ANSWER)


@pytest.mark.parametrize("first", [100, 102, 103, 104, 199])
@pytest.mark.parametrize(
    ("final", "error"), [(200, None), (302, Error.REDIRECT), (503, Error.REFUSED)]
)
def test_informational_answers_are_skipped(first: int, final: int, error: Error | None) -> None:
    before = f"HTTP/1.1 {first} Wait\r\nRetry-After: 99\r\n\r\n" * 3
    last = f"HTTP/1.1 {final} x\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"
    with answering((before + last).encode()) as url:
        outcome = post(url, HEADERS, BODY)
    assert (outcome.status, outcome.error, outcome.wait) == (final, error, 7)


@pytest.mark.parametrize(
    "rest",
    [
        *(b"\r\n", b"\r\nok", b"Content-Length: 100\r\n\r\nok"),
        *(b"Transfer-Encoding: chunked\r\n\r\n" + rest for rest in (b"zz\r\n", b"5\r\nab")),
        b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok",
    ],
)
@pytest.mark.parametrize("start", [OK, b"HTTP/1.0 200\r\n", b"HTTP/1.1 204 No Content\r\n"])
def test_the_status_decides_and_no_body(start: bytes, rest: bytes) -> None:
    with answering(start + rest) as url:
        outcome = post(url, HEADERS, BODY)
    assert (outcome.status, outcome.error) == (int(start.split()[1]), None)


@pytest.mark.parametrize(
    "said",
    [
        HINTS + OK + b"Content-Type: Text/JSON; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
        OK + b"Content-Type: text/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"HTTP/1.0 200 OK\r\nContent-Type: text/json\r\n\r\n{}",
    ],
)
def test_what_is_fetched_is_the_whole_of_the_last_answer(said: bytes) -> None:
    with answering(said) as url:
        assert posting.get(url, {}, 2, 5.0) == posting.Response(200, "text/json", b"{}")


@pytest.mark.parametrize(
    "rest",
    [
        *(b"Content-Length: 9\r\n\r\n{}", b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"),
        *(b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}", b"\r\n{ }", b"Content-Le"),
        b"Transfer-Encoding: gzip\r\n\r\n{}",
    ],
)
def test_what_breaks_off_or_is_too_long_is_nothing(rest: bytes) -> None:
    with answering(OK + rest) as url, pytest.raises(posting.GET_ERRORS):
        posting.get(url, {}, 2, 5.0)


def send_drops(connection: socket.socket, start: bytes = b"") -> None:
    connection.recv(65536)
    connection.sendall(start)
    while True:
        connection.sendall(b"x")
        time.sleep(0.02)


def read_on(connection: socket.socket) -> None:
    while connection.recv(65536):
        pass


@pytest.mark.parametrize(
    ("talk", "scheme"),
    [
        pytest.param(read_on, "http", id="no answer"),
        pytest.param(read_on, "https", id="no handshake"),
        pytest.param(send_drops, "http", id="no line"),
        pytest.param(partial(send_drops, start=OK + b"x: "), "http", id="no head"),
        pytest.param(partial(send_drops, start=HINTS), "http", id="no last answer"),
    ],
)
def test_an_answer_that_comes_to_no_end_is_given_up(talk, scheme) -> None:
    with talking(talk) as url:
        outcome = post(url.replace("http", scheme), HEADERS, BODY, seconds=0.3)
    assert (outcome.status, outcome.error) == (None, Error.TIME)
    assert 300 <= outcome.milliseconds < 5000


def test_a_connection_that_took_all_the_time_is_closed(monkeypatch, looked_up_names) -> None:
    """Reading the authorities' certificates may take all of it, on a busy machine."""
    made: list[ssl.SSLSocket] = []

    class Slow(ssl.SSLContext):
        def wrap_socket(self, *args: Any, **more: Any) -> ssl.SSLSocket:
            monkeypatch.setattr(posting, "_time_left", out_of_time)
            made.append(super().wrap_socket(*args, **more))
            return made[0]

    def out_of_time(until: float) -> float:
        raise TimeoutError

    monkeypatch.setattr(posting, "_tls_context", lambda: Slow(ssl.PROTOCOL_TLS_CLIENT))
    with socket.create_server(("127.0.0.1", 0)) as server:
        outcome = post(f"https://{HOST}:{server.getsockname()[1]}/", HEADERS, BODY)
    assert outcome.error == Error.TIME
    assert [one.fileno() for one in made] == [-1]


def test_an_endless_body_is_not_waited_for() -> None:
    def pour(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(OK + b"\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    with talking(pour) as url:
        outcome = post(url, HEADERS, BODY)
    assert outcome == PostOutcome(200, None, outcome.milliseconds)
    assert outcome.milliseconds < 5000


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
    tmp_path, trusted, looked_up_names
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
    assert looked_up_names == [HOST]


@pytest.mark.parametrize("why", ["another name", "nobody known", "no TLS"])
def test_a_certificate_that_proves_nothing_is_refused(
    why, tmp_path, trusted, looked_up_names
) -> None:
    context, public = certificate(tmp_path, "other.example" if why == "another name" else HOST)
    if why != "nobody known":
        trusted(public)
    with receiving(tls=None if why == "no TLS" else context) as receiver:
        outcome = post(f"https://{HOST}:{receiver.port}/", HEADERS, BODY)
        assert (outcome.error, receiver.arrived) == (Error.TLS, [])


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """The addresses that are connected to, where nothing listens."""
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    found: list[str] = []

    def connect(self: socket.socket, address: tuple[str, int]) -> None:
        found.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    return found


def test_a_name_is_looked_up_and_checked_for_each_message(connected, monkeypatch) -> None:
    answers = iter(["93.184.216.34", "127.0.0.1"])
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, port, **_: stands_for(next(answers))(host, port)
    )
    errors = [post(f"https://{HOST}/", HEADERS, BODY).error for _ in range(2)]
    assert connected == ["93.184.216.34"]
    assert errors == [Error.CONNECTION, Error.ADDRESS]


@pytest.mark.parametrize(
    "url", ["http://bots.example/", "https://127.0.0.1:8443/", "https://x@b.c/"]
)
def test_the_form_is_looked_at_again_when_it_is_sent(url: str, settings) -> None:
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
    name, resolver, monkeypatch
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


def test_a_lookup_that_is_given_up_keeps_its_place_until_it_ends(resolver) -> None:
    with pytest.raises(TimeoutError):
        look_up("a.example", 443, SECONDS)
    with pytest.raises(TimeoutError):
        look_up("b.example", 443, SECONDS)
    assert resolver.asked == ["a.example"]
    resolver.released.set()
    assert look_up("c.example", 443, 60) == ["127.0.0.1"]
    assert resolver.asked == ["a.example", "c.example"]


def test_no_time_left_looks_nothing_up(resolver) -> None:
    with pytest.raises(TimeoutError):
        posting.get(URL, {}, 100, 0.0)
    assert resolver.asked == []


@pytest.mark.parametrize("error", [socket.gaierror("No such name"), UnicodeError("label too long")])
def test_what_is_not_resolved_is_bad(error: Exception, monkeypatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(type(error)):
        look_up(HOST, 443, 60)
    with pytest.raises(BadAddress):
        resolve_host(TARGET, 60)
