"""Pages of moderators: the reports that wait, one of them, and acts about its players."""
