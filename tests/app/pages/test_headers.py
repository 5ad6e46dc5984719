"""What every page with a form is sent with, and what a person sees who is refused."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

PAGES = ["/account/login/", "/account/signup/", "/account/password/reset/", "/account/nowhere/"]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_runs_our_scripts_alone_and_is_kept_by_nobody(client: Client, address: str) -> None:
    said = client.get(address)
    policy = said.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self'" in policy.split("; ")
    assert "unsafe" not in policy
    assert said.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in said.headers["Cache-Control"]


def test_who_is_refused_on_a_page_gets_a_page(client: Client) -> None:
    said = client.get("/account/nowhere/")
    assert (said.status_code, said.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "Nothing is at this address" in said.content.decode()


def test_a_form_from_elsewhere_is_refused_in_words() -> None:
    said = Client(enforce_csrf_checks=True).post("/account/login/")
    assert said.status_code == 403
    assert "This form has expired" in said.content.decode()


def test_the_account_is_for_whoever_is_signed_in(client: Client) -> None:
    said = client.get("/account/")
    assert (said.status_code, said.headers["Location"]) == (302, "/account/login/?next=/account/")
