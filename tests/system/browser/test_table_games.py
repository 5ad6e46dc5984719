"""The table against bots and people: cards by keyboard, whole games, tips, rules, and what comes next."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.system.browser.conftest import OpenTab, open_game
from tests.system.browser.tab import Tab
from tests.system.flows.client import Person

PLAY = "Play now against bots"
NOTE = ".note"
EXPANSIONS = {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]}
HELD = """const real = window.fetch;
window.fetch = async (where, how) => {
  const said = await real(where, how);
  if (how?.method === 'PUT') await new Promise((goOn) => { window.goOn = goOn; });
  return said;
};"""
"""For a page: the answer to a move is held until `goOn` is called."""

SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.shifted += one.value;
}).observe({type: "layout-shift", buffered: true});"""
HEARD = """AudioBufferSourceNode.prototype.start = () => {
  document.documentElement.dataset.heard = "paper";
};"""
FRAMES = """window.frames = [];
new MutationObserver((changes) => {
  for (const {target} of changes) {
    const frame = target.dataset.frame ?? "end";
    window.frames.push(`${target.dataset.turn} ${frame}`);
    document.documentElement.dataset.seen = frame;
    if (frame === window.skipped) document.dispatchEvent(new KeyboardEvent("keydown", {key: "x"}));
  }
}).observe(document, {subtree: true, attributeFilter: ["data-frame"]});"""
"""For a page: the turn that is shown in each frame of a reveal, and the one in which a key is pressed."""


