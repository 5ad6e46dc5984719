"""What a client is: how it is generated, compiled and played with."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
MADE = ROOT / ".clients"
"""Everything that is generated; git does not see it."""
DOCUMENT = ROOT / "openapi" / "tideapi.yaml"

Command = tuple[str, ...]
"""A program and its arguments. Names in braces are filled in: a tool, or `{document}`."""


@dataclass(frozen=True)
class Client:
    """One generator with its options, and a program that plays through what it has generated.

    All commands are run in `folder`, where the generated code and the files of `sources` lie beside
    each other.
    """

    name: str
    generator: str
    options: str
    generate: tuple[Command, ...]
    sources: tuple[Path, ...] = ()
    compile: tuple[Command, ...] = ()
    play: Command | None = None
    npm: bool = False
    """Whether it takes the npm packages of `tools/clients/npm`."""
    made_from: tuple[Path, ...] = ()
    """Folders of this repository from which it is built."""
    always: tuple[str, ...] = ()
    """What this generator warns of whatever the document is."""
    untyped: tuple[str, str] | None = None
    """Which generated files have members, and how a line with one of no type looks: its name is group 1."""

    @property
    def folder(self) -> Path:
        return MADE / self.name

    @property
    def log(self) -> Path:
        """What the generator said."""
        return self.folder / "generator.log"

    def generated(self) -> Iterator[Path]:
        """The files that the generator wrote."""
        return (one for one in (self.folder / "tide").rglob("*") if one.is_file())
