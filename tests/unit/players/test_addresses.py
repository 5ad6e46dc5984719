"""Where a webhook may lead: to what everybody may reach, and to nothing else."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.outside.addresses import BadAddress, Target, is_public, read, resolve_host

NETWORKS = """
    10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 127.0.0.0/8 100.64.0.0/10 169.254.0.0/16 224.0.0.0/3
    0.0.0.0/8
"""
NOT_PUBLIC = st.one_of(*(st.ip_addresses(v=4, network=one) for one in NETWORKS.split()))
LABELS = st.from_regex(r"[a-z][a-z0-9]{0,20}", fullmatch=True)
NAMES = st.builds(".".join, st.lists(LABELS, min_size=2, max_size=4))


TRANSLATED = IPv6Network("64:ff9b::/96")


# -- addresses


@given(st.ip_addresses())
def test_no_address_is_public_that_python_knows_to_be_special(address) -> None:
    special = address.is_multicast or address.is_reserved or address.is_link_local
    if address in TRANSLATED:  # An IPv4 address in another spelling; it counts as that.
        assert is_public(address) == is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    elif special or not address.is_global:
        assert not is_public(address)


@given(NOT_PUBLIC)
def test_an_address_that_is_not_public_is_not_so_inside_of_another(address: IPv4Address) -> None:
    assert not is_public(address)
    low = ((prefix, 0) for prefix in ("::ffff:0:0", "::", "64:ff9b::", "64:ff9b:1::"))
    for prefix, bits in (*low, ("2002::", 80), ("2001::", 64)):
        assert not is_public(IPv6Address(int(IPv6Address(prefix)) | int(address) << bits))
    teredo = IPv6Address(int(IPv6Address("2001::")) | (int(address) ^ 0xFFFFFFFF))
    assert not is_public(teredo)


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"),
        *("169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1"),
        *("192.88.99.1", "192.168.0.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
        *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "fe80::1", "fe80::1%eth0"),
        *("fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "100::1", "64:ff9b::a00:1"),
        *("64:ff9b:1::808:808", "2001::1", "2001:db8::1", "2001:10::1", "2002:808:808::1"),
        *("3fff::1", "5f00::1", "4000::1"),
    ],
)
def test_what_is_set_apart_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        *("1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"),
        *("172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "223.255.255.255"),
        *("2606:4700::1111", "2a00:1450::1", "2001:4860::8888", "64:ff9b::808:808"),
    ],
)
def test_what_lies_beside_it_is_public(address: str) -> None:
    assert is_public(ip_address(address))


# -- the form of an address


@given(NAMES, st.none() | st.integers(1024, 65535), st.from_regex(r"(/[a-z0-9]+)*", fullmatch=True))
def test_https_to_a_name_is_taken_apart(host: str, port: int | None, path: str) -> None:
    authority = host if port is None else f"{host}:{port}"
    found = read(f"https://{authority}{path}")
    assert found == Target(True, host, port or 443, path or "/")
    assert found.authority == authority


def test_a_query_is_part_of_what_is_asked_for_and_an_ipv6_address_keeps_its_brackets() -> None:
    assert read("HTTPS://Bots.example?a=b/c?d").path == "/?a=b/c?d"
    assert read("https://bots.example/x?a=b").path == "/x?a=b"
    assert read("https://bots.example:443/x").authority == "bots.example"
    found = read("https://[2606:4700::1111]:8443/x")
    assert (found.host, found.authority) == ("2606:4700::1111", "[2606:4700::1111]:8443")


@pytest.mark.parametrize(
    "url",
    [
        *("", "x", "//bots.example/x", "https:", "https://", "https:///x", "https://:443/"),
        *("http://bots.example/", "ftp://bots.example/", "file:///etc/passwd", "gopher://a.b/_x"),
        *("javascript:alert(1)", "wss://bots.example/", " https://bots.example/"),
        *("https://ann@bots.example/", "https://ann:x@bots.example/", "https://@bots.example/"),
        *("https://bots.example/#x", "https://bots.example/x y", "https://bots.example/\n"),
        *("https://bots.example/ä", "https://bött.example/", "https://bots.example\\@10.0.0.1/"),
        *("https://bots.example:0/", "https://bots.example:22/", "https://bots.example:25/"),
        *("https://bots.example:80/", "https://bots.example:1023/", "https://bots.example:65536/"),
        *("https://bots.example:x/", "https://bots.example:-1/", "https://bots..example/"),
        *("https://.bots.example/", "https://bots.example./", "https://-bots.example/"),
        *("https://bots_.example-/", "https://bots%2eexample/", "https://bots.example%00/"),
        *("https://localhost/", "https://intranet/", "https://localhost:8000/"),
        *("https://127.0.0.1/", "https://10.0.0.1:8443/", "https://169.254.169.254/latest/"),
        *("https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[fe80::1%25eth0]/"),
        *("https://[::1/", "https://[x]/", "https://[2001:db8::1]/"),
        *("https://2130706433/", "https://0x7f000001/", "https://0x7f.1/", "https://0177.0.0.1/"),
        *("https://127.1/", "https://127.0.0.01/", "https://1.2.3.4.5/", "https://a.0x1/"),
        f"https://bots.example/{'x' * 500}",
        f"https://{'x' * 64}.example/",
        f"https://{'x.' * 127}example/",
    ],
)
def test_another_form_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        read(url)


@given(st.text(max_size=60) | st.from_regex(r"https?://[!-~]{0,40}"))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    with suppress(BadAddress):
        found = read(text)
        assert found.secure
        assert found.port == 443 or found.port > 1023


def test_for_development_all_may_be_reached(settings) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    assert read("http://localhost:80/x") == Target(False, "localhost", 80, "/x")
    assert read("http://127.0.0.1:81/x").authority == "127.0.0.1:81"
    assert read("https://[::1]/").port == 443
    for url in ("ftp://localhost/", "http://ann@localhost/", "http://localhost/#x", "http:///"):
        with pytest.raises(BadAddress):
            read(url)


TARGET = Target(True, "bots.example", 443, "/")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses for which every name stands."""
    addresses: list[str] = []

    def look_up(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        if not addresses:
            raise socket.gaierror
        return [(0, 0, 0, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return addresses


def test_a_name_with_public_addresses_stands_for_each_of_them_once(found) -> None:
    found[:] = ["1.1.1.1", "2606:4700::1111", "1.1.1.1"]
    assert resolve_host(TARGET, 60) == ["1.1.1.1", "2606:4700::1111"]


@pytest.mark.parametrize(
    "other", ["127.0.0.1", "10.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0"]
)
def test_one_address_that_is_not_public_refuses_the_name(other: str, found) -> None:
    said = set()
    for addresses in ([], [other], ["1.1.1.1", other], [other, "1.1.1.1"]):
        found[:] = addresses
        with pytest.raises(BadAddress) as refused:
            resolve_host(TARGET, 60)
        said.add(str(refused.value))
    assert len(said) == 1
