"""manage.py erase."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from players.models import AccountDeletion, Player
from tests.app.privacy.working import workers_erase
from tests.moving_time import Time
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_it_ends_an_account_after_the_days_of_grace(
    ann: Person, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("erase", "ANN", "--yes")
    assert "profile, 1: Your name" in capsys.readouterr().out
    assert ann.get("/me").code == "token_invalid"
    time.goes_on(days=6)
    workers_erase()
    assert Player.objects.get().username == "ann"
    time.goes_on(days=1)
    workers_erase()
    assert Player.objects.get().username.startswith("deleted-")


def test_it_erases_at_once_where_that_is_wanted(ann: Person) -> None:
    ann.opens(3)
    call_command("erase", "ann", "--yes", "--now")
    assert Player.objects.get().username.startswith("deleted-")
    assert AccountDeletion.objects.get().erased["open_tables"] == 1


def test_it_does_nothing_before_the_name_was_written(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    with pytest.raises(CommandError, match="Nothing was done"):
        call_command("erase", "ann")
    assert not AccountDeletion.objects.exists()
    monkeypatch.setattr("builtins.input", lambda _: "ann")
    call_command("erase", "ann")
    assert AccountDeletion.objects.exists()


def test_without_a_terminal_it_says_what_to_do(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(CommandError, match=r"there is no terminal .* `--yes`"):
        call_command("erase", "ann")
    assert not AccountDeletion.objects.exists()


def test_it_takes_it_back(ann: Person) -> None:
    call_command("erase", "ann", "--yes")
    call_command("erase", "ann", "--keep")
    assert not AccountDeletion.objects.exists()
    with pytest.raises(CommandError, match="not about to end"):
        call_command("erase", "ann", "--keep")


def test_it_says_when_there_is_nobody_of_that_name(db: None) -> None:
    with pytest.raises(CommandError, match="There is no player nobody"):
        call_command("erase", "nobody", "--yes")
