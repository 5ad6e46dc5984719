"""Give the application a role and a database of its own in PostgreSQL, which is all that it may touch.

`migrate` does this each time before it migrates, over the socket of PostgreSQL's container, where nobody is
asked for a password. Over the network the superuser has none, and so nobody can be him there.

Why so: docs/decisions/operations.md.
"""

import os
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg.sql import SQL, Identifier, Literal

RIGHTS = SQL("LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS")


def main() -> None:
    """Make what DATABASE_URL names, or change it to what is written there now."""
    url = urlsplit(os.environ["DATABASE_URL"])
    name, password = unquote(url.username or ""), unquote(url.password or "")
    role, named = Identifier(name), url.path.lstrip("/")
    database = Identifier(named)
    with psycopg.connect(os.environ["SUPERUSER_URL"], autocommit=True) as connection:
        # PostgreSQL is told what the password is known by, and never the password.
        known_by = connection.pgconn.encrypt_password(
            password.encode(), name.encode(), b"scram-sha-256"
        )
        if not connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [name]).rowcount:
            connection.execute(SQL("CREATE ROLE {}").format(role))
        kept = Literal(known_by.decode())
        connection.execute(SQL("ALTER ROLE {} {} PASSWORD {}").format(role, RIGHTS, kept))
        if not connection.execute("SELECT FROM pg_database WHERE datname = %s", [named]).rowcount:
            connection.execute(SQL("CREATE DATABASE {}").format(database))
        connection.execute(SQL("ALTER DATABASE {} OWNER TO {}").format(database, role))
        connection.execute("REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC")
        connection.execute("ALTER ROLE current_user PASSWORD NULL")


if __name__ == "__main__":
    main()
