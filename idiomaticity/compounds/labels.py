"""Labels of occurrences: idiomatic, literal, or a name of the study's own, and the names that published data have."""

from __future__ import annotations

from collections.abc import Mapping

IDIOMATIC, LITERAL, OTHER, UNCLEAR = "idiomatic", "literal", "other", "unclear"
PARTLY = "partly compositional"
# In the order in which pages list them, before names of the study's own.
KNOWN_LABELS = (IDIOMATIC, LITERAL, OTHER, UNCLEAR)
LONGEST_LABEL = 40
LABEL_OF_CLASS: Mapping[str, str] = {"NC": IDIOMATIC, "PC": PARTLY, "C": LITERAL}
# By case-folded name. A bare 0 or 1 is not here: it means one thing in one file and the opposite in another.
USUAL_LABELS: Mapping[str, str] = {
    **dict.fromkeys((IDIOMATIC, "i", "figurative", "idiom", "nc", "non-compositional"), IDIOMATIC),
    **dict.fromkeys((LITERAL, "l", "non-idiomatic", "nonidiomatic", "not idiomatic", "non idiomatic"), LITERAL),
    **dict.fromkeys(("c", "compositional"), LITERAL),
    **dict.fromkeys((PARTLY, "pc", "partly", "partly idiomatic"), PARTLY),
    **dict.fromkeys((OTHER, "o"), OTHER),
    **dict.fromkeys((UNCLEAR, "q", "?", "unknown"), UNCLEAR),
}
# Among classes these say that a column is about occurrences: no compound is “literal”, only a use of it.
OF_OCCURRENCES = frozenset({"i", "l", "o", "q", "?", LITERAL, "figurative", "non-idiomatic", "nonidiomatic"})


def sort_labels(labels: Mapping[str, object]) -> list[str]:
    """Return labels in the order of pages and files: known ones, then the study's own by name, then none."""
    own = sorted(name for name in labels if name and name not in KNOWN_LABELS)
    return [*(name for name in KNOWN_LABELS if name in labels), *own, *([""] if "" in labels else [])]
