"""Command that finds faults of a running server."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from tideapi.watching import doctor


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "Look at a running server, and say in plain words what is wrong with it and what to do."
        " Exit code 1 if anything is, 0 for warnings alone. Nothing is changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="write it for programs")

    def handle(self, *args: Any, **given: Any) -> None:
        found = doctor.examine()
        if given["json"]:
            self.stdout.write(json.dumps({"findings": [asdict(one) for one in found]}))
        else:
            for one in found:
                name = one.id if one.level == "error" else f"{one.id} ({one.level})"
                self.stdout.write(f"{name}: {one.message}\n    {one.what_to_do}")
            wrong = f"{len(found)} found" if found else "nothing is wrong"
            self.stdout.write(f"{len(doctor.LOOKS)} things looked at, {wrong}.")
        if any(one.level == "error" for one in found):
            raise SystemExit(1)
