"""Headers that every answer has, and scripts that no page may have."""

import re
from html.parser import HTMLParser
from typing import Any

FIXED = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin"}
EVIL = re.compile(r"unsafe-(inline|eval|hashes)|\*|data:|blob:|http")


def policy_directives(policy: str) -> dict[str, str]:
    parts = [part.strip().partition(" ") for part in policy.split(";")]
    found = {name: value for name, _, value in parts}
    assert len(found) == len(parts), f"named twice: {policy}"
    return found


def check_headers(headers: Any, said: str, status: int = 200, *, shared: bool = False) -> None:
    """Fail if one of the headers is missing, or a policy is looser than promised.

    What is `shared` may be shown by pages of other sites.
    """
    resources = "cross-origin" if shared else "same-origin"
    assert headers.get("Cross-Origin-Resource-Policy") == resources, said
    for name, value in FIXED.items():
        assert headers.get(name) == value, f"{said}: {name}"
    if status == 304:
        assert not {"Content-Security-Policy", "Referrer-Policy", "X-Frame-Options"} & set(headers)
        return
    assert headers.get("Referrer-Policy") in {"same-origin", "no-referrer"}, said
    policy = policy_directives(headers.get("Content-Security-Policy", ""))
    assert {"default-src", "base-uri", "form-action"} <= set(policy), f"{said}: {policy}"
    assert policy["object-src"] == "'none'", said
    assert not EVIL.search(policy.get("script-src", policy["default-src"])), f"{said}: {policy}"
    framed = {"'none'": "DENY", "'self'": "SAMEORIGIN"}
    assert headers.get("X-Frame-Options") == framed[policy["frame-ancestors"]], said


class Scripts(HTMLParser):
    """Collects what a page would run without fetching it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        is_data = named.get("type") == "application/json"
        if tag == "script" and not is_data and "src" not in named:
            self.found.append(f"<script {attrs}>")
        self.found += [f"{tag} {name}" for name in named if name.startswith("on")]
        self.found += [
            f"{tag} {name}={value}"
            for name, value in attrs
            if (value or "").strip().lower().startswith("javascript:")
        ]


def is_html(answer: Any) -> bool:
    return str(answer.headers.get("Content-Type", "")).startswith("text/html")


def look_at(answer: Any, said: str, *, shared: bool = False) -> None:
    check_headers(answer.headers, said, answer.status_code, shared=shared)
    if is_html(answer):
        assert not Scripts(answer.content.decode()).found, said
