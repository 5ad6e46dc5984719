"""Sections as plain text, in lines that fit every mail program."""

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from textwrap import wrap
from unicodedata import east_asian_width

from games.rulesets.sheet import Grid
from notifications.mail.sections import Block, Commands, Doors, Figures, Items, Section, Words

WIDTH = 72
"""Characters of a line; only addresses and tables of many players are longer."""
GAP = "  "


def render_text(sections: Iterable[Section], foot: Iterable[Block]) -> str:
    """Return the text of a mail."""
    parts = [part for section in sections for part in _section_text(section)]
    below = "\n".join(_block_text(block) for block in foot)
    return "\n\n".join(parts) + f"\n\n-- \n{below}\n"


def _section_text(section: Section) -> Iterator[str]:
    line = "=" if section.level == 1 else "-"
    title = "\n".join(wrap(section.title, WIDTH))
    yield f"{title}\n{line * max(map(len, title.splitlines()))}"
    yield from map(_block_text, section.blocks)


@singledispatch
def _block_text(block: Block) -> str:
    raise TypeError(f"There is no text for {block!r}.")


@_block_text.register
def _(block: Words) -> str:
    return _fold_text(block.text)


@_block_text.register
def _(block: Items) -> str:
    mark = "> " if block.quoted else "- "
    more = "> " if block.quoted else "  "
    return "\n".join(_fold_text(item, mark, more) for item in block.items)


@_block_text.register
def _(block: Figures) -> str:
    return "\n".join(_draw_table(block.grid))


@_block_text.register
def _(block: Commands) -> str:
    widest = max(len(one.text) for one in block.commands)
    first = "    {:<" + str(widest) + "}" + GAP
    return "\n".join(
        _fold_text(one.means, first.format(one.text), " " * (4 + widest + len(GAP)))
        if one.means
        else f"    {one.text}"
        for one in block.commands
    )


@_block_text.register
def _(block: Doors) -> str:
    return "\n".join(f"{door.label}:\n{door.url}" for door in block.doors)


def _fold_text(text: str, first: str = "", more: str = "") -> str:
    """Return a paragraph in lines; a word that is longer than a line, such as an address, stays whole."""
    lines = wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=more,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def _draw_table(grid: Grid) -> Iterator[str]:
    """Yield the rows of a table with columns as wide as needed, the first one aligned left."""
    rows: Sequence[Sequence[str]] = [grid.columns, *grid.rows]
    widths = [max(map(_text_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        name, *cells = row
        padded = [
            " " * (width - _text_width(cell)) + cell
            for cell, width in zip(cells, widths[1:], strict=True)
        ]
        yield GAP.join([name + " " * (widths[0] - _text_width(name)), *padded]).rstrip()


def _text_width(text: str) -> int:
    """Return how many columns of a fixed-width font a text takes."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
