"""The menu of a game: what two players settle with each other, each in their own browser."""

import re

from playwright.sync_api import expect

from tests.system.browser.conftest import OpenTab, SignUp, open_game, pass_deadline, play_out
from tests.system.browser.tab import LOAD_SOON, Tab
from tests.system.flows.client import Person

NOTE = re.compile(r"include=viewer$")


def open_both(open_tab: OpenTab, game: str, ann: Person, bob: Person) -> tuple[Tab, Tab]:
    """Two browsers at one table."""
    tabs = open_tab(ann), open_tab(bob)
    for tab in tabs:
        tab.open_table(game)
    return tabs


def test_a_pause_is_proposed_agreed_to_and_ended_and_time_is_given_once_a_turn(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    game = open_game(ann, bob, clock={"per_turn": "PT2H"})
    hers, his = open_both(open_tab, game, ann, bob)
    due = ann.sees(game)["turn"]["due_at"]
    dialog = hers.open_dialog("Players and time")
    dialog.get_by_label("How long").select_option("PT24H")
    dialog.get_by_role("button", name="Propose a pause").click()
    his.page.get_by_text("Pause of 24 hours?").wait_for()
    his.press("Agree to the pause")
    his.page.get_by_text("The game is paused from").wait_for()
    dialog.get_by_text("The game is paused from").wait_for()
    assert ann.sees(game)["turn"]["due_at"] > due
    hers.close_dialog()
    hers.press("End the pause for everyone")
    his.page.get_by_text("The game is paused from").wait_for(state="detached")
    assert ann.sees(game)["pause"] is None
    asked = {one["seat"]: one["due_at"] for one in ann.sees(game)["turn"]["asked"]}
    dialog = hers.open_dialog("Players and time")
    give = dialog.get_by_role("button", name=f"Give {bob.name} 2 hours more")
    give.click()
    his.page.locator(".status", has_text=re.compile("[34] hours left")).wait_for()
    now = {one["seat"]: one["due_at"] for one in ann.sees(game)["turn"]["asked"]}
    assert (now[1] > asked[1], now[0] == asked[0]) == (True, True)
    give.click()
    said = "You have given time in this turn already."
    expect(dialog.get_by_role("alert")).to_contain_text(said)


def test_messages_are_read_counted_muted_and_closed(
    open_tab: OpenTab, ann: Person, bob: Person, game: str
) -> None:
    hers, his = open_both(open_tab, game, ann, bob)
    dialog = hers.open_dialog("Messages")
    field = dialog.get_by_label("To everyone at this table")
    field.fill("The tide is high.")
    # It arrives, and the answer is lost: sent again it is one message.
    hers.page.route("**/messages", lambda route: (route.fetch(), route.abort()))
    dialog.get_by_role("button", name="Send").click()
    dialog.get_by_role("alert").wait_for()
    hers.page.unroute("**/messages")
    dialog.get_by_role("button", name="Send").dblclick()
    expect(field).to_have_value("")
    expect(dialog.locator("li.mine", has_text="The tide is high.")).to_have_count(1)
    his.page.locator(".game-menu .count", has_text="1").wait_for()
    read = his.open_dialog("Messages")
    read.get_by_text("The tide is high.").wait_for()
    his.page.locator(".game-menu .count").wait_for(state="detached")
    read.get_by_label("To everyone at this table").fill("And you hold 60.")
    read.get_by_role("button", name="Send").click()
    # The dialog is open: it is there without being counted.
    answer = dialog.get_by_text("And you hold 60.")
    answer.wait_for()
    dialog.get_by_role("button", name=f"Mute {bob.name}").click()
    expect(answer).to_have_count(0)
    dialog.get_by_role("button", name="Show it").click()
    answer.wait_for()
    dialog.get_by_role("button", name="Delete").click()
    read.get_by_text("deleted").wait_for()
    hers.open_table(open_game(ann, bob, chat="none"))
    dialog = hers.open_dialog("Messages")
    dialog.get_by_text("The host has closed the messages").wait_for()
    expect(dialog.get_by_role("button", name="Send")).to_have_count(0)
    hers.open_table(open_game(ann, bob, chat="phrases"))
    dialog = hers.open_dialog("Messages")
    dialog.get_by_role("button", name="Good luck, everyone!").click()
    dialog.locator(".text").get_by_text("Good luck, everyone!").wait_for()
    expect(dialog.get_by_role("textbox")).to_have_count(0)


def test_resigning_is_asked_twice_and_the_host_offers_the_seat_to_another_player(
    open_tab: OpenTab, ann: Person, bob: Person, game: str, sign_up: SignUp
) -> None:
    hers, his = open_both(open_tab, game, ann, bob)
    for answer, away in (("No, I play on", None), ("Yes, I resign", "resigned")):
        dialog = his.open_dialog("Resign")
        dialog.get_by_role("button", name="Resign …").click()
        assert bob.sees(game)["seats"][1]["away"] is None, "the first press does nothing yet"
        dialog.get_by_role("button", name=answer).click()
        dialog.wait_for(state="detached")
        assert ann.sees(game)["seats"][1]["away"] == away
    eve = sign_up("eve")
    dialog = hers.open_dialog("Players and time")
    dialog.get_by_label("Offer the seat to").fill(str(eve.name))
    dialog.get_by_role("button", name="Offer", exact=True).click()
    dialog.get_by_text(f"offered to {eve.name}").wait_for()
    theirs = open_tab(eve)
    theirs.open(f"/game/{game}")
    theirs.press("Take the seat")
    theirs.page.locator(".hand input").first.wait_for()
    assert ann.sees(game)["seats"][1]["player"] == eve.name


def test_a_player_who_was_away_takes_the_seat_back_from_a_bot(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    game = open_game(ann, bob, absence={"bot_after": 1})
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][0])
    pass_deadline(bob, game)
    bob.waits_for(game, lambda now: now["seats"][0]["away"] == "absent", 240)
    hers, his = open_both(open_tab, game, ann, bob)
    bot = his.page.locator(".swimmer", has_text="bot plays")
    bot.wait_for()
    hers.press("Take my seat back")
    bot.wait_for(state="detached")
    assert bob.sees(game)["seats"][0]["away"] is None


