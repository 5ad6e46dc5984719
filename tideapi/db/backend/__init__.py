"""Django's backend for PostgreSQL, but for prepared statements and a cheaper look at the connection."""