def test_cards_are_played_by_keyboard_alone(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    page.add_init_script(SHIFTS)
    tab.open("/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the table")
    page.get_by_role("button", name=f"{PLAY} Turn the Tide").focus()
    page.keyboard.press("Enter")
    page.locator(NOTE).wait_for()
    # Nothing that is there moves on the way into a game.
    assert page.evaluate("window.shifted") < 0.1
    for played in range(3):
        assert tab.is_asked()
        turn = tab.turn()
        tab.tab_to_choice()
        # Space chooses, arrows go on and choose, Enter seals.
        page.keyboard.press("Space")
        if played % 3:
            page.keyboard.press("ArrowRight")
        chosen = page.locator(".card.chosen input").get_attribute("aria-label")
        assert page.locator(".seal-bar .choice").inner_text() == chosen
        page.keyboard.press("Enter")
        tab.wait_for_turn_after(turn)
    # The game and its events come separately: the history may follow the table a moment later.
    expect(page.locator(".history h2")).to_have_text("Turn 3")


def test_news_that_is_there_before_the_answer_to_a_move_stays_the_last_word(
    open_tab: OpenTab,
) -> None:
    tab = open_tab()
    page, spoken = tab.page, tab.page.locator("p[role=status].unseen")
    page.add_init_script(HELD)
    tab.open("/")
    tab.press(f"{PLAY} Turn the Tide")
    assert tab.is_asked()
    turn = tab.turn()
    page.locator("input[name=action]").first.check()
    tab.submit()
    tab.wait_for_turn_after(turn)
    expect(spoken).to_have_text("Your move.")
    # The page looks at the game again after it has taken the answer.
    with page.expect_request(re.compile(r"/api/v1/games/[\w-]+$")):
        page.evaluate("() => window.goOn()")
    expect(spoken).to_have_text("Your move.")


def test_a_turn_is_revealed_on_the_table_before_the_next_question(
    open_tab: OpenTab, ann: Person
) -> None:
    tab, game = open_tab(ann, reduced_motion="no-preference"), open_game(ann)
    page = tab.page
    page.add_init_script(FRAMES)
    page.add_init_script(HEARD)
    tab.open(f"/game/{game}")
    tab.choose_card(4)
    tab.submit()
    tab.wait_for_turn(2)
    page.locator("html[data-seen=end]").wait_for()
    seen = page.evaluate("window.frames")
    assert seen[:3] == ["1 sealed", "1 turned", "1 taken"]
    # Once more, with sounds, which are loaded where they are chosen, and a key skips what is left.
    assert not [one for one in tab.called if one.url.endswith("/sound.js")]
    page.evaluate("localStorage.setItem('tide-sound', 'on')")
    page.evaluate(
        "() => { window.frames = []; window.skipped = 'turned'; document.documentElement.dataset.seen = ''; }"
    )
    page.get_by_role("button", name="Again").click()
    page.locator("html[data-seen=end]").wait_for()
    assert page.evaluate("window.frames") == ["2 sealed", "2 turned", "2 end"]
    # Who wants nothing to move has one still picture beside the next question.
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Again").click()
    expect(page.locator(".on-table.still")).to_have_count(3)
    page.locator("html[data-heard]").wait_for()
    tab.choose_card(2)
    expect(page.locator(".on-table")).to_have_count(0)


def test_the_goes_since_one_s_own_are_shown_on_the_beaches(open_tab: OpenTab, ann: Person) -> None:
    tab, page = (one := open_tab(ann, reduced_motion="no-preference")), one.page
    game = open_game(ann, ruleset="high_tide", bots=["careful", "careful"])
    page.add_init_script(FRAMES)
    since = page.get_by_role("button", name="since yours")
    while True:
        seen = ann.waits_for(game, lambda now: bool(now["mine"]["legal_actions"]), 240)
        # Another has played in this round already, and all in the one before.
        if seen["table"]["round"] > 1 and seen["table"]["place"] > 1:
            break
        ann.seals(game, seen["turn"]["number"], seen["mine"]["fallback"])
    tab.open_table(game)
    page.evaluate("window.skipped = 'glide'")
    since.click()
    page.locator("html[data-seen=end]").wait_for()
    frames = [one.split()[1] for one in page.evaluate("window.frames")]
    assert frames[-2:] == ["glide", "end"]
    assert {*frames[:-2]} & {"tumble", "taken"}
    expect(page.locator("[name=action]").first).to_be_visible()


def test_a_stage_ends_with_a_curtain_that_a_key_lifts(tab: Tab, ann: Person) -> None:
    game, page = open_game(ann), tab.page
    tab.open(f"/game/{game}")
    while (seen := ann.waits_for(game, lambda now: now["mine"]["legal_actions"], 240))[
        "stage"
    ] == 1:
        tab.wait_for_turn(seen["turn"]["number"])
        ann.seals(game, seen["turn"]["number"], seen["mine"]["legal_actions"][0])
    points = page.locator(".curtain .moved-points strong")
    expect(points).to_have_count(3)
    totals = sorted((one["score"] for one in seen["table"]["seats"]), reverse=True)
    assert [int(one.replace("\N{MINUS SIGN}", "-")) for one in points.all_inner_texts()] == totals
    expect(page.get_by_role("button", name="Next hand")).to_be_focused()
    expect(page.locator("form.table")).to_be_hidden()
    page.keyboard.press("x")
    tab.wait_for_turn(seen["turn"]["number"])
    expect(page.locator(".hand input").first).to_be_focused()


def test_a_sealed_card_stays_sealed_until_the_game_is_read_again(
    tab: Tab, ann: Person, bob: Person, game: str
) -> None:
    page = tab.page
    tab.open(f"/game/{game}")
    words = tab.choose_card(4)
    view = re.compile(rf"/api/v1/games/{game}$")
    # Nothing answers.
    page.route(view, lambda _route: None)
    with page.expect_request(view):
        tab.submit()
    sealed = page.locator(".seal-bar.sealed .choice")
    expect(sealed).to_have_text(f"Sealed: {words}")
    page.unroute(view)
    expect(sealed).to_have_text(f"Sealed: {words}")
    tab.press("Take back")
    expect(page.locator(".seal-bar .choice")).to_have_text(words)


def test_high_tide_is_played_to_its_end_with_all_expansions(tab: Tab, ann: Person) -> None:
    game = open_game(ann, ruleset="high_tide", options=EXPANSIONS)
    page, foretold = tab.page, 0
    tab.open(f"/game/{game}")
    while tab.is_asked():
        turn = tab.turn()
        # By keyboard alone.
        tab.tab_to_choice()
        words = page.locator(".foretold strong").inner_text()
        ghosts = page.locator(".ghost").count()
        # What an answer does is drawn where it is sure, and only there.
        assert (ghosts > 0) == ("→" in words), words
        foretold += ghosts > 0
        # Its name says what it does.
        assert words in page.locator("[name=action]:focus .unseen").inner_text()
        # Those who may use a tile before another's go are asked together: one chooses, then seals.
        for _ in range(1 + page.locator(".seal-bar button.main").count()):
            page.keyboard.press("Enter")
        tab.wait_for_turn_after(turn)
    assert foretold > 0
    scores = [int(one.split()[0]) for one in page.locator(".outcome li strong").all_inner_texts()]
    assert sorted(scores) == sorted(ann.get(f"/games/{game}/record")["result"]["scores"])
    # How it ended is said, has the focus, and is in the window.
    expect(page.locator(".outcome h2")).to_be_focused()
    expect(page.locator(".outcome h2")).to_be_in_viewport()
    expect(page.locator("p[role=status].unseen")).to_contain_text("The game is over.")
    # No bot judges this game, so nobody is led to ask for it.
    page.get_by_role("button", name="Verify the game").wait_for()
    analysis = page.get_by_role("button", name="What the Strong bot would have played")
    expect(analysis).to_have_count(0)


def test_a_game_that_nobody_has_drawn_explains_itself_and_can_be_played(
    tab: Tab, ann: Person
) -> None:
    page = tab.page
    tab.open(f"/game/{open_game(ann, ruleset='goofspiel')}")
    page.get_by_role("group", name="You decide: which card to bid").wait_for()
    page.get_by_text("Bid a card for the prize.").wait_for()
    rows = page.locator(".general tbody tr td:first-child").all_inner_texts()
    assert rows == ["you", "Random bot 2", "Random bot 3"]
    while tab.is_asked():
        turn = tab.turn()
        tab.tab_to_choice()
        page.keyboard.press("Space")
        card = page.locator(".option.chosen").inner_text()
        assert page.locator(".seal-bar .choice").inner_text() == card
        page.keyboard.press("Enter")
        tab.wait_for_turn_after(turn)
        page.locator(".happened", has_text="bids opened").wait_for()
    expect(page.locator(".outcome li")).to_have_count(3)


def test_a_sealed_card_is_there_after_a_reload_and_can_be_taken_back(
    tab: Tab, ann: Person, game: str
) -> None:
    tab.open(f"/game/{game}")
    tab.page.locator(".hand input").nth(4).check()
    tab.press("Seal")
    tab.page.locator(".card.sealed").wait_for()
    assert ann.sees(game)["mine"]["submission"] is not None
    tab.page.reload()
    tab.page.locator(".card.sealed").wait_for()
    tab.press("Take back")
    tab.page.get_by_text("Choose a card.").wait_for()
    assert ann.sees(game)["mine"]["submission"] is None


def test_what_waits_is_in_the_title_and_one_press_leads_from_game_to_game(
    tab: Tab, ann: Person, bob: Person
) -> None:
    page = tab.page
    for _ in range(2):
        open_game(ann, bob)
    tab.open("/home")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    before = {one["id"]: one["mine"]["unread"] for one in ann.get("/me/games")["results"]}
    # A player who opens a game has read what the list knew of it.
    with page.expect_request_finished(lambda one: one.url.endswith("/me/read")):
        page.locator(".entry a").first.click()
    here, opened = page.url, page.url.rpartition("/")[2]
    now = {one["id"]: one["mine"]["unread"] for one in ann.get("/me/games")["results"]}
    assert now[opened] < before[opened]
    page.locator(".hand input").first.check()
    tab.press("Seal and next")
    page.wait_for_url(lambda url: url != here)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert ann.sees(opened)["mine"]["submission"] is not None
    expect(page.get_by_role("heading", name="Turn the Tide")).to_be_focused()
    expect(page.get_by_role("button", name="Seal and next")).to_have_count(0)


@pytest.mark.parametrize(("width", "is_modal"), [(1400, False), (390, True)])
def test_the_rules_beside_a_table_begin_with_what_is_played_there(
    open_tab: OpenTab, ann: Person, width: int, is_modal: bool
) -> None:
    tab = open_tab(ann, viewport={"width": width, "height": 900})
    page = tab.page
    tab.open_table(open_game(ann, ruleset="high_tide", options={"expansions": ["surfer"]}))
    button = page.get_by_role("button", name="Rules", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Rules")
    coins = sheet.get_by_role("heading", name="Expansion: Coins")
    sheet.get_by_role("heading", name="Expansion: Surfer").wait_for()
    expect(coins).to_be_hidden()
    sheet.get_by_text("The expansions that are not in this game").click()
    expect(coins).to_be_visible()
    assert page.evaluate("document.querySelector('.sheet').matches(':modal')") == is_modal
    if not is_modal:
        # One goes on playing beside it.
        page.locator(".high-tide [name=action]").first.hover()
        page.get_by_role("heading", name="Rules", exact=True).focus()
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    if not is_modal:
        expect(button).to_be_focused()


def test_a_first_game_names_each_thing_once_beside_it(tab: Tab, ann: Person) -> None:
    page, names = tab.page, list[str]()
    game = open_game(ann)
    tab.open(f"/game/{game}")
    page.locator(NOTE).wait_for()
    expect(page.locator("p[role=status].unseen")).to_contain_text("The goal.")
    # By keyboard: a player who has pressed one is at the next, and at the cards after the last.
    page.locator(f"{NOTE} button").first.focus()
    while page.locator(NOTE).count():
        names.append(page.locator(f"{NOTE} strong").inner_text())
        page.keyboard.press("Enter")
        page.locator(NOTE, has_text=names[-1]).wait_for(state="detached")
        page.locator(f"{NOTE} button:focus, input[name=action]:focus").wait_for(state="attached")
    assert names == ["The goal.", "The tides.", "Your hand."]
    # What matters later is named later: that a card is chosen, and then what came of it. Who does
    # something has read what was said of it.
    page.keyboard.press("Space")
    expect(page.locator(NOTE)).to_contain_text("Sealing.")
    page.keyboard.press("Enter")
    tab.wait_for_turn_after("1")
    assert "any.seal" in json.loads(page.evaluate("localStorage.getItem('tide-notes')"))
    page.locator(NOTE, has_text="Deepest in the water.").wait_for()
    # It is remembered on this device, and called up again when asked for.
    tab.open(f"/game/{game}")
    page.locator(NOTE, has_text="Deepest in the water.").wait_for()
    tab.press("Show no more tips")
    page.locator(NOTE).wait_for(state="detached")
    assert json.loads(page.evaluate("localStorage.getItem('tide-notes')"))[-1] == "no more"
    tab.press("Rules")
    tab.press("Explain the table")
    page.locator(NOTE, has_text="The goal.").wait_for()


WINDOWS = [(1366, 768), (1280, 720), (390, 844)]
SMALLEST = {"turn_the_tide": [(390, 664)], "high_tide": []}
LAYOUT = """() => {
  const parts = [".tides .tide", ".swimmer", ".beach", ".players li"];
  const shown = ["input[name=action]", "button:not(.plain)", ...parts];
  const needed = shown.map((one) => `form.table ${one}`).join();
  const within = ({top, left, bottom, right}) =>
    top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  const found = [...document.querySelectorAll(needed)].map((one) => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const around = one.closest("label") ?? one;
    const isFree = within(box) && top !== null && around.contains(top);
    const lifted = new DOMMatrix(getComputedStyle(around).transform).f;
    const at = one.closest(".dock, .note") ? null : [Math.round(box.top - lifted), Math.round(box.left)];
    return {name: one.value || one.innerText || one.className, isFree, at};
  });
  return {hidden: found.filter((one) => !one.isFree).map((one) => one.name),
    above: found.map((one) => one.at).filter(Boolean), scrolled: scrollY};
}"""
"""What of a table cannot be seen and pressed in the window, and where everything above the dock is."""


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
def test_a_first_game_is_in_one_window_whatever_note_is_told(
    tab: Tab, ann: Person, ruleset: str
) -> None:
    """Tides, players, cards or answers and the button; no note moves the table, none covers it."""
    game, page = open_game(ann, bots=["careful", "random"], ruleset=ruleset), tab.page
    tab.open(f"/game/{game}")
    for width, height in WINDOWS + SMALLEST[ruleset]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("localStorage.removeItem('tide-notes')")
        tab.open(f"/game/{game}")
        page.locator(NOTE).wait_for()
        first: Any = page.evaluate(LAYOUT)
        told = list[str]()
        while page.locator(NOTE).count():
            told.append(page.locator(f"{NOTE} strong").inner_text())
            wanted = {"hidden": [], "above": first["above"], "scrolled": 0}
            assert page.evaluate(LAYOUT) == wanted, (width, told)
            page.locator(NOTE).get_by_role("button", name="Got it").click()
            page.locator(NOTE, has_text=told[-1]).wait_for(state="detached")
        assert len(told) >= 3
        # A card that is chosen brings the note of sealing; an answer of High Tide is looked at.
        first_choice = page.locator("[name=action]").first
        if ruleset == "turn_the_tide":
            first_choice.evaluate("one => one.click()")
            expect(page.locator(NOTE)).to_contain_text("Sealing.")
        else:
            first_choice.focus()
            page.locator(".foretold strong").wait_for()
        now = page.evaluate(LAYOUT)
        assert (now["hidden"], now["above"]) == ([], first["above"]), width
        page.evaluate("sessionStorage.removeItem('tide-chosen')")
