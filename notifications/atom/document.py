"""Entries, and the Atom document that Django's generator makes of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.feedgenerator import Atom1Feed

KIND = "application/atom+xml; charset=utf-8"
MAX_ENTRIES = 50
"""Entries of one document, the newest."""
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""Last change of a document without entries: a fixed moment, so that its tag stays the same."""


@dataclass(frozen=True, slots=True)
class AtomEntry:
    """One piece of news; `id` is the same as long as it is about the same thing."""

    id: str
    title: str
    link: str
    at: datetime
    author: str = ""


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        found: datetime = super().latest_post_date() if self.items else BEGINNING
        return found


def write_document(
    title: str, link: str, own: str, entries: Iterable[AtomEntry], *, is_public: bool = True
) -> bytes:
    """Return the document; `own` is its id, and its address too if it is public."""
    feed = _Feed(
        title=title,
        link=link,
        description="",
        feed_url=own if is_public else None,
        feed_guid=own,
        author_name="tideapi",
    )
    for one in entries:
        feed.add_item(
            title=one.title,
            link=one.link,
            description=None,  # type: ignore[arg-type]  # Then there is no empty summary.
            unique_id=one.id,
            pubdate=one.at,
            updateddate=one.at,
            author_name=one.author or None,
        )
    return feed.writeString("utf-8").encode()
