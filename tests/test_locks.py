"""Row locks, as every service takes them."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
APPS = settings.OWN_APPS


def find_locks_without(argument: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}: {call}"
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        for call in re.findall(r"select_for_update\((?:[^()]|\([^()]*\))*\)", path.read_text(encoding="utf-8"))
        if argument not in call
    ]


def test_locks_let_rows_that_only_refer_to_the_row_pass():
    """FOR UPDATE keeps others from inserting rows that refer to the locked one, and two people then wait in a ring."""
    assert not find_locks_without("no_key=True")


def test_locks_do_not_reach_joined_tables():
    """A filter or a default order through a relation joins tables, and without `of` their rows are locked, too: a save
    in a round locked its project, while whoever closed the round held the project and waited for the save.
    """
    assert not find_locks_without('of=("self",)')
