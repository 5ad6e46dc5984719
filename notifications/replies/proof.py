"""Proof of a mail: who sent it, by the operator's own mail server or by DKIM, and to which address.

It fails closed: a sender without proof is not proved.
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

from notifications.replies import address, body_form, syntax
from notifications.replies.incoming_mail import IncomingMail
from notifications.replies.outcome import Later

log = logging.getLogger(__name__)

MAX_SIGNATURES = 5
DNS_TIMEOUT = 5.0
"""Seconds that DNS has for one key."""
WEAK = frozenset({b"rsa-sha1"})

WANTED = ("from", "to", "subject")
"""Headers that a signature has to cover where the mail has them (RFC 6376, section 5.4)."""


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

    `digests` identify the signed content. They stay the same where only unsigned content of a mail changes.
    """

    digests: frozenset[bytes]
    signatures: tuple[Signature, ...] = ()
    vouched: bool = False


def find_proof(mail: IncomingMail, domain: str) -> SenderProof | None:
    """Return the proof that a mail is from this domain, if any. Raises `Later` if DNS does not answer."""
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


def _by_our_server(mail: IncomingMail, domain: str) -> bool | None:
    """Return the verdict of the operator's server in its topmost header; None where there is none.

    All further headers may have come with the mail.
    """
    own = settings.TIDE_MAIL_AUTHSERV_ID.lower()
    if not own:
        return None
    for written in mail.raw_headers("Authentication-Results"):
        # As it stands: an encoded word is no name of a server.
        header = written.decode("ascii", "replace")
        if header.split(";")[0].split()[:1] and header.split(";")[0].split()[0].lower() == own:
            return _read_verdict(header, domain)
    return None


def _read_verdict(header: str, domain: str) -> bool | None:
    try:
        results = AuthenticationResultsHeader.parse(f"Authentication-Results: {header}").results
    except (AuthResError, ValueError):
        return False
    dmarc = [one for one in results if one.method == "dmarc"]
    if any(one.result == "fail" for one in dmarc):
        return False
    if any(one.result == "pass" and _header_domain(one, "from") == domain for one in dmarc):
        return True
    signed = [one for one in results if one.method == "dkim" and one.result == "pass"]
    if any(
        _same_owner(_header_domain(one, "d") or _header_domain(one, "i"), domain) for one in signed
    ):
        return True
    return False if any(one.result == "fail" for one in results if one.method == "dkim") else None


def _header_domain(result: object, name: str) -> str:
    """Return a property of the kind `header`, as a domain."""
    for one in getattr(result, "properties", []):
        if one.type == "header" and one.name.lower() == name:
            return str(one.value).rpartition("@")[2].lower()
    return ""


# -- what its own signatures say (RFC 6376)


def _find_signatures(mail: IncomingMail, domain: str, *, verified: bool) -> Iterator[Signature]:
    """Yield signatures of the sender's domain or its owner's others; if `verified`, valid ones only."""
    count = len(mail.raw_headers("DKIM-Signature"))
    for number in range(min(count, MAX_SIGNATURES) if verified else count):
        try:
            signed = dkim.DKIM(mail.raw, logger=log, minkey=1024)
            good = (
                signed.verify(number, dnsfunc=_fetch_key)
                if verified
                else signed.verify_headerprep(number)
            )
        except Later:
            raise
        except Exception as error:  # noqa: BLE001  The library raises more than its own.
            log.info("a signature cannot be read: %s", type(error).__name__)
            continue
        # The domain is that whose key was asked for, and the headers are those that were hashed.
        if good and _same_owner(signed.domain.decode("ascii", "replace").lower(), domain):
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
        # With a length, text may have been added below; and SHA-1 is no proof today.
        strong=b"l" not in fields and fields.get(b"a") not in WEAK,
    )


UNSIGNED = ("from", "to", "cc", "subject", "date", "message-id")


def _digest_without_signature(mail: IncomingMail) -> bytes:
    """Return a hash of an unsigned mail for which the operator's server vouches."""
    known = [b"%b:%b" % (name.encode(), one) for name in UNSIGNED for one in mail.raw_headers(name)]
    return sha256(b"\n".join([*known, b"", mail.raw_body])).digest()


def _fetch_key(name: bytes, timeout: float = DNS_TIMEOUT) -> bytes | None:
    """Return the text at this name in the DNS. Raises `Later` if no server answers."""
    try:
        found = dns.resolver.resolve(name.decode(), "TXT", lifetime=DNS_TIMEOUT)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.exception.SyntaxError, UnicodeError):
        return None
    except dns.exception.DNSException as error:
        raise Later(f"DNS: {type(error).__name__}") from error
    return b"".join(next(iter(found)).strings)


def _same_owner(signer: str, domain: str) -> bool:
    """Return whether two domains have the same owner, as in DMARC (RFC 7489, section 3.1.1)."""
    return bool(signer) and (
        signer == domain or _registered_domain(signer) == _registered_domain(domain)
    )


def _registered_domain(domain: str) -> str:
    """Return the registered domain above a domain; a public suffix is returned itself."""
    return str(_public_suffixes().privatesuffix(domain) or domain)


@cache
def _public_suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def is_bound(mail: IncomingMail, recipient: str, proof: SenderProof) -> bool:
    """Return whether the proof covers that the mail was written to this address."""
    if proof.vouched:
        return _has_address(mail, recipient, ("to", "cc")) and body_form.is_unambiguous(
            mail.message, mail.raw_body
        )
    return any(_is_binding(mail, recipient, one) for one in proof.signatures)


def _is_binding(mail: IncomingMail, recipient: str, signature: Signature) -> bool:
    if any(mail.raw_headers(name) and name not in signature.covers for name in WANTED):
        return False
    signed = tuple(name for name in ("to", "cc") if name in signature.covers)
    if not _has_address(mail, recipient, signed):
        return False
    free = [name for name in body_form.HEADERS - signature.covers if mail.raw_headers(name)]
    return not free or body_form.is_unambiguous(mail.message, mail.raw_body)


def _has_address(mail: IncomingMail, recipient: str, headers: tuple[str, ...]) -> bool:
    """Return whether one of these headers has the address."""
    written = (one for name in headers for one in mail.raw_headers(name))
    return any(
        address.is_same(one, recipient)
        for header in written
        for one in syntax.read_addresses(header)
    )
