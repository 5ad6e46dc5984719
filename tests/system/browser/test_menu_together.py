"""Two people at one table, each in a browser of her own: what they settle with each other there."""

import re

import pytest
from playwright.sync_api import expect

from tests.running import Server
from tests.system.browser.game_menu import (
    Come,
    closes,
    opens,
    person,
    play_on,
    sits,
    with_test_token,
)
from tests.system.browser.visiting import SOON
from tests.system.flows.client import Person

NOTE = re.compile(r"include=viewer$")


@pytest.fixture
def bob(server: Server) -> Person:
    return person(server.url, "bob")


def table(ann: Person, bob: Person, **wish: object) -> str:
    """A running game of the two and a bot."""
    game: str = ann.opens("turn_the_tide", {}, 3, bots=["random"], **wish)["id"]
    bob.joins(game)
    return game


def test_a_pause_is_proposed_on_one_screen_agreed_to_on_the_other_and_ended(
    come: Come, ann: Person, bob: Person
) -> None:
    game = table(ann, bob)
    hers, his = sits(come, ann, game), sits(come, bob, game)
    due = ann.sees(game)["turn"]["due_at"]
    dialog = opens(hers, "Players and time")
    dialog.get_by_label("How long").select_option("PT24H")
    dialog.get_by_role("button", name="Propose a pause").click()
    his.page.get_by_text("Pause of 24 hours?").wait_for()
    his.presses("Agree to the pause")
    his.page.get_by_text("The game is paused from").wait_for()
    dialog.get_by_text("The game is paused from").wait_for()
    assert ann.sees(game)["turn"]["due_at"] > due
    closes(hers)
    hers.presses("End the pause for everyone")
    his.page.get_by_text("The game is paused from").wait_for(state="detached")
    assert ann.sees(game)["pause"] is None
    hers.check()
    his.check()


def test_one_gives_the_other_more_time(come: Come, ann: Person, bob: Person) -> None:
    game = table(ann, bob, clock={"per_turn": "PT2H"})
    hers, his = sits(come, ann, game), sits(come, bob, game)
    asked = {one["seat"]: one["due_at"] for one in ann.sees(game)["turn"]["asked"]}
    dialog = opens(hers, "Players and time")
    # What the dialog shows comes after it; nobody gives time to herself.
    expect(dialog.get_by_role("button", name="Give")).to_have_count(1)
    # When time is up is said on the viewer's clock as well.
    when = re.compile(r"(?:2 hours|minutes) left \(.*\d\d:\d\d.*\)")
    expect(dialog.locator("li").first).to_contain_text(when)
    dialog.get_by_role("button", name=f"Give {bob.name} 2 hours more").click()
    his.page.locator(".status", has_text=re.compile("[34] hours left")).wait_for()
    now = {one["seat"]: one["due_at"] for one in ann.sees(game)["turn"]["asked"]}
    assert now[1] > asked[1]
    assert now[0] == asked[0]
    # Once in a turn; what the server says of it is shown.
    dialog.get_by_role("button", name=f"Give {bob.name} 2 hours more").click()
    dialog.get_by_role("alert").wait_for()
    hers.check()
    his.check()


def test_what_is_refused_is_said_in_the_players_language(
    come: Come, ann: Person, bob: Person
) -> None:
    hers = sits(come, ann, table(ann, bob), locale="de-DE")
    dialog = opens(hers, "Spieler und Zeit")
    for _ in range(2):
        with hers.page.expect_response("**/time"):
            dialog.get_by_role("button", name=f"{bob.name} bekommt 24 Stunden mehr").click()
    said = dialog.get_by_role("alert")
    expect(said).to_contain_text("Du hast in diesem Zug schon Zeit gegeben.")
    hers.check()


