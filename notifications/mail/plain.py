"""Sections as text, in lines that fit wherever mail is read."""

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from textwrap import wrap
from unicodedata import east_asian_width

from games.text.sheet import Grid
from notifications.mail.sections import Block, Commands, Doors, Figures, Items, Section, Words

WIDTH = 72
"""Characters of a line; only addresses and tables of many players are longer."""
GAP = "  "


def render(sections: Iterable[Section], foot: Iterable[Block]) -> str:
    """The text of a mail."""
    parts = [part for section in sections for part in _section(section)]
    below = "\n".join(_text(block) for block in foot)
    return "\n\n".join(parts) + f"\n\n-- \n{below}\n"


def _section(section: Section) -> Iterator[str]:
    line = "=" if section.level == 1 else "-"
    title = "\n".join(wrap(section.title, WIDTH))
    yield f"{title}\n{line * max(map(len, title.splitlines()))}"
    yield from map(_text, section.blocks)


@singledispatch
def _text(block: Block) -> str:
    raise TypeError(f"There is no text for {block!r}.")


@_text.register
def _(block: Words) -> str:
    return _folded(block.text)


@_text.register
def _(block: Items) -> str:
    mark = "> " if block.quoted else "- "
    more = "> " if block.quoted else "  "
    return "\n".join(_folded(item, mark, more) for item in block.items)


@_text.register
def _(block: Figures) -> str:
    return "\n".join(_drawn(block.grid))


@_text.register
def _(block: Commands) -> str:
    widest = max(len(one.text) for one in block.commands)
    first = "    {:<" + str(widest) + "}" + GAP
    return "\n".join(
        _folded(one.means, first.format(one.text), " " * (4 + widest + len(GAP)))
        if one.means
        else f"    {one.text}"
        for one in block.commands
    )


@_text.register
def _(block: Doors) -> str:
    return "\n".join(f"{door.label}:\n{door.url}" for door in block.doors)


def _folded(text: str, first: str = "", more: str = "") -> str:
    """A paragraph in lines; a word that is longer than a line, such as an address, stays whole."""
    lines = wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=more,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def _drawn(grid: Grid) -> Iterator[str]:
    """A table whose columns are as wide as they must be, the first one to the left."""
    rows: Sequence[Sequence[str]] = [grid.columns, *grid.rows]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        name, *cells = row
        padded = [
            " " * (width - _width(cell)) + cell
            for cell, width in zip(cells, widths[1:], strict=True)
        ]
        yield GAP.join([name + " " * (widths[0] - _width(name)), *padded]).rstrip()


def _width(text: str) -> int:
    """How many columns a text takes where every letter is as wide as another."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
