"""Signing in in a browser without looking at a page, and ending what is open in others."""

from playwright.sync_api import Browser, BrowserContext

from tests.system.flows.client import PASSWORD, Person


def sign_in(context: BrowserContext, url: str, person: Person) -> None:
    """Sign this person in in a browser, without a page, instead of who was there."""
    who = _cookies(context).get("tide_player", "").partition(".")[2]
    if who == person.name:
        return
    if who:
        send_form(context, url, "/session/end")
    context.request.get(f"{url}/account/login/")
    send_form(context, url, "/account/login/", login=str(person.name), password=PASSWORD)


def send_form(context: BrowserContext, url: str, path: str, **form: str) -> None:
    """Send a form of the server's own pages as this browser."""
    headers = {"X-CSRFToken": _cookies(context)["csrftoken"], "Referer": url}
    assert context.request.post(url + path, form=dict(form), headers=headers).ok


def end_session_elsewhere(browser: Browser | None, url: str, person: Person) -> None:
    """End what this person has open in all browsers, from another one."""
    assert browser is not None
    context = browser.new_context()
    sign_in(context, url, person)
    send_form(context, url, "/account/sessions/")
    context.close()


def _cookies(context: BrowserContext) -> dict[str, str]:
    return {one["name"]: one["value"] for one in context.cookies()}
