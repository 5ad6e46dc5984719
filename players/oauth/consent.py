"""The page on which a player decides about an app.

Of an app without the operator's word, only the address to which the browser is sent is certain. So the page
names that origin. The button requires a tick in a box first: one click, or a double click that was meant for
another page, agrees to nothing, with scripts or without.
"""

from copy import copy
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.settings import oauth2_settings
from oauth2_provider.views import AuthorizationView
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError
from oauthlib.openid.connect.core.exceptions import LoginRequired

from common.rest.scopes import scope_requests
from players.models import App, AppToken
from players.models.app import origin_of

S256 = "S256"
PAGES = "/oauth/"


class Consent(AuthorizationView):  # type: ignore[misc]
    """The library's view, with our page, S256 alone, and the question asked each time.

    The request is checked before the page is shown, and in the same way when it is sent.
    """

    template_name = "oauth/consent.html"
    form_class = forms.Form
    fault: Any = LoginRequired()
    """The reason why the app gets nothing, if so."""
    decided = False
    """Whether the browser may be sent to the app: a code was made, or the player has decided."""

    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        # It would let an app skip the question, and nobody can tell which program has sent it.
        asked = request.GET.copy()
        asked.pop("approval_prompt", None)
        request.GET = asked  # type: ignore[assignment]
        answer: HttpResponse = super().get(request, *args, **more)
        return answer

    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return self.get(request, *args, **more)

    def validate_authorization_request(self, request: HttpRequest) -> tuple[list[str], Any]:
        asked = copy(request)
        asked.method, asked.POST = "GET", QueryDict()
        scopes, self.credentials = super().validate_authorization_request(asked)
        if self.credentials.get("code_challenge_method") != S256:
            message = f"Only {S256} is taken as code_challenge_method."
            error = InvalidRequestError(message, state=self.credentials.get("state"))
            raise OAuthToolkitError(error=error, redirect_uri=self.credentials["redirect_uri"])
        return scopes, self.credentials

    def create_authorization_response(self, *args: Any, **more: Any) -> tuple[Any, Any, Any, int]:
        made: tuple[Any, Any, Any, int] = super().create_authorization_response(*args, **more)
        self.decided = True
        return made

    def error_response(self, error: Any, application: App | None, **more: Any) -> HttpResponse:
        self.fault = error.oauthlib_error
        answer: HttpResponse = super().error_response(error, application, **more)
        return answer

    def redirect(self, redirect_to: str, application: App | None) -> HttpResponse:
        """Redirect the browser to the app; to an unknown app only after the player has decided."""
        issuer = oauth2_settings.oauth2_authorization_server_issuer(self.request)
        redirect_to = _with_issuer(redirect_to, issuer)
        if not self.decided:
            app = application or App.objects.get(client_id=self.request.GET["client_id"])
            held = AppToken.objects.good().filter(application=app, user=self.request.user.pk)
            if not app.vouched and not held.exists():
                shown = {"error": self.fault, "origin": origin_of(redirect_to), "to": redirect_to}
                return self.render_to_response(shown, status=400)
        answer: HttpResponse = super().redirect(redirect_to, application)
        return answer

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().get_context_data(**more)
        return found | {"wishes": scope_requests(found.get("scopes", []))}

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        if "error" in context:
            # It comes without anything else: nobody is asked, and nothing is sent anywhere.
            context["title"] = _("This app cannot ask you")
            failed: HttpResponse = super().render_to_response(context, **more)
            return failed
        if self.request.method == "POST":
            return self._apply_decision(context["application"], context["scopes"])
        origin = origin_of(context["redirect_uri"])
        app = context["application"]
        context |= {
            "title": _("An app wants to act for you"),
            "origin": origin,
            "path": self.request.get_full_path(),
            "name": app.name or origin,
            "pushed_to": app.webhook_url and origin_of(app.webhook_url),
            "here": not origin.startswith("https:"),
        }
        answer: HttpResponse = super().render_to_response(context, **more)
        answer["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
            # Browsers hold where a form's answer leads against this too.
            f"base-uri 'none'; form-action 'self' {origin}; frame-ancestors 'none'"
        )
        return answer

    def _apply_decision(self, app: App, scopes: list[str]) -> HttpResponse:
        """Apply the player's decision; without the tick show the page once more."""
        allow = "allow" in self.request.POST
        if allow and "seen" not in self.request.POST:
            return HttpResponseRedirect(self.request.get_full_path())
        self.decided = True
        try:
            uri, *_rest = self.create_authorization_response(
                self.request, " ".join(scopes), self.credentials, allow
            )
        except OAuthToolkitError as error:
            return self.error_response(error, app)
        return self.redirect(uri, app)


def _with_issuer(uri: str, issuer: str) -> str:
    """Return the address with this server's name, as in every answer to an app (RFC 9207)."""
    parts = urlsplit(uri)
    query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != "iss"]
    return parts._replace(query=urlencode([*query, ("iss", issuer)])).geturl()


@require_POST
def not_me(request: HttpRequest) -> HttpResponse:
    """Sign out, and come back to the same question as another player."""
    back = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(back, allowed_hosts=None) and back.startswith(PAGES)
    logout(request)
    return redirect_to_login(back if ours else settings.LOGIN_REDIRECT_URL)
