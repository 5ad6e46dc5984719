"""Common parts of all calls of the API; they lie beneath the apps and know none of them."""
