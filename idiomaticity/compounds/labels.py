"""Labels of occurrences: idiomatic, literal, or a name of the study's own, and the names that published data have."""

from __future__ import annotations

from collections.abc import Mapping

IDIOMATIC, LITERAL, OTHER, UNCLEAR = "idiomatic", "literal", "other", "unclear"
PARTLY = "partly compositional"
# In the order in which pages list them, before names of the study's own.
KNOWN_LABELS = (IDIOMATIC, LITERAL, OTHER, UNCLEAR)
LONGEST_LABEL = 40
LABEL_OF_CLASS: Mapping[str, str] = {"NC": IDIOMATIC, "PC": PARTLY, "C": LITERAL}
# What an occurrence is called, by case-folded name, in the six languages of the pages; no compound is called so.
_NAMES_OF_USES: Mapping[str, str] = {
    **dict.fromkeys((IDIOMATIC, "figurative", "non-literal", "nonliteral", "non literal"), IDIOMATIC),
    **dict.fromkeys((LITERAL, "non-idiomatic", "nonidiomatic", "not idiomatic", "non idiomatic"), LITERAL),
    **dict.fromkeys(("idiomatisch", "figurativ", "übertragen", "nichtwörtlich", "nicht wörtlich"), IDIOMATIC),
    **dict.fromkeys(("wörtlich", "nichtidiomatisch", "nicht idiomatisch"), LITERAL),
    **dict.fromkeys(("idiomático", "idiomática", "figurado", "figurada", "no literal", "não literal"), IDIOMATIC),
    **dict.fromkeys(("no idiomático", "no idiomática", "não idiomático", "não idiomática"), LITERAL),
    **dict.fromkeys(("idiomatique", "figuré", "figurée", "non littéral"), IDIOMATIC),
    **dict.fromkeys(("littéral", "littérale", "non idiomatique"), LITERAL),
    **dict.fromkeys(("idiomatico", "idiomatica", "figurato", "figurata", "non letterale"), IDIOMATIC),
    **dict.fromkeys(("letterale", "non idiomatico", "non idiomatica"), LITERAL),
}
# A column of these alone holds labels, whatever its name.
NAMES_OF_USES = frozenset(_NAMES_OF_USES)
# A bare 0 or 1 is not here: it means one thing in one file and the opposite in another.
USUAL_LABELS: Mapping[str, str] = {
    **_NAMES_OF_USES,
    **dict.fromkeys(("i", "idiom", "nc", "non-compositional"), IDIOMATIC),
    **dict.fromkeys(("l", "c", "compositional"), LITERAL),
    **dict.fromkeys((PARTLY, "pc", "partly", "partly idiomatic"), PARTLY),
    **dict.fromkeys((OTHER, "o"), OTHER),
    **dict.fromkeys((UNCLEAR, "q", "?", "unknown"), UNCLEAR),
}
# Among classes these say that a column is about occurrences: no compound is “literal”, only a use of it.
_LITERAL_NAMES = (name for name, label in _NAMES_OF_USES.items() if label == LITERAL)
OF_OCCURRENCES = frozenset({"i", "l", "o", "q", "?", "figurative", *_LITERAL_NAMES})


def sort_labels(labels: Mapping[str, object]) -> list[str]:
    """Return labels in the order of pages and files: known ones, then the study's own by name, then none."""
    own = sorted(name for name in labels if name and name not in KNOWN_LABELS)
    return [*(name for name in KNOWN_LABELS if name in labels), *own, *([""] if "" in labels else [])]
