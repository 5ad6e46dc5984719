"""Formats for English: moments that sort, and are short enough for a column."""

DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = "Y-m-d H:i"
