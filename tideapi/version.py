"""Which version this is; the wheel and the OpenAPI document have it from here."""

VERSION = "0.6.0"
"""By https://semver.org; what stays the same within it is in docs/versioning.md."""
