"""Components of the OpenAPI document: what stands in several places of it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from itertools import accumulate
from typing import Any

from common.rest.json_codec import PROBLEM, dump
from common.rest.responses import HEADERS
from common.rest.schemas import lift_schemas
from tideapi.errors import example_problem
from tideapi.examples import EXAMPLES

Json = dict[str, Any]


def complete(result: Json, **context: Any) -> Json:
    """drf-spectacular's hook: move what calls have in common to the components."""
    parts = result["components"]
    parts["schemas"]["WebhookMessage"]["examples"] = [EXAMPLES["EventPage"]["results"][-1]]
    examples = EXAMPLES | {code: example_problem(code) for code in sorted(stated_codes(result))}
    result["components"] = {
        "schemas": lift_schemas(parts["schemas"]),
        "parameters": extract_shared_parameters(result),
        "responses": extract_shared_responses(result),
        "headers": HEADERS,
        "examples": {name: {"value": value} for name, value in examples.items()},
        "securitySchemes": parts["securitySchemes"],
    }
    return result


def extract_shared_parameters(result: Json) -> dict[str, Json]:
    """Move parameters that several operations share out of `result`, and leave references to them.

    Returns them by the title of their schema or else by their name. Raises `ValueError` if two of them have
    the same one.
    """
    lists = [operation["parameters"] for operation in iterate_operations(result)]
    often = Counter(dump(parameter) for parameters in lists for parameter in parameters)
    found: dict[str, Json] = {}
    for parameters in lists:
        for at, parameter in enumerate(parameters):
            if often[dump(parameter)] == 1:
                continue
            name = parameter["schema"].get("title", _camel_case(parameter["name"]))
            if found.setdefault(name, parameter) != parameter:
                raise ValueError(f"Two parameters of the document are called {name}.")
            parameters[at] = {"$ref": f"#/components/parameters/{name}"}
    return dict(sorted(found.items()))


def extract_shared_responses(result: Json) -> dict[str, Json]:
    """Move responses of a kind that several operations have out of `result`, and leave references to one.

    A reference has a description of its own where not all say the same, for example what a game is like
    after the call. Problems are of one kind if they have the same codes, other
    answers if they have one schema and the same headers.
    """
    places: dict[tuple[str, str, frozenset[str]], list[tuple[Json, str]]] = {}
    for operation in iterate_operations(result):
        for status, response in operation["responses"].items():
            kind = (
                _response_kind(status, response),
                ", ".join(response["headers"]),
                codes_of(response),
            )
            places.setdefault(kind, []).append((operation["responses"], status))
    found: dict[str, Json] = {}
    often = stated_codes(result)
    for (phrase, _, codes), same in sorted(places.items(), key=lambda item: -len(item[1])):
        rarest_first = sorted(codes, key=lambda code: (often[code], code))
        names = (phrase, *accumulate(map(_camel_case, rarest_first)))
        name = next((name for name in names if name not in found), None)
        if len(same) == 1 or name is None:
            continue
        several = [responses[status] for responses, status in same]
        descriptions = {response["description"] for response in several}
        # What most say would be wrong of the others for a reader who passes over their own words.
        shared = "The response." if several[0].get("content") else "Done."
        if len(descriptions) == 1:
            shared = descriptions.pop()
        found[name] = _join_responses(several, shared)
        for responses, status in same:
            own = responses[status]["description"]
            more = {} if own == shared else {"description": own}
            responses[status] = {"$ref": f"#/components/responses/{name}", **more}
    return dict(sorted(found.items()))


def stated_codes(result: Json) -> Counter[str]:
    """Every code that an operation may be refused with, and how many of them may be."""
    return Counter(
        code
        for operation in iterate_operations(result)
        for response in operation["responses"].values()
        for code in codes_of(response)
    )


def codes_of(response: Json) -> frozenset[str]:
    """Return the codes of the problems that a response stands for: its examples have their names."""
    return frozenset(response.get("content", {}).get(PROBLEM, {}).get("examples", ()))


def _camel_case(name: str) -> str:
    return "".join(part.capitalize() for part in re.split("[_-]", name))


def _response_kind(status: str, response: Json) -> str:
    """The name of responses like this one: that of the status, and for an answer that of its schema."""
    phrase = "Unread" if "X" in status else HTTPStatus(int(status)).phrase.replace(" ", "")
    content = response.get("content", {})
    schemas = [one["schema"]["$ref"].rpartition("/")[2] for one in content.values()]
    if not schemas and status == "204" and "RateLimit" not in response["headers"]:
        return "StreamEnded"
    if not schemas or schemas == ["Problem"]:
        return phrase
    return "".join([*schemas, "" if status == "200" else phrase])


def _join_responses(responses: list[Json], description: str) -> Json:
    """One response instead of several, with the examples of all."""
    first: Json = json.loads(dump({**responses[0], "description": description}))
    for content in first.get("content", {}).values():
        if "examples" in content:
            shown = [
                dict(part["examples"]) for one in responses for part in one["content"].values()
            ]
            content["examples"] = {
                name: one for examples in shown for name, one in examples.items()
            }
    return first


def iterate_operations(result: Json, section: str = "paths") -> Iterator[Json]:
    for methods in result[section].values():
        yield from methods.values()
