"""Lists of categories as a project's manager writes them: a name in each line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from expressions.categories.presets import CATEGORY_SETS, JUDGEMENTS, NOT_AN_EXPRESSION, is_not_an_expression

MOST_CATEGORIES = 100
JUDGED = "pie"
LONGEST_CATEGORY = 40
# What the column of .cupt cannot hold.
_NOT_IN_A_NAME = re.compile(r"[\s:;|*#]")


def list_used_categories(category_set: str, own: Sequence[str], language: str) -> list[str]:
    """Return the categories of an edition of PARSEME, that of the language included, judgements, or one's own."""
    if category_set == JUDGED:
        return list(JUDGEMENTS)
    edition = CATEGORY_SETS.get(category_set)
    if edition is None:
        return list(own)
    return [*edition.categories, *edition.languages.get(language.partition("-")[0].lower(), ())]


def read_categories(names: Sequence[str]) -> list[str]:
    """Return the names in their order. Raise ValueError, naming the fault, for what cannot be the categories of a
    project.
    """
    categories = [name.strip() for name in names if name.strip()]
    if not categories:
        raise ValueError("Give at least one category.")
    if len(categories) > MOST_CATEGORIES:
        raise ValueError(f"There are {len(categories)} categories; give at most {MOST_CATEGORIES}.")
    for place, name in enumerate(categories):
        if len(name) > LONGEST_CATEGORY:
            raise ValueError(f"“{name[:LONGEST_CATEGORY]}…” is longer than {LONGEST_CATEGORY} characters.")
        if fault := _NOT_IN_A_NAME.search(name) or (name == "_"):
            sign = fault.group() if isinstance(fault, re.Match) else name
            raise ValueError(f"“{name}” contains “{sign}”, which the column of .cupt cannot hold.")
        if is_not_an_expression(name):
            raise ValueError(f"{NOT_AN_EXPRESSION} is always there. Leave it out.")
        if name in categories[:place]:
            raise ValueError(f"“{name}” occurs twice.")
    return categories
