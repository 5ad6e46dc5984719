"""The user who runs PostgreSQL: it refuses to be root, so root runs it as a user without rights."""

import os
import pwd
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

from tideapi.local.processes import CannotStart, OsAccount

UNPRIVILEGED = ("postgres", "nobody")


def for_postgres() -> OsAccount | None:
    """Return the unprivileged user if this process is root; None if PostgreSQL can run as this user."""
    if os.geteuid() != 0:
        return None
    for name in UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return OsAccount(entry.pw_uid, entry.pw_gid)
    raise CannotStart(
        f"root may not run PostgreSQL, and there is no user {' or '.join(UNPRIVILEGED)}."
    )


def can_enter(account: OsAccount, folder: Path) -> bool:
    """Return whether the user can read the folder; the kernel is asked, so that ACLs and mounts count."""
    question = subprocess.run(
        ["test", "-r", f"{folder}/.", "-a", "-x", f"{folder}/."],
        user=account.user,
        group=account.group,
        extra_groups=[],
        cwd="/",
        check=False,
    )
    return question.returncode == 0


def own_folder(folder: Path, account: OsAccount | None) -> None:
    """Create the folder for that user, or for this one, and for no other."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid not in {
        os.geteuid(),
        account.user if account else os.geteuid(),
    }:
        raise CannotStart(f"{folder} belongs to another user; remove it or name another STATE.")
    give_path(folder, account)
    folder.chmod(0o700)


def give_path(path: Path, account: OsAccount | None) -> None:
    """Make the user the owner of the path; without a user leave the owner."""
    if account is not None:
        os.chown(path, account.user, account.group)


def reachable_folder(wanted: Path, account: OsAccount | None) -> Path:
    """Return a folder like `wanted` that the user can reach.

    A home of mode 700 hides its content. Then the folder is created where the system keeps such data, and
    `wanted` becomes a link to it, by which it is found again.
    """
    if wanted.is_symlink():
        wanted = wanted.resolve()
    elif account is not None and not can_enter(account, wanted.parent):
        elsewhere = _reachable_folder(wanted, account)
        wanted.symlink_to(elsewhere)
        wanted = elsewhere
    own_folder(wanted, account)
    return wanted


def _reachable_folder(wanted: Path, account: OsAccount) -> Path:
    name = sha256(str(wanted.absolute()).encode()).hexdigest()[:12]
    for root in (Path("/var/lib/tideapi"), Path(tempfile.gettempdir()) / "tideapi"):
        try:
            root.mkdir(mode=0o755, exist_ok=True)
        except OSError:
            continue
        if can_enter(account, root):
            return root / name
    raise CannotStart("The user who runs PostgreSQL can reach no folder; name a STATE that it can.")
