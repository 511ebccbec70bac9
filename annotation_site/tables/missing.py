"""Names that programs write where a value is missing.

In a column of numbers none of them can be a value. In a column of categories one of them may be, such as a label called
"None": what reads categories says how many it took for missing, and takes another list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

# As R, pandas, NumPy, SQL, JSON, Excel (also in German, #NV), Stata (.) and people write them. Spellings are exact:
# pandas and Python write None, whereas "none" is a word that annotators choose.
MISSING = (
    *("NA", "N/A", "n/a", "na", "<NA>", "#N/A", "#NV"),
    *("NaN", "nan", "NAN", "-nan"),
    *("None", "null", "NULL", "Null"),
    *("-", "–", "—", "."),
)
# Those of them that are no word of a language, such as nan and none, and no mark, such as the dash.
MISSING_TEXTS = frozenset(("NA", "N/A", "<NA>", "#N/A", "#NV", "NaN", "NULL"))
_NAMES = frozenset(MISSING)


def is_missing(text: str, names: Collection[str] = _NAMES) -> bool:
    """Return whether the cell is empty or one of the names of a missing value, spaces around it aside."""
    trimmed = text.strip()
    return not trimmed or trimmed in names


def parse_names(text: str) -> frozenset[str]:
    """Return the names in a list such as `NA,NaN`; an empty list leaves only empty cells missing."""
    return frozenset(name for part in text.split(",") if (name := part.strip()))


def list_names(names: Iterable[str]) -> str:
    """Return names for a sentence: “NA”, “None”."""
    return ", ".join(f"“{name}”" for name in names)
