"""The address that a call comes from, in the form in which callers are named apart and counted."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request

NETWORK_BITS = 64
"""Bits of an IPv6 address that name a network: its owner has all of its 2^64 addresses."""
WITH_PORT = re.compile(r"(?:\[(?P<six>[^\]]*)\]|(?P<four>[0-9.]+))(?::[0-9]{1,5})?")


def client_address(request: HttpRequest | Request) -> str:
    """Return the caller's address: the peer, or behind our own proxies the one that the outermost saw.

    If a proxy wrote something that is not an address, it is the peer.
    """
    peer = str(request.META.get("REMOTE_ADDR") or "")
    seen = str(request.META.get("HTTP_X_FORWARDED_FOR") or "").split(",")
    proxies = settings.TIDE_PROXY_COUNT
    named = normalize_address(seen[-proxies]) if proxies and len(seen) >= proxies else None
    return named or normalize_address(peer) or peer


def normalize_address(text: str) -> str | None:
    """One way to write all addresses of one caller, None if there is no address in the text.

    A port is no part of an address, an IPv4 address stays one within an IPv6 address, and of any other
    IPv6 address the network counts.
    """
    text = text.strip()
    match = WITH_PORT.fullmatch(text)
    bare = text if match is None else match["six"] or match["four"] or ""
    try:
        found: IPv4Address | IPv6Address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((found, NETWORK_BITS), strict=False))
        found = found.ipv4_mapped
    return str(found)
