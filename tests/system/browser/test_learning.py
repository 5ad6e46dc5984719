"""What explains the games: the rules beside the table and as pages, and the notes of a first game."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.sampling import sample
from tests.system.browser import axe
from tests.system.browser.conftest import Come
from tests.system.flows.client import Person

NOTE = ".note"


@pytest.mark.parametrize(
    ("ruleset", "english", "german"),
    [
        ("turn_the_tide", "The end of a stage", "Das Ende eines Durchgangs"),
        ("high_tide", "How chairs move", "Wie die Stühle ziehen"),
    ],
)
def test_the_rules_are_a_page_in_both_languages(
    come: Come, ruleset: str, english: str, german: str
) -> None:
    visitor = come()
    visitor.opens("/")
    visitor.page.locator(f'a[href="/rules/{ruleset}"]').click()
    visitor.page.get_by_role("heading", name=english).wait_for()
    assert visitor.page.locator(".rules figure svg").count() >= 4
    # Nothing is closed where no table says what is played.
    expect(visitor.page.locator(".rules details")).to_have_count(0)
    visitor.page.get_by_label("Language").select_option("de")
    visitor.page.get_by_role("heading", name=german).wait_for()
    visitor.check()


def test_the_rules_beside_a_table_begin_with_what_is_played_there(come: Come, ann: Person) -> None:
    game = ann.opens("high_tide", {"expansions": ["surfer"]}, 3, bots=["random", "random"])["id"]
    visitor = come(viewport={"width": 1400, "height": 900})
    visitor.plays_as(ann)
    visitor.opens(f"/game/{game}")
    opens = visitor.page.get_by_role("button", name="Rules", exact=True)
    opens.focus()
    visitor.page.keyboard.press("Enter")
    sheet = visitor.page.get_by_role("dialog", name="Rules")
    sheet.get_by_role("heading", name="Expansion: Surfer").wait_for()
    expect(sheet.get_by_role("heading", name="Expansion: Coins")).to_be_hidden()
    sheet.get_by_text("The expansions that are not in this game").click()
    expect(sheet.get_by_role("heading", name="Expansion: Coins")).to_be_visible()
    # One goes on playing beside it.
    visitor.page.locator(".high-tide input[name=action]").first.check()
    visitor.page.get_by_role("heading", name="Rules", exact=True).focus()
    visitor.page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    expect(opens).to_be_focused()
    visitor.check()


def test_on_a_telephone_the_rules_cover_the_table_and_escape_leads_back(
    come: Come, ann: Person
) -> None:
    game = ann.opens("turn_the_tide", {"edition": "bga"}, 3, bots=["random", "random"])["id"]
    visitor = come(viewport={"width": 390, "height": 844})
    visitor.plays_as(ann)
    visitor.opens(f"/game/{game}")
    visitor.presses("Rules")
    sheet = visitor.page.get_by_role("dialog", name="Rules")
    sheet.get_by_role("heading", name="The edition of Board Game Arena", exact=True).wait_for()
    expect(sheet.get_by_role("heading", name="The edition of AMIGO")).to_be_hidden()
    assert visitor.page.evaluate("document.querySelector('.sheet').matches(':modal')")
    visitor.page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    visitor.check()


def test_a_first_game_names_each_thing_once_beside_it(come: Come, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    visitor = come()
    page = visitor.page
    visitor.plays_as(ann)
    visitor.opens(f"/game/{game}")
    names = list[str]()
    page.locator(NOTE).wait_for()
    expect(page.locator("p[role=status].unseen")).to_contain_text("The tides.")
    expect(page.locator(".tides-place > .named")).to_have_count(1)
    # By keyboard: who has pressed one is at the next, and at the cards after the last.
    page.locator(f"{NOTE} button").first.focus()
    while page.locator(NOTE).count():
        names.append(page.locator(f"{NOTE} strong").inner_text())
        expect(page.locator(NOTE)).to_have_count(1)
        page.keyboard.press("Enter")
        page.locator(NOTE, has_text=names[-1]).wait_for(state="detached")
        page.locator(f"{NOTE} button:focus, input[name=action]:focus").wait_for(state="attached")
    assert names == ["The tides.", "Your hand.", "The sea.", "Life preservers."]
    assert visitor.focused()["name"] == "action"
    # What matters later is named later: that which one has chosen, and then what came of it.
    page.keyboard.press("Space")
    expect(page.locator(NOTE)).to_contain_text("Sealing.")
    page.keyboard.press("Enter")
    visitor.waits_for_the_next("1")
    page.locator(NOTE, has_text="Deepest in the water.").wait_for()
    # It is remembered on this device, and called up again when asked for.
    visitor.opens(f"/game/{game}")
    page.locator(NOTE, has_text="Deepest in the water.").wait_for()
    visitor.presses("Show no more tips")
    page.locator(NOTE).wait_for(state="detached")
    assert json.loads(page.evaluate("localStorage.getItem('tide-notes')"))[-1] == "no more"
    visitor.presses("Rules")
    visitor.presses("Explain the table")
    page.locator(NOTE, has_text="The tides.").wait_for()
    visitor.check()


WINDOWS = [(1366, 768), (1280, 720), (390, 844)]
LAID_OUT = """() => {
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
    const at = one.closest(".dock") ? null : [Math.round(box.top - lifted), Math.round(box.left)];
    return {name: one.value || one.innerText || one.className, isFree, at};
  });
  return {hidden: found.filter((one) => !one.isFree).map((one) => one.name), at: found.map((one) => one.at),
    answers: document.querySelectorAll("input[name=action]").length};
}"""
"""What of a table cannot be seen and pressed in the window, and where everything above the dock is."""


@pytest.mark.parametrize(("ruleset", "least"), [("turn_the_tide", 12), ("high_tide", 1)])
def test_a_first_game_is_in_one_window_whatever_note_is_told(
    come: Come, ann: Person, ruleset: str, least: int
) -> None:
    """Tides, players, cards or answers and the button; no note moves the table, none covers it."""
    game = ann.opens(ruleset, {}, 3, bots=["careful", "random"])["id"]
    visitor = come()
    page = visitor.page
    visitor.plays_as(ann)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        visitor.opens(f"/game/{game}")
        page.evaluate("localStorage.removeItem('tide-notes')")
        visitor.opens(f"/game/{game}")
        page.locator(NOTE).wait_for()
        first = page.evaluate(LAID_OUT)
        assert first["answers"] >= least
        told = list[str]()
        while page.locator(NOTE).count():
            told.append(page.locator(f"{NOTE} strong").inner_text())
            now = page.evaluate(LAID_OUT)
            assert (now["hidden"], page.evaluate("scrollY")) == ([], 0), (width, told)
            assert _above(now) == _above(first), (width, told)
            page.locator(NOTE).get_by_role("button", name="Got it").click()
            page.locator(NOTE, has_text=told[-1]).wait_for(state="detached")
        assert len(told) >= 3
        # The note of sealing comes with the first choice.
        page.locator("input[name=action]").first.evaluate("one => one.click()")
        expect(page.locator(NOTE)).to_contain_text("Sealing.")
        now = page.evaluate(LAID_OUT)
        assert (now["hidden"], _above(now)) == ([], _above(first)), width
        page.evaluate("sessionStorage.removeItem('tide-chosen')")
    visitor.check()


def _above(seen: Any) -> list[Any]:
    return [place for place in seen["at"] if place is not None]


@pytest.mark.parametrize(("width", "scheme"), sample(axe.SCREENS, 1))
def test_axe_finds_nothing_in_the_rules(come: Come, ann: Person, width: int, scheme: str) -> None:
    axe.needed()
    visitor = come(bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": 900})
    found = dict[str, Any]()
    visitor.plays_as(ann)
    for ruleset in ("turn_the_tide", "high_tide"):
        visitor.opens(f"/rules/{ruleset}")
        visitor.page.locator(".rules h2").first.wait_for()
        found[f"{ruleset} as a page"] = axe.faults(visitor.page)
        game = ann.opens(ruleset, {}, 3, bots=["random", "random"])["id"]
        visitor.opens(f"/game/{game}")
        visitor.page.locator(NOTE).wait_for()
        visitor.presses("Rules")
        visitor.page.locator(".sheet summary").click()
        found[f"{ruleset} beside the table"] = axe.faults(visitor.page)
    assert {name: faults for name, faults in found.items() if faults} == {}
