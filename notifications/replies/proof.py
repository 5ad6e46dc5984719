"""Whether a mail comes from whom it says: by what the operator's own mail server has found, or by its DKIM.

It fails closed: what nobody vouches for is not proved.

Why so: docs/why.md#mail-proof.
"""

import logging
from collections.abc import Iterator
from functools import cache

import dkim
import dns.exception
import dns.resolver
from authres import AuthenticationResultsHeader, AuthResError
from django.conf import settings
from publicsuffixlist import PublicSuffixList

from notifications.replies.outcome import Later
from notifications.replies.parsing import Mail

log = logging.getLogger(__name__)

MOST_SIGNATURES = 5
LONGEST_WAIT = 5.0
"""Seconds that DNS has for one key."""
WEAK = frozenset({b"rsa-sha1"})


def is_proved(mail: Mail, domain: str) -> bool:
    """Whether it is proved that a mail is from this domain. Raises `Later` where that cannot be asked now."""
    if settings.TIDE_MAIL_TRUSTED:
        return True
    found = _by_our_server(mail, domain)
    return _by_signature(mail, domain) if found is None else found


# -- what the operator's own mail server says (RFC 8601)


def _by_our_server(mail: Mail, domain: str) -> bool | None:
    """What the topmost header with its id says; None where it says nothing of use.

    All further ones may have come with the mail.
    """
    own = settings.TIDE_MAIL_AUTHSERV.lower()
    if not own:
        return None
    for header in mail.headers("Authentication-Results"):
        if header.split(";")[0].split()[:1] and header.split(";")[0].split()[0].lower() == own:
            return _verdict(header, domain)
    return None


def _verdict(header: str, domain: str) -> bool | None:
    try:
        results = AuthenticationResultsHeader.parse(f"Authentication-Results: {header}").results
    except (AuthResError, ValueError):
        return False
    dmarc = [one for one in results if one.method == "dmarc"]
    if any(one.result == "fail" for one in dmarc):
        return False
    if any(one.result == "pass" and _property(one, "from") == domain for one in dmarc):
        return True
    signed = [one for one in results if one.method == "dkim" and one.result == "pass"]
    if any(_is_of(_property(one, "d") or _property(one, "i"), domain) for one in signed):
        return True
    return False if any(one.result == "fail" for one in results if one.method == "dkim") else None


def _property(result: object, name: str) -> str:
    """A property of the kind `header`, as a domain."""
    for one in getattr(result, "properties", []):
        if one.type == "header" and one.name.lower() == name:
            return str(one.value).rpartition("@")[2].lower()
    return ""


# -- what its own signatures say (RFC 6376)


def _by_signature(mail: Mail, domain: str) -> bool:
    """Whether a signature of its sender's domain, or of another of the same owner, is good."""
    return any(
        _is_of(signer, domain) and _is_good(mail, number) for signer, number in _signers(mail)
    )


def _signers(mail: Mail) -> Iterator[tuple[str, int]]:
    """The domains that have signed it, each with the number of its signature."""
    for number, header in enumerate(mail.headers("DKIM-Signature")[:MOST_SIGNATURES]):
        for tag in header.split(";"):
            name, _, value = tag.partition("=")
            if name.strip() == "d":
                yield "".join(value.split()).lower(), number


def _is_good(mail: Mail, number: int) -> bool:
    try:
        signed = dkim.DKIM(mail.raw, logger=log, minkey=1024)
        good = bool(signed.verify(number, dnsfunc=_key))
    except dkim.DKIMException:
        return False
    fields = signed.signature_fields
    # With a length somebody may have written more below; and SHA-1 proves nothing any more.
    return good and b"l" not in fields and fields.get(b"a") not in WEAK


def _key(name: bytes, timeout: float = LONGEST_WAIT) -> bytes | None:
    """The text at this name in the DNS. Raises `Later` where nobody answers."""
    try:
        found = dns.resolver.resolve(name.decode(), "TXT", lifetime=LONGEST_WAIT)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.exception.SyntaxError, UnicodeError):
        return None
    except dns.exception.DNSException as error:
        raise Later(f"DNS: {type(error).__name__}") from error
    return b"".join(next(iter(found)).strings)


def _is_of(signer: str, domain: str) -> bool:
    """Whether two domains have the same owner, as DMARC sees it (RFC 7489, section 3.1.1)."""
    return bool(signer) and (signer == domain or _owner(signer) == _owner(domain))


def _owner(domain: str) -> str:
    """The domain that somebody has registered; itself where it is one that nobody can register."""
    return str(_suffixes().privatesuffix(domain) or domain)


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
