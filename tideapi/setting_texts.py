"""Texts of docs/operators/settings.md: each setting by its theme, in Markdown."""

THEMES: dict[str, dict[str, str]] = {
    "Secrets": {
        "SECRET_KEY": "50 random characters that sign sessions, links and addresses in mails, and "
        "hash the names that players have given up",
        "TIDE_KEYS": "keys, separated by commas, that encrypt secrets in the database",
        "TIDE_METRICS_TOKEN": "the bearer token for which `/metrics` is shown; while it is empty, "
        "`/metrics` is closed outside debug",
        "TIDE_PUSH_KEY": "the key for web push ([Phones and "
        "chats](mail.md#phones-and-chats)); while it is empty, there is no web push",
    },
    "Database and broker": {
        "DATABASE_URL": "PostgreSQL",
        "TIDE_LISTEN_URL": "where processes with streams listen for notifications: PostgreSQL "
        "itself, past a pooler",
        "BROKER_URL": "Valkey or Redis, for messages: `redis://` or `rediss://` (TLS)",
        "CACHE_URL": "Valkey or Redis, for counting requests; `unix://` too",
        "TIDE_BROKER_TIMEOUT_SECONDS": "seconds that a call waits for the broker; raise it if the "
        "broker is far away",
        "TIDE_CACHE_TIMEOUT_SECONDS": "seconds that a call waits to be counted",
    },
    "Web": {
        "ALLOWED_HOSTS": "names under which the server is called, separated by commas",
        "TIDE_URL": "where people open this server; all links in letters, mails and other notices "
        "lead there, whichever host a request names",
        "TIDE_SOURCE_URL": "where the code of this server is, such as the page of its repository; "
        "`GET /api/v1`, the document, the reference and the guides lead there",
        "TIDE_PROXY_COUNT": "how many proxies of your own are in front ([The address of a "
        "caller](proxy.md#the-address-of-a-caller))",
        "TIDE_THREADS": "threads in which a process of `tideapi.asgi` answers calls; 4096 calls "
        "may wait for one, at most 512 of one player or address, and 1024 of an address whose "
        "tokens are not known yet; further ones are refused with 429 (`throttled`), and with 503 "
        "(`busy`) where all are taken",
        "TIDE_BODY_TIMEOUT_SECONDS": "seconds in which the body of a call has to be there",
        "TIDE_MAX_LONG_POLLS_PER_PROCESS": "long polls that wait in one process; further ones are "
        "answered at once",
        "TIDE_MAX_LONG_POLLS_PER_CALLER": "long polls of one player, or of one address without a "
        "token, in one process",
        "TIDE_MAX_STREAMS_PER_PROCESS": "streams that one process holds",
        "TIDE_MAX_STREAMS_PER_CALLER": "streams of one player, or of one address without a token, "
        "in one process",
        "TIDE_MAX_PASSWORD_HASHES_PER_PROCESS": "passwords that one process hashes at once, each "
        "with 19 MiB; up to 64 others wait, at most 32 of one address, callers in turns; further "
        "ones of one address are refused with 429 (`throttled`), of all with 503 (`busy`)",
        "TIDE_MAX_SWEEP_AGE_SECONDS": "seconds without a sweep after which `/readyz` fails",
        "TIDE_DEBUG": "for development: allows the default `SECRET_KEY`, and reads static files "
        "for each request; error answers stay the same",
        "TIDE_LOG_LEVEL": "what is logged, to standard error: `DEBUG` (each task of the workers "
        "too), `INFO`, `WARNING`, `ERROR` or `CRITICAL`",
        "TIDE_LOG_FORMAT": "`text` for people, `json` for programs that collect logs, as the "
        "image has it ([The log](monitoring.md#the-log))",
        "TIDE_SANDBOX_ENABLED": "for authors of clients: makes the server a sandbox, where test "
        "tokens may move time and have calls refused",
    },
    "Limits of calls": {
        "TIDE_LIMIT_ADDRESS": "calls without a valid token, and pages, per address (of IPv6 per "
        "/64)",
        "TIDE_LIMIT_PLAYER": "calls per player",
        "TIDE_LIMIT_APP_REGISTRATIONS": "apps that register themselves, or are read for the first "
        "time, per address",
        "TIDE_LIMIT_SIGN_IN": "sign-ups, guests, sign-ins and all else that asks for a password, "
        "per address, on pages, in the admin and at terminals too",
        "TIDE_LIMIT_WRONG_PASSWORDS": "wrong passwords and recovery codes per account, and per "
        "token, app or session for changing the password; wrong codes of terminals per player",
        "TIDE_LIMIT_INVITATIONS": "requests to be friends, invitations by name and rematches per "
        "player",
        "TIDE_LIMIT_MESSAGES": "messages at tables per player",
        "TIDE_LIMIT_LETTERS": "letters to one address for which a stranger could ask: so many "
        "that verify it, and so many that reset a password",
        "TIDE_LIMIT_REPLY_MAILS": "mails in answer to replies of one player; the moves are made "
        "all the same",
        "TIDE_LIMIT_REDELIVERIES": "redeliveries and pings per player",
    },
    "Games": {
        "TIDE_MAX_OPEN_GAMES_PER_PLAYER": "open games (not started yet) in which one player may "
        "have a seat",
        "TIDE_MAX_GAMES_PER_PLAYER": "games in which one player may have a seat at the same time, "
        "started or not",
        "TIDE_MAX_OPEN_GAMES_PER_GUEST": "open games (not started yet) in which one guest may "
        "have a seat",
        "TIDE_MAX_GAMES_PER_GUEST": "games in which one guest may have a seat at the same time, "
        "started or not",
        "TIDE_OPEN_GAME_DAYS": "days after which a game that has not started is called off",
        "TIDE_MIN_TIME_PER_TURN": "the shortest time that a host may set for a turn; the longest "
        "is `P14D`",
        "TIDE_MAX_PAUSE": "the longest pause on which the players of a game may agree",
        "TIDE_MAX_STOPPED_TIME_PER_GAME": "how long pauses and vacations together may hold up one "
        "game, up to `P3660D`; a change holds for games that are opened afterwards",
        "TIDE_MAX_VACATION_DAYS_PER_YEAR": "days of vacation that a player has in a calendar year",
        "TIDE_MAX_INVITATIONS_PER_GAME": "invitations to one game that can still be used",
        "TIDE_MAX_INVITATION_DAYS": "the longest that a link to a game may be good; for as long, "
        "invitations are kept when they are over",
        "TIDE_MAX_MESSAGES_PER_GAME": "messages at one table",
        "TIDE_MAX_NOTES_PER_PLAYER": "games on which one player may have a note",
        "TIDE_RULESETS": "games beside those that are here anyway, separated by commas: [More "
        "games](install.md#more-games)",
        "TIDE_SWEEP_INTERVAL_SECONDS": "seconds between two sweeps",
        "TIDE_ARCHIVE_AFTER": "how long after its end a game is "
        "[archived](big-servers.md#archived-games), up to `P36525D`, which is never",
        "TIDE_ARCHIVE_STORE": "where archived games lie, if not in the database: a class of "
        "Django's storages with its options, `package.Class?option=value`",
    },
    "Accounts and apps": {
        "TIDE_RESERVED_NAMES": "usernames, separated by commas, that no player may take, nor a "
        "name that looks like them; `admin`, `system`, `postmaster` and the like, and the names "
        "of bots, are reserved always",
        "TIDE_RENAME_INTERVAL_DAYS": "days after which a player may take another name, and for "
        "which the old one is kept from others",
        "TIDE_EMAIL_REQUIRED": "whether signing up takes an address",
        "TIDE_GUESTS_ENABLED": "whether people may play without signing up",
        "TIDE_GUEST_IDLE_DAYS": "days without a call after which a guest's account is closed",
        "TIDE_MAX_BOT_ACCOUNTS_PER_PLAYER": "accounts for bots that one player may have",
        "TIDE_MAX_RELATIONS_PER_PLAYER": "how many friends (asked ones included), blocked and "
        "muted players one player may have, of each kind",
        "TIDE_SESSION_DAYS": "how long a browser stays signed in, guests too, after it was used "
        "last; the admin asks an operator again after 14 days",
        "TIDE_TOKEN_DAYS": "days for which a token is good",
        "TIDE_EXPIRED_TOKEN_RETENTION_DAYS": "days after which an expired token is removed: until "
        "then a client is told `token_expired`, then `token_invalid`",
        "TIDE_SIGN_IN_PROVIDERS": "other servers with which people may sign in: "
        "[Accounts](people.md#accounts)",
        "TIDE_OAUTH_REGISTRATION_ENABLED": "whether apps may come that you have not entered in "
        "the admin ([Apps of others](people.md#apps-of-others))",
        "TIDE_OAUTH_ACCESS_TOKEN_MINUTES": "minutes for which an access token is good, of an app "
        "or of the table",
        "TIDE_OAUTH_REFRESH_TOKEN_DAYS": "idle days after which an app has to ask its player again",
        "TIDE_DELETION_GRACE_DAYS": "days for which the end of an account can be taken back, "
        "before it is erased",
        "TIDE_MAX_DAILY_EXPORTS_PER_PLAYER": "exports that one player may ask for within 24 hours",
        "TIDE_EXPORT_RETENTION_DAYS": "days after which an export is deleted, counted from when "
        "it was asked for",
    },
    "Mail": {
        "MAIL_URL": "how mail is sent: [Mail](mail.md#mail-out); while it is empty, none is",
        "MAIL_FROM": "the sender of letters",
        "TIDE_LETTER_INTERVAL_SECONDS": "seconds after which the `hooks` workers look again for "
        "letters",
        "TIDE_REPLY_DOMAIN": "the domain to which players reply: [Mail that comes "
        "in](mail.md#mail-that-comes-in); while it is empty, none comes",
        "TIDE_MAIL_AUTHSERV_ID": "the id with which your mail server says in "
        "`Authentication-Results` what it has found",
        "TIDE_MAIL_TRUSTED": "whether the sender of every mail is believed; only where your mail "
        "server refuses all forged ones",
        "TIDE_MAX_MAIL_BYTES": "bytes that a reply may have",
        "TIDE_MAILIN_ADDRESS": "where `manage.py mailin` takes mail by LMTP: `HOST:PORT`, or a "
        "path",
        "TIDE_MAILIN_THREADS": "mails that `manage.py mailin` takes at the same time",
        "TIDE_IMAP_URL": "the mailbox of `manage.py mailin --imap`: "
        "`imaps://user:password@mail.example/INBOX`",
        "TIDE_IMAP_INTERVAL_SECONDS": "seconds after which `manage.py mailin --imap` looks again",
    },
    "Notices and webhooks": {
        "TIDE_NOTICE_DELAY": "how long a question waits before its player is told",
        "TIDE_LAST_CALL_LEAD_TIME": "how long before a deadline the last call comes",
        "TIDE_NOTICE_INTERVAL_SECONDS": "seconds after which the `hooks` workers look again for "
        "notices that are due",
        "TIDE_MAX_RECEIVERS_PER_PLAYER": "receivers that one player may have",
        "TIDE_APPRISE_SCHEMES": "services of Apprise that players may use, separated by commas "
        "([Phones and chats](mail.md#phones-and-chats))",
        "TIDE_MAX_WEBHOOKS_PER_PLAYER": "webhooks that one player may have, those of apps included",
        "TIDE_DELIVERY_RETRY_DELAYS": "how long a receiver at which an attempt has failed is left "
        "alone, after each failure in a row; one that has failed once more than that is disabled",
        "TIDE_WEBHOOK_INTERVAL_SECONDS": "seconds after which the `hooks` workers look again for "
        "what is due",
        "TIDE_DELIVERY_RETENTION_DAYS": "days that the log of deliveries is kept",
        "TIDE_PRIVATE_ADDRESSES_ENABLED": "for development: webhooks may use http and lead to "
        "private addresses, those of this server's own network too",
    },
}
DEFAULTS_IN_WORDS = {
    "SECRET_KEY": "none outside debug",
    "TIDE_KEYS": "made from `SECRET_KEY`",
    "TIDE_LISTEN_URL": "that of `DATABASE_URL`",
    "CACHE_URL": "that of `BROKER_URL`",
}
"""Defaults that are not the same on every server."""
