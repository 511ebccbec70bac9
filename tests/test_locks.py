"""Row locks, as every service takes them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_locks_let_rows_that_only_refer_to_the_row_pass():
    """FOR UPDATE keeps others from inserting rows that refer to the locked one, and two people then wait in a ring."""
    plain = [
        f"{path.relative_to(ROOT)}: {call}"
        for app in ("annotation_site", "alignment", "idiomaticity", "evaluation")
        for path in (ROOT / app).rglob("*.py")
        for call in re.findall(r"select_for_update\([^)]*\)", path.read_text(encoding="utf-8"))
        if "no_key=True" not in call
    ]
    assert not plain
