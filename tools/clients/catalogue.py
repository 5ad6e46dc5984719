"""Every client that is generated here, with the options that docs/client-libraries.md names."""

from pathlib import Path

from tools.clients import packages
from tools.clients.client import HERE, ROOT, Client, Command

EXAMPLES = ROOT / "examples"
TSCONFIG = HERE / "npm" / "tsconfig.json"
TSC: Command = ("tsc", "--project", "tsconfig.json")
JAVAC: Command = (
    "javac", "-nowarn", "-J-XX:TieredStopAtLevel=1", "-d", "compiled",
    "-cp", "{jar}:{annotations}", "Play.java", "tide/src/main/java/**/*.java",
)  # fmt: skip
OPEN = "disallowAdditionalPropertiesIfNotPresent=false"
"""What a generator does with members that it does not know: it keeps them, instead of failing."""
PYDANTIC = f"{OPEN},packageName=tide"
JAVA = (
    # Without the second, a list that is not there is sent as an empty one.
    f"{OPEN},containerDefaultToNull=true,"
    "useSingleRequestParameter=true,useJakartaEe=true,openApiNullable=false"
)
# Without the second, constants of two enumerations may have one name.
GO = f"{OPEN},enumClassPrefix=true,withGoMod=false"


def of(folder: str) -> tuple[Path, ...]:
    """The program of a client, and what its compiler has to know."""
    return tuple(sorted(one for one in (HERE / folder).iterdir() if one.is_file()))


def openapi_generator(language: str, *options: str, output: str = "tide") -> tuple[Command, ...]:
    # Such short runs are sooner done without the JVM's second compiler.
    java = ("java", "-XX:TieredStopAtLevel=1", "-jar", "{jar}", "generate")
    return ((*java, "-g", language, "-i", "{document}", "-o", output, *options),)


def generated_only(name: str, language: str, untyped: tuple[str, str], *options: str) -> Client:
    return Client(
        name,
        generator=f"openapi-generator {language}",
        options=" ".join(options),
        generate=openapi_generator(language, *options),
        untyped=untyped,
    )


UNTYPED_KOTLIN = ("**/models/*.kt", r"va[lr] `?(\w+)`?: .*kotlin\.Any\b")
UNTYPED_SWIFT = ("**/Models/*.swift", r"public var (\w+): .*\b(JSONValue|AnyCodable|Any)\b")
UNTYPED_CSHARP = ("**/Model/*.cs", r"public [^(]*\b[Oo]bject\b[^(]*? (\w+?)(?:Option)? \{ get")
UNTYPED_DART = ("lib/model/*.dart", r"^  (?:final )?[^ ]*\b(?:Object|dynamic)\b[^ ]* (\w+)( =.*)?;")

