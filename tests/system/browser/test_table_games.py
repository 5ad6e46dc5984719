"""The table in the browser against bots, by keyboard and to the end; all calls of the page are documented."""

import re

import pytest
from playwright.sync_api import expect

from tests.system.browser.conftest import Come
from tests.system.browser.visiting import Visitor

HELD = """const real = window.fetch;
window.fetch = async (where, how) => {
  const said = await real(where, how);
  if (how?.method === 'PUT') await new Promise((goOn) => { window.goOn = goOn; });
  return said;
};"""
"""For a page: the answer to a move is held until `goOn` is called."""


@pytest.fixture
def visitor(come: Come) -> Visitor:
    return come()


def test_cards_are_played_by_keyboard_alone_and_looked_up_afterwards(visitor: Visitor) -> None:
    page = visitor.page
    visitor.opens("/")
    page.get_by_role("button", name="Play now against bots Turn the Tide").focus()
    page.keyboard.press("Enter")
    for played in range(3):
        assert visitor.waits_until_asked()
        turn = visitor.turn()
        visitor.tabs_to_choice()
        # Space chooses, arrows go on and choose, Enter seals.
        page.keyboard.press("Space")
        if played % 3:
            page.keyboard.press("ArrowRight")
        chosen = page.locator(".card.chosen input").get_attribute("aria-label")
        assert chosen
        assert page.locator(".seal-bar .choice").inner_text() == chosen
        page.keyboard.press("Enter")
        visitor.waits_for_the_next(turn)
    steps = page.locator(".history h2")
    # The game and its events come separately: the history may follow the table a moment later.
    expect(steps).to_have_text("Turn 3")
    page.get_by_role("button", name="First turn").click()
    expect(steps).to_have_text("Turn 1")
    expect(page.locator(".reveal li")).to_have_count(3)
    page.get_by_role("button", name="Newest turn").click()
    expect(steps).to_have_text("Turn 3")
    visitor.check()


def test_news_that_is_there_before_the_answer_to_a_move_stays_the_last_word(
    visitor: Visitor,
) -> None:
    page = visitor.page
    page.add_init_script(HELD)
    visitor.opens("/")
    visitor.presses("Play now against bots Turn the Tide")
    assert visitor.waits_until_asked()
    turn = visitor.turn()
    page.locator("input[name=action]").first.check()
    visitor.plays()
    visitor.waits_for_the_next(turn)
    spoken = page.locator("p[role=status].unseen")
    expect(spoken).to_have_text("Your move.")
    # The page looks at the game again after it has taken the answer.
    with page.expect_request(re.compile(r"/api/v1/games/[\w-]+$")):
        page.evaluate("() => window.goOn()")
    expect(spoken).to_have_text("Your move.")
    visitor.check()


def test_high_tide_is_played_to_its_end(visitor: Visitor) -> None:
    page = visitor.page
    visitor.opens("/")
    visitor.presses("Play now against bots High Tide")
    foretold = 0
    said = set()
    while visitor.waits_until_asked():
        turn = visitor.turn()
        page.locator(".high-tide input[name=action]").first.check()
        if not foretold:
            expect(page.locator(".note")).to_contain_text("It is only your turn")
        words = page.locator(".seal-bar .choice").inner_text()
        ghosts = page.locator(".ghost").count()
        # What a choice does is drawn where it is sure, and only there.
        assert (ghosts > 0) == ("→" in words), words
        foretold += ghosts > 0
        said.add(page.locator(".seal-bar button.main").inner_text())
        visitor.plays()
        visitor.waits_for_the_next(turn)
    # Each button says what it does; which of them come depends on the dice.
    assert said <= {"Roll", "Take", "Accept", "Decline", "Move", "Re-roll", "Keep"}
    assert foretold > 0
    expect(page.locator(".outcome li")).to_have_count(3)
    # How it ended is said, has the focus, and is in the window.
    heading = page.locator(".outcome h2")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    expect(page.locator("p[role=status].unseen")).to_contain_text("The game is over.")
    expect(page.locator(".history")).to_be_in_viewport()
    expect(page.locator(".stock")).to_contain_text("Dice in the bag: black")
    expect(page.locator(".beach")).to_have_count(6)
    # No bot judges this game, so nobody is led to ask for it.
    page.get_by_role("button", name="Verify the game").wait_for()
    expect(page.get_by_role("button", name="What the Strong bot would have played")).to_have_count(
        0
    )
    visitor.check()
