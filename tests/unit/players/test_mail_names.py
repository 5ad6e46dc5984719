"""By which name this server sends mail."""

import os
import subprocess
import sys
from pathlib import Path

from tests.postbox import opened

ROOT = Path(__file__).parents[3]


def test_mail_has_the_servers_name_in_ascii_and_not_the_containers() -> None:
    with opened() as box:
        subprocess.run(
            [sys.executable, "manage.py", "sendtestemail", "ann@post.example"],
            cwd=ROOT,
            env={
                **os.environ,
                "TIDE_URL": "https://flüt.example",
                "MAIL_URL": f"smtp://127.0.0.1:{box.port}",
            },
            check=True,
        )
        (letter,) = box.taken
    assert letter["Message-ID"].endswith("@xn--flt-ioa.example>")
    assert box.names == {"xn--flt-ioa.example"}
