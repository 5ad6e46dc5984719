"""The page on which a player decides about an app.

Where nobody vouches for the app, all that is certain of it is where the browser will be sent. So the page
names that origin. The button asks that a box be ticked first: one press, or a double click that was meant
for another page, agrees to nothing, with scripts or without.

Why so: docs/why.md#consent.
"""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.forms import AllowForm
from oauth2_provider.views import AuthorizationView
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError

from players.models import App
from players.models.app import TABLE, origin_of
from players.oauth import table
from players.oauth.scopes import wishes

S256 = "S256"
PAGES = "/oauth/"


class ConsentForm(AllowForm):  # type: ignore[misc]  # It has no types.
    seen = forms.BooleanField(required=False)


class Consent(AuthorizationView):  # type: ignore[misc]
    """The library's view, with our page, S256 alone, and the question asked each time."""

    template_name = "oauth/consent.html"
    form_class = ConsentForm

    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        # It would let an app skip the question, and nobody can tell which program has sent it.
        asked = request.GET.copy()
        asked.pop("approval_prompt", None)
        request.GET = asked  # type: ignore[assignment]
        if asked.get("client_id") == TABLE:
            table.enter()
        answer: HttpResponse = super().get(request, *args, **more)
        return answer

    def validate_authorization_request(self, request: HttpRequest) -> tuple[list[str], Any]:
        scopes, credentials = super().validate_authorization_request(request)
        table.check(request, credentials)
        if credentials.get("code_challenge_method") != S256:
            said = f"Only {S256} is taken as code_challenge_method."
            error = InvalidRequestError(said, state=credentials.get("state"))
            raise OAuthToolkitError(error=error, redirect_uri=credentials["redirect_uri"])
        return scopes, credentials

    def form_valid(self, form: Any) -> HttpResponse:
        if form.cleaned_data["client_id"] == TABLE:
            raise SuspiciousOperation  # It never asks by a form.
        if form.cleaned_data["allow"] and not form.cleaned_data["seen"]:
            return self.form_invalid(form)
        try:
            answer: HttpResponse = super().form_valid(form)
        except App.DoesNotExist:
            raise SuspiciousOperation from None
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page once more, made from the address and not from what was sent."""
        return HttpResponseRedirect(self.request.get_full_path())

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().get_context_data(**more)
        return found | {"wishes": wishes(found.get("scopes", []))}

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        if "error" in context:
            # It comes without anything else: nobody is asked, and nothing is sent anywhere.
            context["title"] = _("This app cannot ask you")
            failed: HttpResponse = super().render_to_response(context, **more)
            return failed
        origin = origin_of(context["redirect_uri"])
        app = context["application"]
        context |= {
            "title": _("An app wants to act for you"),
            "origin": origin,
            "path": self.request.get_full_path(),
            "name": app.name or origin,
            "here": origin.startswith("http:"),
        }
        answer: HttpResponse = super().render_to_response(context, **more)
        answer["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; "
            # Browsers hold where a form's answer leads against this too.
            f"form-action 'self' {origin}; frame-ancestors 'none'"
        )
        return answer


@require_POST
def not_me(request: HttpRequest) -> HttpResponse:
    """Sign out, and come back to the same question as somebody else."""
    back = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(back, allowed_hosts=None) and back.startswith(PAGES)
    logout(request)
    return redirect_to_login(back if ours else settings.LOGIN_REDIRECT_URL)
