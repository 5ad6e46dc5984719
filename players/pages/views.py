"""The account's first page, the name, and the pages of a recovery code and of own tokens."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.views import EmailView
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.usersessions.models import UserSession
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.rest.errors import ApiError
from common.rest.scopes import SCOPES, scope_requests
from players import door, moderation, names
from players.mail import reachable
from players.models import Appeal, EpochOver, Player, RecoveryCode, SignUpCode, Token
from players.pages import addresses, recovery, second_steps
from players.pages.forms import AppealForm, Recover, Rename
from players.suspension import suspending_act


@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Show the account and its ways to sign in."""
    player = _signed_in_player(request)
    steps = list(Authenticator.objects.filter(user_id=player.pk).values_list("type", flat=True))
    shown = {
        "address": addresses.known_addresses(player),
        "passkeys": steps.count(Authenticator.Type.WEBAUTHN),
        "app": Authenticator.Type.TOTP in steps,
        "code": RecoveryCode.objects.filter(player=player).first(),
        "sessions": len(UserSession.objects.purge_and_list(player)),
    }
    return render(request, "account/overview.html", shown)


class Address(EmailView):
    """allauth's page of addresses, which says if mail comes back."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().get_context_data(**more)
        return {**shown, "returned": reachable.returned_mail(self.request.user)}


class SetUpAppView(ActivateTOTPView):
    """allauth's page to set an app up. The code that confirms it cannot be used again."""

    @transaction.atomic
    def form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        step = Authenticator.objects.get(user=self.request.user, type=Authenticator.Type.TOTP)
        second_steps.use_up(step, form.cleaned_data["code"])
        return answer


@login_required
@require_http_methods(["POST"])
def mail_again(request: HttpRequest) -> HttpResponse:
    """Send a link to the address from which mail came back, so that mail goes there again."""
    reachable.try_anew(request, _signed_in_player(request))
    message = _("A letter is on its way. Mail goes to your address again once you follow its link.")
    messages.info(request, message)
    return HttpResponseRedirect(reverse("account_email"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def recovery_code(request: HttpRequest) -> HttpResponse:
    """Create a recovery code, which is shown on this response only."""
    player = _signed_in_player(request)
    code = None
    if request.method == "POST":
        code = recovery.create_code(player)
        get_adapter(request).send_notification_mail("account/email/recovery_code_made", player)
    held = RecoveryCode.objects.filter(player=player).first()
    shown = {"code": code, "held": held, "address": addresses.known_addresses(player)}
    return render(request, "account/recovery_code.html", shown)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Change the player's name."""
    player = _signed_in_player(request)
    form = Rename(player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        messages.success(request, _("You are {name} now.").format(name=player.username))
        return HttpResponseRedirect(request.path)
    # Read again: a form that fails may have been refused for what has changed since.
    renamed_at = Player.objects.values_list("renamed_at", flat=True).get(pk=player.pk)
    shown = {
        "form": form,
        "again_from": names.again_from(renamed_at),
        "days": settings.TIDE_RENAME_INTERVAL_DAYS,
    }
    return render(request, "account/name.html", shown)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def suspended(request: HttpRequest) -> HttpResponse:
    """Show why the account is suspended and until when; a POST appeals, once."""
    player = _signed_in_player(request)
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            moderation.make_appeal(player, form.cleaned_data["text"])
        except ApiError as refused:
            messages.error(request, refused.translated_detail)
        return redirect("account_suspended")
    act = suspending_act(player)
    if act is None:
        return redirect("account")
    appeal = Appeal.objects.filter(act=act).first()
    return render(request, "account/suspended.html", {"act": act, "appeal": appeal, "form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def codes(request: HttpRequest) -> HttpResponse:
    """Show the codes by which the player lets others in; a POST makes another."""
    player = _signed_in_player(request)
    if request.method == "POST":
        try:
            door.create_code(player)
        except ApiError as refused:
            messages.error(request, refused.detail)
        return redirect("account_codes")
    known = SignUpCode.objects.of_player(player).order_by("-created_at", "pk")
    shown = {"codes": known, "left": settings.TIDE_MAX_CODES_PER_PLAYER - len(known)}
    return render(request, "account/codes.html", shown)


@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password by a recovery code."""
    form = Recover(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        get_adapter(request).send_notification_mail("account/email/recovered", form.player)
        message = _("Your password is changed, and the code is used up. Sign in with it.")
        messages.success(request, message)
        return HttpResponseRedirect(reverse("account_login"))
    return render(request, "account/recover.html", {"form": form})


def _signed_in_player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # noqa: S101  The decorator has seen to it.
    return request.user


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=100,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        # Made for each form, in the active language.
        choices=lambda: [(one.name, f"{one.text} ({one.name})") for one in scope_requests(SCOPES)],
        widget=forms.CheckboxSelectMultiple,
    )


@login_required
@require_http_methods(["GET", "POST"])
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def tokens(request: HttpRequest) -> HttpResponse:
    """Show all tokens, and a form for one more; a new one stands in this response only.

    A token lasts longer than the session, and may do more. So it takes a recent sign-in.
    """
    form = TokenForm(request.POST or None)
    secret = None
    if form.is_valid():
        me: Any = request.user
        try:
            _token, secret = Token.objects.issue(
                Player.objects.get(pk=me.pk, epoch=me.epoch),
                form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
            )
        except (EpochOver, Player.DoesNotExist):
            return redirect("account_tokens")  # The session is over too: the page asks to sign in.
        form = TokenForm()
    rows = Token.objects.good().filter(player=request.user.pk).order_by("-created_at", "-id")
    shown = {
        "title": _("Tokens"),
        "form": form,
        "secret": secret,
        "tokens": [(token, scope_requests(token.scopes)) for token in rows],
        "now": timezone.now(),
    }
    return render(request, "account/tokens.html", shown)


@login_required
@require_POST
def end_token(request: HttpRequest, token: str) -> HttpResponse:
    if Token.objects.good().filter(player=request.user.pk, pk=token).delete()[0]:
        messages.success(request, _("The token is void from now on."))
    return redirect("account_tokens")
