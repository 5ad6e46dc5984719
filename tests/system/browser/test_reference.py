"""The API reference in a browser: its calls are pressed, its search is typed into, axe looks at it."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.sampling import sample
from tests.system.browser import axe
from tests.system.browser.conftest import Come
from tests.system.flows.client import Person

PAGES = [
    "/api/docs/",
    "/api/docs/turns",
    "/api/docs/games",
    "/api/docs/deliveries",
    "/api/docs/events",
    "/api/docs/schemas/",
    "/api/docs/schemas/Action",
    "/docs/",
    "/docs/write-a-bot",
    "/docs/problems/throttled",
    "/docs/nothing",
]
UNFOLD = """() => {
  for (const one of document.querySelectorAll("main details")) one.open = true;
}"""

BROKEN = """() => [...document.querySelectorAll("pre code")].flatMap((code) => {
  const text = code.firstChild ?? new Text();
  return [...text.data.matchAll(/\\$\\w+|\\$?\\{[^{}\\n]+\\}/g)].filter(({0: found, index}) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + found.length);
    return new Set([...range.getClientRects()].map((line) => line.top)).size > 1;
  }).map(([found]) => found);
})"""
"""The variables in samples that do not stand on one line."""


def send(page: Page, call: str) -> None:
    page.locator(f"#{call}").get_by_role("button", name="Send").click()


def status(page: Page, call: str, text: str) -> None:
    expect(page.locator(f"#{call}").get_by_role("status")).to_contain_text(text)


def test_the_five_calls_of_the_quickstart_are_pressed_in_order(come: Come) -> None:
    visitor = come()
    page = visitor.page
    visitor.opens("/api/docs/")
    expect(page.locator("#create_game").get_by_role("button", name="Send")).to_be_disabled()
    for call, text in [
        ("create_player", "POST 201"),
        ("create_game", "POST 201"),
        ("list_my_turns", "GET 200"),
        ("submit_answer", "PUT 200"),
    ]:
        send(page, call)
        status(page, call, text)
        expect(page.locator(f"#{call} .answer")).to_contain_text("{")
    send(page, "get_record")
    status(page, "get_record", "GET 409")
    expect(page.locator("#get_record .answer")).to_contain_text("game_not_finished")
    visitor.presses("Play on to the end")
    status(page, "submit_answer", "The game is finished.")
    send(page, "get_record")
    status(page, "get_record", "GET 200")
    expect(page.locator("#get_record .answer")).to_contain_text("tideapi-record/1")
    assert "tide_" not in page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    visitor.check()


def test_a_call_is_sent_by_whoever_is_signed_in_and_what_ends_something_asks_once(
    come: Come, ann: Person
) -> None:
    visitor = come(ann)
    page = visitor.page
    asked = list[str]()

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        (dialog.accept if len(asked) > 1 else dialog.dismiss)()

    page.on("dialog", answer)
    visitor.opens("/api/docs/me")
    send(page, "get_me")
    status(page, "get_me", "GET 200")
    expect(page.locator("#get_me form .answer")).to_contain_text(f'"username": "{ann.name}"')

    send(page, "create_vacation")
    until = datetime.now(UTC) + timedelta(days=2)
    page.locator("#create_vacation textarea").fill(
        json.dumps({"until": until.strftime("%Y-%m-%dT%H:%M:%SZ")})
    )
    send(page, "create_vacation")
    status(page, "create_vacation", "POST 201")
    shown = page.locator("#create_vacation form .answer code").text_content()
    send(page, "end_vacation")
    status(page, "end_vacation", "Fill in what is missing")
    page.locator("#end_vacation form").get_by_role("textbox", name="vacation").fill(
        json.loads(shown or "")["id"]
    )
    send(page, "end_vacation")
    status(page, "end_vacation", "Not sent.")
    send(page, "end_vacation")
    status(page, "end_vacation", "DELETE 204")
    assert len(asked) == 2

    send(page, "list_my_bots")
    status(page, "list_my_bots", "Fill in what is missing")
    page.locator("#list_my_bots form input[type=password]").fill(str(ann.token))
    send(page, "list_my_bots")
    status(page, "list_my_bots", "GET 200")
    assert str(ann.token) not in page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    visitor.check()


def test_the_language_of_the_samples_stays_from_page_to_page(come: Come) -> None:
    visitor = come()
    page = visitor.page
    visitor.opens("/api/docs/")
    page.get_by_role("radio", name="Python").check()
    expect(page.locator("#create_player .sample:visible")).to_contain_text("urlopen")
    visitor.opens("/api/docs/turns")
    expect(page.locator("#submit_answer .sample:visible")).to_contain_text("urlopen")
    visitor.check()


def test_on_a_phone_one_goes_from_a_group_to_another_and_no_variable_is_broken(come: Come) -> None:
    visitor = come(viewport={"width": 390, "height": 844})
    page = visitor.page
    visitor.opens("/api/docs/games#stream_game")
    contents = page.locator("details nav")
    page.locator("summary", has_text="games").first.click()
    contents.get_by_role("link", name="turns", exact=True).click()
    page.wait_for_url("**/api/docs/turns")
    assert page.evaluate(BROKEN) == []
    page.locator("summary", has_text="turns").first.click()
    contents.get_by_role("link", name="submit_answer").click()
    expect(contents).to_be_hidden()
    visitor.check()


def test_without_scripts_all_code_is_there_and_one_language_is_shown(come: Come) -> None:
    visitor = come(java_script_enabled=False)
    visitor.page.goto(f"{visitor.url}/api/docs/")
    expect(visitor.page.locator("#create_player .sample:visible")).to_contain_text("curl")
    expect(visitor.page.get_by_role("button", name="Send")).to_have_count(0)
    expect(visitor.page.get_by_role("combobox")).to_have_count(0)


@pytest.mark.parametrize("start", ["/api/docs/", "/docs/players"])
def test_the_search_is_used_with_keys_alone(come: Come, start: str) -> None:
    visitor = come()
    page = visitor.page
    visitor.opens(start)
    page.keyboard.press("/")
    expect(page.get_by_role("combobox")).to_be_focused()
    for text, kind, address in [
        ("submit answer", "call", "/api/docs/turns#submit_answer"),
        ("legal_actions", "field", "/api/docs/schemas/MyView#MyView.legal_actions"),
        ("turn_opened", "event", "/api/docs/events#turn_opened"),
        ("turn_closed", "event", "/api/docs/events#turn_closed"),
        ("playing by mail", "guide", "/docs/mail"),
        ("not_your_card", "code", "/docs/problems/not_your_card"),
    ]:
        page.keyboard.press("/")
        page.get_by_role("combobox").fill(text)
        expect(page.get_by_role("option").first).to_contain_text(kind)
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{address}")
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("how do I seal a card")
    expect(page.get_by_role("option").first).to_contain_text("submit_answer")
    page.get_by_role("combobox").fill("zzzzqq")
    said = page.locator(".search").get_by_role("status")
    expect(said).to_contain_text("Nothing is found for “zzzzqq”.")
    expect(page.get_by_role("option")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()
    visitor.check()


def test_the_arrows_choose_what_was_found(come: Come) -> None:
    visitor = come()
    page = visitor.page
    visitor.opens("/api/docs/")
    page.get_by_role("combobox").fill("get turn")
    expect(page.get_by_role("option", selected=True)).to_contain_text("call")
    page.keyboard.press("ArrowDown")
    second = page.get_by_role("option").nth(1)
    expect(second).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("combobox")).to_have_attribute("aria-activedescendant", "found-1")
    address = second.get_attribute("data-address")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address}")
    visitor.check()


@pytest.mark.parametrize(("width", "scheme"), sample(axe.SCREENS, 1))
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    come: Come, width: int, scheme: str
) -> None:
    axe.needed()
    visitor = come(bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": 900})
    found = {}
    for path in PAGES:
        visitor.opens(path)
        visitor.page.evaluate(UNFOLD)
        if path == "/api/docs/turns":
            send(visitor.page, "submit_answer")
            visitor.page.locator("#submit_answer textarea").wait_for()
        if path == "/api/docs/":
            visitor.page.get_by_role("combobox").fill("turn")
            visitor.page.get_by_role("option").first.wait_for()
        if faults := axe.faults(visitor.page):
            found[path] = faults
    assert found == {}
