"""The API reference in a browser: its calls are pressed, and its search is typed into."""

import json
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Dialog, Page, expect

from tests.system.browser.conftest import OpenTab
from tests.system.browser.tab import Tab
from tests.system.flows.client import Person

STORAGE = "JSON.stringify([localStorage, sessionStorage])"
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


def send(page: Page, call: str, status: str) -> None:
    page.locator(f"#{call}").get_by_role("button", name="Send").click()
    expect(page.locator(f"#{call}").get_by_role("status")).to_contain_text(status)


def test_the_five_calls_of_the_quickstart_are_pressed_in_order(open_tab: OpenTab) -> None:
    tab = open_tab()
    page, record = tab.page, tab.page.locator("#get_record .answer")
    tab.open("/api/docs/")
    expect(page.locator("#create_game").get_by_role("button", name="Send")).to_be_disabled()
    for call, status in {
        "create_player": "POST 201",
        "create_game": "POST 201",
        "list_my_turns": "GET 200",
        "submit_answer": "PUT 200",
        "get_record": "GET 409",
    }.items():
        send(page, call, status)
        expect(page.locator(f"#{call} .answer")).to_contain_text("{")
    expect(record).to_contain_text("game_not_finished")
    tab.press("Play on to the end")
    expect(page.locator("#submit_answer").get_by_role("status")).to_contain_text(
        "The game is finished."
    )
    send(page, "get_record", "GET 200")
    expect(record).to_contain_text("tideapi-record/1")
    assert "tide_" not in page.evaluate(STORAGE)


def test_a_call_is_sent_as_the_player_and_one_that_ends_something_asks_once(
    tab: Tab, ann: Person
) -> None:
    page, asked = tab.page, list[str]()

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        (dialog.accept if len(asked) > 1 else dialog.dismiss)()

    page.on("dialog", answer)
    tab.open("/api/docs/me")
    send(page, "get_me", "GET 200")
    expect(page.locator("#get_me form .answer")).to_contain_text(f'"username": "{ann.name}"')
    page.locator("#create_vacation").get_by_role("button", name="Send").click()
    until = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    page.locator("#create_vacation textarea").fill(json.dumps({"until": until}))
    send(page, "create_vacation", "POST 201")
    shown = page.locator("#create_vacation form .answer code").text_content()
    send(page, "end_vacation", "Fill in what is missing")
    field = page.locator("#end_vacation form").get_by_role("textbox", name="vacation")
    field.fill(json.loads(shown or "")["id"])
    send(page, "end_vacation", "Not sent.")
    send(page, "end_vacation", "DELETE 204")
    assert len(asked) == 2
    send(page, "list_my_bots", "Fill in what is missing")
    page.locator("#list_my_bots form input[type=password]").fill(str(ann.token))
    send(page, "list_my_bots", "GET 200")
    assert str(ann.token) not in page.evaluate(STORAGE)


def test_on_a_phone_a_reader_goes_from_group_to_group_in_one_language_of_samples(
    open_tab: OpenTab,
) -> None:
    tab = open_tab(viewport={"width": 390, "height": 844})
    page, contents = tab.page, tab.page.locator("details nav")
    tab.open("/api/docs/games#stream_game")
    page.get_by_role("radio", name="Python").first.check()
    page.locator("summary", has_text="games").first.click()
    contents.get_by_role("link", name="turns", exact=True).click()
    page.wait_for_url("**/api/docs/turns")
    expect(page.locator("#submit_answer .sample:visible")).to_contain_text("urlopen")
    assert page.evaluate(BROKEN) == []
    page.locator("summary", has_text="turns").first.click()
    contents.get_by_role("link", name="submit_answer").click()
    expect(contents).to_be_hidden()


def test_without_scripts_all_code_is_there_and_one_language_is_shown(open_tab: OpenTab) -> None:
    tab = open_tab(java_script_enabled=False)
    tab.page.goto(f"{tab.url}/api/docs/")
    expect(tab.page.locator("#create_player .sample:visible")).to_contain_text("curl")
    expect(tab.page.get_by_role("button", name="Send")).to_have_count(0)
    expect(tab.page.get_by_role("combobox")).to_have_count(0)


def test_the_search_is_used_with_keys_alone(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    field, options = page.get_by_role("combobox"), page.get_by_role("option")
    tab.open("/docs/players")
    for text, kind, address in [
        ("submit answer", "call", "/api/docs/turns#submit_answer"),
        ("legal_actions", "field", "/api/docs/schemas/MyView#MyView.legal_actions"),
        ("turn_opened", "event", "/api/docs/events#turn_opened"),
        ("playing by mail", "guide", "/docs/mail"),
        ("not_your_card", "code", "/docs/problems/not_your_card"),
    ]:
        page.keyboard.press("/")
        expect(field).to_be_focused()
        field.fill(text)
        expect(options.first).to_contain_text(kind)
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{address}")
    page.keyboard.press("/")
    field.fill("zzzzqq")
    said = page.locator(".search").get_by_role("status")
    expect(said).to_contain_text("Nothing is found for “zzzzqq”.")
    expect(options).to_have_count(0)
    # The arrows choose what was found.
    field.fill("get turn")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", "found-1")
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()
