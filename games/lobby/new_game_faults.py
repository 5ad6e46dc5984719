"""Faults of a request for a new game that no schema knows: ruleset, options, seats and bots."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from common.rest.errors import Fault, top_member
from games.refusals import translate_refusal
from games.rulesets import registry
from games.rulesets.bots import bot_names
from games.rulesets.refusal import Refusal
from games.rulesets.ruleset import Ruleset

Rules = Ruleset[Any, Any]
NOTHING = object()


def find_faults(body: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the faults of a request for a new game, each with its place in the body of `POST /games`.

    A member that is None has a fault already: neither it nor a member that depends on it is judged.
    """
    rules = registry.RULESETS.get(body.get("ruleset") or "")
    if rules is None:
        if body.get("ruleset") is not None:
            known = ", ".join(registry.RULESETS)
            message = _("The rulesets are: {known}.").format(known=known)
            yield Fault("/ruleset", "unknown_ruleset", message)
        return
    seats, bots = body.get("seat_count"), body.get("bots", ())
    options = body.get("options", {})
    if options is not None:
        wrong = [*_find_option_faults(rules, options)]
        yield from wrong
        if seats is not None and not wrong:
            allowed = rules.seats_for(rules.read_options(options))
            if seats not in allowed:
                message = _("These options are for {first} to {last} players.")
                message = message.format(first=allowed[0], last=allowed[-1])
                yield Fault("/seat_count", "invalid_seats", message)
    if bots is not None:
        yield from _find_bot_faults(rules, bots, seats)


def _find_option_faults(rules: Rules, options: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults of the options. The rules name one at a time, so each faulty option is left out."""
    left = dict(options)
    while True:
        try:
            rules.read_options(left)
        except Refusal as refusal:
            pointer = refusal.pointer or ""
            yield Fault(f"/options{pointer}", refusal.code, translate_refusal(refusal))
            if left.pop(top_member(pointer), NOTHING) is NOTHING:
                return
        else:
            return


def _find_bot_faults(rules: Rules, bots: Sequence[str], seats: int | None) -> Iterator[Fault]:
    known = bot_names(rules.id)
    message = _("The bots are: {names}.").format(names=", ".join(known))
    for place, name in enumerate(bots):
        if name not in known:
            yield Fault(f"/bots/{place}", "unknown_bot", message)
    if seats is not None and len(bots) >= seats:
        yield Fault("/bots", "too_many_bots", "Bots may not take the host's seat.")
