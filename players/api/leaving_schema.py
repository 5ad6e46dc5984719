"""The bodies of the calls by which a player takes everything along, and leaves."""

from tideapi.rest.schemas import (
    Schema,
    answer,
    array,
    integer,
    known,
    nullable,
    page,
    ref,
    string,
    time,
    time_or_null,
    titled,
)

_CONSEQUENCE = titled(
    "Consequence",
    answer(
        {
            "what": string("What will end or stay: stable, what programs go by."),
            "count": integer("How many there are now.", minimum=1),
            "text": string("What happens to them, in a sentence."),
        }
    ),
    "One thing that the end of an account does.",
)
_ARCHIVE = titled(
    "Archive",
    answer(
        {
            "number": integer("By which it is fetched, from 1.", minimum=1),
            "size": integer("Bytes.", minimum=1),
        }
    ),
    "One zip file of an export.",
)
PENDING = nullable(
    titled(
        "PendingEnding",
        answer(
            {
                "created_at": time("When the player asked for it."),
                "due_at": time("When erasing begins; until then it can be taken back."),
            }
        ),
        "That an account is to end.",
    ),
    "That my account is to end; null if it is not.",
)

SCHEMAS: dict[str, Schema] = {
    # In the words that generators of clients know.
    "ZipFile": string("A zip file.", format="binary"),
    "Ending": answer(
        {
            "created_at": time_or_null("When the player asked for it; null if the player has not."),
            "due_at": time(
                "When erasing begins, and until when it can be taken back. If the end was not asked for: "
                "when that would be, were it asked for now."
            ),
            "consequences": array(
                _CONSEQUENCE,
                "What would happen if it ended now; what there is none of is left out.",
            ),
        }
    ),
    "AccountExport": answer(
        {
            "id": string("Id of the export."),
            "status": known(
                "`building` while it is being made, then `ready`; or `failed`.",
                ["building", "ready", "failed"],
            ),
            "done": integer("Things gathered so far.", minimum=0),
            "total": integer(
                "About how many there are: what is added meanwhile may be gathered too.", minimum=0
            ),
            "created_at": time("When the player asked for it."),
            "ended_at": time_or_null("When it was ready or given up; null while it is being made."),
            "deleted_at": time("From when on it is deleted."),
            "archives": array(_ARCHIVE, "What can be fetched: none until it is `ready`."),
        }
    ),
    "AccountExportPage": page(ref("AccountExport")),
}
