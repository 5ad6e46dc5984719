"""Mails that somebody has bent, each in one thing, and a strict reader of its own that judges them.

The reader shares nothing with the server: neither a parser nor a library. It says what a signed mail means to
the person who sent it, or that it is none that can be read in one way.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

OTHER = "mallory@post.example"
EVIL = "evil.example"
FRIEND = "friend@else.example"


@dataclass(frozen=True)
class Bent:
    """A mail, what was done to it, and whether its sender's own program could have sent it so."""

    name: str
    raw: bytes
    tampered: bool


# -- the generator

Sign = Callable[..., bytes]
HEADERS = [b"from", b"to", b"cc", b"subject", b"date"]
Bend = Callable[[Random, "Maker"], bytes]


class Maker:
    """Makes mails of Ann to one address, with a wish and another that an attacker would like."""

    def __init__(self, to: str, wish: str, wanted: str, sign: Sign) -> None:
        self.to, self.wish, self.wanted, self.sign = to, wish, wanted, sign

    def plain(self, **more: str) -> bytes:
        """Return a mail that nobody has signed yet."""
        parts = {
            "From": "Ann <ann@post.example>",
            "To": self.to,
            "Subject": "Re: Your turn",
            "Date": "Thu, 26 Nov 2026 10:00:00 +0000",
            "Message-ID": "<1@post.example>",
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
            **{name.replace("_", "-"): value for name, value in more.items() if name != "body"},
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in parts.items() if value)
        return f"{head}\r\n{more.get('body', self.wish)}\r\n".encode()

    def signed(self, raw: bytes | None = None, domain: str = "post.example") -> bytes:
        """Return it as Ann's server, or that of another domain, signs it: without its Content-Type."""
        relaxed = (b"relaxed", b"relaxed")
        found = self.plain() if raw is None else raw
        return self.sign(found, domain, include_headers=HEADERS, canonicalize=relaxed)


def _above(line: bytes) -> Bend:
    return lambda random, maker: line + maker.signed()


def _named(line: str, signer: str = "post.example") -> Bend:
    return lambda random, maker: maker.signed(maker.plain(From=line), signer)


def _sent_to(line: str) -> Bend:
    def bend(random: Random, maker: Maker) -> bytes:
        quoted = maker.to.replace("@", "=40")
        return maker.signed(maker.plain(To=line.format(to=maker.to, quoted=quoted)))

    return bend


def _typed(before: str, after: str, body: str) -> Bend:
    """A body that means one thing, and a Content-Type that was changed on the way."""

    def bend(random: Random, maker: Maker) -> bytes:
        written = body.format(wish=maker.wish, wanted=maker.wanted)
        raw = maker.signed(maker.plain(body=written, Content_Type=before))
        return raw.replace(before.encode(), after.encode())

    return bend


def _half_line(random: Random, maker: Maker) -> bytes:
    end = random.choice([b"\r", b"\n", b"\r\r", b"\n\n", b"\r\n\r", b"\n\r\n", b"\r\r\n"])
    line = b"\r\nX-Note: a" + end + maker.wanted.encode() + b"\r\n\r\n"
    return maker.signed().replace(b"\r\n\r\n", line, 1)


def _half_line_of_another_domain(random: Random, maker: Maker) -> bytes:
    end = b"\r"
    named = b"DKIM-Signature: v=1; a=rsa-sha256; d=post.example; s=k1; h=from; bh=eA==; b=eA=="
    raw = maker.signed(maker.plain(body=maker.wanted), EVIL)
    return b"X-Note: hi" + end + named + b"\r\n" + raw


def _body_end(random: Random, maker: Maker) -> bytes:
    raw = maker.signed(maker.plain(body=f"hello\r\n{maker.wanted}"))
    place = raw.index(b"hello\r\n") + 5
    return raw[:place] + random.choice([b"\r", b"\n", b"\n\r", b"\0\r\n"]) + raw[place + 2 :]


def _control(random: Random, maker: Maker) -> bytes:
    raw, char = maker.signed(), bytes([random.choice([0, 1, 8, 11, 12, 27, 28, 30, 127])])
    return raw.replace(b"Re: Your", b"Re:" + char + b"Your")


