"""Finding the expressions of a list in a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from annotation_site.phrases.patterns import HYPHENS, Element, PhrasePattern
from annotation_site.phrases.words import Sentence, Word

Places = tuple[int, ...]
# An expression does not reach over the end of a clause.
_STOPS = frozenset(".!?;:…。！？；")


@dataclass(frozen=True, slots=True)
class Hit:
    """An expression that was found: indices of its words in the sentence, and spans of characters (end not included),
    more than one if other words stand between.
    """

    phrase: str
    words: Places
    spans: tuple[tuple[int, int], ...]

    @property
    def length(self) -> int:
        return sum(end - start for start, end in self.spans)


class PhraseFinder:
    """A search for all patterns at once. `gap` is the number of other words allowed between two words of an expression;
    `any_order` allows its words in another order, within as many words as it has plus `gap`.
    """

    def __init__(self, patterns: Iterable[PhrasePattern], *, gap: int = 0, any_order: bool = False) -> None:
        self._gap, self._any_order = gap, any_order
        self._by_anchor: dict[str, list[PhrasePattern]] = defaultdict(list)
        for pattern in patterns:
            for writing in (pattern, *pattern.variants):
                for key in writing.anchor.keys:
                    self._by_anchor[key].append(writing)

    def find(self, sentence: Sentence, *, keep_all: bool = False) -> list[Hit]:
        """Return hits in the order of the text. Of two that share a word the longer one stays, then the earlier one;
        with `keep_all` both, including the same expression with and without its optional words.
        """
        by_place: dict[tuple[str, Places], Hit] = {}
        for pattern, places in self._find_places(sentence.words):
            by_place[pattern.phrase, places] = Hit(pattern.phrase, places, _join_spans(sentence.words, places))
        for pattern, places in self._find_places(sentence.parts) if sentence.parts else ():
            # The places of a hit are those of whole words: in “co-operate” with a soft hyphen there is no “operate”.
            if homes := _find_whole(sentence, places):
                hit = Hit(pattern.phrase, homes, _join_spans(sentence.parts, places))
                by_place.setdefault((pattern.phrase, homes), hit)
        hits = sorted(by_place.values(), key=lambda hit: (-hit.length, _spread(hit.words), hit.words, hit.phrase))
        return sorted(hits if keep_all else _drop_overlaps(hits), key=lambda hit: (hit.words, hit.phrase))

    def _find_places(self, words: Sequence[Word]) -> Iterator[tuple[PhrasePattern, Places]]:
        known = frozenset[str]().union(*(word.keys for word in words))
        anchored = chain.from_iterable(self._by_anchor[key] for key in known & self._by_anchor.keys())
        # By identity: a pattern may have several anchors in a sentence, and comparing all of its parts is slow.
        for pattern in {id(pattern): pattern for pattern in anchored}.values():
            if any(element.keys.isdisjoint(known) for element in pattern.required):
                continue
            for places in self._match(pattern, words):
                yield pattern, places

    def _match(self, pattern: PhrasePattern, words: Sequence[Word]) -> Iterator[Places]:
        for start in range(len(words)):
            yield from self._match_from(pattern.elements, words, start, ())
        if self._any_order:
            yield from self._match_any_order(pattern, words)

    def _match_from(
        self, elements: Sequence[Element], words: Sequence[Word], place: int, taken: Places
    ) -> Iterator[Places]:
        """Yield every match of the elements, in their order, from this index on."""
        if not elements:
            if taken:
                yield taken
            return
        first, others = elements[0], elements[1:]
        for start in self._reach(words, place) if taken else (place,):
            if start < len(words) and first.fits(words[start]):
                yield from self._match_from(others, words, start + 1, (*taken, start))
        if first.is_optional and (taken or others):
            yield from self._match_from(others, words, place, taken)

    def _reach(self, words: Sequence[Word], place: int) -> Iterator[int]:
        """Yield possible indices of the next word: here, after a hyphen, or after a gap."""
        yield place
        skipped = 0
        while place < len(words) and words[place].form not in _STOPS:
            skipped += words[place].form not in HYPHENS
            place += 1
            if skipped > self._gap:
                return
            yield place

    def _match_any_order(self, pattern: PhrasePattern, words: Sequence[Word]) -> Iterator[Places]:
        """Yield the required words within a window, each the nearest free one; optional words are ignored."""
        required = pattern.required
        for start in range(len(words)):
            window = _cut_window(words, start, len(required) + self._gap)
            taken: list[int] = []
            for element in required:
                fitting = [index for index in window if index not in taken and element.fits(words[index])]
                if not fitting:
                    break
                taken.append(fitting[0])
            else:
                if min(taken) == start:
                    yield tuple(sorted(taken))


def _cut_window(words: Sequence[Word], start: int, width: int) -> list[int]:
    """Return indices of so many words from here on, not counting hyphens, up to the end of the clause."""
    window: list[int] = []
    for index in range(start, len(words)):
        if words[index].form in _STOPS or len(window) == width:
            break
        if words[index].form not in HYPHENS:
            window.append(index)
    return window


def _spread(places: Places) -> int:
    return places[-1] - places[0] - len(places)


def _drop_overlaps(hits: Iterable[Hit]) -> Iterator[Hit]:
    taken: set[int] = set()
    for hit in hits:
        if taken.isdisjoint(hit.words):
            taken.update(hit.words)
            yield hit


def _find_whole(sentence: Sentence, places: Places) -> Places:
    """Return the indices of the words of which these are all parts; none if a part of one is missing."""
    homes = tuple(dict.fromkeys(sentence.homes[index] for index in places))
    parts = sum(sentence.homes.count(home) for home in homes)
    return homes if parts == len(places) else ()


def _join_spans(words: Sequence[Word], places: Places) -> tuple[tuple[int, int], ...]:
    """Return spans of characters; adjacent words, and those with only a hyphen between, share one."""
    spans = [(words[places[0]].start, words[places[0]].end)]
    for before, after in pairwise(places):
        between = words[before + 1 : after]
        if all(word.form in HYPHENS for word in between):
            spans[-1] = (spans[-1][0], words[after].end)
        else:
            spans.append((words[after].start, words[after].end))
    return tuple(spans)
