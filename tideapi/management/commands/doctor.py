"""Command that finds faults of a running server."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from tideapi.watching import doctor
from tideapi.watching.doctor import postgres


class Command(BaseCommand):
    # What is wrong with the settings is a finding like the others.
    requires_system_checks = ()
    help = (
        "Look at a running server, and say in plain words what is wrong with it and what to do."
        " Exit code 1 if anything is, 0 for warnings alone. Nothing is changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="write it for programs")

    def handle(self, *args: Any, **given: Any) -> None:
        found = doctor.examine()
        try:
            database = f"PostgreSQL {postgres.server_version()}"
        except DatabaseError:
            database = None
        if given["json"]:
            said = {"database": database, "findings": [asdict(one) for one in found]}
            self.stdout.write(json.dumps(said))
        else:
            for one in found:
                name = one.id if one.level == "error" else f"{one.id} ({one.level})"
                self.stdout.write(f"{name}: {one.said}\n    {one.what_to_do}")
            wrong = f"{len(found)} found" if found else "nothing is wrong"
            looked = f"{len(doctor.LOOKS)} things looked at, {wrong}."
            self.stdout.write(looked if database is None else f"{database}. {looked}")
        if any(one.level == "error" for one in found):
            raise SystemExit(1)