def _folded(random: Random, maker: Maker) -> bytes:
    space = random.choice([b"\r\n ", b"\r\n\t", b"  ", b"\r\n   "])
    return maker.signed().replace(b"Re: Your", b"Re:" + space + b"Your")


def _folded_to_nothing(random: Random, maker: Maker) -> bytes:
    return maker.signed().replace(
        b"Re: Your", b"Re:\r\n" + random.choice([b" ", b"\t"]) + b"\r\n Your"
    )


def _doubled(random: Random, maker: Maker) -> bytes:
    name = random.choice(["From", "To", "Subject", "Date", "Message-ID", "Content-Type", "FROM"])
    values = {
        "From": f"Mallory <{OTHER}>",
        "FROM": f"Mallory <{OTHER}>",
        "To": FRIEND,
        "Content-Type": "text/html",
    }
    line = f"{name}: {values.get(name, 'x')}\r\n".encode()
    raw = maker.signed()
    if random.random() < 0.5:
        return line + raw
    return raw.replace(b"\r\n\r\n", b"\r\n" + line + b"\r\n", 1)


def _emptied(random: Random, maker: Maker) -> bytes:
    name = random.choice(["From", "To"])
    raw = maker.plain(**{name: " "})
    return maker.signed(raw)


def _left_out(random: Random, maker: Maker) -> bytes:
    left = random.choice([b"to", b"subject"])
    some = [one for one in HEADERS if one != left]
    return maker.sign(maker.plain(), "post.example", include_headers=some)


def _bad_line(random: Random, maker: Maker) -> bytes:
    line = random.choice([b": x", b"X Note: x", b"no header", b"From x", b"X-N\xf6te: x", b" x"])
    return line + b"\r\n" + maker.signed()


def _length(random: Random, maker: Maker) -> bytes:
    raw = maker.sign(maker.plain(body=""), "post.example", include_headers=HEADERS, length=True)
    return raw + maker.wanted.encode() + b"\r\n"


def _changed(random: Random, maker: Maker) -> bytes:
    raw = maker.signed()
    return random.choice(
        [
            raw.replace(maker.wish.encode(), maker.wanted.encode()),
            raw.replace(b"Your turn", b"Your own turn"),
            raw.replace(b"ann@post", b"bob@post"),
            raw.replace(b"10:00:00", b"11:00:00"),
        ]
    )


def _several(random: Random, maker: Maker) -> bytes:
    raw = maker.signed()
    for domain in random.sample([EVIL, "mail.post.example", "else.example"], 2):
        raw = maker.signed(raw, domain) if random.random() < 0.7 else raw
    return raw


def _of_others(random: Random, maker: Maker) -> bytes:
    domain = random.choice([EVIL, "evilpost.example", "example", "post.example.evil.example"])
    return maker.signed(domain=domain)


def _redirected(random: Random, maker: Maker) -> bytes:
    raw = maker.signed(maker.plain(To=FRIEND))
    line = random.choice(
        ["Bcc: {}", "Resent-To: {}", "Delivered-To: {}", "Cc: {}", "To: {}", "X-To: {}"]
    )
    return line.format(maker.to).encode() + b"\r\n" + raw


def _harmless(random: Random, maker: Maker) -> bytes:
    line = random.choice([b"Received: from x by y", b"X-Note: =?utf-8?q?x?=", b"X-Spam: \xc3\xa4"])
    return line + b"\r\n" + maker.signed()


def _ends_with_lf(random: Random, maker: Maker) -> bytes:
    return maker.signed().replace(b"\r\n", b"\n")


