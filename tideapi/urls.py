"""Which address leads where."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

import tideapi.rest.addresses  # noqa: F401  Registers the parts of addresses used below.
from tideapi import docs, health, metrics, table
from tideapi.errors import Problem
from tideapi.extras import is_installed
from tideapi.guides import views as guides
from tideapi.rest.errors import ApiError


@csrf_exempt
def nothing_here(request: HttpRequest, rest: str) -> HttpResponse:
    """Every other address; answered here because Django's own page for it would be HTML."""
    return Problem(ApiError("not_found", "Nothing is at this address."))


# Where a service says that mail came back; whoever has its secret may.
services_report = "WEBHOOK_SECRET" in settings.ANYMAIL
of_services = [path("account/mail/", include("anymail.urls"))] if services_report else []

of_apps = [path("", include("players.oauth.urls"))] if is_installed("oauth") else []

urlpatterns = [
    *of_services,
    *of_apps,
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("players.api.urls")),
    path("", include("notifications.urls")),
    path("api/v1/", include("notifications.api.urls")),
    path("api/schema/", docs.document, name="schema"),
    path("api/docs/", docs.swagger),
    path("api/redoc/", docs.redoc),
    path("docs", RedirectView.as_view(url="/docs/")),
    path("docs/", guides.guides),
    path("docs/problems/", guides.all_problems),
    path("docs/problems/<str:code>", guides.one_problem),
    path("docs/<path:name>", guides.guide),
    # Where one is within the table's page is for its script to say: each of these is the same page.
    re_path(
        r"^(?:home|lobby|open|people|settings|absence|notices|rules"
        r"|(?:game|player|invitation|rules)/[\w-]+)?\Z",
        table.table,
    ),
    re_path(r"^static/(?P<folder>table\.[0-9a-f]+)/style\.css\Z", table.style),
    path("service-worker.js", table.service_worker),
    path("dev/mail/", include("notifications.mail.preview_urls")),
    path("", include("notifications.presses.urls")),
    path("healthz", health.Alive.as_view()),
    path("readyz", health.Ready.as_view()),
    path("metrics", metrics.metrics),
    path("admin/", admin.site.urls),
    path("", include("players.table.urls")),
    path("account/", include("players.pages.urls")),
    path("account/", include("players.leaving.urls")),
    path("account/", include("notifications.mail.urls")),
    # Every call of the API leads to some view, whatever is in its address: there it is counted.
    re_path(r"^(?P<rest>(?!admin/)[\s\S]*)\Z", nothing_here),
]
