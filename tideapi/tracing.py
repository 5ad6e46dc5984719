"""Traces by OpenTelemetry, for operators who set OTEL_EXPORTER_OTLP_ENDPOINT; an extra, and off by default.

Where it is not set nothing of it is imported. What leaves the server are names of routes and tasks, times,
and statements without their values: whatever else the libraries note about a span is dropped on its way out.

Why so: docs/decisions/operations.md.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
AFTER = "tideapi.middleware.Calls"
"""The middleware that makes problems of all errors: what traces stands within it."""
KEPT = frozenset(
    {
        "http.method",
        "http.request.method",
        "http.route",
        "http.status_code",
        "http.response.status_code",
        "db.system",
        "db.statement",
        "celery.action",
        "celery.state",
        "celery.task_name",
        "messaging.message.id",
    }
)
"""Attributes that cannot hold a secret. Addresses can: links in mails are good for a move."""


def begin_tracing() -> None:
    """Trace calls, statements and tasks of this process, if an endpoint is set."""
    if not os.environ.get(ENDPOINT):
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
        OTLPSpanExporter,
    )
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    trace_to(BatchSpanProcessor(strip_secrets(OTLPSpanExporter())))


def trace_to(processor: Any) -> None:
    """Instrument Django, psycopg and Celery; spans go to this processor."""
    from opentelemetry import trace  # noqa: PLC0415
    from opentelemetry.instrumentation.celery import CeleryInstrumentor  # noqa: PLC0415
    from opentelemetry.instrumentation.django import DjangoInstrumentor  # noqa: PLC0415
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415

    # OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say more, if they are set.
    service = os.environ.get("OTEL_SERVICE_NAME", "tideapi")
    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    provider.add_span_processor(processor)
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(middleware_position=settings.MIDDLEWARE.index(AFTER) + 1)
    PsycopgInstrumentor().instrument()
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]


def strip_secrets(exporter: "SpanExporter") -> "SpanExporter":
    """An exporter that hands on spans without what may hold a secret."""
    from opentelemetry.sdk.trace.export import SpanExporter  # noqa: PLC0415

    class Plain(SpanExporter):
        def export(self, spans: "Sequence[ReadableSpan]") -> Any:
            return exporter.export([_strip_span(span) for span in spans])

        def shutdown(self) -> None:
            exporter.shutdown()

        def force_flush(self, timeout_millis: int = 30_000) -> bool:
            return exporter.force_flush(timeout_millis)

    return Plain()


def _strip_span(span: "ReadableSpan") -> "ReadableSpan":
    """A span with the attributes that are kept, and without events: those quote what an error has said."""
    from opentelemetry.sdk.trace import ReadableSpan  # noqa: PLC0415
    from opentelemetry.trace import Status  # noqa: PLC0415

    attributes = {name: value for name, value in (span.attributes or {}).items() if name in KEPT}
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )
