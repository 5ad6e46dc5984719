"""One call as the reference shows it: samples, parameters, body, answers, problems."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tideapi.reference.document import Json, Operation, resolve_reference
from tideapi.reference.fields import FieldRow, field_rows, kinds_of
from tideapi.reference.samples import write_samples
from tideapi.reference.sending import describe_sending
from tideapi.rest.error_codes import ErrorCode


@dataclass(frozen=True, slots=True)
class AnswerEntry:
    """One answer of a call; `schema` is the name of what its body is, empty where there is none."""

    status: str
    description: str
    schema: str
    fields: tuple[FieldRow, ...]
    example: Any


@dataclass(frozen=True, slots=True)
class CallEntry:
    """One call, as the template of its tag shows it."""

    call: Operation
    samples: dict[str, str]
    sending: str
    parameters: tuple[FieldRow, ...]
    headers: tuple[str, ...]
    body: tuple[FieldRow, ...]
    body_kinds: tuple[str, ...]
    bodies: dict[str, Any]
    answers: tuple[AnswerEntry, ...]
    problems: list[tuple[str, ErrorCode]]


def call_entry(call: Operation) -> CallEntry:
    """Return all that is shown of a call."""
    body = resolve_reference(call.body)
    kinds = kinds_of(body)
    for field in body.get("properties", {}).values():
        kinds += kinds_of(resolve_reference(field))
    return CallEntry(
        call=call,
        samples=write_samples(call),
        sending=describe_sending(call),
        parameters=tuple(field_rows(_parameter_fields(call), call.name)),
        headers=tuple(one["name"] for one in call.parameters_in("header")),
        body=tuple(field_rows(body, f"{call.name}.body", inline=True)),
        body_kinds=tuple(dict.fromkeys(kinds)),
        bodies=call.bodies,
        answers=tuple(_answer_entries(call)),
        problems=call.own_problems,
    )


def _parameter_fields(call: Operation) -> Json:
    """Return the parameters of address and query as the fields of an object."""
    stated = call.parameters_in("path", "query")
    return {
        "properties": {one["name"]: {**one["schema"], **_with_description(one)} for one in stated},
        "required": [one["name"] for one in stated if one.get("required")],
    }


def _with_description(parameter: Json) -> Json:
    return {"description": parameter.get("description", "")}


def _answer_entries(call: Operation) -> Iterator[AnswerEntry]:
    for status, answer in call.answers.items():
        media: Json = next(iter(answer.get("content", {}).values()), {})
        name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
        shown = resolve_reference(media["schema"]) if name else {}
        examples = [resolve_reference(one)["value"] for one in media.get("examples", {}).values()]
        yield AnswerEntry(
            status=status,
            description=answer["description"],
            schema=name,
            fields=tuple(field_rows(shown, f"{call.name}.{status}")),
            example=next(iter(examples), media.get("example")),
        )