CLIENTS = (
    Client(
        "sdk-python",
        generator="clients/python",
        options="",
        generate=(
            packages.WHEEL,
            ("python", "-m", "venv", "--without-pip", "fresh"),
            ("pip", "--python", "fresh/bin/python", "install", "-qq", "dist/*.whl"),
        ),
        npm=True,
        made_from=(ROOT / "clients" / "generator", ROOT / "clients" / "python"),
        sources=(*of("sdk-python"), EXAMPLES / "bot.py", EXAMPLES / "sdk_bot.py"),
        compile=(
            ("mypy", "--no-error-summary", "--config-file", "mypy.ini",
             "--python-executable", "fresh/bin/python",
             "--package", "tideapi_client", "--module", "bot", "--module", "sdk_bot",
             "--module", "narrowing", "--module", "readme"),
            ("pyright", "--pythonpath", "fresh/bin/python"),
        ),
        play=("./fresh/bin/python", "sdk_bot.py"),
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
        untyped=("models/*.py", r"^    (\w+): .*\bAny\b"),
    ),
    Client(
        "python-pydantic",
        generator="openapi-generator python",
        options=PYDANTIC,
        generate=openapi_generator(
            "python", "-p", PYDANTIC,
            # What the server sends to a webhook is no call of a client's: nothing imports this file, whose
            # parameters the generator leaves without a type.
            "--openapi-generator-ignore-list", "tide/api/deliveries_api.py",
            output=".",
        ),
        always=("Failed to get the schema name: null",),
        sources=of("python-pydantic"),
        compile=(
            ("mypy", "--no-error-summary", "--config-file", "mypy.ini", "play.py", "tide"),
        ),
        play=("python", "play.py"),
        untyped=("models/*.py", r"^    (?:var_)?(\w+): .*\b(Any|object)\b"),
    ),
    Client(
        "sdk-typescript",
        generator="clients/typescript",
        options="",
        generate=(
            ("mkdir", "dist"),
            packages.NPM,
            ("node", "{npm}", "install", "--silent", "--ignore-scripts", "dist/tideapi-client-*.tgz"),
        ),
        npm=True,
        made_from=(ROOT / "clients" / "generator", ROOT / "clients" / "typescript"),
        sources=(TSCONFIG, *of("sdk-typescript"), EXAMPLES / "bot.ts", EXAMPLES / "sdk_bot.ts"),
        compile=(TSC, ("node", "--test", "compiled/client.test.js")),
        play=("node", "compiled/sdk_bot.js"),
    ),
    Client(
        "typescript",
        generator="openapi-typescript",
        options="--enum-values",
        generate=(("openapi-typescript", "{document}", "--enum-values", "--output", "tide/tide.ts"),),
        npm=True,
        untyped=("*.ts", r"^ +(\w+)\??: .*\b(unknown|any)\b"),
        sources=(TSCONFIG, *of("typescript")),
        compile=(TSC,),
        play=("node", "compiled/bot.js"),
    ),
    Client(
        "typescript-hey-api",
        generator="@hey-api/openapi-ts",
        options="enums: javascript; module.extension: .js",
        generate=(("openapi-ts",),),
        npm=True,
        untyped=("types.gen.ts", r"^    '?(\w+)'?\??: .*\b(unknown|any)\b"),
        sources=(TSCONFIG, *of("typescript-hey-api")),
        compile=(TSC,),
        play=("node", "compiled/play.js"),
    ),
    Client(
        "typescript-axios",
        generator="openapi-generator typescript-axios",
        options="useSingleRequestParameter=true,importFileExtension=.js",
        generate=openapi_generator(
            "typescript-axios", "-p", "useSingleRequestParameter=true,importFileExtension=.js"
        ),
        npm=True,
        untyped=("api.ts", r"^    '(\w+)'\??: .*\bany\b"),
        sources=(TSCONFIG, *of("typescript-axios")),
        compile=(TSC,),
        play=("node", "compiled/play.js"),
    ),
    Client(
        "java",
        generator="openapi-generator java",
        options=JAVA,
        generate=openapi_generator(
            "java", "--library", "native", "-p", JAVA,
            # A method `wait` is final in every object of Java's.
            "--parameter-name-mappings", "wait=waitSeconds",
        ),
        sources=of("java"),
        compile=(JAVAC,),
        untyped=("**/model/*.java", r"^  private .*\bObject\b.*?\s(\w+)( =.*)?;"),
        play=("java", "-cp", "compiled:{jar}:{annotations}", "Play"),
    ),
    Client(
        "go",
        generator="openapi-generator go",
        options=GO,
        generate=openapi_generator("go", "-p", GO),
        sources=of("go"),
        compile=(("go", "build", "-o", "play", "."),),
        play=("./play",),
        untyped=("model_*.go", r"^\t([A-Z]\w*) .*interface\{\}"),
    ),
    generated_only("kotlin", "kotlin", UNTYPED_KOTLIN),
    generated_only("swift", "swift6", UNTYPED_SWIFT),
    generated_only("csharp", "csharp", UNTYPED_CSHARP),
    generated_only("dart", "dart", UNTYPED_DART),
)  # fmt: skip
BY_NAME = {one.name: one for one in CLIENTS}
