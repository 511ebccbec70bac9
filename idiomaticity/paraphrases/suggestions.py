"""Suggestions for decisions on paraphrases: variants of one another, and answers that are no paraphrases."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from annotation_site.texts.characters import normalise as normalise_unicode
from annotation_site.texts.characters import split_words
from idiomaticity.scales.paraphrase_texts import find_fault, normalise

# Letters that may differ, by the length of the longer form; shorter forms differ by one letter in meaning too often.
ONE_LETTER_FROM, TWO_LETTERS_FROM, MOST_LETTERS = 6, 12, 2
ARTICLES = frozenset("a an the um uma uns umas o os as un una el la los las le les der die das ein eine".split())  # noqa: SIM905
_PLURAL = re.compile(r"[^s]s$")


@dataclass(frozen=True, slots=True)
class Variant:
    """A form that seems to be another way of writing `into`, which more people gave, with the reason as a sentence."""

    form: str
    into: str
    reason: str


@dataclass(frozen=True, slots=True)
class Junk:
    """A form given for `compounds` compounds that share no word with it: by the crowd, or (`most_by_one`) by one
    annotator alone."""

    form: str
    compounds: int
    most_by_one: int
    annotators: int


@dataclass(frozen=True, slots=True)
class JunkThresholds:
    """From how many compounds on an answer is suspicious: given by anybody, or by one annotator."""

    overall: int = 10
    by_one: int = 4

    @property
    def least(self) -> int:
        """Return the least number of compounds of a form worth checking."""
        return min(self.overall, self.by_one)


SUSPICIOUS = JunkThresholds()


def strip_form(form: str) -> str:
    """Return the form reduced for comparison: without accents, articles, punctuation, spaces, and a plural s."""
    plain = form
    if not form.isascii():
        plain = "".join(
            character for character in normalise_unicode("NFD", form) if not unicodedata.combining(character)
        )
    words = [word for word in split_words(plain) if word not in ARTICLES] or split_words(plain)
    return "".join(word[:-1] if len(word) > 3 and _PLURAL.search(word) else word for word in words)


def suggest_merges(frequencies: Mapping[str, int]) -> list[Variant]:
    """Return, for each form of a compound, the most frequent one it may be a variant of; chains end in one form."""
    ranked = sorted(frequencies, key=lambda form: (-frequencies[form], form))
    # Heads by the length of the compared form: those whose lengths differ too much are never compared.
    heads: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    variants = []
    for rank, form in enumerate(ranked):
        plain = strip_form(form)
        near = [
            head
            for length in range(len(plain) - MOST_LETTERS, len(plain) + MOST_LETTERS + 1)
            for head in heads.get(length, ())
        ]
        matches = ((at, head, reason) for at, head, other in near if (reason := _compare(plain, other)))
        if match := min(matches, default=None):
            variants.append(Variant(form, *match[1:]))
        else:
            heads[len(plain)].append((rank, form, plain))
    return variants


def suggest_junk(answers: Iterable[tuple[Hashable, str, str]], thresholds: JunkThresholds = SUSPICIOUS) -> list[Junk]:
    """Return suspicious forms from (annotator, compound, form) of every answer, those of most unrelated compounds
    first.
    """
    compounds: dict[str, set[str]] = defaultdict(set)
    by_annotator: dict[str, dict[Hashable, set[str]]] = defaultdict(lambda: defaultdict(set))
    for annotator, compound, form in answers:
        compounds[form].add(compound)
        by_annotator[form][annotator].add(compound)
    rows = []
    for form, given_for in compounds.items():
        if len(given_for) < thresholds.least:
            continue
        unrelated = {compound for compound in given_for if not _share_a_word(form, compound)}
        most = max(len(own & unrelated) for own in by_annotator[form].values())
        if len(unrelated) >= thresholds.overall or most >= thresholds.by_one:
            rows.append(Junk(form, len(unrelated), most, len(by_annotator[form])))
    return sorted(rows, key=lambda row: (-row.compounds, -row.most_by_one, row.form))


def find_faults(frequencies: Mapping[str, int], compound: str) -> dict[str, str]:
    """Return forms that are no paraphrases at all, such as the compound itself, with the reason, whose `{text}` is the
    form.
    """
    return {form: fault for form in frequencies if (fault := find_fault(form, compound))}


def _compare(one: str, other: str) -> str:
    if one == other:
        return "differs only in accents, articles, spaces or plural"
    longest = max(len(one), len(other))
    allowed = 0
    if longest >= TWO_LETTERS_FROM:
        allowed = 2
    elif longest >= ONE_LETTER_FROM:
        allowed = 1
    distance = OSA.distance(one, other, score_cutoff=allowed) if allowed else 1
    if distance > allowed:
        return ""
    return "differs in one letter" if distance == 1 else "differs in two letters"


def _share_a_word(form: str, compound: str) -> bool:
    return bool(set(split_words(form)) & set(split_words(normalise(compound))))
