"""The three passes of a selection: lengths, words, and the selected pairs."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager

from alignment.formats.parallel.pairs import Pair, Row, find_fault_in_tokens
from alignment.selection.frequencies.vocabulary import Split, Vocabulary
from alignment.selection.frequencies.words import Side, WordJudge
from alignment.selection.lengths import Lengths, find_bounds
from alignment.selection.profile import ProfileBuilder
from alignment.selection.sampling import allocate, sample_numbers
from alignment.selection.selection import Selection, Stratum
from alignment.selection.settings import SelectionSettings
from alignment.selection.statistics import LONGEST_TOLD, TextCounts
from annotation_site.texts.faults import FormatError, Rejected

# Coverage is told at least as far as figure 2 of the paper tells it.
COVERAGE_UPTO = 15
_REPORT_EVERY = 2_000
_SHOWN_REJECTED = 20
Rows = Callable[[], AbstractContextManager[Iterable[Row]]]


class Selector:
    """One selection over rows that can be read again; `report` is called with the number of rows read in all three
    passes.
    """

    def __init__(
        self,
        rows: Rows,
        split: tuple[Split, Split],
        vocabularies: tuple[Vocabulary | None, Vocabulary | None],
        settings: SelectionSettings,
        report: Callable[[int], None] | None = None,
    ) -> None:
        self._rows, self._split, self._settings, self._report = rows, split, settings, report
        self._most_frequent = max(COVERAGE_UPTO, settings.most)
        self._source_judge, self._target_judge = (
            WordJudge(vocabulary, settings, self._most_frequent) for vocabulary in vocabularies
        )
        self._done = 0

    def select(self) -> Selection:
        """Derive bounds from the lengths, then find the pairs with a word of the wanted bands; first and
        second pass.
        """
        left_out: Counter[str] = Counter()
        rejected: list[Rejected] = []
        lengths = self._measure_lengths(left_out, rejected)
        counts = (TextCounts(self._most_frequent), TextCounts(self._most_frequent), TextCounts(self._most_frequent))
        selection = Selection(self._settings, find_bounds(lengths, self._settings), *counts, left_out, rejected)
        strata: dict[Stratum, array[int]] = {}
        profile = ProfileBuilder(lengths.total(), folds_case=self._settings.fold_case)
        for index, (number, pair) in enumerate(self._pairs()):
            sides = self._look_at(pair)
            fault = self._judge(sides, selection)
            if profile.wants(index):
                self._add_to_profile(profile, sides)
            if fault is not None:
                left_out[fault] += 1
            else:
                strata.setdefault((sides[0].rarest, sides[1].rarest), array("I")).append(number)
        self._sample(dict(sorted(strata.items(), key=_rarest_first)), selection)
        selection.profile = profile.build()
        return selection

    def read_chosen(self, selection: Selection) -> Iterator[Pair]:
        """Yield the selected pairs in order, with tokens, target words and an identifier (by default their place in the
        text), and complete the statistics; third pass.
        """
        numbers = iter(selection.numbers)
        wanted = next(numbers, None)
        for number, pair in self._pairs():
            if number != wanted:
                continue
            wanted = next(numbers, None)
            source, target = sides = self._look_at(pair)
            selection.chosen.add(sides)
            for name, side in (("source", source), ("target", target)):
                selection.target_words.update((name, band) for _, band in side.target_words)
            yield pair._replace(
                identifier=pair.identifier or str(number),
                source_tokens=source.tokens,
                target_tokens=target.tokens,
                source_target_words=tuple(index for index, _ in source.target_words),
                target_target_words=tuple(index for index, _ in target.target_words),
            )
        if wanted is not None:
            raise FormatError("The text", wanted, "The file changed while it was being read. Select again.")

    def _measure_lengths(self, left_out: Counter[str], rejected: list[Rejected]) -> Counter[Lengths]:
        lengths: Counter[Lengths] = Counter()
        for _, row in self._read_rows():
            if isinstance(row, Rejected):
                left_out["rejected"] += 1
                if len(rejected) < _SHOWN_REJECTED:
                    rejected.append(row)
                continue
            source, target = self._tokens(row)
            lengths[min(len(source), LONGEST_TOLD), min(len(target), LONGEST_TOLD)] += 1
        return lengths

    def _judge(self, sides: tuple[Side, Side], selection: Selection) -> str | None:
        """Count the pair; return the first reason against it, or None."""
        source, target = sides
        selection.corpus.add(sides)
        if fault := selection.bounds.find_fault(len(source.tokens), len(target.tokens)):
            return fault
        selection.within_bounds.add(sides)
        if source.rarest is None and target.rarest is None:
            return "no_rare_word"
        return None if _is_annotatable(sides) else "not_annotatable"

    def _add_to_profile(self, profile: ProfileBuilder, sides: tuple[Side, Side]) -> None:
        source, target = sides
        marks = (
            self._source_judge.mark_frequencies(source.tokens),
            self._target_judge.mark_frequencies(target.tokens),
        )
        lengths = (min(len(source.tokens), LONGEST_TOLD), min(len(target.tokens), LONGEST_TOLD))
        profile.add(lengths, marks, is_annotatable=_is_annotatable(sides))

    def _sample(self, strata: dict[Stratum, array[int]], selection: Selection) -> None:
        selection.eligible = {stratum: len(numbers) for stratum, numbers in strata.items()}
        total = sum(selection.eligible.values())
        size = min(total, total if self._settings.size is None else self._settings.size)
        taken = allocate(selection.eligible, size)
        chosen = array("I")
        for stratum, numbers in strata.items():
            chosen.extend(sample_numbers(numbers, taken[stratum], self._settings.seed))
        selection.numbers = array("I", sorted(chosen))
        if size < total:
            selection.left_out["not_sampled"] = total - size

    def _read_rows(self) -> Iterator[tuple[int, Row]]:
        with self._rows() as rows:
            for number, row in enumerate(rows, start=1):
                self._done += 1
                if self._report is not None and self._done % _REPORT_EVERY == 0:
                    self._report(self._done)
                yield number, row

    def _pairs(self) -> Iterator[tuple[int, Pair]]:
        for number, row in self._read_rows():
            if isinstance(row, Pair):
                yield number, row

    def _tokens(self, pair: Pair) -> tuple[Sequence[str], Sequence[str]]:
        """Return the tokens; those in the file are kept."""
        return pair.source_tokens or self._split[0](pair.source), pair.target_tokens or self._split[1](pair.target)

    def _look_at(self, pair: Pair) -> tuple[Side, Side]:
        source, target = self._tokens(pair)
        return self._source_judge.look_at(tuple(source)), self._target_judge.look_at(tuple(target))


def _is_annotatable(sides: tuple[Side, Side]) -> bool:
    source, target = sides
    return not (find_fault_in_tokens(source.tokens, "source") or find_fault_in_tokens(target.tokens, "target"))


def _rarest_first(stratum: tuple[Stratum, object]) -> list[float]:
    return [float("inf") if band is None else band for band in stratum[0]]
