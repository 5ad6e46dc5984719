"""The lobby and waiting rooms: filters, pages, invitations, a table that fills, and one that does not."""

import re
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.system.browser.conftest import OpenTab, SignUp, open_game, play_out
from tests.system.browser.tab import Tab
from tests.system.flows.client import PASSWORD, Person

IN_ORDER = """(wanted) => {
  const shown = [...document.querySelectorAll('[data-game]')].map((one) => one.dataset.game);
  return String(shown.filter((one) => wanted.includes(one))) === String(wanted);
}"""


def open_filters(page: Page) -> None:
    """Open the filters that are closed at first."""
    page.locator(".more-filters:not([open]) summary").click()


def expect_tables(page: Page, shown: set[str], hidden: set[str]) -> None:
    """Wait until the list has the one and not the other."""
    for game in shown:
        page.locator(f"[data-game='{game}']").wait_for()
    for game in hidden:
        expect(page.locator(f"[data-game='{game}']")).to_have_count(0)


def test_each_filter_shows_what_fits_and_hides_the_rest(
    tab: Tab, ann: Person, bob: Person, sign_up: SignUp
) -> None:
    for one, other in ((ann, bob), (bob, ann)):
        one.call("PATCH", f"/me/relations/{other.name}", {"friend": True}).ok()
    cat, page = sign_up("cat"), tab.page
    slow = cat.opens("turn_the_tide", {"edition": "bga"}, 6, clock={"per_turn": "P7D"})["id"]
    quick = cat.opens("turn_the_tide", {}, 3, bots=["random"], clock={"per_turn": "PT10M"})["id"]
    coins = bob.opens("high_tide", {"expansions": ["coins"]}, 4)["id"]
    every = {slow, quick, coins}
    tab.open("/lobby")
    expect_tables(page, every, set())
    open_filters(page)
    for name, value, fits in (
        ("variant", "coins", coins),
        ("seats", "6", slow),
        ("pace", "quick", quick),
        ("company", "bots", quick),
    ):
        page.locator(f"select[name={name}]").select_option(value)
        expect_tables(page, {fits}, every - {fits})
        page.locator(f"select[name={name}]").select_option("")
        expect_tables(page, every, set())
    ann.call("POST", f"/games/{slow}/join").ok()
    for chip, fits in (
        ("Tables with friends", {coins}),
        ("Tables I can join", {quick, coins}),
        ("Turn the Tide", {slow, quick}),
    ):
        page.locator("label.chip", has_text=chip).click()
        expect_tables(page, fits, every - fits)
        # What is wished for is in the address: another tab shows the same.
        page.reload()
        expect_tables(page, fits, every - fits)
        tab.open("/lobby")
        open_filters(page)
    ann.call("POST", f"/games/{slow}/leave").ok()
    # The table with one bot of three lacks one player, and the others three and five.
    page.locator("label.chip", has_text="Fullest first").click()
    page.wait_for_function(IN_ORDER, arg=[quick, coins, slow])
    card = page.locator(f"[data-game='{slow}']")
    for said in ("Board Game Arena edition", str(cat.name), "7 days for each move", "5 seats free"):
        expect(card).to_contain_text(said)


def test_older_tables_are_a_page_with_an_address_of_its_own(open_tab: OpenTab, bob: Person) -> None:
    games = [bob.opens("turn_the_tide", {}, 3)["id"] for _ in range(51)]
    tab, oldest, newest = open_tab(), {games[0]}, {games[-1]}
    tab.open("/lobby?ruleset=turn_the_tide")
    expect_tables(tab.page, newest, oldest)
    tab.page.get_by_role("link", name="Older tables").click()
    expect_tables(tab.page, oldest, newest)
    tab.page.reload()
    expect_tables(tab.page, oldest, newest)
    tab.page.go_back()
    expect_tables(tab.page, newest, oldest)


def test_my_games_are_listed_with_those_that_are_over_and_others_to_watch(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    running, hidden = open_game(bob), open_game(bob, private=True)
    over = open_game(ann)
    play_out(over, ann)
    tab = open_tab()
    page = tab.page
    tab.open("/lobby?show=mine")
    page.get_by_text("Sign in to see them.").wait_for()
    # Another tab signs in: they are here long before the list is asked for again.
    tab.sign_in(ann)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(f"[data-game='{over}']")).to_contain_text(
        re.compile("Winner: |You won"), timeout=20_000
    )
    page.get_by_role("link", name="Games to watch").click()
    expect_tables(page, {running}, {hidden, over})
    page.locator(f"[data-game='{running}']").get_by_role("link", name="Watch").click()
    page.locator(".swimmer").first.wait_for()
    expect(page.locator(".hand")).to_have_count(0)


def test_a_list_of_many_games_is_read_further(tab: Tab, ann: Person) -> None:
    for _ in range(26):
        open_game(ann)
    page = tab.page
    tab.open("/home")
    expect(page.locator(".entry")).to_have_count(25)
    expect(page).to_have_title(re.compile(r"^\(26\) "))
    tab.press("More games")
    expect(page.locator(".entry")).to_have_count(26)
    expect(page.get_by_role("button", name="More games")).to_have_count(0)


