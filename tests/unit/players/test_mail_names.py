"""By which name this server sends mail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.postbox import opened

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("url", "name"),
    [("https://tide.example", "tide.example"), ("https://flüt.example", "xn--flt-ioa.example")],
)
def test_mail_has_the_servers_name_and_not_the_containers(url: str, name: str) -> None:
    with opened() as box:
        subprocess.run(
            [sys.executable, "manage.py", "sendtestemail", "ann@post.example"],
            cwd=ROOT,
            env={**os.environ, "TIDE_URL": url, "MAIL_URL": f"smtp://127.0.0.1:{box.port}"},
            check=True,
        )
        (letter,) = box.taken
    assert letter["Message-ID"].endswith(f"@{name}>")
    assert box.names == {name}
