"""Whether a mail comes from whom it says: by what the operator's own mail server has found, or by its DKIM.

It fails closed: what nobody vouches for is not proved.

Why so: docs/why.md#mail-proof.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

import dkim
import dns.exception
import dns.resolver
from authres import AuthenticationResultsHeader, AuthResError
from django.conf import settings
from dkim.canonicalization import Relaxed
from publicsuffixlist import PublicSuffixList

from notifications.replies.outcome import Later
from notifications.replies.parsing import Mail

log = logging.getLogger(__name__)

MOST_SIGNATURES = 5
LONGEST_WAIT = 5.0
"""Seconds that DNS has for one key."""
WEAK = frozenset({b"rsa-sha1"})


@dataclass(frozen=True, slots=True)
class Signature:
    """A DKIM signature: the names of the headers that it covers, and a hash of all that it covers.

    It is `strong` if it covers the whole text, by a hash that proves something.
    """

    covers: frozenset[str]
    digest: bytes
    strong: bool


@dataclass(frozen=True, slots=True)
class SenderProof:
    """Proof that a mail is from its domain: signatures, or the word of the operator's mail server.

    `digests` stand for what was signed. They are the same however a mail is changed in what was not signed.
    """

    digests: frozenset[bytes]
    signatures: tuple[Signature, ...] = ()
    vouched: bool = False


def find_proof(mail: Mail, domain: str) -> SenderProof | None:
    """Return what proves that a mail is from this domain. Raises `Later` where that cannot be asked now."""
    vouched = True if settings.TIDE_MAIL_TRUSTED else _by_our_server(mail, domain)
    if vouched is False:
        return None
    found = tuple(_find_signatures(mail, domain, verified=vouched is None))
    strong = tuple(one for one in found if one.strong)
    if not strong and (found or not vouched):
        return None
    # Which signature convinced the operator's server is not known here, so each of them is remembered.
    digests = frozenset(one.digest for one in found) or {_digest_without_signature(mail)}
    return SenderProof(frozenset(digests), strong, vouched=bool(vouched))


# -- what the operator's own mail server says (RFC 8601)


def _by_our_server(mail: Mail, domain: str) -> bool | None:
    """What the topmost header with its id says; None where it says nothing of use.

    All further ones may have come with the mail.
    """
    own = settings.TIDE_MAIL_AUTHSERV.lower()
    if not own:
        return None
    for written in mail.raw_headers("Authentication-Results"):
        # As it stands: an encoded word is no name of a server.
        header = written.decode("ascii", "replace")
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


def _find_signatures(mail: Mail, domain: str, *, verified: bool) -> Iterator[Signature]:
    """The signatures of its sender's domain, or of another of the same owner; `verified`: only good ones."""
    count = len(mail.raw_headers("DKIM-Signature"))
    for number in range(min(count, MOST_SIGNATURES) if verified else count):
        try:
            signed = dkim.DKIM(mail.raw, logger=log, minkey=1024)
            good = (
                signed.verify(number, dnsfunc=_key)
                if verified
                else signed.verify_headerprep(number)
            )
        except Later:
            raise
        except Exception as error:  # noqa: BLE001  The library raises more than its own.
            log.info("a signature cannot be read: %s", type(error).__name__)
            continue
        # The domain is that whose key was asked for, and the headers are those that were hashed.
        if good and _is_of(signed.domain.decode("ascii", "replace").lower(), domain):
            yield _describe_signature(signed)


def _describe_signature(signed: dkim.DKIM) -> Signature:
    """Return what a signature covers, without what can be written in another way."""
    headers = Relaxed.canonicalize_headers(signed.headers)
    covered = dkim.select_headers(headers, signed.include_headers)
    fields: dict[bytes, bytes] = signed.signature_fields
    tags = sorted((name, b"".join(value.split())) for name, value in fields.items() if name != b"b")
    known = [*(b":".join(one) for one in covered), *(b"=".join(one) for one in tags)]
    return Signature(
        covers=frozenset(name.decode() for name, _ in covered),
        digest=sha256(b"\n".join(known)).digest(),
        # With a length somebody may have written more below; and SHA-1 proves nothing any more.
        strong=b"l" not in fields and fields.get(b"a") not in WEAK,
    )


UNSIGNED = ("from", "to", "cc", "subject", "date", "message-id")


def _digest_without_signature(mail: Mail) -> bytes:
    """Return a hash for a mail that nobody signed and the operator's server vouches for."""
    known = [b"%b:%b" % (name.encode(), one) for name in UNSIGNED for one in mail.raw_headers(name)]
    return sha256(b"\n".join([*known, b"", mail.raw_body])).digest()


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
