"""Friends in two browsers, blocking and muting, players' pages, settings; an address that leads nowhere."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from tests.running import Server
from tests.system.browser.conftest import PATIENCE
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import PASSWORD, Person

Come = Callable[..., Visitor]


@pytest.fixture
def come(browser: Browser, server: Server) -> Come:
    """Somebody opens a browser of her own."""

    def opened(person: Person | None = None, **more: Any) -> Visitor:
        context = browser.new_context(reduced_motion="reduce", **{"locale": "en-GB", **more})
        context.set_default_timeout(PATIENCE)
        visitor = Visitor(context, server.url)
        if person is not None:
            visitor.plays_as(person)
        return visitor

    return opened


@pytest.fixture
def ann(server: Server) -> Person:
    return Person.signs_up(server.url, f"ann-{uuid4().hex[:8]}")


@pytest.fixture
def bob(server: Server) -> Person:
    return Person.signs_up(server.url, f"bob-{uuid4().hex[:8]}")


def chip(visitor: Visitor, words: str) -> None:
    visitor.page.locator("label.chip", has_text=words).click()


def known(person: Person) -> dict[str, str]:
    return {one["username"]: one["standing"] for one in person.get("/me/friends")["results"]}


def test_one_asks_the_other_agrees_and_either_can_end_it(
    come: Come, ann: Person, bob: Person
) -> None:
    anns, bobs = come(ann), come(bob)
    anns.opens("/people")
    anns.page.get_by_label("How the name begins").fill(str(bob.name)[:9])
    anns.presses("Find")
    anns.presses(f"Ask to be friends {bob.name}")
    anns.page.get_by_role("heading", name="You have asked").wait_for()
    # What was done is seen, and nothing is pressed through it.
    expect(anns.page.locator(".told")).to_contain_text(f"{bob.name} is asked")
    bobs.page.set_viewport_size({"width": 390, "height": 844})
    bobs.opens("/lobby")
    bobs.page.locator(".bar").get_by_role("link", name="People 1 asks to be your friend").click()
    bobs.presses(f"Agree {ann.name}")
    expect(bobs.page.locator('.bar a[href="/people"] .count')).to_have_count(0)
    bobs.page.get_by_role("button", name=f"Be friends no more {ann.name}").wait_for()
    assert (known(ann), known(bob)) == ({bob.name: "friends"}, {ann.name: "friends"})
    anns.page.reload()
    anns.presses(f"Be friends no more {bob.name}")
    anns.page.get_by_text("Nobody yet.").wait_for()
    assert (known(ann), known(bob)) == ({}, {})
    anns.check()
    bobs.check()


def test_a_request_can_be_declined_and_taken_back(come: Come, ann: Person, bob: Person) -> None:
    ann.call("PUT", f"/me/friends/{bob.name}").ok()
    bobs, anns = come(bob), come(ann)
    bobs.opens("/people")
    bobs.presses(f"Decline {ann.name}")
    bobs.page.get_by_text("They ask you to be friends").wait_for(state="detached")
    assert known(bob) == {}
    anns.opens(f"/player/{bob.name}")
    anns.presses(f"Ask to be friends {bob.name}")
    anns.presses(f"Take the request back {bob.name}")
    anns.page.get_by_role("button", name="Ask to be friends").wait_for()
    assert known(ann) == {}
    anns.check()
    bobs.check()


def test_a_player_is_muted_and_blocked_from_her_page_and_let_go_from_the_list(
    come: Come, ann: Person, bob: Person
) -> None:
    visitor = come(ann)
    visitor.opens(f"/player/{bob.name}")
    visitor.presses(f"Mute {bob.name}")
    visitor.page.get_by_role("button", name=f"Mute no more {bob.name}").wait_for()
    visitor.presses(f"Block {bob.name}")
    visitor.page.get_by_role("button", name=f"Block no more {bob.name}").wait_for()
    expect(visitor.page.get_by_role("button", name="Ask to be friends")).to_have_count(0)
    lists = ("/me/mutes", "/me/blocks")
    assert [[one["username"] for one in ann.get(path)["results"]] for path in lists] == [
        [bob.name],
        [bob.name],
    ]
    visitor.opens("/people")
    visitor.presses(f"Mute no more {bob.name}")
    visitor.presses(f"Block no more {bob.name}")
    expect(visitor.page.get_by_role("button", name=str(bob.name))).to_have_count(
        0, timeout=PATIENCE
    )
    assert [ann.get(path)["results"] for path in lists] == [[], []]
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
    for part in ("what I say of myself", "since when I am here", "how many games I have played"):
        chip(mine, part)
    chip(mine, "how often I answer in time")
    mine.presses("Save")
    mine.page.locator(".saved").wait_for()
    assert ann.get("/me")["shows"] == []
    theirs.page.reload()
    theirs.page.get_by_text("No figures are shown.").wait_for()
    for gone in ("Plays in the evening.", "here since"):
        expect(theirs.page.get_by_text(gone)).to_have_count(0)
    # She herself is shown the same.
    mine.opens(f"/player/{ann.name}")
    mine.page.get_by_text("This is what others see of you.").wait_for()
    mine.page.get_by_text("No figures are shown.").wait_for()
    mine.check()
    theirs.check()


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
    chip(visitor, "as the machine is set")
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
    visitor.presses("Go on as a guest")
    # Until the server has made her one: by going on at once she would call it off.
    page.get_by_role("button", name="Open the table").wait_for()
    visitor.opens("/settings")
    page.get_by_label("Name").fill(str(ann.name))
    page.get_by_label("Password").fill(PASSWORD)
    visitor.presses("Keep them")
    page.locator(".fault", has_text="Somebody has this name already.").wait_for()
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
    visitor.page.get_by_role("link", name="Back to the beginning").click()
    visitor.page.get_by_role("heading", name="Table games").wait_for()
    assert visitor.faults == []
