"""JSON pointers (RFC 6901): places in a body."""

MAX_NAME = 100
"""Characters of a member's name that are sent back."""


def pointer_to(place: str, member: object) -> str:
    """Return the pointer to a member of what is at a place; a long name is cut off."""
    name = str(member)
    name = f"{name[:MAX_NAME]}…" if len(name) > MAX_NAME else name
    return f"{place}/{name.replace('~', '~0').replace('/', '~1')}"


def top_member(pointer: str) -> str:
    """Return the outermost member that a JSON pointer names, "" if it names the whole."""
    return "".join(pointer.split("/")[1:2]).replace("~1", "/").replace("~0", "~")
