"""Games in text, as in a mail: what is told, and what players write."""
