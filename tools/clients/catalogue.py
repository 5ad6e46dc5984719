"""Every client that is generated here, with the options that docs/client-libraries.md names."""

from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
MADE = ROOT / ".clients"
"""Everything that is generated; git does not see it."""
DOCUMENT = ROOT / "openapi" / "tideapi.yaml"
EXAMPLES = ROOT / "examples"

Command = tuple[str, ...]
"""A program and its arguments. Names in braces are filled in: a tool, or `{document}`."""
WHEEL: Command = (
    "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist",
    "{packages}/client-python",
)  # fmt: skip
NPM: Command = (
    "node", "{npm}", "pack", "{packages}/client-typescript", "--silent", "--pack-destination", "dist",
)  # fmt: skip
OPEN = "disallowAdditionalPropertiesIfNotPresent=false"
"""What a generator does with members that it does not know: it keeps them, instead of failing."""
JAVA = (
    # Without the second, a list that is not there is sent as an empty one.
    f"{OPEN},containerDefaultToNull=true,"
    "useSingleRequestParameter=true,useJakartaEe=true,openApiNullable=false"
)


@dataclass(frozen=True)
class Client:
    """One generator with its options; those with a program play through what was generated.

    All commands are run in `folder`, where the generated code and the files of `sources` lie together.
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

    @property
    def folder(self) -> Path:
        return MADE / self.name

    @property
    def log(self) -> Path:
        """What the generator said."""
        return self.folder / "generator.log"


def of(folder: str) -> tuple[Path, ...]:
    """The program of a client, and what its compiler has to know."""
    return tuple(sorted(one for one in (HERE / folder).iterdir() if one.is_file()))


def by_openapi_generator(name: str, language: str, options: str = "", *more: str) -> Client:
    given = ("-p", options) if options else ()
    # Such short runs are sooner done without the JVM's second compiler.
    java = ("java", "-XX:TieredStopAtLevel=1", "-jar", "{jar}", "generate", "-g", language)
    generate: Command = (*java, "-i", "{document}", "-o", "tide", *given, *more)
    return Client(name, f"openapi-generator {language}", options, (generate,))


WITH_PROGRAMS = (
    Client(
        "sdk-python",
        generator="packages/client-python",
        options="",
        generate=(
            WHEEL,
            ("python", "-m", "venv", "--without-pip", "fresh"),
            ("pip", "--python", "fresh/bin/python", "install", "-qq", "dist/*.whl"),
        ),
        sources=(*of("sdk-python"), EXAMPLES / "bot.py", EXAMPLES / "sdk_bot.py"),
        compile=(
            ("mypy", "--no-error-summary", "--config-file", "mypy.ini",
             "--python-executable", "fresh/bin/python",
             "--package", "tideapi_client", "--module", "bot", "--module", "sdk_bot",
             "--module", "narrowing", "--module", "readme"),
            ("pyright", "--pythonpath", "fresh/bin/python"),
        ),
        play=("./fresh/bin/python", "sdk_bot.py"),
        npm=True,
    ),
    Client(
        "sdk-typescript",
        generator="packages/client-typescript",
        options="",
        generate=(
            ("mkdir", "dist"),
            NPM,
            ("node", "{npm}", "install", "--silent", "--ignore-scripts", "dist/tideapi-client-*.tgz"),
        ),
        sources=(
            HERE / "npm" / "tsconfig.json",
            *of("sdk-typescript"),
            EXAMPLES / "bot.ts",
            EXAMPLES / "sdk_bot.ts",
        ),
        compile=(
            ("tsc", "--project", "tsconfig.json"),
            ("node", "--test", "compiled/client.test.js"),
        ),
        play=("node", "compiled/sdk_bot.js"),
        npm=True,
    ),
    Client(
        "python",
        generator="openapi-python-client",
        options="--meta none",
        generate=(
            ("openapi-python-client", "generate", "--path", "{document}", "--meta", "none",
             "--output-path", "tide"),
        ),
        sources=of("python"),
        compile=(("mypy", "--no-error-summary", "--config-file", "mypy.ini", "bot.py", "tide"),),
        play=("python", "bot.py"),
    ),
)  # fmt: skip
OTHERS = (
    Client(
        "typescript", "openapi-typescript", "--enum-values",
        (("openapi-typescript", "{document}", "--enum-values", "--output", "tide/tide.ts"),),
        npm=True,
    ),
    by_openapi_generator(
        "java", "java", JAVA,
        # A method `wait` is final in every object of Java's.
        "--library", "native", "--parameter-name-mappings", "wait=waitSeconds",
    ),
    # Without the second, constants of two enumerations may have one name.
    by_openapi_generator("go", "go", f"{OPEN},enumClassPrefix=true,withGoMod=false"),
    # Some of its modules are imported late, so that a fault in them would show nowhere else.
    replace(
        by_openapi_generator("python-pydantic", "python"),
        compile=(("python", "-m", "compileall", "-q", "tide"),),
    ),
    by_openapi_generator("kotlin", "kotlin"),
    by_openapi_generator("swift", "swift6"),
    by_openapi_generator("csharp", "csharp"),
    by_openapi_generator("dart", "dart"),
)  # fmt: skip
CLIENTS = (*WITH_PROGRAMS, *OTHERS)
BY_NAME = {one.name: one for one in CLIENTS}
