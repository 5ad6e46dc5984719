"""The game menu by ear and on a small screen: axe, 320 pixels, the keyboard."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.sampling import sample
from tests.system.browser import axe
from tests.system.browser.game_menu import Come, person, play_on, sits
from tests.system.flows.client import Person

TOO_WIDE = """() => [document.documentElement, document.querySelector("dialog")].some(
  (one) => one && one.scrollWidth > one.clientWidth + 1)"""


@pytest.mark.parametrize(("width", "scheme"), sample(axe.SCREENS, 1))
def test_axe_finds_nothing_in_any_dialog_and_nothing_is_too_wide(
    come: Come, ann: Person, width: int, scheme: str
) -> None:
    axe.needed()
    bob = person(ann.url, "bob")
    running = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    bob.joins(running)
    bob.call("PUT", f"/games/{running}/pause", {"length": "PT72H"}).ok()
    bob.call("POST", f"/games/{running}/messages", {"text": "The tide is high."}).ok()
    other: str = ann.opens(
        "high_tide", {"expansions": ["coins", "baywatch"]}, 3, bots=["random"] * 2
    )["id"]
    found = dict[str, Any]()
    visitor = sits(
        come,
        ann,
        running,
        bypass_csp=True,
        color_scheme=scheme,
        viewport={"width": width, "height": 900},
    )
    page = visitor.page

    def look(name: str) -> None:
        faults = axe.faults(page)
        if page.evaluate(TOO_WIDE):
            faults.append("too wide")
        if faults:
            found[name] = faults

    page.locator(".notices .notice").first.wait_for()
    look("notices")
    for game, last in ((running, "The hands"), (other, "Resign")):
        if game == other:
            visitor.opens(f"/game/{game}")
        # Entries of the game itself come with its picture.
        expect(page.locator(".game-menu button").last).to_have_text(last)
        for name in page.locator(".game-menu button").all_inner_texts():
            page.locator(".game-menu").get_by_role("button", name=name.split("\n")[0]).first.click()
            dialog = page.get_by_role("dialog")
            dialog.locator("p, li, ul").first.wait_for()
            look(f"{name} {game}")
            if dialog.get_by_role("button", name="Write one").count():
                dialog.get_by_role("button", name="Write one").click()
                for add in dialog.get_by_role("button", name="Add").all():
                    add.click()
                look(f"writing an order {game}")
                dialog.get_by_role("button", name="What would it do?").click()
                look(f"confirming an order {game}")
            page.keyboard.press("Escape")
            dialog.wait_for(state="detached")
    visitor.opens("/absence")
    page.locator("form").wait_for()
    look("absence")
    assert found == {}


def test_a_dialog_is_opened_and_closed_by_keyboard_and_gives_the_focus_back(
    come: Come, ann: Person
) -> None:
    game: str = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    hers = sits(come, ann, game)
    button = hers.page.locator(".game-menu").get_by_role("button", name="My note")
    button.focus()
    hers.page.keyboard.press("Enter")
    dialog = hers.page.get_by_role("dialog", name="My note")
    dialog.wait_for()
    field = dialog.get_by_label("My note")
    field.wait_for()
    assert hers.page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    hers.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    expect(button).to_be_focused()
    hers.check()


def test_the_menu_speaks_german(come: Come, ann: Person) -> None:
    game: str = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    hers = sits(come, ann, game, locale="de-DE")
    hers.page.get_by_role("button", name="Dauerauftrag").click()
    hers.page.get_by_text("Du hast keinen Dauerauftrag.").wait_for()
    hers.check()


def test_a_stranger_at_a_private_table_is_told_kindly_and_sees_nothing(
    come: Come, ann: Person
) -> None:
    game: str = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"], private=True)["id"]
    for who in (None, person(ann.url, "bob")):
        stranger = come()
        if who is not None:
            stranger.plays_as(who)
        stranger.opens(f"/game/{game}")
        stranger.page.get_by_text("There is no table at this address, or it is private").wait_for()
        text = stranger.page.locator("main").inner_text()
        assert str(ann.name) not in text
        assert "Turn the Tide" not in text
        expect(stranger.page.locator(".game-menu, form.table")).to_have_count(0)
        stranger.check()


def test_a_stranger_watches_a_public_game_with_what_all_may_see(come: Come, ann: Person) -> None:
    game: str = ann.opens("turn_the_tide", {}, 3, bots=["random", "careful"])["id"]
    stranger = come()
    stranger.opens(f"/game/{game}")
    # Nothing of it acts for anybody.
    expect(stranger.page.locator(".game-menu button")).to_have_text(
        ["Players and time", "The hands"]
    )
    stranger.page.get_by_role("button", name="Players and time").click()
    stranger.page.get_by_role("dialog").get_by_text("At this table").wait_for()
    expect(stranger.page.get_by_role("button", name="Give")).to_have_count(0)
    expect(stranger.page.get_by_role("button", name="Propose a pause")).to_have_count(0)
    stranger.check()


def test_a_finished_game_has_its_record_for_strangers_too(come: Come, ann: Person) -> None:
    game: str = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    play_on(game, ann)
    stranger = come()
    stranger.opens(f"/game/{game}")
    stranger.page.get_by_role("button", name="Verify the game").click()
    stranger.page.get_by_role("button", name="Verify in this browser").click()
    stranger.page.locator(".verdict", has_text="Verified: the game was dealt and played").wait_for()
    expect(stranger.page.get_by_role("button", name="Rematch")).to_have_count(0)
    stranger.check()
