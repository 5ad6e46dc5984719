"""Standing orders written in the browser: for both games, and for one that has no form of its own."""

import re

from playwright.sync_api import expect

from tests.system.browser.conftest import OpenTab, open_game, pass_deadline
from tests.system.browser.tab import Tab
from tests.system.flows.client import Json, Person

GAME = re.compile(r"/api/v1/games/[\w-]+$")
BUSY = {"code": "busy", "status": 503, "detail": "Too much at once.", "instance": "one"}


def read_order(person: Person, game: str) -> Json:
    given: Json = person.sees(game)["mine"]["standing_order"]
    return given


def test_an_order_is_written_confirmed_in_words_and_used(
    tab: Tab, ann: Person, bob: Person, game: str
) -> None:
    seen = ann.sees(game)
    hand, tides = seen["mine"]["hand"], sorted(seen["table"]["tides"])
    tab.open_table(game)
    dialog = tab.open_dialog("Standing order")
    tab.press("Write one")
    for card in (hand[5], hand[2]):
        dialog.get_by_role("button", name=f"Add card {card},").click()
    tab.close_dialog()
    tab.open_dialog("Standing order")
    # The first one is for another round, the second one for any.
    dialog.get_by_text("Only in some rounds").first.click()
    low = next(n for n in range(1, 13) if n != tides[0] and n <= tides[1])
    for limit in ("at least", "at most"):
        dialog.get_by_label(f"lower tide: {limit}").first.select_option(str(low))
    tab.press("What would it do?")
    expect(dialog.locator(".order-words li")).to_have_count(2)
    first, last = dialog.locator(".order-words li").all_text_contents()
    assert f"card {hand[5]}" in first
    assert f"only with the lower tide from {low} to {low}" in first
    assert "in any round" in last
    assert read_order(ann, game) is None, "not left yet"
    tab.press("Save this order")
    dialog.get_by_text("Your order since").wait_for()
    when = {"lower_tide": {"least": low, "most": low}}
    plays = [{"card": hand[5], "when": when}, {"card": hand[2]}]
    assert read_order(ann, game)["order"] == {"plays": plays}
    tab.close_dialog()
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][0])
    pass_deadline(bob, game)
    news = tab.page.locator(".order-news")
    expect(news).to_contain_text(f"Your standing order played for you in turn 1: card {hand[2]}")
    news.get_by_text("What did not fit").click()
    expect(news).to_contain_text("Number 1:")
    # What it was is there after the page is loaded anew, until the player has put it away.
    tab.open(f"/game/{game}")
    tab.press("Good to know")
    news.wait_for(state="detached")


def test_an_order_that_cannot_be_read_or_taken_back_is_not_said_to_be_gone(
    open_tab: OpenTab, ann: Person, game: str
) -> None:
    card = ann.sees(game)["mine"]["hand"][0]
    ann.orders(game, {"plays": [{"card": card}]}, at_once=False)
    tab = open_tab(ann, is_documented=False)
    page, none = tab.page, tab.page.get_by_text("You have no standing order.")
    tab.open_table(game)
    page.route(GAME, lambda route: route.fulfill(status=503, json=BUSY))
    dialog = tab.open_dialog("Standing order")
    alert, order = dialog.get_by_role("alert"), dialog.get_by_text("Your order since")
    expect(alert).to_contain_text("The server is busy.")
    expect(none).to_have_count(0)
    expect(dialog.get_by_role("button", name="Write one")).to_have_count(0)
    page.unroute(GAME)
    tab.press("Try again")
    expect(order).to_be_visible()
    page.context.set_offline(True)
    tab.press("Take it back")
    expect(alert).to_contain_text("The server cannot be reached.")
    expect(order).to_be_visible()
    page.context.set_offline(False)
    tab.press("Take it back")
    expect(none).to_be_visible()
    expect(alert).to_have_count(0)
    assert read_order(ann, game) is None
    # What the server refuses of an order is shown.
    tab.press("Write one")
    for _ in range(2):
        dialog.get_by_role("button", name=f"Add card {card},").click()
    tab.press("What would it do?")
    tab.press("Save this order")
    expect(alert).to_contain_text("stands further up")


def test_news_of_an_order_are_worded_by_the_table_as_it_was_then(tab: Tab, ann: Person) -> None:
    game = open_game(ann, ruleset="high_tide", options={"expansions": ["coins"]})
    ann.orders(game, {"coins": ["pass"]}, at_once=True)
    while (turn := turn_of_order(ann)) is None:
        seen = ann.waits_for(game, lambda one: bool(one["mine"]["legal_actions"]), 240)
        answer = {"action": seen["mine"]["legal_actions"][0]}
        # The order may have answered by now.
        ann.call("PUT", f"/games/{game}/turns/{seen['turn']['number']}/submission", answer)
    tab.open_table(game)
    said = f"Your standing order played for you in turn {turn}: Leave the coins."
    expect(tab.page.locator(".order-news")).to_contain_text(said)


def turn_of_order(person: Person) -> int | None:
    """The turn in which an order has played; none yet if that is None."""
    events = person.get("/me/events", after=0, page_size=100)["results"]
    turns = [one["data"]["turn"] for one in events if one["type"] == "order_followed"]
    assert len(events) < 100, "No coin was there to take, and that is unlikely."
    return turns[-1] if turns else None


def test_an_order_for_high_tide_has_a_wish_for_each_decision(tab: Tab, ann: Person) -> None:
    expansions = {"expansions": ["coins", "baywatch"]}
    game = open_game(ann, ruleset="high_tide", options=expansions)
    tab.open_table(game)
    dialog = tab.open_dialog("Standing order")
    tab.press("Write one")
    take = dialog.get_by_role("group", name="A pair to take from the track, or to roll")
    take.get_by_role("button", name="Add a pair").click()
    take.get_by_label("sum of both dice: at least").select_option("5")
    for group, beach in (("One of these beaches", "blue"), ("None of these beaches", "black")):
        beaches = take.get_by_role("group", name=group, exact=True)
        beaches.get_by_role("checkbox", name=beach).check()
    take.get_by_role("button", name="Roll two new dice").click()
    coins = dialog.get_by_role("group", name="A coin to take, or to leave the coins")
    coins.get_by_role("button", name="Leave the coins").click()
    tiles = dialog.get_by_role("group", name="Tiles to use")
    tiles.get_by_role("button", name="Add a tile").click()
    tiles.locator("select").first.select_option("B7")
    dialog.get_by_role("radio", name="As soon as it is my turn").check()
    tab.press("What would it do?")
    words = str(dialog.locator(".order-words").text_content())
    assert "sum 5 or more, of blue, nothing of black and no chair of mine gets wet" in words
    assert "A roll to accept; all others are declined: left to the server" in words
    tab.press("Save this order")
    dialog.get_by_text("Your order since").wait_for()
    given = read_order(ann, game)
    wish = {"total": {"least": 5}, "beaches": ["blue"], "avoid": ["black"], "dry": True}
    order = {"take": [wish, "roll"], "coins": ["pass"], "tiles": [{"tile": "B7"}]}
    assert (given["order"], given["at_once"]) == (order, True)
