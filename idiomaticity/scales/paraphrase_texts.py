"""Paraphrases as annotators give them: how many and how long, which texts are none, and which are the same."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from annotation_site.languages.marks import gettext_noop
from annotation_site.texts.characters import normalise as normalise_unicode
from annotation_site.texts.format_characters import clean

MOST_PARAPHRASES = 3
LONGEST_PARAPHRASE = 200
# Normal forms are longer than what was written: “ﬁ” becomes two letters.
LONGEST_NORMALISED = LONGEST_PARAPHRASE + 50
# What people write to get past a field that they take for compulsory.
_EMPTY = (
    "none|nothing|no|nope|na|n/a|nil|null|no idea|not sure|unknown|idk|i don't know|i don’t know|don't know|don’t know|"
    "dont know|no synonym|no synonyms|x|xx|xxx|nenhum|nenhuma|nada|não sei|nao sei"
)
EMPTY_ANSWERS = frozenset(_EMPTY.split("|"))


def normalise(text: str) -> str:
    """Return the form in which paraphrases are compared: Unicode NFKC, case-folded, single spaces, trimmed, without
    characters that belong to no word.
    """
    if text.isascii():  # NFKC leaves these as they are, and most answers are nothing else
        return " ".join(text.casefold().split())
    return " ".join(normalise_unicode("NFKC", normalise_unicode("NFKC", clean(text)).casefold()).split())


def find_fault(text: str, compound: str, others: Collection[str] = ()) -> str | None:
    """Return a sentence that says why the answer, its {text}, is no paraphrase of the compound; None if it may be one.

    `others` are the annotator's answers before this one.
    """
    form = normalise(text)
    bare = _bare(form)
    if not bare or form.strip(".!? ") in EMPTY_ANSWERS:
        return gettext_noop("“{text}” is not a paraphrase. Leave the field empty if you do not know one.")
    if bare == _bare_compound(compound):
        return gettext_noop("This is the compound itself. Use other words.")
    if form in {normalise(other) for other in others}:
        return gettext_noop("“{text}” occurs twice.")
    return None


def _bare(form: str) -> str:
    return "".join(filter(str.isalnum, form))


@lru_cache(maxsize=1_000)
def _bare_compound(compound: str) -> str:
    return _bare(normalise(compound))
