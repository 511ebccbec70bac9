"""Messages of the launcher to the person who started it."""

import sys


def say(text: str) -> None:
    """Write progress to standard error, so that standard output holds only results."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def show(text: str) -> None:
    """Write a result to standard output at once, so that a reading script need not wait for the end."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class LaunchError(Exception):
    """A start that cannot go on; its text is shown to the user."""
