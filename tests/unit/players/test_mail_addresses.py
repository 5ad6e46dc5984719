"""What the document takes for an e-mail address can be written to."""

from django.core.validators import validate_email
from hypothesis import given
from hypothesis import strategies as st

from players.api.schema import EMAIL

PATTERN: str = EMAIL["pattern"]
ADDRESSES = st.from_regex(PATTERN, fullmatch=True).map(str.strip)


@given(ADDRESSES.filter(lambda address: 0 < len(address) <= EMAIL["maxLength"]))
def test_every_address_that_the_document_allows_is_one(address: str) -> None:
    validate_email(address)
