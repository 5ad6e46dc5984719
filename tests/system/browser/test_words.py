"""Another language: what a page says is there when it is shown, and nothing else is loaded for it."""

import re

from tests.system.browser.conftest import Come
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import Person


def words(visitor: Visitor) -> set[str]:
    """The catalogues that this page has asked for."""
    found = (re.search(r"/static/table\.\w+/(.*)words/de\.js", one.url) for one in visitor.called)
    return {one[1] for one in found if one}


def test_a_game_in_german_loads_only_what_a_game_says(come: Come, ann: Person) -> None:
    game = ann.opens("turn_the_tide", {}, 3, bots=["random", "random"])["id"]
    hers = come(locale="de-DE")
    hers.plays_as(ann)
    hers.opens(f"/game/{game}")
    hers.page.get_by_role("button", name="Dauerauftrag").wait_for()
    assert words(hers) <= {"", "games/turn_the_tide/"}
    hers.page.get_by_role("button", name="Dauerauftrag").click()
    hers.page.get_by_text("Du hast keinen Dauerauftrag.").wait_for()
    assert "game_menu/" in words(hers)
    hers.check()


def test_each_page_that_is_loaded_late_speaks_german_from_the_first(
    come: Come, ann: Person
) -> None:
    table = ann.opens("turn_the_tide", {}, 3)["id"]
    hers = come(locale="de-DE")
    hers.plays_as(ann)
    for path, said in {
        "/lobby": "Offene Tische",
        "/open": "Dein Tisch",
        "/people": "Freunde",
        "/settings": "Einstellungen",
        "/notices": "Sobald es geschieht",
        "/absence": "Abwesenheit",
        f"/game/{table}": "Einstellungen des Tisches",
    }.items():
        hers.opens(path)
        hers.page.locator("main").get_by_text(said).first.wait_for()
    hers.check()


def test_a_page_that_is_open_changes_its_language_with_all_its_words(
    come: Come, ann: Person
) -> None:
    hers = come()
    hers.plays_as(ann)
    hers.opens("/open")
    hers.page.get_by_text("Your table").wait_for()
    hers.page.get_by_label("Language").select_option("de")
    hers.page.get_by_text("Dein Tisch").wait_for()
    hers.check()