def test_messages_are_read_counted_muted_and_closed(come: Come, ann: Person, bob: Person) -> None:
    game = table(ann, bob)
    hers, his = sits(come, ann, game), sits(come, bob, game)
    dialog = opens(hers, "Messages")
    dialog.get_by_text("No messages yet.").wait_for()
    dialog.get_by_label("To everyone at this table").fill("The tide is high.")
    # It arrives, and the answer is lost: sent again it is one message.
    hers.page.route("**/messages", lambda route: (route.fetch(), route.abort()))
    dialog.get_by_role("button", name="Send").click()
    dialog.get_by_role("alert").wait_for()
    hers.page.unroute("**/messages")
    dialog.get_by_role("button", name="Send").dblclick()
    expect(dialog.get_by_label("To everyone at this table")).to_have_value("")
    expect(dialog.locator("li.mine", has_text="The tide is high.")).to_have_count(1)
    his.page.locator(".game-menu .count", has_text="1").wait_for()
    read = opens(his, "Messages")
    read.get_by_text("The tide is high.").wait_for()
    his.page.locator(".game-menu .count").wait_for(state="detached")
    read.get_by_label("To everyone at this table").fill("And you hold 60.")
    read.get_by_role("button", name="Send").click()
    # She has it open: it is there without being counted.
    dialog.get_by_text("And you hold 60.").wait_for()
    dialog.get_by_role("button", name=f"Mute {bob.name}").click()
    dialog.get_by_text("Hidden, because you have muted").wait_for()
    expect(dialog.get_by_text("And you hold 60.")).to_have_count(0)
    dialog.get_by_role("button", name="Show it").click()
    dialog.get_by_text("And you hold 60.").wait_for()
    dialog.get_by_role("button", name="Delete").click()
    read.get_by_text("deleted").wait_for()
    closes(hers)
    silent = table(ann, bob, messages=False)
    hers.opens(f"/game/{silent}")
    dialog = opens(hers, "Messages")
    dialog.get_by_text("The host has closed the messages").wait_for()
    expect(dialog.get_by_role("button", name="Send")).to_have_count(0)
    hers.check()
    his.check()


def test_resigning_is_asked_twice_and_the_host_offers_the_seat_to_somebody_else(
    come: Come, ann: Person, bob: Person
) -> None:
    game = table(ann, bob)
    hers, his = sits(come, ann, game), sits(come, bob, game)
    dialog = opens(his, "Resign")
    dialog.get_by_role("button", name="Resign …").click()
    assert bob.sees(game)["seats"][1]["away"] is None, "the first press does nothing yet"
    dialog.get_by_role("button", name="No, I play on").click()
    dialog.wait_for(state="detached")
    dialog = opens(his, "Resign")
    dialog.get_by_role("button", name="Resign …").click()
    dialog.get_by_role("button", name="Yes, I resign").click()
    dialog.wait_for(state="detached")
    assert ann.sees(game)["seats"][1]["away"] == "resigned"
    eve = person(ann.url, "eve")
    dialog = opens(hers, "Players and time")
    dialog.get_by_label("Offer the seat to").fill(str(eve.name))
    dialog.get_by_role("button", name="Offer", exact=True).click()
    dialog.get_by_text(f"offered to {eve.name}").wait_for()
    theirs = come()
    theirs.plays_as(eve)
    theirs.opens(f"/game/{game}")
    theirs.presses("Take the seat")
    theirs.page.locator(".hand input").first.wait_for()
    assert ann.sees(game)["seats"][1]["player"] == eve.name
    for visitor in (hers, his, theirs):
        visitor.check()


def test_who_was_away_finds_a_bot_in_her_seat_and_takes_it_back(
    come: Come, ann: Person, bob: Person
) -> None:
    game = table(ann, bob, absence={"bot_after": 1})
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][0])
    with_test_token(bob).call("POST", f"/games/{game}/clock/forward", {"by": "PT24H"}).ok()
    bob.waits_for(game, lambda now: now["seats"][0]["away"] == "absent", 240)
    his, hers = sits(come, bob, game), sits(come, ann, game)
    his.page.locator(".swimmer", has_text="bot plays").wait_for()
    hers.presses("Take my seat back")
    hers.page.get_by_role("button", name="Take my seat back").wait_for(state="detached")
    his.page.locator(".swimmer", has_text="bot plays").wait_for(state="detached")
    assert bob.sees(game)["seats"][0]["away"] is None
    hers.check()
    his.check()


