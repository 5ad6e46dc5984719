"""The device flow (RFC 8628): a terminal shows a code, and its player enters that in a browser."""

import json
import secrets
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import FormView, View
from oauth2_provider.views import DeviceAuthorizationView, RevokeTokenView, TokenView

from common.rest.scopes import LENT, scope_requests
from players.login_throttle import count_guess
from players.models import App, AppDevice
from players.models.app import origin_of
from players.oauth.scopes import UNLESS_ASKED
from players.oauth.validator import DEVICE

FORM = "application/x-www-form-urlencoded"
UNKNOWN = _("No terminal waits with this code.")
GRANTS = ("authorization_code", "refresh_token", DEVICE)
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of codes that people type: no vowels, so no words, nothing like a digit (RFC 8628, 6.1)."""
HALF = 4
SLOWLY = timedelta(seconds=4)
"""Less than the interval that terminals are told, so that a quick network is no fault."""


class Begin(DeviceAuthorizationView):  # type: ignore[misc]  # It has no types.
    """The endpoint at which a terminal asks for a code."""

    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        if not request.POST.get("client_id"):
            return _error_response("invalid_request", "The client_id is missing.")
        asked = request.POST.get("scope", "").split() or UNLESS_ASKED
        if not set(asked) <= LENT.keys():
            return _error_response("invalid_scope", "It names a scope that apps are not given.")
        sent = request.POST.copy()
        sent["scope"] = " ".join(asked)
        request.POST = sent  # type: ignore[assignment]
        if request.content_type == FORM:
            # With a charset, as browsers send it, oauthlib refuses it.
            request.META["CONTENT_TYPE"] = FORM
        answer: HttpResponse = super().post(request, *args, **more)
        if answer.status_code == HTTPStatus.OK:
            # The first call for the tokens is never too early (RFC 8628, section 3.5).
            device = AppDevice.objects.filter(device_code=json.loads(answer.content)["device_code"])
            device.update(last_checked=timezone.now() - SLOWLY)
        return answer

    def create_device_authorization_response(self, request: HttpRequest) -> tuple[Any, Any, int]:
        headers, body, status = super().create_device_authorization_response(request)
        if status == 200:  # noqa: PLR2004
            app = App.objects.filter(client_id=request.POST["client_id"]).first()
            if app is None or not app.allows_grant_type(App.GRANT_DEVICE_CODE):
                message = "This app was not registered for the device flow."
                refused = {"error": "unauthorized_client", "error_description": message}
                return headers, json.dumps(refused), 400
            page = request.build_absolute_uri(reverse("oauth2_provider:device"))
            letters = "".join(secrets.choice(LETTERS) for _ in range(2 * HALF))
            code = normalize_code(letters)  # Such as WDJB-MJHT, one of 25,600,000,000.
            body |= {
                "user_code": code,
                "verification_uri": page,
                "verification_uri_complete": f"{page}?user_code={code}",
            }
        return headers, body, status


@method_decorator(csrf_exempt, name="dispatch")
class DeviceTokens(TokenView):  # type: ignore[misc]
    """The token endpoint. A terminal's code is good once, and in its time.

    One transaction reads a right, uses it up and issues: of two that come at once, one waits.
    """

    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        kind = request.POST.get("grant_type")
        if not kind:
            return _error_response("invalid_request", "The grant_type is missing.")
        if kind not in GRANTS:
            return _error_response("unsupported_grant_type", f"There are {', '.join(GRANTS)}.")
        if kind == DEVICE and "device_code" not in request.POST:
            return _error_response("invalid_request", "The device_code is missing.")
        with transaction.atomic():
            return in_json(request, super().post(request, *args, **more))

    def device_flow_token_response(
        self, request: HttpRequest, device_code: str, *args: Any, **more: Any
    ) -> HttpResponse:
        known = {"device_code": device_code, "client_id": request.POST.get("client_id", "")}
        device = AppDevice.objects.select_for_update().filter(**known).first()
        if device is None:
            return _error_response("invalid_grant", "This device_code is not known, or was used.")
        if device.is_expired():
            return _error_response("expired_token", "The code has expired. Ask for another.")
        asked, device.last_checked = device.last_checked, timezone.now()
        device.save(update_fields=["last_checked"])
        waiting = device.status == device.AUTHORIZATION_PENDING
        if waiting and device.last_checked - asked < SLOWLY:
            return _error_response("slow_down", "Wait for the interval between two calls.")
        answer: HttpResponse = super().device_flow_token_response(request, device_code)
        if not waiting:
            device.delete()
        return answer


@method_decorator(csrf_exempt, name="dispatch")
class Revoke(RevokeTokenView):  # type: ignore[misc]
    """The endpoint at which an app revokes its token (RFC 7009)."""

    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return in_json(request, super().post(request, *args, **more))


class CodeForm(forms.Form):
    user_code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "autofocus": True}
        ),
    )

    def clean_user_code(self) -> str:
        return normalize_code(self.cleaned_data["user_code"])


class EnterCode(LoginRequiredMixin, FormView):  # type: ignore[type-arg]  # not generic at run time
    """The page for the code of a terminal. Guesses are counted."""

    template_name = "oauth/device.html"
    form_class = CodeForm
    extra_context = {"title": _("Connect a terminal")}

    def get_initial(self) -> dict[str, Any]:
        return {"user_code": self.request.GET.get("user_code", "")}

    def form_valid(self, form: Any) -> HttpResponse:
        with count_guess(f"device:{self.request.user.pk}") as made:
            device = terminal_with(form.cleaned_data["user_code"]).first()
            made.right = device is not None
        if device is None:
            form.add_error("user_code", ValidationError(UNKNOWN))
            return self.form_invalid(form)
        code = form.cleaned_data["user_code"]
        return redirect("oauth2_provider:device-confirm", user_code=code)


class Decide(LoginRequiredMixin, View):
    """The page with a terminal's request; the code stands in the address."""

    def get(self, request: HttpRequest, user_code: str) -> HttpResponse:
        with count_guess(f"device:{request.user.pk}") as made:
            device = terminal_with(user_code).first()
            made.right = device is not None
        if device is None:
            return _done_page(request, str(UNKNOWN), 404)
        app = App.objects.filter(client_id=device.client_id).first()
        shown = {
            "title": gettext("A terminal wants to act for you"),
            "app": app,
            "code": normalize_code(user_code),
            "wishes": scope_requests(device.scope.split()),
            "pushed_to": app and app.webhook_url and origin_of(app.webhook_url),
            "path": request.get_full_path(),
        }
        return render(request, "oauth/device_confirm.html", shown)

    def post(self, request: HttpRequest, user_code: str) -> HttpResponse:
        agreed = request.POST.get("action") == "accept"
        if agreed and not request.POST.get("seen"):
            return redirect(request.get_full_path())
        with count_guess(f"device:{request.user.pk}") as made:
            decided = terminal_with(user_code).update(
                status=AppDevice.AUTHORIZED if agreed else AppDevice.DENIED,
                user=request.user.pk,
                epoch=request.user.epoch,  # type: ignore[union-attr]  # A signed-in user is a player.
            )
            made.right = bool(decided)
        if not decided:
            return _done_page(request, str(UNKNOWN), 404)
        if agreed:
            return _done_page(request, gettext("Done. Your terminal goes on by itself."))
        return _done_page(request, gettext("The terminal gets nothing."))


