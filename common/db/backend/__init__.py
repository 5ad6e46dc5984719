"""Django's backend for PostgreSQL, with prepared statements and a cheaper check of the connection."""
