"""Tokens that a player creates for programs of their own."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from players.models import EpochOver, Player, Token
from tideapi.rest.scopes import SCOPES, scope_requests


def _scope_choices() -> list[tuple[str, str]]:
    return [(wish.name, f"{wish.text} ({wish.name})") for wish in scope_requests(SCOPES)]


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What it is for"), max_length=100, widget=forms.TextInput({"autocomplete": "off"})
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=_scope_choices,  # Made for each form, in the active language.
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
            _token, secret = Token.issue(
                Player.objects.get(pk=me.pk, epoch=me.epoch),
                form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
            )
        except (EpochOver, Player.DoesNotExist):
            return redirect("account_tokens")  # The session is over too: the page asks to sign in.
        form = TokenForm()
    rows = Token.good().filter(player=request.user.pk).order_by("-created_at", "-id")
    shown = {
        "title": gettext("Tokens"),
        "form": form,
        "secret": secret,
        "tokens": [(row, scope_requests(row.scopes)) for row in rows],
        "now": timezone.now(),
    }
    return render(request, "account/tokens.html", shown)


@login_required
@require_POST
def end_token(request: HttpRequest, token: str) -> HttpResponse:
    if Token.good().filter(player=request.user.pk, pk=token).delete()[0]:
        messages.success(request, gettext("The token is void from now on."))
    return redirect("account_tokens")
