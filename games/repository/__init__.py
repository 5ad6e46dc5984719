"""The loader and the writer of games in the database, with their SQL."""