BENDS: dict[str, tuple[bool, Bend]] = {
    "half an end of a line in a header": (True, _half_line),
    "half an end of a line, and another domain's name": (True, _half_line_of_another_domain),
    "another end of a line in the text": (True, _body_end),
    "a control character": (True, _control),
    "folded otherwise": (False, _folded),
    "folded to nothing": (True, _folded_to_nothing),
    "a header doubled": (True, _doubled),
    "a header empty": (True, _emptied),
    "a header left out of the signature": (True, _left_out),
    "a line that is no header": (True, _bad_line),
    "a length": (True, _length),
    "changed after signing": (True, _changed),
    "several signatures": (False, _several),
    "signatures of others": (True, _of_others),
    "sent to somebody else": (True, _redirected),
    "headers added": (False, _harmless),
    "all ends of lines LF": (False, _ends_with_lf),
    "a name with an address": (False, _named(f'"{OTHER}" <ann@post.example>')),
    "a name that is encoded": (False, _named("=?utf-8?q?=C3=84nn?= <ann@post.example>")),
    "a name in two parts": (False, _named('"A, B" Ann <ann@post.example>')),
    "another's address below her name": (True, _named(f"ann@post.example <{OTHER}>")),
    "another's address below her quoted name": (True, _named(f'"ann@post.example" <{OTHER}>')),
    "two senders": (True, _named(f"ann@post.example, {OTHER}")),
    "a sender's comment": (True, _named(f"ann@post.example({OTHER})")),
    "an encoded sender": (True, _named("=?utf-8?q?ann=40post=2Eexample?=")),
    "an encoded sender before another": (
        True,
        _named(f"=?utf-8?q?<ann=40post.example>?= <{OTHER}>"),
    ),
    "her name, signed elsewhere": (True, _named("Ann <ann@post.example>", EVIL)),
    "among others": (False, _sent_to(f"{FRIEND}, {{to}}")),
    "with a name": (False, _sent_to('"{to}" <{to}>')),
    "in a comment": (True, _sent_to(f"{FRIEND} ({{to}})")),
    "in a display name": (True, _sent_to(f'"{{to}}" <{FRIEND}>')),
    "in a longer domain": (True, _sent_to("{to}.else.example")),
    "in an encoded word": (True, _sent_to("=?utf-8?q?{quoted}?=")),
    "of two parts, by a type of its own": (
        True,
        _typed(
            "text/plain", "multipart/mixed; boundary=b", "{wish}\r\n--b\r\n\r\n{wanted}\r\n--b--"
        ),
    ),
    "HTML, by a type of its own": (True, _typed("text/plain", "text/html", "<i></i>{wanted}")),
    "another charset": (True, _typed("charset=utf-8", "charset=utf-16", "x")),
    "an encoding of its own": (
        True,
        _typed(
            "text/plain; charset=utf-8",
            "text/plain\r\nContent-Transfer-Encoding: quoted-printable",
            "play =3{wanted}=\r\n",
        ),
    ),
    "utf-7": (True, _typed("charset=utf-8", "charset=utf-7", "{wanted}")),
}


