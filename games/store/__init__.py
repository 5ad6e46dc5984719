"""Games in the database: what is read, what is written, and who is notified once it is committed."""
