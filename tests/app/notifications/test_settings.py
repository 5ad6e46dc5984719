"""The settings of notifications, what is refused there, and what the hourly task removes."""

from datetime import timedelta

import pytest
from django.db.models import F

from notifications import tasks
from notifications.models import AnswerLink, Attempt, Delivery, ReceivedMail
from notifications.questions import secrets
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.statements import statements
from tests.app.notifications.notices import notice
from tests.webhooks import age_deliveries, create_webhook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private_addresses")]
WHOLE = "/me/notifications?include=receivers,subscriptions"
STATEMENTS = 6
"""The settings ask two; receivers and webhooks, feed addresses, and the account one each."""
PHONE = {"channel": "ntfy", "address": {"url": "https://ntfy.sh/anns-long-secret-topic"}}
WEBHOOK = {"channel": "webhook", "address": {"url": "https://bots.example/tide"}}


def test_one_call_has_what_three_have_and_costs_as_much_for_many_receivers(ann) -> None:
    tag = ann.get(WHOLE).headers["ETag"]
    assert ann.get(WHOLE, headers={"If-None-Match": tag}).status == 304
    for receiver in (PHONE, PHONE, WEBHOOK):
        assert ann.post("/me/receivers", receiver).status == 201
    assert ann.get(WHOLE, headers={"If-None-Match": tag}).status == 200
    ann.post("/me/subscriptions", {"kind": "news"})
    with statements() as asked:
        whole = ann.get(WHOLE).json
    assert len(asked) <= STATEMENTS, "\n".join(asked)
    assert len(whole["receivers"]) == 3
    assert whole.pop("receivers") == ann.get("/me/receivers").json["results"]
    assert whole.pop("subscriptions") == ann.get("/me/subscriptions").json["results"]
    assert whole == ann.get("/me/notifications").json
    refused(ann.get("/me/notifications?include=bots"), 400, "invalid_query", "include")


@pytest.mark.parametrize(
    ("wish", "pointer"), [({"zone": "Atlantis/Tide"}, "/zone"), ({"lead": "PT1S"}, "/lead")]
)
def test_bad_preferences_are_refused(ann, wish: dict[str, str], pointer: str) -> None:
    with nothing_changes():
        refused(ann.patch("/me/notifications", wish), 400, "invalid_preferences", pointer)


A_DAY = timedelta(days=1)


def test_links_are_removed_after_the_longest_turn(table, ann) -> None:
    secret = secrets.of(notice(ann, table()))
    assert secret is not None
    AnswerLink.objects.update(made_at=F("made_at") - secrets.KEPT_FOR + A_DAY)
    tasks.tidy()
    assert secrets.find(secret) is not None
    AnswerLink.objects.update(made_at=F("made_at") - 2 * A_DAY)
    tasks.tidy()
    assert secrets.find(secret) is None


def test_deliveries_are_forgotten_after_their_days(ann, settings) -> None:
    hook = create_webhook(ann, "http://127.0.0.1:9/")
    ann.post(f"/me/receivers/{hook['id']}/test")
    tasks.send_webhooks()
    for age, days, kept in (({"days": 29, "hours": 23}, 30, 1), ({"hours": 1}, 60, 1), ({}, 30, 0)):
        age_deliveries(**age)
        settings.TIDE_DELIVERY_RETENTION_DAYS = days
        tasks.tidy()
        assert Delivery.objects.count() == Attempt.objects.count() == kept


def test_marks_of_mails_are_removed_when_no_server_brings_them_again() -> None:
    assert ReceivedMail.objects.mark_handled([b"old"], "")
    ReceivedMail.objects.update(at=F("at") - ReceivedMail.KEPT_FOR - A_DAY)
    assert ReceivedMail.objects.mark_handled([b"young"], "")
    tasks.tidy()
    assert [ReceivedMail.objects.mark_handled([one], "") for one in (b"old", b"young")] == [
        True,
        False,
    ]
