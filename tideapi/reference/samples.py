"""Code for each call in curl, Python and TypeScript, made of the document.

A sample takes the token, and what stands in the address, from the environment. So one text is read on the
page and run by tests (tests/app/reference/).
"""

import json
import shlex
from pprint import pformat
from textwrap import indent
from typing import Any

from django.conf import settings

from tideapi.reference.document import Operation

WIDTH = 68
"""Characters of a value that stands on one line."""


def format_json(value: Any, level: int = 0) -> str:
    """Return the value as JSON; `level` is how many objects and lists it stands in."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + 2 * level <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(name)}: {format_json(one, level + 1)}" for name, one in value.items()
        ]
    else:
        parts = [format_json(one, level + 1) for one in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    indent = "  " * level
    lines = ",\n".join(f"{indent}  {part}" for part in parts)
    return f"{opening}\n{lines}\n{indent}{closing}"


LANGUAGES = {"curl": "curl", "python": "Python", "typescript": "TypeScript"}
VARIABLES = {"token": "TOKEN_ID", "username": "PLAYER"}
"""Variables that are not simply the parameter's name in capitals."""
INDENT = "    "


def write_samples(call: Operation, body: Any = None) -> dict[str, str]:
    """Return the code of a call by language; none for what the server sends.

    Without a body the first example of the document is sent.
    """
    if not call.path:
        return {}
    body = body or next(iter(call.bodies.values()), None)
    return {
        "curl": curl_sample(call, body),
        "python": python_sample(call, body),
        "typescript": typescript_sample(call, body),
    }


def curl_sample(call: Operation, body: Any) -> str:
    """Return the call as a command."""
    parts = ["curl"]
    parts += {"stream": ["-N"], "bytes": ["--output answer"]}.get(call.answer_kind, [])
    parts += [] if call.method == "GET" else [f"-X {call.method}"]
    lines = [" ".join([*parts, f'"{_write_address(call, "${}")}"'])]
    if call.scopes:
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if body is not None:
        lines += ["-H 'Content-Type: application/json'", f"-d {shlex.quote(format_json(body))}"]
    return " \\\n  ".join(lines)


def python_sample(call: Operation, body: Any) -> str:
    """Return the call in Python, with its standard library alone."""
    address = _write_address(call, "{{os.environ['{}']}}")
    prefix = "f" if call.parameters_in("path") else ""
    arguments = [f'{prefix}"{address}"', f'method="{call.method}"']
    headers = ['"Authorization": f"Bearer {os.environ[\'TOKEN\']}"'] if call.scopes else []
    if body is not None:
        headers.append('"Content-Type": "application/json"')
    if headers:
        arguments.append(f"headers={{{_write_block(headers)}}}")
    if body is not None:
        arguments.append(
            f"data=json.dumps(\n{indent(pformat(body, sort_dicts=False), INDENT)}\n).encode()"
        )
    imports = {"json": body is not None, "os": bool(call.scopes or prefix)}
    read = {
        "stream": 'for line in answer:\n        print(line.decode(), end="")',
        "bytes": 'print(len(answer.read()), "bytes")',
    }.get(call.answer_kind, "print(answer.read().decode())")
    return "\n".join(
        [
            *(f"import {name}" for name, needed in imports.items() if needed),
            "from urllib.request import Request, urlopen\n",
            f"request = Request({_write_block(arguments)})",
            f"with urlopen(request) as answer:\n    {read}",
        ]
    )


def typescript_sample(call: Operation, body: Any) -> str:
    """Return the call in TypeScript, with `fetch`."""
    options = [f'method: "{call.method}"']
    headers = ["Authorization: `Bearer ${process.env.TOKEN}`"] if call.scopes else []
    if body is not None:
        headers.append('"Content-Type": "application/json"')
    if headers:
        options.append(f"headers: {{{_write_block(headers)}}}")
    if body is not None:
        options.append(f"body: JSON.stringify({format_json(body)})")
    read = {
        "stream": "for await (const part of answer.body ?? []) process.stdout.write(part);",
        "bytes": 'console.log((await answer.arrayBuffer()).byteLength, "bytes");',
    }.get(call.answer_kind, "console.log(await answer.text());")
    address = _write_address(call, "${{process.env.{}}}")
    return f"const answer = await fetch(`{address}`, {{{_write_block(options)}}});\n{read}"


def _write_address(call: Operation, how: str) -> str:
    """Return the call's URL; `how` a variable of the environment is written in the language."""
    address = f"{settings.TIDE_URL}{call.path}"
    for one in call.parameters_in("path"):
        name = one["name"]
        found = VARIABLES.get(name, name.upper())
        address = address.replace(f"{{{name}}}", how.format(found))
    return address


def _write_block(parts: list[str]) -> str:
    """Return the parts on lines of their own, as between the brackets of a call."""
    return "\n" + indent(",\n".join(parts), INDENT) + ",\n"
