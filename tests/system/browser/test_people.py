"""Friends in two browsers, blocking and muting, players' pages, settings."""

import re

from playwright.sync_api import expect

from tests.system.browser.conftest import OpenTab, open_game
from tests.system.browser.tab import Tab
from tests.system.flows.client import Person


def press_chip(tab: Tab, words: str) -> None:
    tab.page.locator("label.chip", has_text=words).click()


def friends_of(person: Person) -> dict[str, str]:
    found = person.get("/me/relations")["results"]
    return {one["player"]: one["relation"]["friend"] for one in found}


def test_a_friend_is_asked_agrees_and_is_removed_muted_and_blocked(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    anns, bobs = open_tab(ann), open_tab(bob)
    anns.open("/people")
    anns.page.get_by_label("First letters of the name").fill(str(bob.name)[:9])
    anns.press("Find")
    anns.press(f"Send a friend request {bob.name}")
    expect(anns.page.locator(".told")).to_contain_text(f"Friend request sent to {bob.name}.")
    bobs.page.set_viewport_size({"width": 390, "height": 844})
    bobs.open("/lobby")
    bobs.page.locator(".bar").get_by_role("link", name="People 1 asks to be your friend").click()
    bobs.press(f"Agree {ann.name}")
    expect(bobs.page.locator('.bar a[href="/people"] .count')).to_have_count(0)
    assert (friends_of(ann), friends_of(bob)) == ({bob.name: "yes"}, {ann.name: "yes"})
    anns.page.reload()
    anns.press(f"Remove friend {bob.name}")
    anns.page.get_by_text("No friends yet.").wait_for()
    assert (friends_of(ann), friends_of(bob)) == ({}, {})
    # On the page of the player, and back in the list.
    anns.open(f"/player/{bob.name}")
    anns.press(f"Mute {bob.name}")
    anns.press(f"Block {bob.name}")
    anns.page.get_by_role("button", name=f"Unblock {bob.name}").wait_for()
    expect(anns.page.get_by_role("button", name="Send a friend request")).to_have_count(0)
    (found,) = ann.get("/me/relations")["results"]
    assert (found["relation"]["muted"], found["relation"]["blocked"]) == (True, True)
    anns.open("/people")
    anns.press(f"Unmute {bob.name}")
    anns.press(f"Unblock {bob.name}")
    expect(anns.page.get_by_role("button", name=str(bob.name))).to_have_count(0)
    assert ann.get("/me/relations")["results"] == []


def test_others_see_what_a_player_shows_and_no_more(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    running = open_game(ann)
    mine, theirs = open_tab(ann), open_tab(bob)
    mine.open("/settings")
    # The swimmers are radio buttons, and what the arrows settle on is kept.
    swimmer = mine.page.locator("[name=avatar]:checked")
    before = swimmer.input_value()
    swimmer.press("ArrowRight")
    mine.page.get_by_role("status").get_by_text("Saved.").wait_for()
    assert ann.get("/me")["avatar"] == swimmer.input_value() != before
    mine.page.get_by_label("Something about you").fill("Plays in the evening.")
    mine.press("Save")
    mine.page.locator(".saved").wait_for()
    theirs.open(f"/player/{ann.name}")
    for shown in ("Plays in the evening.", "here since"):
        theirs.page.get_by_text(shown).wait_for()
    theirs.page.locator(f"[data-game='{running}']").wait_for()
    row = theirs.page.get_by_role("row", name="Turn the Tide")
    expect(row.get_by_role("cell")).to_have_text(["0", "0", "1"])
    for part in (
        *("what I say about myself", "when I joined"),
        *("how many games I have played", "how often I move in time"),
    ):
        press_chip(mine, part)
    mine.press("Save")
    mine.page.locator(".saved").wait_for()
    assert ann.get("/me")["shows"] == []
    theirs.page.reload()
    mine.open(f"/player/{ann.name}")
    mine.page.get_by_text("This is what others see.").wait_for()
    for tab in (mine, theirs):
        tab.page.get_by_text("This player does not show any numbers.").wait_for()
        for gone in ("Plays in the evening.", "here since"):
            expect(tab.page.get_by_text(gone)).to_have_count(0)
    theirs.page.get_by_role("link", name="Invite to a table").click()
    theirs.press("Get the link")
    theirs.page.locator(".waiting-room").wait_for()
    assert [one["invited_by"] for one in ann.get("/me/invitations")["results"]] == [bob.name]


def test_a_theme_is_kept_on_the_device_and_goes_before_the_machines(
    open_tab: OpenTab, ann: Person
) -> None:
    tab = open_tab(ann, color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    tab.open("/settings")
    light = tab.page.evaluate(ground)
    press_chip(tab, "dark")
    dark = tab.page.evaluate(ground)
    assert dark != light
    tab.open("/settings")
    assert tab.page.evaluate(ground) == dark
    press_chip(tab, "same as this device")
    assert tab.page.evaluate(ground) == light
    tab.page.emulate_media(color_scheme="dark")
    assert tab.page.evaluate(ground) == dark


def loaded_words(tab: Tab) -> set[str]:
    """The catalogues of German words that this page has asked for."""
    found = (re.search(r"/static/table\.\w+/(.*)words/de\.js", one.url) for one in tab.called)
    return {one[1] for one in found if one}


def test_a_page_loads_only_the_words_it_says_and_changes_them_while_it_is_open(
    open_tab: OpenTab, ann: Person
) -> None:
    tab = open_tab(ann, locale="de-DE")
    tab.open_table(open_game(ann))
    tab.page.get_by_text("Deine Karten").wait_for()
    assert loaded_words(tab) <= {"", "games/turn_the_tide/"}
    dialog = tab.open_dialog("Dauerauftrag")
    dialog.get_by_text("Du hast keinen Dauerauftrag.").wait_for()
    assert "game_menu/" in loaded_words(tab)
    tab.close_dialog()
    tab.page.get_by_label("Sprache").select_option("en")
    tab.page.get_by_text("Your hand").wait_for()
    assert tab.page.get_attribute("html", "lang") == "en"
    tab.open("/settings")
    press_chip(tab, "Deutsch")
    tab.page.get_by_role("heading", name="Einstellungen").wait_for()
    tab.open("/people")
    tab.page.get_by_role("heading", name="Leute").wait_for()
