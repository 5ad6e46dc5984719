"""What every call of the API has in common; it lies beneath the apps and knows none of them.

Why so: docs/why.md#rest-beneath.
"""
