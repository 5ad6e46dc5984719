"""Standing orders written in the browser: for both games, and for one that has no form of its own."""

import re

from playwright.sync_api import expect

from tests.system.browser.game_menu import Come, closes, opens, person, sits, with_test_token
from tests.system.flows.client import Json, Person

A_DAY = {"by": "PT24H"}
GAME = re.compile(r"/api/v1/games/[\w-]+$")
BUSY = {"code": "busy", "status": 503, "detail": "Too much at once.", "instance": "one"}


def order_of(who: Person, game: str) -> Json:
    given: Json = who.sees(game)["mine"]["standing_order"]
    return given


def test_an_order_is_written_confirmed_in_words_and_used(come: Come, ann: Person) -> None:
    bob = person(ann.url, "bob")
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    bob.joins(game)
    seen = ann.sees(game)
    hand, tides = seen["mine"]["hand"], sorted(seen["table"]["tides"])
    hers = sits(come, ann, game)
    dialog = opens(hers, "Standing order")
    dialog.get_by_role("button", name="Write one").click()
    for card in (hand[5], hand[2]):
        dialog.get_by_role("button", name=f"Add card {card},").click()
    closes(hers)
    dialog = opens(hers, "Standing order")
    # The first one is for another round, the second one for any.
    dialog.get_by_text("Only in some rounds").first.click()
    low = next(n for n in range(1, 13) if n != tides[0] and n <= tides[1])
    dialog.get_by_label("lower tide: at least").first.select_option(str(low))
    dialog.get_by_label("lower tide: at most").first.select_option(str(low))
    dialog.get_by_role("button", name="What would it do?").click()
    lines = dialog.locator(".order-words li")
    expect(lines).to_have_count(2)
    first, last = lines.all_text_contents()
    assert f"card {hand[5]}" in first
    assert f"only with the lower tide from {low} to {low}" in first
    assert "in any round" in last
    assert order_of(ann, game) is None, "not left yet"
    dialog.get_by_role("button", name="Save this order").click()
    dialog.get_by_text("Your order since").wait_for()
    when = {"lower_tide": {"least": low, "most": low}}
    plays = [{"card": hand[5], "when": when}, {"card": hand[2]}]
    assert order_of(ann, game)["order"] == {"plays": plays}
    closes(hers)
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][0])
    with_test_token(bob).call("POST", f"/games/{game}/clock/forward", A_DAY).ok()
    news = hers.page.locator(".order-news")
    expect(news).to_contain_text(f"Your standing order played for you in turn 1: card {hand[2]}")
    news.get_by_text("What did not fit").click()
    expect(news).to_contain_text("Number 1:")
    # What it was is there after the page is loaded anew, until she has put it away.
    hers.opens(f"/game/{game}")
    news.wait_for()
    hers.presses("Good to know")
    news.wait_for(state="detached")
    hers.check()


def test_an_order_of_which_nothing_fits_says_so(come: Come, ann: Person) -> None:
    bob = person(ann.url, "bob")
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    bob.joins(game)
    seen = ann.sees(game)
    card, fallback = seen["mine"]["hand"][0], seen["mine"]["fallback"]["card"]
    high = max(seen["table"]["tides"])
    when = {"higher_tide": {"most": high - 1} if high > 2 else {"least": 3}}
    ann.orders(game, {"plays": [{"card": card, "when": when}]}, at_once=False)
    hers = sits(come, ann, game)
    bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][0])
    with_test_token(bob).call("POST", f"/games/{game}/clock/forward", A_DAY).ok()
    news = hers.page.locator(".order-news")
    expect(news).to_contain_text("Nothing in your standing order fitted in turn 1.")
    expect(news).to_contain_text(f"card {fallback}")
    dialog = opens(hers, "Standing order")
    dialog.get_by_role("button", name="Take it back").click()
    dialog.get_by_text("You have no standing order.").wait_for()
    assert order_of(ann, game) is None
    hers.check()