def terminal_with(user_code: str) -> Any:
    """Return the terminals that wait with this code, at most one."""
    now = timezone.now()
    pending = AppDevice.objects.filter(status=AppDevice.AUTHORIZATION_PENDING, expires__gt=now)
    return pending.filter(user_code=user_code)


def _done_page(request: HttpRequest, message: str, status: int = 200) -> HttpResponse:
    shown = {"title": gettext("Connect a terminal"), "said": message}
    return render(request, "oauth/device_done.html", shown, status=status)


def in_json(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the response labelled as JSON, which the library leaves out of some refusals."""
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        if "Authorization" in request.headers:
            answer["WWW-Authenticate"] = 'Basic realm="tideapi"'
        else:
            del answer["WWW-Authenticate"]
            answer.status_code = HTTPStatus.BAD_REQUEST
    if answer.content:
        answer["Content-Type"] = "application/json"
    answer["Cache-Control"] = "no-store"
    return answer


def _error_response(error: str, description: str) -> HttpResponse:
    """Return a refusal in the form of RFC 6749, section 5.2."""
    body = {"error": error, "error_description": description}
    return JsonResponse(body, status=400, headers={"Cache-Control": "no-store"})


def normalize_code(text: str) -> str:
    """Return a typed code in its stored form."""
    letters = "".join(one for one in text.upper() if one in LETTERS)
    return f"{letters[:HALF]}-{letters[HALF:]}"
