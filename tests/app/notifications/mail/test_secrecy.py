"""A mail says nothing that its reader cannot know: redrawn, what is hidden from her gives the same mail."""

from datetime import UTC, datetime
from typing import Any

import pytest

from games.models import Game
from games.rulesets import registry
from games.rulesets.chance import SeededChance
from games.rulesets.testing.secrecy import kit_of
from notifications.notice import NoticeKind
from tests.app.notifications.mail.letters import Mail
from tests.app.notifications.mail.tables import high_tide, tide
from tests.app.notifications.notices import notice
from tests.factories import answers_to
from tests.people import Person

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
"""Both mails are of one day: their ways out say which."""


def said(person: Person, game: str, kind: NoticeKind = NoticeKind.YOUR_TURN) -> tuple[str, str]:
    mail = Mail(notice(person, game, kind, at=NOON))
    return mail.text, mail.html


def redraw(game: str, seat: int, luck: bytes) -> bool:
    """Draw anew what this seat cannot know; whether anything is another then."""
    row = Game.objects.get(pk=game)
    rules = registry.find_ruleset(row.ruleset)
    raw: Any = row.state
    drawn = rules.dump(kit_of(rules).redraw_hidden(rules.load(raw), seat, SeededChance(luck)))
    row.state = drawn
    row.save(update_fields=["state"])
    return bool(drawn != raw)


@pytest.mark.parametrize(
    "kind", [NoticeKind.YOUR_TURN, NoticeKind.NEARLY_UP, NoticeKind.STAGE_ENDED, NoticeKind.MESSAGE]
)
@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
def test_what_is_hidden_from_a_player_changes_no_mail(ann, kind, ruleset) -> None:
    game = tide(ann, 3) if ruleset == "turn_the_tide" else high_tide(ann, 3, surfers="hidden")
    before = said(ann, game, kind)
    assert sum(redraw(game, 0, luck) for luck in (b"one", b"two", b"three"))
    assert said(ann, game, kind) == before


def test_what_others_have_sealed_changes_no_mail(ann) -> None:
    game = tide(ann, 3)
    before = said(ann, game)
    row = Game.objects.get(pk=game)
    turn = row.turns.get(number=row.turn_number)
    for answer in answers_to(turn).exclude(question__seat__number=0):
        answer.action = {"type": "play", "card": 1}
        answer.save(update_fields=["action"])
    assert said(ann, game) == before
