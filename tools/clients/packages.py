"""The packages of the client libraries, built into dist/: `make sdk`."""

from tools.clients.catalogue import NPM, ROOT, WHEEL
from tools.clients.commands import install_npm_packages, run


def main() -> None:
    install_npm_packages()
    (ROOT / "dist").mkdir(exist_ok=True)
    for command in (WHEEL, NPM):
        run(ROOT, command)
    print("\n".join(str(one) for one in sorted((ROOT / "dist").glob("tideapi[_-]client*"))))


if __name__ == "__main__":
    main()
