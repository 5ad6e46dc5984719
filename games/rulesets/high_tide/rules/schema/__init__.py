"""JSON Schemas of all that this game puts into JSON, every object closed."""

from games.rulesets.high_tide.rules.schema.actions import ACTIONS
from games.rulesets.high_tide.rules.schema.events import EVENTS
from games.rulesets.high_tide.rules.schema.examples import EXAMPLES
from games.rulesets.high_tide.rules.schema.options import OPTIONS
from games.rulesets.high_tide.rules.schema.order import ORDER
from games.rulesets.high_tide.rules.schema.table import HEADING, MINE, SEALED, SETUP, SHOWN, TABLE
from games.rulesets.ruleset import Schemas

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
