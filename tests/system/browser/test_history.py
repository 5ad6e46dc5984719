"""A game looked back at: turn by turn, its record verified, hands side by side, the analysis."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.running import Server
from tests.sampling import sample
from tests.system.browser.conftest import OpenTab, open_game, play_out, sign_up_at
from tests.system.browser.tab import Tab
from tests.system.flows.client import Json, Person

EXPANSIONS = {"expansions": ["coins", "shark_alert", "surfer", "baywatch"], "surfers": "hidden"}
BOTS = ["random", "careful"]
MINUS = "\N{MINUS SIGN}"
TABLE_AT = """async ([where, ruleset, events, game, turns]) => {
  const {tableAt} = await import(`${where}/games/${ruleset}/replay.js`);
  return turns.map((turn) => {
    const at = events.findIndex((one) => one.type === "turn_closed" && one.data.turn === turn);
    return tableAt(events.slice(0, at), game, events);
  });
}"""


@pytest.fixture(scope="module")
def eve(server: Server) -> Person:
    return sign_up_at(server.url, "eve")


@pytest.fixture(scope="module")
def finished(eve: Person) -> str:
    """A finished game of Turn the Tide, which eve has played."""
    game = open_game(eve, bots=BOTS)
    play_out(game, eve)
    return game


def test_a_finished_game_has_its_history_however_it_is_opened(
    open_tab: OpenTab, eve: Person, finished: str
) -> None:
    tab, turns = open_tab(eve), len(eve.get(f"/games/{finished}/record")["turns"])
    # A log that does not come at first is asked for again.
    cut = list[str]()

    def cut_off(route: Any) -> None:
        cut.append(route.request.url)
        route.abort()

    tab.page.route("**/games/*/events?*", cut_off, times=1)
    tab.open("/home")
    tab.page.locator(f".entry a[href='/game/{finished}']").click()
    for _ in range(2):
        tab.page.get_by_role("heading", name=f"Turn {turns}", exact=True).wait_for()
        tab.press("Move by move")
        tab.page.locator(".by-moves", has_text="1 of ").wait_for()
        tab.press("One turn back")
        tab.page.get_by_role("heading", name=f"Turn {turns - 1}", exact=True).wait_for()
        tab.page.get_by_text("The table as it stood then").wait_for()
        tab.press("Newest turn")
        tab.page.get_by_role("heading", name=f"Turn {turns}", exact=True).wait_for()
        tab.page.reload()
    assert len(cut) == 1
    spectator = open_tab()
    spectator.open_table(finished)
    spectator.page.get_by_role("heading", name=f"Turn {turns}", exact=True).wait_for()
    # Played from the beginning until it is stopped; arrow keys step, and Back leads out.
    spectator.press("Watch again")
    spectator.page.wait_for_url("**?turn=*&move=*")
    first = spectator.page.url
    spectator.page.wait_for_url(lambda url: url != first)
    spectator.press("Stop")
    stopped = spectator.page.url
    spectator.page.keyboard.press("ArrowLeft")
    spectator.page.wait_for_url(lambda url: url != stopped)
    spectator.page.go_back()
    spectator.page.locator(".outcome").wait_for()
    # An address of a step shows the cards as they lay then.
    spectator.open(f"/game/{finished}?turn=2&move=3")
    expect(spectator.page.locator(".past .flipped")).to_have_count(3)
    spectator.page.locator(".by-moves").get_by_text("3 of ").wait_for()


def test_a_record_is_verified_line_by_line_and_one_with_a_fault_is_not(
    open_tab: OpenTab, eve: Person, finished: str
) -> None:
    tab = open_tab(is_documented=False)
    tab.open_table(finished)
    expect(tab.page.get_by_role("button", name="Rematch")).to_have_count(0)
    dialog = tab.open_dialog("Verify the game")
    good, lines = (
        dialog.get_by_text("Verified: the game was dealt and played"),
        dialog.locator(".checks li"),
    )
    tab.press("Verify in this browser")
    good.wait_for()
    assert [line.split()[0] for line in lines.locator("code").all_inner_texts()] == [
        *("form", "chain", "seed", "draws", "log", "sealed"),
        *("times", "private", "names", "rules", "whole"),
    ]
    with tab.page.expect_download() as kept:
        tab.press("Download the record")
    assert json.loads(kept.value.path().read_text()) == eve.get(f"/games/{finished}/record")

    def tamper(route: Route) -> None:
        """Another card than was sealed."""
        record = route.fetch().json()
        action = record["turns"][0]["actions"][0]["action"]
        action["card"] = action["card"] % 60 + 1
        route.fulfill(json=record)

    tab.page.route("**/record", tamper)
    tab.press("Verify in this browser")
    dialog.get_by_text("The record is not consistent.").wait_for()
    assert "FAULT at /turns/0" in lines.last.inner_text()
    expect(good).to_have_count(0)


def play_and_watch(
    ann: Person, ruleset: str, options: Json, most: int
) -> tuple[str, dict[int, Json]]:
    """A game that ann plays so far, and the table in each of the turns in which ann was asked."""
    game = open_game(ann, ruleset=ruleset, options=options, bots=BOTS)
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


def tables_at(tab: Tab, ann: Person, game: str, turns: list[int]) -> list[Any]:
    """The tables that the page makes of the log, as they were at the end of these turns."""
    script = tab.page.locator("script[type=module]").first.get_attribute("src")
    assert script is not None
    log, seen = list[Json](), ann.sees(game)
    while page := ann.get(f"/games/{game}/events", after=len(log), page_size=100)["results"]:
        log += [{name: one[name] for name in ("number", "type", "data")} for one in page]
    where = tab.url + script.rpartition("/")[0]
    found: list[Any] = tab.page.evaluate(TABLE_AT, [where, seen["ruleset"], log, seen, turns])
    return found


@pytest.mark.parametrize(
    ("ruleset", "options"), sample([("high_tide", EXPANSIONS), ("turn_the_tide", {})], 1)
)
def test_the_table_as_it_stood_is_the_one_that_was_seen_then(
    tab: Tab, ann: Person, ruleset: str, options: Json
) -> None:
    game, seen = play_and_watch(ann, ruleset, options, 30)
    tab.open_table(game)
    turns = [turn for turn in seen if turn < max(seen)]
    for turn, table in zip(turns, tables_at(tab, ann, game, turns), strict=True):
        assert strip_unknown(table) == strip_unknown(seen[turn]), turn


def strip_unknown(table: Json) -> Json:
    """What the log tells of a table: points, the bag and coins under water are in no event."""
    unknown = {"scores", "bag", "offer", "shark_alert"}
    known = {name: value for name, value in table.items() if name not in unknown}
    if "beaches" not in table:
        return known
    known["alert"] = table["shark_alert"]["alert"]
    known["track"] = {**table["track"], "rental_rests": None}
    known["coins"] = [
        {beach: value for beach, value in one.items() if value is not None}
        for one in table["coins"]
    ]
    known["beaches"] = [{**one, "coins": None} for one in table["beaches"]]
    dice = table["dice"]
    faces = dice and [dice[one]["face"] for one in ("left", "right")]
    known["dice"] = dice and [dice["seat"], dice["space"], *faces]
    return known


def test_a_player_steps_back_through_the_turns_and_move_by_move(tab: Tab, ann: Person) -> None:
    game, seen = play_and_watch(ann, "turn_the_tide", {}, 4)
    page, shown = tab.page, tab.page.locator(".history .reveal li")
    past, first = page.locator("section.past"), page.get_by_role("button", name="First turn")
    page.set_viewport_size({"width": 390, "height": 600})
    tab.open_table(game)
    page.locator(".reveal li").first.wait_for()
    first.scroll_into_view_if_needed()
    before = stepper_place(page)
    assert before["scrolled"] > 0
    first.click()
    past.wait_for()
    # What was pressed stays under the pointer, though a table of then has no bar.
    assert stepper_place(page) == before
    low, high = sorted(seen[1]["tides"])
    tides = f"takes tide {low}, the second highest tide {high}"
    expect(past.locator(".tides")).to_contain_text(tides)
    # A table of then has the hand of then, and nothing to choose.
    expect(past.locator(".fan > *")).to_have_count(12)
    expect(past.locator("[name=action]")).to_have_count(0)
    assert page.locator("form.table").is_hidden()
    expect(shown).to_have_count(3)
    tab.press("Move by move")
    # The first move only closes the turn.
    expect(shown).to_have_count(0)
    forward = page.get_by_role("button", name="One move on")
    forward.click()
    expect(shown).to_have_count(3)
    expect(page.locator(".history .takes")).to_have_count(0)
    forward.click()
    page.locator(".history .takes").nth(1).wait_for()
    # The tides lie with those who took them.
    expect(past.locator(".taken-tide")).to_have_count(2)
    tab.press("Back to now")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "First turn")
    past.wait_for(state="detached")
    assert page.locator("form.table").is_visible()
    # And the browser's own Back leads to where the page was.
    first.scroll_into_view_if_needed()
    before = stepper_place(page)
    page.get_by_role("link", name="Lobby").first.evaluate("one => one.click()")
    page.get_by_role("heading", name="Lobby").wait_for()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    page.wait_for_function("wanted => scrollY === wanted", arg=before["scrolled"])


def stepper_place(page: Page) -> dict[str, int]:
    """Where the buttons of the history are in the window, and how far it is scrolled."""
    found: dict[str, int] = page.evaluate(
        """() => {
          const at = document.querySelector(".stepper").getBoundingClientRect().top;
          return {at: Math.round(at), scrolled: scrollY};
        }"""
    )
    return found


def test_the_hands_stand_side_by_side_and_strong_says_what_it_would_have_played(
    open_tab: OpenTab, eve: Person, finished: str
) -> None:
    tab = open_tab(eve, viewport={"width": 390, "height": 844})
    tab.open_table(finished)
    stages = eve.get(f"/games/{finished}/stages")["results"]
    # The podium has all stages side by side on a telephone, and each hand as all have played it.
    rows = tab.page.locator(".bars tbody tr")
    expect(rows).to_have_count(3)
    mine = tab.page.locator(".bars .mine td").all_inner_texts()
    points = [stage["scores"][0] for stage in stages]
    assert [int(one.replace(MINUS, "-")) for one in mine] == [*points, sum(points)]
    said = tab.page.locator(".same-hand p").all_inner_texts()
    assert sorted(one.split("made ")[1].split(",")[0] for one in said) == sorted(
        f"{one:+d}".replace("-", MINUS).replace("+0", "0") for one in points
    )
    expect(tab.page.locator(".same-hand .small-fan")).to_have_count(9)
    hands = tab.open_dialog("The hands").locator(".hand-of").first.locator(".side-by-side li")
    hands.nth(2).wait_for()
    # The first hand was eve's, then the next seat's, and then the third's.
    for number, stage in enumerate(stages):
        words = hands.nth(number).inner_text()
        assert f"{stage['scores'][number]} point".replace("-", MINUS) in words
        for card in stage["played"][number]:
            assert f"card {card}," in words
    tab.close_dialog()
    dialog = tab.open_dialog("What the Strong bot would have played")
    rows = dialog.locator(".analysis").first.locator("tbody tr")
    rows.first.wait_for()
    analysis = eve.get(f"/games/{finished}/analysis")
    (mine,) = (one for one in analysis["stages"][0]["seats"] if one["seat"] == 0)
    expect(rows).to_have_count(len(mine["moves"]))
    assert f"card {mine['moves'][0]['played']['card']}," in str(rows.first.text_content())


def test_high_tide_shows_what_a_choice_would_do_before_it_is_made(
    open_tab: OpenTab, ann: Person
) -> None:
    """By the mouse over it and by the focus on it; what is chosen is not changed by either."""
    game = open_game(ann, ruleset="high_tide", bots=BOTS)
    tab = open_tab(ann, viewport={"width": 1400, "height": 900})
    tab.open_table(game)
    page, ghost = tab.page, tab.page.locator(".ghost").first
    accept = page.locator(".by-dice", has_text="Accept")
    while True:
        seen = ann.waits_for(game, lambda one: bool(one["mine"]["legal_actions"]), 240)
        actions = seen["mine"]["legal_actions"]
        if any(one["type"] == "accept" for one in actions):
            accept.wait_for()
            if "no chair moves" not in accept.locator(".unseen").inner_text():
                break
        ann.seals(game, seen["turn"]["number"], actions[0])
    # What is on offer is shown at once, and fainter than what is looked at.
    may = page.locator(".ghost.may")
    accept.blur()
    may.first.wait_for()
    for look in (page.locator(".ghost > g").first.hover, accept.hover):
        look()
        expect(may).to_have_count(0)
        ghost.wait_for()
        page.locator("h1").hover()
        may.first.wait_for()
    accept.focus()
    expect(may).to_have_count(0)
    ghost.wait_for()
    assert "→" in page.locator(".foretold").inner_text()
