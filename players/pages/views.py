"""The account's first page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and where everything else is."""
    return render(request, "account/overview.html", {"title": "My account"})
