"""Friends in two browsers, blocking and muting, players' pages, settings; an address that leads nowhere."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.running import Server
from tests.system.browser.chromium import PATIENCE
from tests.system.browser.conftest import Come
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import PASSWORD, Person


@pytest.fixture
def bob(server: Server) -> Person:
    return Person.signs_up(server.url, f"bob-{uuid4().hex[:8]}")


def chip(visitor: Visitor, words: str) -> None:
    visitor.page.locator("label.chip", has_text=words).click()


def known(person: Person) -> dict[str, str]:
    found = person.get("/me/relations")["results"]
    return {one["player"]: one["relation"]["friend"] for one in found}


def test_one_asks_the_other_agrees_and_either_can_end_it(
    come: Come, ann: Person, bob: Person
) -> None:
    anns, bobs = come(ann), come(bob)
    anns.opens("/people")
    anns.page.get_by_label("First letters of the name").fill(str(bob.name)[:9])
    anns.presses("Find")
    anns.presses(f"Send a friend request {bob.name}")
    anns.page.get_by_role("heading", name="Requests you sent").wait_for()
    # What was done is seen, and nothing is pressed through it.
    expect(anns.page.locator(".told")).to_contain_text(f"Friend request sent to {bob.name}.")
    bobs.page.set_viewport_size({"width": 390, "height": 844})
    bobs.opens("/lobby")
    bobs.page.locator(".bar").get_by_role("link", name="People 1 asks to be your friend").click()
    bobs.presses(f"Agree {ann.name}")
    expect(bobs.page.locator('.bar a[href="/people"] .count')).to_have_count(0)
    bobs.page.get_by_role("button", name=f"Remove friend {ann.name}").wait_for()
    assert (known(ann), known(bob)) == ({bob.name: "yes"}, {ann.name: "yes"})
    anns.page.reload()
    anns.presses(f"Remove friend {bob.name}")
    anns.page.get_by_text("No friends yet.").wait_for()
    assert (known(ann), known(bob)) == ({}, {})
    anns.check()
    bobs.check()


def test_a_request_can_be_declined_and_taken_back(come: Come, ann: Person, bob: Person) -> None:
    ann.call("PATCH", f"/me/relations/{bob.name}", {"friend": True}).ok()
    bobs, anns = come(bob), come(ann)
    bobs.opens("/people")
    bobs.presses(f"Decline {ann.name}")
    bobs.page.get_by_text("Friend requests").wait_for(state="detached")
    assert known(bob) == {}
    anns.opens(f"/player/{bob.name}")
    anns.presses(f"Send a friend request {bob.name}")
    anns.presses(f"Withdraw the request {bob.name}")
    anns.page.get_by_role("button", name="Send a friend request").wait_for()
    assert known(ann) == {}
    anns.check()
    bobs.check()


def test_a_player_is_muted_and_blocked_from_her_page_and_let_go_from_the_list(
    come: Come, ann: Person, bob: Person
) -> None:
    visitor = come(ann)
    visitor.opens(f"/player/{bob.name}")
    visitor.presses(f"Mute {bob.name}")
    visitor.page.get_by_role("button", name=f"Unmute {bob.name}").wait_for()
    visitor.presses(f"Block {bob.name}")
    visitor.page.get_by_role("button", name=f"Unblock {bob.name}").wait_for()
    expect(visitor.page.get_by_role("button", name="Send a friend request")).to_have_count(0)
    (found,) = ann.get("/me/relations")["results"]
    assert found["player"] == bob.name
    assert found["relation"]["muted"]
    assert found["relation"]["blocked"]
    visitor.opens("/people")
    visitor.presses(f"Unmute {bob.name}")
    visitor.presses(f"Unblock {bob.name}")
    expect(visitor.page.get_by_role("button", name=str(bob.name))).to_have_count(
        0, timeout=PATIENCE
    )
    assert ann.get("/me/relations")["results"] == []
    visitor.check()


def test_others_see_what_a_player_shows_and_no_more(come: Come, ann: Person, bob: Person) -> None:
    running = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    mine, theirs = come(ann), come(bob)
    mine.opens("/settings")
    mine.page.get_by_label("Something about you").fill("Plays in the evening.")
    mine.presses("Save")
    mine.page.locator(".saved").wait_for()
    theirs.opens(f"/player/{ann.name}")
    theirs.page.get_by_text("Plays in the evening.").wait_for()
    theirs.page.get_by_text("here since").wait_for()
    theirs.page.locator(f"[data-game='{running}']").wait_for()
    row = theirs.page.get_by_role("row", name="Turn the Tide")
    expect(row.get_by_role("cell")).to_have_text(["0", "0", "1"])
    for part in ("what I say about myself", "when I joined", "how many games I have played"):
        chip(mine, part)
    chip(mine, "how often I move in time")
    mine.presses("Save")
    mine.page.locator(".saved").wait_for()
    assert ann.get("/me")["shows"] == []
    theirs.page.reload()
    theirs.page.get_by_text("This player does not show any numbers.").wait_for()
    for gone in ("Plays in the evening.", "here since"):
        expect(theirs.page.get_by_text(gone)).to_have_count(0)
    # She herself is shown the same.
    mine.opens(f"/player/{ann.name}")
    mine.page.get_by_text("This is what others see.").wait_for()
    mine.page.get_by_text("This player does not show any numbers.").wait_for()
    mine.check()
    theirs.check()


def test_a_players_page_says_how_games_with_each_other_ended(
    come: Come, ann: Person, bob: Person
) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"], private=True)["id"]
    bob.call("POST", f"/games/{game}/join").ok()
    while (seen := ann.sees(game))["status"] != "finished":
        for one in (ann, bob):
            mine = (now := one.sees(game))["mine"]
            if mine["legal_actions"] and mine["submission"] is None:
                one.seals(game, now["turn"]["number"], mine["legal_actions"][0])
    won = [int(seat in seen["result"]["winners"]) for seat in (0, 1)]
    visitor = come(ann)
    visitor.opens(f"/player/{bob.name}")
    visitor.page.get_by_role("heading", name=f"Your games with {bob.name}").wait_for()
    cells = visitor.page.get_by_role("row", name="Turn the Tide").get_by_role("cell")
    expect(cells).to_have_text(["1", str(won[0]), str(won[1])])
    visitor.check()


def test_a_theme_is_kept_on_the_device_and_goes_before_the_machines(
    come: Come, ann: Person
) -> None:
    visitor = come(ann, color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    visitor.opens("/settings")
    light = visitor.page.evaluate(ground)
    chip(visitor, "dark")
    dark = visitor.page.evaluate(ground)
    assert dark != light
    visitor.opens("/lobby")
    assert visitor.page.evaluate(ground) == dark
    visitor.opens("/settings")
    chip(visitor, "same as this device")
    assert visitor.page.evaluate(ground) == light
    visitor.page.emulate_media(color_scheme="dark")
    assert visitor.page.evaluate(ground) == dark
    visitor.check()


def test_another_language_is_chosen_in_the_settings(come: Come, ann: Person) -> None:
    visitor = come(ann)
    visitor.opens("/settings")
    chip(visitor, "Deutsch")
    visitor.page.get_by_role("heading", name="Einstellungen").wait_for()
    visitor.opens("/people")
    visitor.page.get_by_role("heading", name="Leute").wait_for()
    visitor.check()


def test_a_guest_keeps_her_account_and_is_told_at_the_field_what_is_wrong(
    come: Come, ann: Person
) -> None:
    visitor = come()
    page, name = visitor.page, f"eve-{uuid4().hex[:8]}"
    visitor.opens("/open")
    visitor.presses("Continue as a guest")
    # Until the server has made her one: by going on at once she would call it off.
    page.get_by_role("button", name="Open the table").wait_for()
    visitor.opens("/settings")
    page.get_by_label("Name").fill(str(ann.name))
    page.get_by_label("Password").fill(PASSWORD)
    visitor.presses("Keep them")
    page.locator(".fault", has_text="has this username").wait_for()
    expect(page.locator(":focus")).to_have_attribute("name", "username", timeout=PATIENCE)
    # Each refusal names its rule, and none asks for an operator.
    page.get_by_label("Name").fill("eve!")
    page.get_by_label("Password").fill("short")
    visitor.presses("Keep them")
    page.locator(".fault", has_text="2 to 30 letters, digits, _ or -").wait_for()
    page.locator(".fault", has_text="at least 8 characters").wait_for()
    expect(page.get_by_text("For the operator")).to_have_count(0)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("password1")
    visitor.presses("Keep them")
    page.locator(".fault", has_text="This password is too common.").wait_for()
    page.get_by_label("Password").fill(PASSWORD)
    visitor.presses("Keep them")
    page.locator("a.name", has_text=name).wait_for()
    page.get_by_role("link", name="Apps that may act for you").wait_for()
    visitor.check()


def test_an_address_that_leads_nowhere_is_a_page_of_its_own(come: Come) -> None:
    visitor = come()
    with visitor.page.expect_response(re.compile("/tables$")) as answer:
        visitor.opens("/tables")
    assert answer.value.status == 404
    visitor.page.get_by_role("heading", name="Nothing here").wait_for()
    visitor.page.get_by_role("link", name="Back to the start").click()
    visitor.page.get_by_role("heading", name="Table games").wait_for()
    assert visitor.faults == []
