"""Lexical items: expressions with the same lemmas, with their marked occurrences and those that nobody marked.

As in PARSEME's consistency checks (consistencyCheckWebpage.py, WindowGap), an occurrence is skipped if the lemmas stand
in a sentence with at most `gap` other words between the first and the last, in whatever order, and none of its words
belongs to a marked occurrence of the item. A missing lemma is the form.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from expressions.categories.presets import is_not_an_expression
from expressions.marks.marking import Mark

Lemmas = tuple[str, ...]
USUAL_GAP = 5
SKIPPED = ""


class SentenceWords(NamedTuple):
    """A sentence of a passage: the number of its first word in the passage, and forms and lemmas of its words."""

    start: int
    forms: Sequence[str]
    lemmas: Sequence[str]


@dataclass(frozen=True, slots=True)
class GoldText:
    """A passage with a gold standard. `rejected` are words that an annotator found to be no expression."""

    passage: int
    sentences: Sequence[SentenceWords]
    gold: Sequence[Mark]
    rejected: frozenset[tuple[int, ...]] = frozenset()

    def find_lemmas(self, words: Sequence[int]) -> Lemmas:
        """Return the lemmas of these words, sorted."""
        return tuple(sorted(self._collect(words, "lemmas")))

    def find_forms(self, words: Sequence[int]) -> list[str]:
        """Return the forms of these words."""
        return list(self._collect(words, "forms"))

    def _collect(self, words: Sequence[int], column: str) -> Iterator[str]:
        for word in words:
            sentence = next(each for each in reversed(self.sentences) if each.start <= word)
            yield getattr(sentence, column)[word - sentence.start]


class Occurrence(NamedTuple):
    """Words of a passage and their category, empty where they are skipped; `stands` is that of the gold standard."""

    passage: int
    words: tuple[int, ...]
    category: str
    stands: str
    text: str


@dataclass(slots=True)
class LexicalItem:
    """Expressions with the same lemmas."""

    lemmas: Lemmas
    occurrences: list[Occurrence] = field(default_factory=list)

    @property
    def counts(self) -> Counter[str]:
        """Return the number of occurrences of each category, skipped ones under the empty name."""
        return Counter(each.category for each in self.occurrences)

    @property
    def conflict(self) -> int:
        """Return how many occurrences are not treated as most are."""
        counts = self.counts
        return counts.total() - max(counts.values())

    @property
    def has_categories(self) -> bool:
        """Return whether it has several categories."""
        return len({name for name in self.counts if name and not is_not_an_expression(name)}) > 1

    @property
    def has_skipped(self) -> bool:
        return SKIPPED in self.counts

    @property
    def has_rejected(self) -> bool:
        """Return whether some occurrences are expressions and others were found to be none."""
        named = [is_not_an_expression(name) for name in self.counts if name]
        return any(named) and not all(named)

    @property
    def name(self) -> str:
        """Return its most frequent form among marked occurrences."""
        forms = Counter(each.text for each in self.occurrences if each.category)
        return min(forms, key=lambda form: (-forms[form], form))

    def agrees_with(self, decision: str) -> bool:
        """Return whether every occurrence is as was decided for the item: a category, or nothing where that depends on
        the context.
        """
        if not decision:
            return not self.has_skipped
        allowed = (
            {decision} if is_not_an_expression(decision) else {decision, *filter(is_not_an_expression, self.counts)}
        )
        return self.counts.keys() <= allowed


class ItemSearch:
    """Texts, and the lexical items that they have."""

    def __init__(self, texts: Sequence[GoldText], *, gap: int = USUAL_GAP) -> None:
        self._texts, self._gap = texts, gap

    @cached_property
    def frequencies(self) -> Counter[str]:
        """The number of words with each lemma."""
        counts: Counter[str] = Counter()
        for text in self._texts:
            for sentence in text.sentences:
                counts.update(sentence.lemmas)
        return counts

    def find(self, only: Lemmas | None = None) -> list[LexicalItem]:
        """Return the items, or the one named, the greatest conflict first; items with the same rarest lemma follow each
        other where their conflicts are equal.
        """
        items: dict[Lemmas, LexicalItem] = {}
        for text in self._texts:
            for occurrence in list_marked(text):
                lemmas = text.find_lemmas(occurrence.words)
                if only is None or lemmas == only:
                    items.setdefault(lemmas, LexicalItem(lemmas)).occurrences.append(occurrence)
        self._add_skipped(items)
        for item in items.values():
            item.occurrences.sort(key=lambda each: (each.passage, each.words))
        return sorted(
            items.values(), key=lambda item: (-item.conflict, self._find_anchor(item.lemmas), -len(item.occurrences))
        )

    def _find_anchor(self, lemmas: Lemmas) -> str:
        """Return the rarest lemma, which tends to be that of a content word."""
        return min(lemmas, key=lambda lemma: (self.frequencies[lemma], lemma))

    def _add_skipped(self, items: dict[Lemmas, LexicalItem]) -> None:
        taken: dict[tuple[Lemmas, int], set[int]] = defaultdict(set)
        for item in items.values():
            for each in item.occurrences:
                taken[item.lemmas, each.passage].update(each.words)
        for text, sentence, lemmas in find_sentences(self._texts, items, self.frequencies):
            for words in find_together(lemmas, sentence, self._gap, taken.get((lemmas, text.passage), ())):
                forms = " ".join(text.find_forms(words))
                items[lemmas].occurrences.append(Occurrence(text.passage, words, SKIPPED, "", forms))


def find_sentences(
    texts: Iterable[GoldText], items: Iterable[Lemmas], frequencies: Mapping[str, int]
) -> Iterator[tuple[GoldText, SentenceWords, Lemmas]]:
    """Yield every sentence that has all lemmas of an item, with the item. `frequencies` say which lemma to look for
    first.
    """
    by_anchor: dict[str, list[Lemmas]] = defaultdict(list)
    for lemmas in items:
        by_anchor[min(lemmas, key=lambda lemma: (frequencies.get(lemma, 0), lemma))].append(lemmas)
    for text in texts:
        for sentence in text.sentences:
            present = set(sentence.lemmas)
            for anchor in sorted(by_anchor.keys() & present):
                for lemmas in by_anchor[anchor]:
                    if present.issuperset(lemmas):
                        yield text, sentence, lemmas


def list_marked(text: GoldText) -> Iterator[Occurrence]:
    """Yield what is marked in the text, and what annotators found to be no expression where nothing is marked."""
    known = set()
    for mark in text.gold:
        known.add(mark.words)
        yield Occurrence(text.passage, mark.words, mark.category, mark.category, " ".join(text.find_forms(mark.words)))
    for words in sorted(text.rejected - known):
        yield Occurrence(text.passage, words, "NotMWE", "", " ".join(text.find_forms(words)))


def find_together(
    lemmas: Sequence[str], sentence: SentenceWords, gap: int, blocked: Iterable[int] = ()
) -> list[tuple[int, ...]]:
    """Return the words of the passage with these lemmas that stand together, the nearest first of those that share a
    word. `blocked` are words that belong to no result.
    """
    refused = set(blocked)
    places = [place for place, lemma in enumerate(sentence.lemmas) if lemma in lemmas]
    found = []
    for first, start in enumerate(places):
        missing, taken = list(lemmas), list[int]()
        for place in places[first:]:
            if place - start >= len(lemmas) + gap:
                break
            if sentence.lemmas[place] in missing:
                missing.remove(sentence.lemmas[place])
                taken.append(place)
        if not missing:
            found.append(tuple(place + sentence.start for place in taken))
    kept: list[tuple[int, ...]] = []
    for words in sorted(found, key=lambda words: (words[-1] - words[0], words)):
        if refused.isdisjoint(words):
            refused.update(words)
            kept.append(words)
    return sorted(kept)
