"""JSON Schemas of all that this game puts into JSON, every object closed."""

from games.rules.high_tide.schema.actions import ACTIONS
from games.rules.high_tide.schema.events import EVENTS
from games.rules.high_tide.schema.examples import EXAMPLES
from games.rules.high_tide.schema.options import OPTIONS
from games.rules.high_tide.schema.order import ORDER
from games.rules.high_tide.schema.table import HEADING, MINE, SEALED, SETUP, SHOWN, TABLE
from games.rules.ruleset import Schemas

SCHEMAS = Schemas(
    options=OPTIONS,
    actions=ACTIONS,
    table=TABLE,
    mine=MINE,
    heading=HEADING,
    setup=SETUP,
    shown=SHOWN,
    sealed=SEALED,
    events=EVENTS,
    order=ORDER,
    examples=EXAMPLES,
)