def test_a_link_seats_a_guest_and_ends_when_it_is_used(open_tab: OpenTab, ann: Person) -> None:
    game = open_game(ann, bots=["random"], private=True)
    hosts, guests, late = open_tab(ann), open_tab(), open_tab()
    hosts.open(f"/game/{game}")
    hosts.page.get_by_text("A limited link").click()
    hosts.page.get_by_label("A link for this many players").fill("1")
    hosts.page.get_by_label("valid for").select_option("P1D")
    hosts.press("Create a link")
    hosts.page.get_by_text("1 use left").wait_for()
    path = hosts.page.locator(".made input.address").input_value().removeprefix(ann.url)
    for tab in (late, guests):
        tab.open(path)
        tab.page.get_by_role("heading", name=f"{ann.name} invites you to Turn the Tide").wait_for()
    guests.press("Take a seat as a guest")
    # The table is full with the guest, so it begins, on the host's screen too.
    for tab in (guests, hosts):
        tab.page.locator(".hand").wait_for()
    late.press("Take a seat as a guest")
    late.page.get_by_text("This invitation is used up").wait_for()


def test_a_player_who_signs_up_comes_back_to_the_invitation(open_tab: OpenTab, ann: Person) -> None:
    game = ann.opens("high_tide", {}, 3, start="host")["id"]
    code = ann.call("POST", f"/games/{game}/invitations", {"uses": 2}).ok()["code"]
    tab, name = open_tab(), f"eve-{uuid4().hex[:8]}"
    tab.open(f"/invitation/{code}")
    tab.press("Sign up")
    tab.fill(username=name, password1=PASSWORD)
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url(f"**/invitation/{code}")
    tab.press("Take a seat")
    tab.page.locator(".seats", has_text=name).wait_for()


def test_an_invitation_by_name_is_accepted_or_declined_in_the_lobby(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    wanted = ann.opens("high_tide", {}, 4, private=True, start="host")["id"]
    other = ann.opens("turn_the_tide", {}, 4, private=True, start="host")["id"]
    hosts, guests = open_tab(ann), open_tab(bob)
    hosts.open(f"/game/{wanted}")
    field = hosts.page.get_by_label("Name of a player")
    field.fill("nobody-at-all")
    hosts.press("Invite")
    # What is refused is said at the field.
    fault = hosts.page.locator(".fault", has_text="There is no such player.")
    fault.wait_for()
    assert field.get_attribute("aria-describedby") == fault.get_attribute("id")
    field.fill(str(bob.name))
    hosts.press("Invite")
    hosts.page.get_by_text("has not answered yet").wait_for()
    ann.call("POST", f"/games/{other}/invitations", {"player": bob.name}).ok()
    guests.open("/lobby")
    guests.page.get_by_text("You have 2 invitations").wait_for()
    entry = guests.page.locator(".invited li")
    entry.filter(has_text="Turn the Tide").get_by_role("button", name="Decline").click()
    entry.filter(has_text="Turn the Tide").wait_for(state="detached")
    (declined,) = ann.get(f"/games/{other}/invitations")["results"]
    assert declined["declined_at"] is not None
    entry.filter(has_text="High Tide").get_by_role("button", name="Take a seat").click()
    hosts.page.locator(".seats", has_text=str(bob.name)).wait_for()


def test_the_host_takes_invitations_back_and_starts_early_and_others_leave(
    open_tab: OpenTab, ann: Person, bob: Person
) -> None:
    game = ann.opens("turn_the_tide", {}, 4, bots=["random"], start="host")["id"]
    ann.call("POST", f"/games/{game}/invitations", {"player": bob.name}).ok()
    hosts, guests = open_tab(ann), open_tab(bob)
    hosts.open(f"/game/{game}")
    hosts.press(f"Take back {bob.name}")
    hosts.page.get_by_text("Invited so far").wait_for(state="detached")
    # A start that would be refused is not offered; how many are needed is said instead.
    hosts.page.get_by_text("It can start once 3 sit here.").wait_for()
    start = "Start with the players who are here"
    expect(hosts.page.get_by_role("button", name=start)).to_have_count(0)
    guests.open("/lobby")
    guests.page.locator(f"[data-game='{game}']").get_by_role("button", name="Join").click()
    hosts.page.locator(".seats", has_text=str(bob.name)).wait_for()
    guests.press("Leave")
    expect(hosts.page.locator(".seats")).not_to_contain_text(str(bob.name))
    guests.press("Join")
    hosts.press(start)
    for tab in (hosts, guests):
        tab.page.locator(".hand").wait_for()


def test_a_table_to_which_nobody_comes_is_filled_with_bots_or_called_off(
    tab: Tab, ann: Person
) -> None:
    clock, options = {"per_turn": "PT8H", "bank": "PT24H"}, {"expansions": ["surfer"]}
    alone = ann.opens("high_tide", options, 4, bots=["careful"], clock=clock, private=True)["id"]
    off = ann.opens("turn_the_tide", {}, 3)["id"]
    tab.open(f"/game/{alone}")
    tab.page.get_by_label("Bots in the free seats").select_option("random")
    tab.press("Open a new table and start")
    tab.page.locator(".high-tide").wait_for()
    begun, before = ann.sees(tab.page.url.rpartition("/")[2]), ann.sees(alone)
    assert [one["bot"] for one in begun["seats"]] == [None, "random", "random", "careful"]
    settled = ("options", "clock", "absence", "private", "chat", "bot_accounts")
    assert [begun[name] for name in settled] == [before[name] for name in settled]
    assert before["status"] == "cancelled"
    tab.open(f"/game/{off}")
    tab.press("Cancel the game")
    tab.press("Yes, cancel it")
    tab.page.get_by_text("✓ This game was cancelled.").wait_for()
