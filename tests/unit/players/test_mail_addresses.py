"""What the document takes for an e-mail address can be written to."""

from django.core.validators import validate_email
from hypothesis import given
from hypothesis import strategies as st

from players.account_fields import EMAIL_PATTERN, MAX_EMAIL_LENGTH

ADDRESSES = st.from_regex(EMAIL_PATTERN, fullmatch=True).map(str.strip)


@given(ADDRESSES.filter(lambda address: 0 < len(address) <= MAX_EMAIL_LENGTH))
def test_every_address_that_the_document_allows_is_one(address: str) -> None:
    validate_email(address)
