"""The web server's side of calls: slow clients cost no thread, and one caller cannot take all threads."""
