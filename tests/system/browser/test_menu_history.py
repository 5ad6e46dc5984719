"""The record verified in the browser, the table as it stood then, hands side by side, the analysis."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.running import Server
from tests.sampling import sample
from tests.system.browser.game_menu import Come, opens, person, play_on, sits
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import Json, Person

EVERYTHING = {
    "expansions": ["coins", "shark_alert", "surfer", "baywatch"],
    "surfers": "hidden",
}
BOTS = ["random", "careful"]
RECORD = "**/record"
LOG = "**/games/*/events?*"
TABLE_AT = """async ([where, ruleset, events, game, turns]) => {
  const {tableAt} = await import(`${where}/games/${ruleset}/replay.js`);
  return turns.map((turn) => {
    const at = events.findIndex((one) => one.type === "turn_closed" && one.data.turn === turn);
    return tableAt(events.slice(0, at), game, events);
  });
}"""


@pytest.fixture(scope="module")
def over(server: Server) -> tuple[Person, str]:
    """A finished game of Turn the Tide, and who has played it."""
    eve = person(server.url, "eve")
    game: str = eve.opens("turn_the_tide", {}, 3, bots=BOTS)["id"]
    play_on(game, eve)
    return eve, game


def test_a_finished_game_has_its_history_however_it_is_opened(
    come: Come, over: tuple[Person, str]
) -> None:
    ann, game = over
    hers, watching = come(ann), come()

    def shows_history(visitor: Visitor) -> None:
        page = visitor.page
        page.get_by_role("heading", name=f"Turn {turns}", exact=True).wait_for()
        visitor.presses("Move by move")
        page.locator(".by-moves", has_text="1 of ").wait_for()
        visitor.presses("One turn back")
        page.get_by_role("heading", name=f"Turn {turns - 1}", exact=True).wait_for()
        page.get_by_text("The table as it stood then").wait_for()

    turns = len(ann.get(f"/games/{game}/record")["turns"])
    # A log that does not come at first is asked for again.
    hers.page.route(LOG, lambda route: route.abort(), times=1)
    hers.opens("/home")
    hers.page.locator(f".entry a[href='/game/{game}']").click()
    shows_history(hers)
    hers.page.reload()
    shows_history(hers)
    watching.opens(f"/game/{game}")
    shows_history(watching)
    hers.check()
    watching.check()


def test_a_record_is_verified_line_by_line_and_one_with_a_fault_is_not(
    come: Come, over: tuple[Person, str]
) -> None:
    ann, game = over
    hers = sits(come, ann, game)
    dialog = opens(hers, "Verify the game")
    dialog.get_by_role("button", name="Verify in this browser").click()
    dialog.get_by_text("Verified: the game was dealt and played").wait_for()
    lines = dialog.locator(".checks li")
    printed = lines.locator("code")
    assert [line.split()[0] for line in printed.all_inner_texts()] == [
        *("form", "chain", "seed", "draws", "log", "sealed"),
        *("times", "private", "names", "rules", "whole"),
    ]
    assert lines.first.inner_text().startswith("The record is complete.")
    assert all(line.inner_text().split("\n")[0].endswith(".") for line in lines.all())
    with hers.page.expect_download() as kept:
        dialog.get_by_role("button", name="Download the record").click()
    assert json.loads(kept.value.path().read_text()) == ann.get(f"/games/{game}/record")
    hers.check()

    def spoil(route: Route) -> None:
        """Another card than was sealed, as somebody who tampers would have it."""
        record = route.fetch().json()
        action = record["turns"][0]["actions"][0]["action"]
        action["card"] = action["card"] % 60 + 1
        route.fulfill(json=record)

    hers.page.route(RECORD, spoil)
    dialog.get_by_role("button", name="Verify in this browser").click()
    dialog.get_by_text("The record is not consistent.").wait_for()
    assert "FAULT at /turns/0" in lines.last.inner_text()
    assert not lines.last.inner_text().startswith("What"), "it says nothing good of what is wrong"
    expect(dialog.get_by_text("Verified: the game was dealt and played")).to_have_count(0)


def watched(ann: Person, ruleset: str, options: Json, most: int) -> tuple[str, dict[int, Json]]:
    """A game that ann plays so far, and what she saw of the table each time that she was asked."""
    game: str = ann.opens(ruleset, options, 3, bots=BOTS)["id"]
    seen = dict[int, Json]()
    while len(seen) < most:
        now = ann.waits_for(
            game, lambda one: one["status"] == "finished" or bool(one["mine"]["legal_actions"]), 240
        )
        if now["status"] == "finished":
            break
        seen[now["turn"]["number"]] = now["table"]
        ann.seals(game, now["turn"]["number"], now["mine"]["legal_actions"][-1])
    return game, seen


def log(ann: Person, game: str) -> list[Json]:
    events = list[Json]()
    while page := ann.get(f"/games/{game}/events", after=len(events), page_size=100)["results"]:
        events += page
    return events


def as_it_stood(hers: Visitor, ann: Person, game: str, turns: list[int]) -> list[Any]:
    """What the page makes of the log."""
    script = hers.page.locator("script[type=module]").first.get_attribute("src")
    assert script is not None
    events = [
        {"number": one["number"], "type": one["type"], "data": one["data"]}
        for one in log(ann, game)
    ]
    seen = ann.sees(game)
    where = hers.url + script.rpartition("/")[0]
    found: list[Any] = hers.page.evaluate(TABLE_AT, [where, seen["ruleset"], events, seen, turns])
    return found


@pytest.mark.parametrize(
    ("ruleset", "options"), sample([("high_tide", EVERYTHING), ("turn_the_tide", {})], 1)
)
def test_the_table_as_it_stood_is_the_one_that_was_seen_then(
    come: Come, ann: Person, ruleset: str, options: Json
) -> None:
    game, seen = watched(ann, ruleset, options, 30)
    hers = sits(come, ann, game)
    turns = [turn for turn in seen if turn < max(seen)]
    found = as_it_stood(hers, ann, game, turns)
    for turn, table in zip(turns, found, strict=True):
        assert _shown(table) == _shown(seen[turn]), turn


def _shown(table: Json) -> Json:
    """What the log tells of a table: points, the bag and coins under water are in no event."""
    unknown = {"scores", "bag", "offer", "shark_alert"}
    shown = {name: value for name, value in table.items() if name not in unknown}
    if "beaches" not in table:
        return shown
    shown["alert"] = table["shark_alert"]["alert"]
    shown["track"] = {**table["track"], "rental_rests": None}
    shown["coins"] = [
        {beach: value for beach, value in one.items() if value is not None}
        for one in table["coins"]
    ]
    shown["beaches"] = [{**one, "coins": None} for one in table["beaches"]]
    dice = table["dice"]
    shown["dice"] = dice and [
        dice["seat"],
        dice["space"],
        dice["left"]["face"],
        dice["right"]["face"],
    ]
    return shown


def test_one_steps_back_through_the_turns_and_move_by_move(come: Come, ann: Person) -> None:
    game, seen = watched(ann, "turn_the_tide", {}, 4)
    hers = sits(come, ann, game)
    page = hers.page
    page.set_viewport_size({"width": 390, "height": 600})
    page.locator(".reveal li").first.wait_for()
    first = page.get_by_role("button", name="First turn")
    first.scroll_into_view_if_needed()
    before = _seen_at(page)
    assert before["scrolled"] > 0
    first.click()
    past = page.locator("section.past")
    past.wait_for()
    # What was pressed stays under the pointer, though a table of then has no hand and no bar.
    assert _seen_at(page) == before
    low, high = sorted(seen[1]["tides"])
    expect(past.locator(".tides")).to_contain_text(
        f"takes tide {low}, the second highest tide {high}"
    )
    # A table of then offers nothing to choose.
    expect(past.locator(".hand")).to_have_count(0)
    assert page.locator("form.table").is_hidden()
    expect(page.locator(".history .reveal li")).to_have_count(3)
    page.get_by_role("button", name="Move by move").click()
    # The first move only closes the turn.
    expect(page.locator(".history .reveal li")).to_have_count(0)
    forward = page.get_by_role("button", name="One move on")
    forward.click()
    page.locator(".history .reveal li").nth(2).wait_for()
    expect(page.locator(".history .takes")).to_have_count(0)
    forward.click()
    page.locator(".history .takes").nth(1).wait_for()
    levels = past.locator(".level")
    expect(levels.filter(has_text=str(high)).first).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    past.wait_for(state="detached")
    assert page.locator("form.table").is_visible()
    # And Back leads to where the page was.
    first.scroll_into_view_if_needed()
    before = _seen_at(page)
    page.get_by_role("link", name="Lobby").first.evaluate("one => one.click()")
    page.get_by_role("heading", name="Lobby").wait_for()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    page.wait_for_function("wanted => scrollY === wanted", arg=before["scrolled"])
    hers.check()


def _seen_at(page: Page) -> dict[str, int]:
    """Where the buttons of the history are in the window, and how far it is scrolled."""
    found: dict[str, int] = page.evaluate(
        """() => {
          const at = document.querySelector(".stepper").getBoundingClientRect().top;
          return {at: Math.round(at), scrolled: scrollY};
        }"""
    )
    return found


def test_the_hands_stand_side_by_side_and_strong_says_what_it_would_have_played(
    come: Come, over: tuple[Person, str]
) -> None:
    ann, game = over
    hers = sits(come, ann, game)
    dialog = opens(hers, "The hands")
    dialog.locator(".side-by-side li").nth(8).wait_for()
    first = ann.get(f"/games/{game}/stages")["results"]
    shown = dialog.locator(".hand-of").first.locator(".side-by-side li")
    # The first hand was ann's, then the next seat's, and then the third's.
    for stage in range(3):
        words = shown.nth(stage).inner_text()
        assert f"{first[stage]['scores'][stage]} point" in words
        for card in first[stage]["played"][stage]:
            assert f"card {card}," in words
    hers.page.keyboard.press("Escape")
    dialog = opens(hers, "What the Strong bot would have played")
    dialog.locator(".analysis").first.wait_for()
    analysis = ann.get(f"/games/{game}/analysis")
    (mine,) = (one for one in analysis["stages"][0]["seats"] if one["seat"] == 0)
    rows = dialog.locator(".analysis").first.locator("tbody tr")
    expect(rows).to_have_count(len(mine["moves"]))
    assert f"card {mine['moves'][0]['played']['card']}," in str(rows.first.text_content())
    hers.check()


def test_all_stages_are_seen_side_by_side_on_a_telephone(
    come: Come, over: tuple[Person, str]
) -> None:
    ann, game = over
    hers = sits(come, ann, game, viewport={"width": 390, "height": 844}, locale="de-DE")
    table = hers.page.locator(".stages .scroll")
    table.wait_for()
    assert table.locator("thead th:visible").all_inner_texts() == ["Spieler", *"123", "Alle"]
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth")
    hers.check()


def test_high_tide_shows_what_a_choice_would_do_before_it_is_made(come: Come, ann: Person) -> None:
    """By the mouse over it and by the focus on it; what is chosen is not changed by either."""
    game: str = ann.opens("high_tide", {}, 3, bots=BOTS)["id"]
    while True:
        seen = ann.waits_for(game, lambda one: bool(one["mine"]["legal_actions"]), 240)
        actions = seen["mine"]["legal_actions"]
        if any(one["type"] == "accept" for one in actions):
            break
        ann.seals(game, seen["turn"]["number"], actions[0])
    hers = sits(come, ann, game, viewport={"width": 1400, "height": 900})
    page = hers.page
    accept = page.locator(".option", has_text="Accept")
    accept.wait_for()
    # The question stands above all answers, not beside one of them.
    question, answer = (
        page.locator(f".choice-list {one}").first.bounding_box() for one in ("legend", ".option")
    )
    assert question is not None
    assert answer is not None
    assert question["y"] + question["height"] <= answer["y"]
    if "no chair moves" not in accept.inner_text():
        expect(page.locator(".ghost")).to_have_count(0)
        accept.hover()
        page.locator(".ghost").first.wait_for()
        page.get_by_text("Nothing chosen yet.").wait_for()
        page.locator("h1").hover()
        page.locator(".ghost").first.wait_for(state="detached")
        accept.locator("input").focus()
        page.locator(".ghost").first.wait_for()
        assert "→" in accept.inner_text()
    hers.check()


def test_what_may_follow_from_a_card_is_said_when_it_is_chosen(come: Come, ann: Person) -> None:
    game: str = ann.opens("turn_the_tide", {}, 3, bots=BOTS)["id"]
    hand = ann.sees(game)["mine"]["hand"]
    hers = sits(come, ann, game)
    hers.page.locator(".hand input").first.check()
    higher = 60 - hand[0] - (len(hand) - 1)
    expect(hers.page.locator(".seal-bar .after")).to_contain_text(f"{higher} higher cards")
    hers.check()
