"""One call in thirty of those that schemathesis tries in the thorough tier."""

from tests.thorough.openapi.made_up_requests import NAMES, response_test

for name in NAMES[::30]:
    globals()[f"test_{name}_answers_as_the_document_states"] = response_test(name)
