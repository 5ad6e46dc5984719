"""A browser and a player with an open question, as in the system tier."""

from tests.system.browser.conftest import (  # noqa: F401
    ann,
    bob,
    browser,
    game,
    open_browser,
    open_tab,
    playwright,
    sign_up,
    used_contexts,
)
from tests.system.browser.test_table_offline import context, tab  # noqa: F401
