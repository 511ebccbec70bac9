"""A file of links as its uploader describes it: its format and first index, detected unless they are given, and its
readings row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import IO, Protocol

from alignment.formats import (
    ALIGNMENT_FORMATS,
    DETECT,
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    Candidate,
    FormatError,
    Rejected,
    base_that_fits,
    choose_format,
)
from alignment.formats.base_signs import BaseSigns, Misfit, find_misfit, find_shown_base
from alignment.formats.link_rows import read_link_rows
from alignment.formats.links.aligned import find_fault_in_sentence
from annotation_site.texts.faults import reject

FORMAT_NAMES = sorted(ALIGNMENT_FORMATS)
FORMAT_CHOICES = [DETECT, *FORMAT_NAMES]
BASES = (DETECT, "0", "1")
UNSURE = "It is unclear whether words are counted from 0 or from 1. Choose one and try again."


class NumberedPair(Protocol):
    """A sentence pair to match with a file of links; `position` is its line, from 1."""

    @property
    def position(self) -> int: ...
    @property
    def identifier(self) -> str: ...
    @property
    def source_tokens(self) -> Sequence[str]: ...
    @property
    def target_tokens(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class LinkFile:
    """A file of links; `name` is used in errors, `text` names the text it must fit. `looks_like` is another format than
    the wanted one, if it seems to be of that.
    """

    name: str
    format: str
    is_reversed: bool
    open: Callable[[], AbstractContextManager[IO[bytes]]]
    text: str = "the release"
    looks_like: Candidate | None = None

    @property
    def layout(self) -> AlignmentFormat:
        return ALIGNMENT_FORMATS[self.format]

    def settled(self) -> LinkFile:
        """Return the file with its format, detected if it was not given. Raise FormatError if it shows none."""
        with self.open() as file:
            choice = choose_format(file, self.name, "links", self.format)
        return replace(self, format=choice.name, looks_like=choice.looks_like)

    def rows(self, base: Base | None) -> Generator[AlignedRow]:
        """Yield readings and rejected rows. Raise FormatError if the whole file is unusable."""
        with (
            self.open() as file,
            closing(read_link_rows(self.layout, file, self.name, base, reverse=self.is_reversed)) as rows,
        ):
            yield from rows

    def checked_rows(self, base: Base | None) -> Generator[AlignedRow]:
        """Yield usable readings, and the others as rejected rows."""
        with closing(self.rows(base)) as rows:
            for row in rows:
                if isinstance(row, Rejected):
                    yield row
                    continue
                sentence = row.cleaned()
                fault = find_fault_in_sentence(sentence)
                yield reject(row.line, fault) if fault else sentence

    def sentences(self, base: Base) -> Generator[AlignedSentence]:
        """Yield sentences in ascending order. Raise FormatError at the first row that is unreadable or repeated."""
        previous = 0
        with closing(self.rows(base)) as rows:
            for row in rows:
                if isinstance(row, Rejected):
                    raise FormatError(self.name, row.line, f"{row.reason}{self.hint}")
                if row.number <= previous:
                    raise FormatError(self.name, row.line, f"Sentence {row.number} comes after sentence {previous}.")
                previous = row.number
                yield row

    @property
    def hint(self) -> str:
        """Return a space and the sentence that names the format that the file looks like, or an empty string."""
        return f" The file looks like {self.looks_like.name}, not {self.format}." if self.looks_like else ""

    def find_base(self, wanted: str, pairs: Iterable[NumberedPair]) -> Base:
        """Return the first index: as given, as the format defines it, or as the file shows. Raise FormatError if it
        could be either.
        """
        return find_bases([self], wanted, pairs, lambda file: file.sentences(0))[0]

    @property
    def is_by_line(self) -> bool:
        """Return whether each line holds the links of the pair with its number, and no words."""
        return self.layout.is_base_unsure and not self.layout.needs_tokens

    def lengths_error(self, given: int, expected: int) -> FormatError:
        """Return the error of a file that has too few or too many sentences."""
        advice = "The file must have exactly these pairs, one per line, in the same order."
        problem = f"The file has {given:,} sentences, but {self.text} has {expected:,}. {advice}"
        return FormatError(self.name, None, problem)

    def misfit_error(self, misfit: Misfit) -> FormatError:
        """Return the error of a link past the end, which in most such files has its sides swapped."""
        other = "source–target" if self.is_reversed else "target–source"
        problem = f"{misfit.sentence}: check whether the direction is {other}."
        return FormatError(self.name, misfit.line, problem)


def find_bases(
    files: Sequence[LinkFile],
    wanted: str,
    pairs: Iterable[NumberedPair],
    read: Callable[[LinkFile], Generator[AlignedRow]],
) -> list[Base]:
    """Return the first index of each file: as given, as the format defines it, or as any of the files shows, which come
    from one tool. Raise FormatError if it could be either or neither, and before that if a file has more or fewer lines
    than there are pairs. `read` gives the rows of a file.
    """
    if wanted in ("0", "1"):
        return [1 if wanted == "1" else 0 for _ in files]
    by_line = [file for file in files if file.is_by_line]
    with_words = [file for file in files if file.layout.is_base_unsure and not file.is_by_line]
    signs = _read_signs(by_line, pairs, read) if by_line else []
    guess = find_shown_base(signs)
    if guess is None and (misfit := find_misfit(signs)):
        raise by_line[misfit[0]].misfit_error(misfit[1])
    if guess is None and with_words:
        # Their own words refuse an index past the end, so that a file counted from 1 is not read from 0 at all.
        guess = base_that_fits(lambda base: all(_reads(file, base) for file in with_words))
    if guess is None and (unsure := [*by_line, *with_words]):
        raise FormatError(unsure[0].name, None, f"{UNSURE}{unsure[0].hint}")
    return [guess if guess is not None and file.layout.is_base_unsure else file.layout.default_base for file in files]


def _reads(file: LinkFile, base: Base) -> bool:
    with closing(file.rows(base)) as rows:
        return not any(isinstance(row, Rejected) for row in rows)


def _read_signs(
    files: Sequence[LinkFile], pairs: Iterable[NumberedPair], read: Callable[[LinkFile], Generator[AlignedRow]]
) -> list[BaseSigns]:
    """Return the signs of each file. Raise FormatError for a file that has more or fewer lines than there are pairs."""
    signs = [BaseSigns() for _ in files]
    counts, ends, named, expected = [0] * len(files), [0] * len(files), [False] * len(files), 0
    with ExitStack() as stack:
        readers = [stack.enter_context(closing(read(file))) for file in files]
        for pair, rows in zip_longest(pairs, zip_longest(*readers), fillvalue=None):
            expected += pair is not None
            for index, row in enumerate(rows or ()):
                # Blank lines after the last pair are the end of a file.
                is_end = pair is None and isinstance(row, AlignedSentence) and row.is_blank
                ends[index] += is_end
                if row is not None and not is_end:
                    counts[index] += 1 + ends[index]
                    ends[index] = 0
                if isinstance(row, AlignedSentence):
                    named[index] = named[index] or row.identifier is not None
                    if pair is not None:
                        signs[index].add(row, len(pair.source_tokens), len(pair.target_tokens))
    for file, given, has_names in zip(files, counts, named, strict=True):
        if given != expected and not has_names:
            raise file.lengths_error(given, expected)
    return signs


def find_fault_in_options(alignment_format: str, base: str) -> str | None:
    """Return a sentence that says why an upload with these options cannot be read, or None."""
    if alignment_format not in FORMAT_CHOICES:
        known = ", ".join(FORMAT_NAMES)
        return f"There is no format called {alignment_format}; choose one of {known}."
    if base not in BASES:
        return "Words are counted from 0, from 1, or “detect”."
    return None