def test_a_rematch_is_in_sight_at_the_end_and_brings_both_to_the_same_new_table(
    come: Come, ann: Person, bob: Person
) -> None:
    game = table(ann, bob)
    hers = sits(come, ann, game, viewport={"width": 1366, "height": 768})
    his = sits(come, bob, game, viewport={"width": 390, "height": 664})
    for visitor in (hers, his):
        visitor.page.add_init_script(SOON)
    play_on(game, ann, bob)
    for visitor in (hers, his):
        visitor.page.locator(".outcome").wait_for()
        expect(visitor.page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    # He has gone on to the bottom when she asks: that is said there, and stands above.
    his.page.get_by_role("button", name="Verify the game").scroll_into_view_if_needed()
    hers.presses("Rematch")
    hers.page.wait_for_url(lambda url: not url.endswith(game))
    his.page.locator(".told", has_text="You are asked for a rematch.").wait_for()
    his.page.keyboard.press("Home")
    expect(his.page.get_by_text("The others want a rematch.")).to_be_in_viewport(ratio=1)
    his.presses("Rematch")
    his.page.wait_for_url(hers.page.url)
    his.page.locator(".hand").wait_for()
    hers.page.locator(".hand").wait_for()
    again = hers.page.url.rpartition("/")[2]
    assert ann.sees(again)["rematch_of"] == game
    # At a table where all is over, the game that waits is named beside the result.
    his.opens(f"/game/{game}")
    following = his.page.locator(".outcome").get_by_role("link", name="Next game")
    expect(following).to_be_in_viewport(ratio=1)
    hers.check()
    his.check()


def test_a_vacation_says_what_it_does_stops_the_clock_and_is_seen_by_others(
    come: Come, ann: Person, bob: Person
) -> None:
    game = table(ann, bob)
    table(ann, bob, absence={"vacations": False})
    hers, his = come(), sits(come, bob, game)
    hers.plays_as(ann)
    hers.opens("/absence")
    page = hers.page
    page.get_by_text("No vacation is announced.").wait_for()
    page.get_by_text(re.compile(r"a year\. Left in")).wait_for()
    page.evaluate(
        """() => {
          const there = new Date(Date.now() + 5 * 86400e3 - new Date().getTimezoneOffset() * 60e3);
          const field = document.querySelector("input[name=until]");
          field.value = there.toISOString().slice(0, 16);
          field.dispatchEvent(new Event("input", {bubbles: true}));
        }"""
    )
    hers.presses("What would it do?")
    page.get_by_text("Your clock is stopped in 1 of your games.").wait_for()
    page.get_by_text("In 1 game it runs on").wait_for()
    assert ann.get("/me/vacations")["results"] == [], "nothing is announced before it is confirmed"
    hers.presses("Announce it")
    page.get_by_text("I am back: end it now").wait_for()
    expect(his.page.locator(".notices", has_text=f"{ann.name} is on vacation")).to_be_visible()
    hers.presses("I am back: end it now")
    page.get_by_text("No vacation is announced.").wait_for()
    his.page.locator(".notices", has_text="is on vacation").wait_for(state="detached")
    hers.check()
    his.check()


def test_a_note_is_for_its_writer_alone(come: Come, ann: Person, bob: Person) -> None:
    game = table(ann, bob)
    hers = sits(come, ann, game)
    dialog = opens(hers, "My note")
    dialog.get_by_label("My note").fill("Bob never plays low.")
    # Escape throws nothing away, and neither does a page that is loaded anew.
    closes(hers)
    hers.opens(f"/game/{game}")
    dialog = opens(hers, "My note")
    expect(dialog.get_by_label("My note")).to_have_value("Bob never plays low.")
    dialog.get_by_role("button", name="Save the note").click()
    dialog.wait_for(state="detached")
    dialog = opens(hers, "My note")
    dialog.get_by_label("My note").fill("Bob never plays high.")
    dialog.get_by_role("button", name="Back to the saved note").click()
    expect(dialog.get_by_label("My note")).to_have_value("Bob never plays low.")
    closes(hers)
    his = sits(come, bob, game)
    dialog = opens(his, "My note")
    expect(dialog.get_by_label("My note")).to_have_value("")
    hers.check()
    his.check()


def test_a_note_that_cannot_be_read_is_not_written_over(come: Come, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    ann.call("PATCH", f"/games/{game}/viewer", {"note": "Bob never plays low."}).ok()
    hers = sits(come, ann, game)
    busy = {
        "code": "throttled",
        "status": 429,
        "detail": "Try again in 60 seconds.",
        "instance": "one",
    }
    hers.page.route(NOTE, lambda route: route.fulfill(status=429, json=busy))
    dialog = opens(hers, "My note")
    expect(dialog.get_by_role("alert")).to_contain_text("Try again in")
    expect(dialog.get_by_role("button", name="Save the note")).to_have_count(0)
    hers.page.unroute(NOTE)
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog.get_by_label("My note")).to_have_value("Bob never plays low.")
