"""The official rules for .cupt, by level: 1 can it be read, 2 are marks and dependencies well formed, 3 may it be
released.

Source: parseme_validate.py of PARSEME's utilities (2023–2026), which calls Universal Dependencies' validator for the
other columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from annotation_site.texts.conllu import EXPRESSIONS
from expressions.categories.presets import CATEGORY_SETS, NOT_AN_EXPRESSION, CategorySet
from expressions.checks.columns import (
    CheckedRow,
    CheckedSentence,
    check_cells,
    check_spaces,
    check_values,
    cut_sentences,
)
from expressions.checks.faults import Fault
from expressions.checks.trees import (
    EnhancedGraphs,
    Paragraphs,
    check_identifier,
    check_numbers,
    check_references,
    check_text,
    check_tree,
)

LEVELS = (1, 2, 3)
_SOURCE = re.compile(r"# source_sent_id\s*=\s*(\S+)\s+(\S+)\s+(\S+)")
_METADATA = re.compile(r"#\s*metadata\s*=")


def check_cupt(
    lines: Iterable[str], level: int, categories: frozenset[str], *, is_blind: bool = False
) -> Iterator[Fault]:
    """Yield the faults of a file, given line by line without LF, sentence by sentence.

    `categories` may be used in marks, but for NotMWE at level 3. In a blind file every word has `_`.
    """
    lines = iter(lines)
    first = next(lines, "")
    faults = list(_check_first_line(first))
    yield from faults
    names = first.rpartition("=")[2].split()
    if "ID" not in names or EXPRESSIONS not in names:
        return  # no other line can be read
    check = _CuptCheck(level, categories, names.index(EXPRESSIONS), "_" if is_blind else "*")
    found: list[Fault] = []
    for sentence in cut_sentences(chain([first], lines), names, found):
        yield from found
        found.clear()
        yield from check.check(sentence)
    yield from found


def _check_first_line(line: str) -> Iterator[Fault]:
    names = line.rpartition("=")[2].split()
    if "global.columns =" not in line:
        yield Fault(1, 1, "invalid-first-line", "The first line is not “# global.columns = ID FORM …”.")
    if "ID" not in names:
        yield Fault(1, 1, "missing-id-column", "The first line names no column ID.")
    if EXPRESSIONS not in names:
        yield Fault(1, 1, "missing-mwe-column", f"The first line names no column {EXPRESSIONS}.")


class _CuptCheck:
    """A check of the sentences of a file one after the other; it remembers what no other may repeat."""

    def __init__(self, level: int, categories: frozenset[str], column: int, nothing: str) -> None:
        self.level = level
        self.categories = categories - {NOT_AN_EXPRESSION} if level > 2 else categories
        self.column = column
        self.nothing = nothing
        self._known: set[str] = set()
        self._graphs = EnhancedGraphs()
        self._paragraphs = Paragraphs()

    def check(self, sentence: CheckedSentence) -> Iterator[Fault]:
        for row in sentence.rows:
            if len(row.cells) > self.column:
                yield from check_spaces(row.line, row.cells[self.column], EXPRESSIONS, may_have_spaces=False)
            yield from check_cells(row)
            if self.level > 1:
                yield from self._check_marks(row)
                yield from check_values(row)
        if not sentence.is_readable:
            return
        yield from check_numbers(sentence)
        if self.level > 1:
            yield from self._check_source(sentence)
            yield from self._paragraphs.check(sentence)
            yield from check_text(sentence)
            yield from self._check_keys(sentence)
            yield from check_references(sentence)
            yield from check_tree(sentence)
            yield from self._graphs.check(sentence)
        if self.level > 2:
            for line, comment in sentence.comments:
                if _METADATA.match(comment):
                    fault = "The comment “# metadata” must not be released. Remove it."
                    yield Fault(line, 3, "forbidden-metadata", fault)

    def _check_marks(self, row: CheckedRow) -> Iterator[Fault]:
        """Yield faults of a single cell of the column."""
        if len(row.cells) <= self.column or (cell := row.cells[self.column]) == self.nothing:
            return
        if not row.is_word:
            fault = f"A range or an empty node has “{self.nothing}”, not “{cell[:40]}”. Mark its words."
            yield Fault(row.line, 2, "invalid-mwe", fault)
        elif self.nothing == "_":
            fault = f"In a blind file every word has “_”, not “{cell[:40]}”."
            yield Fault(row.line, 2, "unknown-mwe-content", fault)
        else:
            yield from self._check_codes(row.line, cell)

    def _check_codes(self, line: int, cell: str) -> Iterator[Fault]:
        for code in cell.split(";"):
            parsed = parse_code(code)
            if parsed is None:
                fault = f"“{code[:40]}” in “{cell[:60]}” is no code such as 3 or 3:LVC.full."
                yield Fault(line, 2, "invalid-mwe-code", fault)
                return
            if parsed[1] is not None and parsed[1] not in self.categories:
                level = 3 if parsed[1] == NOT_AN_EXPRESSION else 2
                fault = f"“{parsed[1][:40]}” in “{code[:40]}” is no category of the set."
                if level == 3:
                    fault = f"{NOT_AN_EXPRESSION} must not be released. Remove the mark."
                yield Fault(line, level, "unknown-mwe-category", fault)
                return

    def _check_source(self, sentence: CheckedSentence) -> Iterator[Fault]:
        matches = []
        for line, comment in sentence.comments:
            if match := _SOURCE.fullmatch(comment):
                matches.append(match)
            elif comment.startswith(("# source_sent_id", "#source_sent_id")):
                fault = "The comment is not “# source_sent_id = URI path identifier”, with “.” for what is unknown."
                yield Fault(line, 2, "invalid-source-sent-id", fault)
        if not matches:
            fault = "The sentence has no comment “# source_sent_id = URI path identifier”."
            yield Fault(sentence.line, 2, "missing-source-sent-id", fault)
        elif len(matches) > 1:
            fault = "The sentence has more than one comment “# source_sent_id”."
            yield Fault(sentence.line, 2, "multiple-source-sent-id", fault)
        else:
            identifier = "".join(matches[0].groups()).replace("/", "")
            yield from check_identifier(sentence, identifier, self._known)

    def _check_keys(self, sentence: CheckedSentence) -> Iterator[Fault]:
        """Yield faults of the keys of expressions over the sentence."""
        categories: dict[int, str] = {}
        for row in sentence.rows:
            cell = row.cells[self.column]
            for code in cell.split(";") if cell not in ("*", "_") else ():
                parsed = parse_code(code)
                if parsed is None:
                    continue  # an invalid code is a fault of its line
                key, category = parsed
                if category is None:
                    if key not in categories:
                        fault = f"The first word of expression {key} has no category: {key}:VID, say."
                        yield Fault(row.line, 2, "mwe-code-without-category", fault)
                    continue
                if key in categories:
                    fault = f"Expression {key} is {categories[key]} already. Its later words have {key} alone."
                    yield Fault(row.line, 2, "redefined-mwe-code", fault)
                categories[key] = category
        keys = sorted(categories)
        if keys != list(range(1, len(keys) + 1)):
            fault = f"The keys of expressions are {', '.join(map(str, keys))}, not 1 to {len(keys)}."
            yield Fault(sentence.line, 2, "mwe-sequence", fault, is_warning=True)
        if keys and keys[-1] > len(sentence.rows):
            fault = f"The key {keys[-1]} is larger than the number of lines of the sentence, {len(sentence.rows)}."
            yield Fault(sentence.line, 2, "mwe-interval-out", fault)


def parse_code(code: str) -> tuple[int, str | None] | None:
    """Return key and category of a code such as 3:VID, None instead of a category that is not there, and None for what
    is no code.
    """
    key, colon, category = code.partition(":")
    if not (key.isascii() and key.isdecimal() and len(key) < 7) or ":" in category:
        return None
    return int(key), category if colon else None


def count_categories(lines: Iterable[str]) -> Counter[str]:
    """Return how often each category is written in the column that the first line names."""
    counts = Counter[str]()
    column: int | None = None
    for number, line in enumerate(lines):
        if not number:
            names = line.rpartition("=")[2].split()
            column = names.index(EXPRESSIONS) if EXPRESSIONS in names else None
        if column is None:
            break
        if line[:1].isdigit() and len(cells := line.split("\t")) > column and ":" in cells[column]:
            parsed = map(parse_code, cells[column].split(";"))
            counts.update(each[1] for each in parsed if each is not None and each[1])
    return counts


def choose_set(counts: Counter[str], language: str = "") -> CategorySet:
    """Return the edition whose categories cover most marks, of two alike the earlier."""
    editions = (CATEGORY_SETS["1.1"], CATEGORY_SETS["2.0"])
    known = [edition.find_categories(language) for edition in editions]
    covered = [sum(count for name, count in counts.items() if name in names) for names in known]
    return editions[covered.index(max(covered))]
