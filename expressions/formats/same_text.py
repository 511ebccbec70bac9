"""Files of the same text read together, sentence by sentence; files of different texts are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from annotation_site.texts.faults import FormatError
from expressions.formats.sentences import MarkedSentence

# So many sentences with other words make another text; fewer are differences of tokenisation.
_MOST_DIFFERENT = 0.5


@dataclass(slots=True)
class SameText:
    """Sentences of several files, and where their words differ from those of the first file.

    Reading refuses a file with more or fewer sentences, one in which a sentence was not annotated (`_`) unless that is
    asked for, and, at the end, one of another text.
    """

    names: Sequence[str]
    files: Sequence[Iterator[MarkedSentence]]
    needs_same_words: bool = False
    sentences: int = 0
    words: int = 0
    notes: list[str] = field(default_factory=list)
    _differing: list[list[tuple[int, int]]] = field(default_factory=list)
    _on_ranges: list[list[int]] = field(default_factory=list)

    def read(self) -> Iterator[tuple[MarkedSentence, ...]]:
        """Yield the sentences in step. Raise FormatError as described."""
        self._differing = [[] for _ in self.names]
        self._on_ranges = [[] for _ in self.names]
        for row in zip_longest(*self.files):
            self._refuse_end(row)
            self.sentences += 1
            forms = row[0].forms
            self.words += len(forms)
            for place, sentence in enumerate(row):
                self._on_ranges[place] += sentence.on_ranges
                if sentence.unmarked_line is not None:
                    self._refuse_unmarked(place, sentence)
                if place and sentence.forms != forms:
                    self._count_difference(place, row[0], sentence)
            yield row
        if not self.sentences:
            raise FormatError(self.names[0], None, "The file has no sentences.")
        self._check_texts()

    def _refuse_end(self, row: Sequence[MarkedSentence | None]) -> None:
        if None not in row:
            return
        shorter = next(place for place, sentence in enumerate(row) if sentence is None)
        longer, sentence = next((place, sentence) for place, sentence in enumerate(row) if sentence is not None)
        where = f" in line {sentence.line}" if sentence.line else ""
        fault = (
            f"The file ends after {self.sentences:,} sentences; {self.names[longer]} goes on{where}. "
            "Give files of the same text."
        )
        raise FormatError(self.names[shorter], None, fault)

    def _refuse_unmarked(self, place: int, sentence: MarkedSentence) -> None:
        if self.sentences == 1:
            fault = "There is no annotation in this file: from this line on, words have “_”. Give the annotated file."
        else:
            fault = "This word has “_”: nobody annotated its sentence. Annotate it, or leave it out of all files."
        raise FormatError(self.names[place], sentence.unmarked_line, fault)

    def _count_difference(self, place: int, first: MarkedSentence, sentence: MarkedSentence) -> None:
        if self.needs_same_words and len(first.forms) != len(sentence.forms):
            fault = (
                f"Sentence {self.sentences:,} has {len(sentence.forms)} words; that of {self.names[0]} has "
                f"{len(first.forms)}. Give files with the same words."
            )
            raise FormatError(self.names[place], sentence.line or None, fault)
        self._differing[place].append((self.sentences, sentence.line))

    def _check_texts(self) -> None:
        for name, differing, on_ranges in zip(self.names, self._differing, self._on_ranges, strict=True):
            if len(differing) > self.sentences * _MOST_DIFFERENT:
                fault = (
                    f"{len(differing):,} of {self.sentences:,} sentences, the first being sentence "
                    f"{differing[0][0]:,}, have other words than {self.names[0]}. Give files of the same text."
                )
                raise FormatError(name, differing[0][1] or None, fault)
            if differing:
                self.notes.append(
                    f"{name}, sentence {differing[0][0]:,}: Sentences whose words differ from those of "
                    f"{self.names[0]}: {len(differing):,} of {self.sentences:,}. Words are compared by their places."
                )
            if on_ranges:
                self.notes.append(
                    f"{name}, line {on_ranges[0]}: Ranges with codes, which count for their words: {len(on_ranges):,}."
                )
