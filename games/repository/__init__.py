"""Games in the database: the one loader and the one writer, and the SQL of both."""
