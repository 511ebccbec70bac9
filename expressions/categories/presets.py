"""Sets of categories of PARSEME's editions, and maps of names that changed.

Sources: guidelines 1.0–1.3 and 2.0, and `mwe.json` of the validators. `NotMWE` marks what annotators looked at and
found to be no expression.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

NOT_AN_EXPRESSION = "NotMWE"
# Of one language each: categories that begin so are accepted whatever the set.
LANGUAGE_SPECIFIC = "LS."
# Of the task in which candidates are judged, as MAGPIE has them, with their keys.
JUDGEMENTS = {"idiomatic": "I", "literal": "L", "other": "O", "false": "F", "unclear": "?"}
_VERBAL_1 = ("VID", "LVC.full", "LVC.cause", "IRV", "VPC.full", "VPC.semi", "MVC", "IAV")
_VERBAL_2 = ("VID", "LVC.full", "LVC.cause", "IRV", "IVPC.full", "IVPC.semi", "MVC", "IAV")
_OTHERS_2 = ("NID", "PronID", "AdjID", "AdvID", "DetID", "AdpID", "ConjID", "IntjID")


@dataclass(frozen=True, slots=True)
class CategorySet:
    """An edition's categories; `languages` are those of one language more."""

    name: str
    title: str
    categories: tuple[str, ...]
    languages: Mapping[str, tuple[str, ...]]

    def find_categories(self, language: str = "") -> frozenset[str]:
        """Return what may be written, that of the language and NotMWE included."""
        return frozenset((*self.categories, *self.languages.get(language.lower(), ()), NOT_AN_EXPRESSION))


_DEVERBAL_2 = tuple(f"{kind}.{category}" for kind in ("AV", "NV") for category in _VERBAL_2)
_ITALIAN = {"it": ("LS.ICV",)}
CATEGORY_SETS = {
    each.name: each
    for each in (
        CategorySet("1.0", "PARSEME 1.0", ("ID", "IReflV", "LVC", "VPC", "OTH"), {}),
        CategorySet("1.1", "PARSEME 1.1–1.3", _VERBAL_1, _ITALIAN),
        # As FLAT offers them for the campaign of 2025: the plain verbal ones have the names of 1.1.
        CategorySet(
            "2.0-flat", "PARSEME 2.0 in FLAT", (*_VERBAL_1, *_OTHERS_2, *_DEVERBAL_2, "TODO", "OTHER"), _ITALIAN
        ),
        CategorySet("2.0", "PARSEME 2.0", (*_VERBAL_2, *_OTHERS_2, *_DEVERBAL_2), _ITALIAN),
    )
}
_PARTICLES = {"VPC.full": "IVPC.full", "VPC.semi": "IVPC.semi"}
# From edition to edition; what is not named keeps its name.
RENAMES: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("1.0", "1.1"): {
        "ID": "VID",
        "IReflV": "IRV",
        "LVC": "LVC.full",
        "VPC": "VPC.full",
        "OTH": "TODO",
        "NonVMWE": NOT_AN_EXPRESSION,
    },
    ("1.1", "2.0"): _PARTICLES,
    ("2.0-flat", "2.0"): _PARTICLES,
}


def rename(category: str, before: str, after: str) -> str:
    """Return the name that an edition's category has in a later one. Raise ValueError for one that is not later."""
    while before != after:
        step = next((step for step in RENAMES if step[0] == before), None)
        if step is None:
            raise ValueError(f"Categories of {before} have no names in {after}. Choose an edition that came later.")
        category = RENAMES[step].get(category, category)
        before = step[1]
    return category


def is_not_an_expression(category: str) -> bool:
    """Return whether the mark says that this is no expression, in whatever case it is written."""
    return category.lower() == NOT_AN_EXPRESSION.lower()
