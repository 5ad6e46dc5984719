"""Long polls and streams: thousands of subscribers in one process, and one reading of each event for all."""
