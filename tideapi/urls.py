"""Which address leads where."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, include, path, re_path, resolve
from django.utils.translation import gettext_noop
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.views import SpectacularSwaggerSplitView

import common.rest.addresses  # noqa: F401  Registers the parts of addresses used below.
from common.optional_packages import is_installed
from common.rest.errors import ApiError
from players import page_session
from tideapi import health, metrics, openapi_views, web_page
from tideapi.errors import Problem
from tideapi.guides import views as guides
from tideapi.guides.addresses import is_for_readers
from tideapi.index import Index, IndexWithSlash
from tideapi.reference import views as reference


@csrf_exempt
def nothing_here(request: HttpRequest, rest: str) -> HttpResponse:
    """Refuse every other address; here, because Django's own page for it would be HTML.

    Guides and reference are read with and without a last slash. No other redirect leads to the address with
    or without it: many clients follow one with `GET`.
    """
    bare = request.path_info.rstrip("/")
    for other, message in (
        (
            bare,
            gettext_noop("Nothing is at this address. It is there without the slash at its end."),
        ),
        (
            f"{bare}/",
            gettext_noop("Nothing is at this address. It is there with a slash at its end."),
        ),
    ):
        if other != request.path_info and _leads_somewhere(other):
            if request.method in {"GET", "HEAD"} and is_for_readers(other):
                query = request.META.get("QUERY_STRING", "")
                return HttpResponseRedirect(f"{other}?{query}" if query else other)
            return Problem(ApiError("not_found", message))
    return Problem(ApiError("not_found", "Nothing is at this address."))


def _leads_somewhere(path: str) -> bool:
    try:
        return resolve(path).func is not nothing_here
    except Resolver404:
        return False


# Where a service reports that mail came back; its secret is enough.
services_report = "WEBHOOK_SECRET" in settings.ANYMAIL
of_services = [path("account/mail/", include("anymail.urls"))] if services_report else []

of_apps = [path("", include("players.oauth.urls"))] if is_installed("oauth") else []

swagger = SpectacularSwaggerSplitView.as_view(url_name="openapi.json", template_name="swagger.html")
of_swagger = [path("api/swagger/", swagger, name="swagger")] if is_installed("swagger") else []

PAGES = ("home", "lobby", "open", "people", "settings", "absence", "notices", "rules")
"""Places within the table's page."""

urlpatterns = [
    # First, because Django tries one after the other, and most calls are about games.
    path("api/v1/", include("games.api.urls")),
    path("api/v1", Index.as_view(), name="index"),
    path("api/v1/", include([path("", IndexWithSlash.as_view(), name="index_with_slash")])),
    *of_services,
    *of_apps,
    path("api/v1/", include("players.api.urls")),
    path("", include("notifications.urls")),
    path("api/v1/", include("notifications.api.urls")),
    path("api/schema/", openapi_views.document, name="schema"),
    path("openapi.json", openapi_views.document, {"form": "json"}, name="openapi.json"),
    *of_swagger,
    path("api/docs/", reference.overview, name="reference"),
    path("api/docs/search.json", reference.search_index, name="reference_search"),
    path("api/docs/events", reference.events, name="reference_events"),
    path("api/docs/schemas/", reference.all_schemas, name="reference_schemas"),
    path("api/docs/schemas/<schema:name>", reference.one_schema, name="reference_schema"),
    path("api/docs/<tag:tag>", reference.one_tag, name="reference_tag"),
    path("docs/", guides.guides, name="docs"),
    path("docs/problems/", guides.all_problems, name="problems"),
    path("docs/problems/<problem:code>", guides.one_problem, name="problem"),
    path("docs/<guide:name>", guides.guide, name="guide"),
    # Where one is within the table's page is for its script to say: each of these is the same page.
    path("", web_page.table, name="table"),
    *(path(page, web_page.table, name=f"table_{page}") for page in PAGES),
    path("game/<id:game>", web_page.table, name="table_game"),
    re_path(r"^(?:game|player|invitation|rules)/[\w-]+\Z", web_page.table, name="table_page"),
    re_path(
        r"^static/(?P<folder>table\.[0-9a-f]+)/style/all\.css\Z", web_page.style, name="table_style"
    ),
    path("manifest.webmanifest", web_page.manifest, name="manifest"),
    path("service-worker.js", web_page.service_worker, name="service_worker"),
    path("", include("notifications.answer_links.urls")),
    path(
        "pictures/<id:ruleset>/<id:group>/<id:piece>.svg",
        web_page.serve_picture,
        name="picture",
    ),
    path("healthz", health.Alive.as_view(), name="healthz"),
    path("readyz", health.Ready.as_view(), name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("session/token", page_session.give_token, name="session_token"),
    path("session/guest", page_session.begin_guest, name="session_guest"),
    path("session/claim", page_session.claim_guest, name="session_claim"),
    path("session/end", page_session.end_session, name="session_end"),
    path("account/moderation/", include("games.moderators.urls")),
    path("account/", include("players.pages.urls")),
    # Every call of the API leads to some view, whatever is in its address: there it is counted.
    re_path(r"^(?P<rest>(?!admin/)[\s\S]*)\Z", nothing_here, name="nothing_here"),
]
