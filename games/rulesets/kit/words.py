"""Words for people, in English here; the server has them in other languages."""


def gettext_noop(text: str) -> str:
    """Mark a text that is translated where it is shown."""
    return text