def test_an_order_that_cannot_be_read_or_taken_back_is_not_said_to_be_gone(
    come: Come, ann: Person
) -> None:
    bob = person(ann.url, "bob")
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    bob.joins(game)
    ann.orders(game, {"plays": [{"card": ann.sees(game)["mine"]["hand"][0]}]}, at_once=False)
    hers = sits(come, ann, game)
    hers.page.route(GAME, lambda route: route.fulfill(status=503, json=BUSY))
    dialog = opens(hers, "Standing order")
    expect(dialog.get_by_role("alert")).to_contain_text("The server is busy.")
    expect(dialog.get_by_text("You have no standing order.")).to_have_count(0)
    expect(dialog.get_by_role("button", name="Write one")).to_have_count(0)
    hers.page.unroute(GAME)
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog.get_by_text("Your order since")).to_be_visible()
    hers.page.context.set_offline(True)
    dialog.get_by_role("button", name="Take it back").click()
    expect(dialog.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(dialog.get_by_text("Your order since")).to_be_visible()
    expect(dialog.get_by_text("You have no standing order.")).to_have_count(0)
    hers.page.context.set_offline(False)
    dialog.get_by_role("button", name="Take it back").click()
    expect(dialog.get_by_text("You have no standing order.")).to_be_visible()
    expect(dialog.get_by_role("alert")).to_have_count(0)
    assert order_of(ann, game) is None


def test_news_of_an_order_are_worded_by_the_table_as_it_was_then(come: Come, ann: Person) -> None:
    game = ann.opens("high_tide", {"expansions": ["coins"]}, 3, bots=["random"] * 2)["id"]
    ann.orders(game, {"coins": ["pass"]}, at_once=True)
    while (turn := order_followed(ann, game)) is None:
        seen = ann.waits_for(game, lambda one: bool(one["mine"]["legal_actions"]), 240)
        answer = {"action": seen["mine"]["legal_actions"][0]}
        # Her order may have answered meanwhile.
        ann.call("PUT", f"/games/{game}/turns/{seen['turn']['number']}/submission", answer)
    hers = sits(come, ann, game)
    expect(hers.page.locator(".order-news")).to_contain_text(
        f"Your standing order played for you in turn {turn}: Leave the coins."
    )
    hers.check()


def order_followed(who: Person, game: str) -> int | None:
    """The turn in which her order has played; none yet if that is None."""
    events = who.get("/me/events", after=0, page_size=100)["results"]
    turns = [one["data"]["turn"] for one in events if one["type"] == "order_followed"]
    assert len(events) < 100, "No coin was there to take, and that is unlikely."
    return turns[-1] if turns else None


def test_an_order_for_high_tide_has_a_wish_for_each_decision(come: Come, ann: Person) -> None:
    options = {"expansions": ["coins", "baywatch"]}
    game = ann.opens("high_tide", options, 3, bots=["random", "random"])["id"]
    hers = sits(come, ann, game)
    dialog = opens(hers, "Standing order")
    dialog.get_by_role("button", name="Write one").click()
    take = dialog.get_by_role("group", name="A pair to take from the track, or to roll")
    take.get_by_role("button", name="Add a pair").click()
    take.get_by_label("sum of both dice: at least").select_option("5")
    take.get_by_role("group", name="One of these beaches", exact=True).get_by_role(
        "checkbox", name="blue"
    ).check()
    take.get_by_role("group", name="None of these beaches").get_by_role(
        "checkbox", name="black"
    ).check()
    take.get_by_role("button", name="Roll two new dice").click()
    coins = dialog.get_by_role("group", name="A coin to take, or to leave the coins")
    coins.get_by_role("button", name="Leave the coins").click()
    tiles = dialog.get_by_role("group", name="Tiles to use")
    tiles.get_by_role("button", name="Add a tile").click()
    tiles.get_by_label("points it must bring").wait_for()
    tiles.locator("select").first.select_option("B7")
    dialog.get_by_role("radio", name="As soon as it is my turn").check()
    dialog.get_by_role("button", name="What would it do?").click()
    words = str(dialog.locator(".order-words").text_content())
    assert "sum 5 or more, of blue, nothing of black and no chair of mine gets wet" in words
    assert "A roll to accept; all others are declined: left to the server" in words
    dialog.get_by_role("button", name="Save this order").click()
    dialog.get_by_text("Your order since").wait_for()
    given = order_of(ann, game)
    wish = {"total": {"least": 5}, "beaches": ["blue"], "avoid": ["black"], "dry": True}
    assert given["order"] == {
        "take": [wish, "roll"],
        "coins": ["pass"],
        "tiles": [{"tile": "B7"}],
    }
    assert given["at_once"] is True
    hers.check()


def test_a_game_without_a_form_of_its_own_gets_one_from_its_schema(come: Come, ann: Person) -> None:
    bob = person(ann.url, "bob")
    game = ann.opens("goofspiel", {}, 3, bots=["random"])["id"]
    bob.joins(game)
    hers = sits(come, ann, game)
    dialog = opens(hers, "Standing order")
    dialog.get_by_role("button", name="Write one").click()
    dialog.get_by_role("button", name="Add one more").click()
    dialog.get_by_label("card", exact=True).fill("7")
    dialog.get_by_role("button", name="Add: prize").click()
    dialog.get_by_label("least", exact=True).fill("3")
    dialog.get_by_role("button", name="What would it do?").click()
    dialog.get_by_text("card 7, prize least 3").wait_for()
    dialog.get_by_role("button", name="Save this order").click()
    dialog.get_by_text("Your order since").wait_for()
    bids = [{"card": 7, "prize": {"least": 3}}]
    assert order_of(ann, game)["order"] == {"bids": bids}
    hers.check()


def test_what_the_server_refuses_of_an_order_is_shown(come: Come, ann: Person) -> None:
    bob = person(ann.url, "bob")
    game = ann.opens("turn_the_tide", {}, 3, bots=["random"])["id"]
    bob.joins(game)
    hers = sits(come, ann, game)
    dialog = opens(hers, "Standing order")
    dialog.get_by_role("button", name="Write one").click()
    card = ann.sees(game)["mine"]["hand"][0]
    for _ in range(2):
        dialog.get_by_role("button", name=f"Add card {card},").click()
    dialog.get_by_role("button", name="What would it do?").click()
    dialog.get_by_role("button", name="Save this order").click()
    expect(dialog.get_by_role("alert")).to_contain_text("stands further up")
    hers.check()
