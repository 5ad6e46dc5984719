"""Tests that need an extra (`common.optional_packages`) are skipped where it is missing; in CI they fail."""

import os
from collections.abc import Generator

import pytest

from common.optional_packages import is_installed

MODULES = {
    "aiosmtpd",
    "anymail",
    "apprise",
    "authres",
    "dkim",
    "dns",
    "email_reply_parser",
    "http_ece",
    "icalendar",
    "jwt",
    "lxml",
    "oauth2_provider",
    "oauthlib",
    "publicsuffixlist",
}
"""What the packages of the extras are imported as."""


def is_left_out(extra: str) -> bool:
    """Whether tests of this extra are skipped here."""
    return not is_installed(extra) and not os.environ.get("CI")


def needs(extra: str) -> pytest.MarkDecorator:
    """Mark tests of a feature that is off without its extra."""
    return pytest.mark.skipif(is_left_out(extra), reason=f"needs the extra {extra}")


@pytest.hookimpl(tryfirst=True)
def pytest_make_collect_report(collector: pytest.Collector) -> pytest.CollectReport | None:
    if isinstance(collector, pytest.Module):
        try:
            _ = collector.obj
        except pytest.Collector.CollectError as error:
            if missing := _missing(error.__cause__):
                place = str(collector.path), 1, f"Skipped: needs {missing}"
                return pytest.CollectReport(collector.nodeid, "skipped", place, [])
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None]:
    """Skip a test that imports such a package, or whose fixtures do."""
    try:
        yield
    except ModuleNotFoundError as error:
        if missing := _missing(error):
            pytest.skip(f"needs {missing}")
        raise


pytest_runtest_call = pytest_runtest_setup


def _missing(error: BaseException | None) -> str:
    """Return the package of an extra that an error is about, an empty text if it is another error."""
    if os.environ.get("CI") or not isinstance(error, ModuleNotFoundError):
        return ""
    name = (error.name or "").partition(".")[0]
    return name if name in MODULES else ""
