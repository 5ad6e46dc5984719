"""The project's pages, as far as tests read Markdown: blocks, tables, headings, links, words in code."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
FENCE = re.compile(r"^```(?P<language>\w*)(?: (?P<file>[\w.]+))?$")
HEADING = re.compile(r"^#+ (?P<title>.+)$")
LINK = re.compile(r"\[[^]]*\]\((?P<target>[^)\s]+)\)")
IN_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Block:
    """What stands between two fences."""

    page: "Page"
    line: int
    language: str
    text: str
    file: str
    """The name of the file of which it is a part; empty where it is of none."""

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@dataclass(frozen=True)
class Page:
    """One file of Markdown."""

    path: Path

    def __str__(self) -> str:
        return str(self.path.relative_to(ROOT))

    @property
    def text(self) -> str:
        return self.path.read_text()

    def blocks(self) -> Iterator[Block]:
        """The fenced blocks, in order."""
        language, file, begun, lines = "", "", 0, list[str]()
        for number, line in enumerate(self.text.splitlines(), start=1):
            if not line.startswith("```"):
                lines.append(line)
            elif begun:
                yield Block(self, begun, language, "\n".join(lines), file)
                begun = 0
            else:
                fence = FENCE.match(line)
                assert fence, f"{self}:{number} has a fence that cannot be read: {line}"
                language, file, begun, lines = fence["language"], fence["file"] or "", number, []
        assert not begun, f"{self}:{begun} begins a block that nothing ends"

    def prose(self) -> list[str]:
        """The lines with their numbers kept: what stands between fences is left blank."""
        inside, found = False, list[str]()
        for line in self.text.splitlines():
            fence = line.startswith("```")
            found.append("" if inside or fence else line)
            inside ^= fence
        return found

    def in_code(self) -> set[str]:
        """What stands between single backticks, over the ends of lines too."""
        return {" ".join(code.split()) for code in IN_CODE.findall("\n".join(self.prose()))}

    def links(self) -> list[str]:
        return [match["target"] for match in LINK.finditer("\n".join(self.prose()))]

    def anchors(self) -> set[str]:
        """What a link to this page may have after `#`, as GitHub makes it of headings."""
        headings = [match["title"] for line in self.prose() if (match := HEADING.match(line))]
        often, found = Counter[str](), set[str]()
        for one in map(anchor, headings):
            found.add(f"{one}-{often[one]}" if often[one] else one)
            often[one] += 1
        return found | set(re.findall(r'<a id="([^"]+)">', self.text))

    def tables(self) -> Iterator[tuple[int, list[str]]]:
        """Each run of lines that begin with a bar, with the number of its first line."""
        rows = list[str]()
        for number, line in enumerate([*self.prose(), ""], start=1):
            if line.startswith("|"):
                rows.append(line)
            elif rows:
                yield number - len(rows), rows
                rows = []


def anchor(title: str) -> str:
    """GitHub's rule: small letters, hyphens for spaces, and nothing else but letters and digits."""
    plain = re.sub(r"[`*]|\[|\]\([^)]*\)", "", title)
    return re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")


def cells(row: str) -> list[str]:
    """The cells of a table's row; a bar behind a backslash or in code divides nothing."""
    plain = IN_CODE.sub(lambda code: code[0].replace("|", "\0"), row.replace(r"\|", "\0"))
    return [cell.strip().replace("\0", "|") for cell in plain.strip().strip("|").split("|")]


@cache
def pages() -> tuple[Page, ...]:
    """All pages of ours: at the top, in docs/, packages/, examples/ and .github/."""
    folders = ("docs", "packages", "examples", ".github")
    found = [*ROOT.glob("*.md"), *(one for name in folders for one in ROOT.glob(f"{name}/**/*.md"))]
    return tuple(Page(path) for path in sorted(found) if "node_modules" not in path.parts)


def page(path: str) -> Page:
    return Page(ROOT / path)
