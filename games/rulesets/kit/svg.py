"""SVG documents of the pieces that a game is played with."""


def draw_document(width: int, height: int, *shapes: str) -> str:
    """Return a picture of this size with these shapes."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return f"{head}{''.join(shapes)}</svg>"


def draw_path(d: str, look: str, move: tuple[float, float] | None = None) -> str:
    """Return a path with these attributes, moved to where it belongs."""
    place = f' transform="translate({move[0]} {move[1]})"' if move else ""
    return f'<path d="{d}" {look}{place}/>'


def draw_rectangle(width: int, height: int, radius: int, look: str) -> str:
    """Return a rectangle with round corners that fills a picture but for one unit on each side."""
    size = f'x="1" y="1" width="{width - 2}" height="{height - 2}" rx="{radius}"'
    return f"<rect {size} {look}/>"


def draw_circle(x: float, y: float, radius: float, look: str) -> str:
    """Return a circle with these attributes."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {look}/>'


def draw_text(x: float, y: float, size: int, said: object, look: str) -> str:
    """Return words in the middle of this place."""
    font = f'font-family="ui-rounded,system-ui,sans-serif" font-weight="800" font-size="{size}"'
    return f'<text x="{x}" y="{y}" text-anchor="middle" {font} {look}>{said}</text>'
