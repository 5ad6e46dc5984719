"""The packages of the client libraries, built into dist/: `make sdk`."""

from tools.clients import npm
from tools.clients.client import ROOT, Command
from tools.clients.commands import run

WHEEL: Command = (
    "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist", "{clients}/python",
)  # fmt: skip
NPM: Command = (
    "node", "{npm}", "pack", "{clients}/typescript", "--silent", "--pack-destination", "dist",
)  # fmt: skip


def main() -> None:
    npm.install()
    (ROOT / "dist").mkdir(exist_ok=True)
    for command in (WHEEL, NPM):
        run(ROOT, command)
    print("\n".join(str(one) for one in sorted((ROOT / "dist").glob("tideapi[_-]client*"))))


if __name__ == "__main__":
    main()