def test_a_rematch_is_in_sight_at_the_end_and_brings_both_to_the_same_new_table(
    open_tab: OpenTab, ann: Person, bob: Person, game: str
) -> None:
    hers = open_tab(ann, viewport={"width": 1366, "height": 768})
    his = open_tab(bob, viewport={"width": 390, "height": 664})
    for tab in (hers, his):
        tab.page.add_init_script(LOAD_SOON)
        tab.open_table(game)
    play_out(game, ann, bob)
    for tab in (hers, his):
        expect(tab.page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    # Bob has gone on to the bottom when ann asks: that is said there, and stands above.
    his.page.get_by_role("button", name="Verify the game").scroll_into_view_if_needed()
    hers.press("Rematch")
    hers.page.wait_for_url(lambda url: not url.endswith(game))
    wish = f"{ann.name} wants a rematch."
    his.page.locator(".told", has_text=wish).wait_for()
    his.page.keyboard.press("Home")
    expect(his.page.locator(".rematch", has_text=wish)).to_be_in_viewport(ratio=1)
    his.press("Rematch")
    his.page.wait_for_url(hers.page.url)
    his.page.locator(".hand").wait_for()
    assert ann.sees(hers.page.url.rpartition("/")[2])["rematch_of"] == game
    # At a table where all is over, the game that waits is named beside the result.
    his.open(f"/game/{game}")
    following = his.page.locator(".outcome").get_by_role("link", name="Next game")
    expect(following).to_be_in_viewport(ratio=1)


def test_a_vacation_says_what_it_does_stops_the_clock_and_is_seen_by_others(
    open_tab: OpenTab, ann: Person, bob: Person, game: str
) -> None:
    open_game(ann, bob, absence={"vacations": False})
    hers, his = open_tab(ann), open_tab(bob)
    his.open_table(game)
    hers.open("/absence")
    page = hers.page
    page.get_by_text("No vacation is announced.").wait_for()
    page.evaluate(
        """() => {
          const there = new Date(Date.now() + 5 * 86400e3 - new Date().getTimezoneOffset() * 60e3);
          const field = document.querySelector("input[name=until]");
          field.value = there.toISOString().slice(0, 16);
          field.dispatchEvent(new Event("input", {bubbles: true}));
        }"""
    )
    hers.press("What would it do?")
    page.get_by_text("Your clock is stopped in 1 of your games.").wait_for()
    page.get_by_text("In 1 game it runs on").wait_for()
    assert ann.get("/me/vacations")["results"] == [], "nothing is announced before it is confirmed"
    hers.press("Announce it")
    expect(his.page.locator(".notices", has_text=f"{ann.name} is on vacation")).to_be_visible()
    hers.press("I am back: end it now")
    page.get_by_text("No vacation is announced.").wait_for()
    his.page.locator(".notices", has_text="is on vacation").wait_for(state="detached")


def test_a_note_is_kept_unsaved_and_not_written_over_by_one_that_cannot_be_read(
    open_tab: OpenTab, ann: Person, game: str
) -> None:
    tab = open_tab(ann, is_documented=False)
    tab.open_table(game)
    button = tab.page.locator(".game-menu").get_by_role("button", name="My note")
    # By keyboard: the dialog takes the focus and gives it back.
    button.focus()
    tab.page.keyboard.press("Enter")
    note = tab.page.get_by_role("dialog").get_by_label("My note")
    note.fill("Bob never plays low.")
    assert tab.page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    # Escape throws nothing away, and neither does a page that is loaded anew.
    tab.close_dialog()
    expect(button).to_be_focused()
    tab.open_table(game)
    tab.open_dialog("My note")
    expect(note).to_have_value("Bob never plays low.")
    tab.press("Save the note")
    note.wait_for(state="detached")
    tab.open_dialog("My note")
    note.fill("Bob never plays high.")
    tab.press("Back to the saved note")
    expect(note).to_have_value("Bob never plays low.")
    tab.close_dialog()
    busy = {
        "code": "throttled",
        "status": 429,
        "detail": "Try again in 60 seconds.",
        "instance": "a",
    }
    tab.page.route(NOTE, lambda route: route.fulfill(status=429, json=busy))
    tab.open_table(game)
    dialog = tab.open_dialog("My note")
    expect(dialog.get_by_role("alert")).to_contain_text("Try again in")
    expect(dialog.get_by_role("button", name="Save the note")).to_have_count(0)
    tab.page.unroute(NOTE)
    tab.press("Try again")
    expect(note).to_have_value("Bob never plays low.")


def test_a_stranger_sees_nothing_of_a_private_table_and_watches_a_public_one(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    private, public = open_game(ann, private=True), open_game(ann)
    for person in (bob, None):
        tab = open_tab(person)
        tab.open(f"/game/{private}")
        tab.page.get_by_text("There is no table at this address, or it is private").wait_for()
        text = tab.page.locator("main").inner_text()
        assert (str(ann.name) in text, "Turn the Tide" in text) == (False, False)
        expect(tab.page.locator(".game-menu, form.table")).to_have_count(0)
    tab.open_table(public)
    tab.page.get_by_text("You are watching.").wait_for()
    # Nothing of it acts for anybody.
    expect(tab.page.locator(".game-menu button")).to_have_text(["Players and time"])
    tab.open_dialog("Players and time").get_by_text("At this table").wait_for()
    for name in ("Give", "Propose a pause"):
        expect(tab.page.get_by_role("button", name=name)).to_have_count(0)
