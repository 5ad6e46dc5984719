"""Changes that are made in all places at once; `python -m tests.thorough.verify.rehashed` makes thousands."""

from tests.thorough.verify.rehashed import judge_changes
from tests.thorough.verify.verifiers import InJavaScript, InPython


def test_both_verifiers_say_the_same_of_records_that_were_hashed_anew(
    javascript: InJavaScript,
) -> None:
    refused, accepted, apart = judge_changes(40, "a handful", [], (InPython(), javascript))
    assert apart == []
    assert refused["Python"] + accepted.total() == 40
    # Most of what is changed contradicts the log; what nobody can know is the rest.
    assert refused["Python"] > 20
