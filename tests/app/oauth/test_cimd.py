"""Apps that are an address: what the server reads there, and what it does not."""

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.cache import cache
from django.test import Client

from common.outside import post
from players import models
from tests.app.oauth.app import HOME, App
from tests.people import Person

pytestmark = pytest.mark.django_db

HOST = "localhost"


def certificate(folder: Path) -> Path:
    """A key and a certificate for this machine, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    file = folder / "own.pem"
    secret = key.private_bytes(*form, serialization.NoEncryption())
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return file


class Site:
    """A site over TLS, with one document."""

    def __init__(self) -> None:
        self.port = 0
        self.asked = 0
        self.status, self.kind = 200, "application/json"
        self.document: Any = {}

    @property
    def client_id(self) -> str:
        return f"https://{HOST}:{self.port}/app.json"

    def says(self, **more: Any) -> None:
        known = {"client_id": self.client_id, "client_name": "Far", "redirect_uris": [HOME]}
        self.document = known | more


@contextmanager
def serving(file: Path) -> Iterator[Site]:
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked += 1
            whole = site.document
            body = whole if isinstance(whole, bytes) else json.dumps(whole).encode()
            self.send_response(site.status)
            self.send_header("Content-Type", site.kind)
            self.send_header("Location", site.client_id)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            pass  # Whoever has read enough hangs up.

    server = Server(("127.0.0.1", 0), Handler)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(file)
    server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    site.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def site(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site on this machine that this server trusts and may reach."""
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    cache.clear()
    file = certificate(tmp_path)
    monkeypatch.setattr(post, "_tls_context", lambda: ssl.create_default_context(cafile=file))
    with serving(file) as one:
        one.says()
        yield one
    cache.clear()


@pytest.fixture
def far(app: App, site: Site) -> App:
    """An app that has registered nowhere."""
    app.id = site.client_id
    return app


def test_an_address_is_an_app(far: App, anns: Client) -> None:
    hers = far.signs_in(anns)
    assert hers.get("/me").json["username"] == "ann"
    row = models.App.objects.get(client_id=far.id)
    assert (row.name, row.registration_source) == ("Far", "cimd")


def test_it_is_read_once_and_kept(far: App, site: Site, anns: Client) -> None:
    far.signs_in(anns)
    far.refreshes(far.tokens["refresh_token"])
    assert site.asked == 1


def test_the_page_says_that_nobody_knows_it(far: App, anns: Client) -> None:
    page = anns.get(far.question()).content.decode()
    assert "This server does not know this app" in page
    assert "<strong>https://board.example</strong>" in page


@pytest.mark.parametrize(
    "document",
    [
        b"no JSON",
        b"[]",
        b" " * 20_000 + b"{}",
        {"client_id": "https://other.example/app.json"},
        {"client_secret": "x"},
        {"token_endpoint_auth_method": "client_secret_basic"},
        {"grant_types": ["password"]},
        {"grant_types": ["implicit"]},
        {"redirect_uris": ["http://board.example/back"]},
        {"redirect_uris": []},
        {"client_name": "\u202egnissap"},
    ],
)
def test_what_no_app_may_be_is_not_known(far: App, site: Site, anns: Client, document: Any) -> None:
    if isinstance(document, bytes):
        site.document = document
    else:
        site.says(**document)
    said = anns.get(far.question())
    assert said.status_code == 400
    assert not models.App.objects.filter(client_id=far.id).exists()
    anns.get(far.question())
    assert site.asked == 1, "What has failed is not asked again at once."


@pytest.mark.parametrize(("status", "kind"), [(302, "application/json"), (200, "text/html")])
def test_a_redirect_is_not_followed_and_a_page_is_no_document(
    far: App, site: Site, anns: Client, status: int, kind: str
) -> None:
    site.status, site.kind = status, kind
    assert anns.get(far.question()).status_code == 400
    assert site.asked == 1


def test_an_address_of_this_network_is_never_read(
    far: App, site: Site, anns: Client, settings: Any
) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    assert anns.get(far.question()).status_code == 400
    assert site.asked == 0


@pytest.mark.parametrize("path", ["", "/a/../app.json", "/./app.json", "/app.json#x", "/\u00e4"])
def test_an_address_that_is_none_for_an_app_is_not_read(
    far: App, site: Site, anns: Client, path: str
) -> None:
    far.id = f"https://{HOST}:{site.port}{path}"
    assert anns.get(far.question()).status_code == 400
    assert site.asked == 0


def test_addresses_are_read_as_seldom_as_apps_may_register(
    far: App, site: Site, anns: Client, settings: Any
) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "app_registrations": (0, 3600)}
    assert anns.get(far.question()).status_code == 400
    assert site.asked == 0


def test_a_token_that_an_address_has_got_is_like_any_other(
    far: App, anns: Client, ann: Person
) -> None:
    hers = far.signs_in(anns, scope="game:read")
    assert hers.patch("/me", {"about": "x"}).status == 403
