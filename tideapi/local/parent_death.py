"""A program that runs another with a signal at its parent's death (prctl(2), PR_SET_PDEATHSIG).

`python parent_death.py PARENT SIGNAL USER GROUP PROGRAM…`, where USER and GROUP are numbers, or -1 to keep
the user. It is a script of its own, because code between fork and exec is not safe in a process with threads.
The order matters: the kernel forgets the parent-death signal when the user changes.
"""

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1  # prctl(2)


def signal_at_parent_death(number: int) -> None:
    """Ask for a signal when the parent dies. Linux only; elsewhere the reaper has to do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


def main(arguments: list[str]) -> None:
    """Set the user and the signal, then become the program."""
    parent, number, user, group = map(int, arguments[:4])
    program = arguments[4:]
    if user >= 0:
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
    signal_at_parent_death(number)
    if os.getppid() != parent:  # it died before the signal was set
        sys.exit(1)
    os.execvp(program[0], program)  # noqa: S606 (no shell is what we want)


if __name__ == "__main__":
    main(sys.argv[1:])
