"""A browser and a player with an open question, as in the system tier."""

from tests.system.browser.conftest import browser, open_browser, playwright
from tests.system.browser.test_table_offline import ann, context, game, visitor

__all__ = ["ann", "browser", "context", "game", "open_browser", "playwright", "visitor"]