def bent_mails(random: Random, maker: Maker, count: int) -> Iterator[Bent]:
    """Make as many mails, each bent in one thing."""
    names = [*BENDS] * (count // len(BENDS) + 1)
    for name in random.sample(names, count):
        tampered, bend = BENDS[name]
        yield Bent(name, bend(random, maker), tampered)


# -- the reader

ONCE = ("from", "to", "cc", "subject", "date", "message-id", "content-type")
PLAIN_ADDRESS = r"[a-z0-9.+_-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+"
ONE = rf'\s*+(?:(?:"[^"\\]*+"|[^\s"<>@,;:()\[\]\\]++)\s*+)*+<({PLAIN_ADDRESS})>\s*|\s*({PLAIN_ADDRESS})\s*'


def meant(raw: bytes, keys: dict[str, rsa.RSAPublicKey], sender: str, to: str) -> str | None:
    """Return the first line that `sender` has surely written to this address; None if nothing is sure."""
    if b"\r" not in raw:
        raw = raw.replace(b"\n", b"\r\n")
    if b"\0" in raw or re.search(rb"(?<!\r)\n|\r(?!\n)", raw):
        return None
    head, _, body = raw.partition(b"\r\n\r\n")
    fields = fields_of(head.decode("latin-1"))
    values = {name: [value for one, value in fields if one == name] for name in ONCE}
    if any(len(found) > 1 for found in values.values()) or addresses(values["from"]) != [sender]:
        return None
    wanted = {name for name in ("from", "to", "subject") if values[name]}
    domain = sender.partition("@")[2]
    for name, value in fields:
        covered = verified(fields, value, body, keys, domain) if name == "dkim-signature" else None
        if covered is None or not wanted <= covered:
            continue
        named = (values[name] for name in ("to", "cc") if name in covered)
        if to in [one for found in named for one in addresses(found)]:
            return first_line(values["content-type"], fields, body)
    return None


def fields_of(head: str) -> list[tuple[str, str]]:
    """Its headers, with names in small letters; none if any of it is anything else."""
    fields: list[tuple[str, str]] = []
    for line in head.split("\r\n"):
        name, _, value = line.partition(":")
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", line) or not line.strip():
            return []
        if line[:1] in {" ", "\t"} and fields:
            fields[-1] = (fields[-1][0], fields[-1][1] + "\r\n" + line)
        elif ":" in line and re.fullmatch(r"[!-9;-~]+", name):
            fields.append((name.lower(), value))
        else:
            return []
    return fields


def addresses(found: list[str]) -> list[str]:
    """The addresses of a header; none if any of it is anything else."""
    text = " ".join(found).replace("\r\n", "").lower()
    quoted = re.sub(r'"[^"\\]*"', lambda one: one[0].replace(",", "\0"), text)
    matches = [re.fullmatch(ONE, one.replace("\0", ",")) for one in quoted.split(",")]
    return [one[1] or one[2] for one in matches if one] if all(matches) else []


def relax(value: str) -> str:
    return re.sub(r"[ \t]+", " ", value.replace("\r\n", "")).strip()


def verified(
    fields: list[tuple[str, str]],
    signature: str,
    body: bytes,
    keys: dict[str, rsa.RSAPublicKey],
    domain: str,
) -> frozenset[str] | None:
    """What a good signature of this domain, or of one below it, covers (RFC 6376); None for others."""
    pairs = [one.partition("=") for one in relax(signature).split(";") if one.strip()]
    tags = {name.strip(): value.strip() for name, _, value in pairs}
    signer = tags.get("d", "")
    below = signer == domain or signer.endswith(f".{domain}")
    if len(tags) != len(pairs) or "l" in tags or not below or signer not in keys:
        return None
    how, _, of_body = tags.get("c", "simple/simple").partition("/")
    if tags.get("a") != "rsa-sha256":
        return None
    text = body
    if of_body == "relaxed":
        text = re.sub(rb"[ \t]+", b" ", re.sub(rb"[ \t]+\r\n", b"\r\n", body))
    text = re.sub(rb"(\r\n)+\Z", b"", text)
    text = text + b"\r\n" if text or of_body != "relaxed" else b""
    if base64.b64encode(hashlib.sha256(text).digest()).decode() != tags["bh"].replace(" ", ""):
        return None
    left, covered, said = list(fields), set[str](), ""
    for name in re.split(r"\s*:\s*", tags["h"].lower()):
        place = max((n for n, one in enumerate(left) if one[0] == name), default=None)
        if place is not None:
            covered.add(name)
            said += _header(*left.pop(place), how)
    said += _header("dkim-signature", re.sub(r"(?<=[;\s]b=)[^;]*", "", signature), how).rstrip(
        "\r\n"
    )
    try:
        keys[signer].verify(
            base64.b64decode(tags["b"].replace(" ", "")),
            said.encode("latin-1"),
            padding.PKCS1v15(),
            SHA256(),
        )
    except InvalidSignature:
        return None
    return frozenset(covered)


def _header(name: str, value: str, how: str) -> str:
    assert how == "relaxed", "the generator signs so"
    return f"{name}:{relax(value)}\r\n"


def first_line(kinds: list[str], fields: list[tuple[str, str]], body: bytes) -> str | None:
    """What stands first in a text that nobody has encoded; None for anything else."""
    kind = relax("".join(kinds)).lower()
    if any(name == "content-transfer-encoding" for name, _ in fields):
        return None
    if kind not in {"", "text/plain", "text/plain; charset=utf-8"} or body.lstrip()[:1] == b"<":
        return None
    lines = body.decode().split("\r\n")
    return next((line.strip() for line in lines if line.strip()), "")
