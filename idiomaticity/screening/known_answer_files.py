"""Tables of known answers: compounds or sentences with the scores that a careful reader gives them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Cells, Role, propose_columns
from annotation_site.tables.reading import Row, TableOptions
from annotation_site.texts.faults import FormatError, Rejected
from idiomaticity.formats import Naming, read_compounds
from idiomaticity.formats.columns import COMPOUND_ROLES, list_compound_roles
from idiomaticity.formats.combined_tables import LOOKED_AT, CombinedTables, combine_tables
from idiomaticity.imports.planning import Known, Plan, PlannedCompound, plan_import
from idiomaticity.scales.judgements import SCALES, Scale, find_scales
from idiomaticity.scales.score_scale import ScoreScale
from idiomaticity.screening.answers import LONGEST_EXPLANATION, Expected, read_range

MOST_ITEMS = 500
# Of the columns of compounds, those that a known answer has a use for.
ABOUT_ITEM = ("compound", "sentence", "span", "previous", "next", "head", "modifier", "language")
_EXPECTED = ("expected", "answer", "expected answer", "correct", "key", "erwartet", "lösung", "esperado", "respuesta",
             "attendu", "réponse", "atteso", "risposta", "esperada", "resposta")  # fmt: skip


def _name_expected(scale: Scale) -> tuple[str, ...]:
    """Return names of columns of expected scores: `expected head`, `head expected`."""
    parts = find_words(scale)
    return tuple(name for part in parts for word in _EXPECTED for name in (f"{word} {part}", f"{part} {word}"))


EXPECTED_ROLES: Mapping[Scale, Role] = {
    scale: Role(f"expected_{scale}", f"Expected score of the {scale}", _name_expected(scale)) for scale in SCALES
}
KNOWN_ROLES = (
    *EXPECTED_ROLES.values(),
    # Of the whole, where the name does not say of what.
    Role("expected", "Expected score", (*_EXPECTED, "whole")),
    Role("use", "Use", ("use", "purpose", "verwendung", "zweck", "uso", "usage")),
    Role("explanation", "Explanation", ("explanation", "reason", "erklärung", "begründung", "explicación",
                                       "explication", "spiegazione", "explicação")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """The answer of one row; without a use, it has that of its upload."""

    line: int
    expected: Expected
    use: str = ""
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class KnownItem:
    """A compound of a file, or one of its sentences, with its answer."""

    compound: PlannedCompound
    sentence: int | None
    answer: KnownAnswer


@dataclass(frozen=True, slots=True)
class Asked:
    """Facts of a project that decide how a file is read: its language with its names, its scale, the levels at which it
    asks, and the compounds that it has, by their normal forms: whether each is a filler.
    """

    language: str
    languages: Collection[str]
    scale: ScoreScale
    asks_sentences: bool
    asks_compounds: bool
    uses: Collection[str]
    taken: Mapping[str, bool]


class KnownAnswerFile:
    """A table of known answers that was opened; `tables` and `texts` let callers look at it before its answers."""

    def __init__(self, data: bytes, name: str, options: TableOptions, asked: Asked) -> None:
        self.name = name
        self.asked = asked
        self.tables = combine_tables([(data, name)], options)
        self._answers, about = _assign_columns(self.tables, asked.language)
        self.tables.check(COMPOUND_ROLES, about)
        naming = Naming(about, classes_of="compound")
        entries, rejected = read_compounds([(data, name)], options, naming, asked.scale, languages=asked.languages)
        self._rejected = rejected
        taken = {
            key: Known(frozenset(SCALES), has_paraphrases=True, is_filler=is_filler)
            for key, is_filler in asked.taken.items()
        }
        needs_sentences = asked.asks_sentences and not asked.asks_compounds
        self.plan: Plan = plan_import(
            entries, language=asked.language, corrections={}, taken=taken, needs_sentences=needs_sentences
        )

    def read_items(self) -> list[KnownItem]:
        """Return the items in the order of the file; raise FormatError for the first row that is none."""
        self._refuse_faults()
        answers = {answer.line: answer for answer in self._read_answers()}
        items = [item for planned in self.plan.compounds for item in self._list_items(planned, answers)]
        if not 0 < len(items) <= MOST_ITEMS:
            raise FormatError(self.name, None, f"The file has {len(items):,} items; 1 to {MOST_ITEMS:,} are allowed.")
        for item in items:
            self._require_asked(item)
        return items

    def _refuse_faults(self) -> None:
        faults = [(each.line, each.reason) for each in self._rejected]
        faults += [(each.line, each.reason) for each in self.plan.left_out]
        faults += [(each.line, f"{each.reason} Give its place in a column “span”.") for each in self.plan.misplaced]
        if faults:
            line, reason = min(faults)
            raise FormatError(self.name, line, reason)

    def _read_answers(self) -> Iterator[KnownAnswer]:
        for cells in self.tables.read_cells(self._answers):
            if not isinstance(cells, Rejected):
                yield self._read_answer(cells)

    def _read_answer(self, cells: Cells) -> KnownAnswer:
        def text(role: str) -> str:
            return str(cells.first(role) or "").strip()

        expected: dict[str, tuple[int, int]] = {}
        for scale, role in EXPECTED_ROLES.items():
            given = text(role.name) or (text("expected") if scale == "whole" else "")
            try:
                ends = read_range(given, self.asked.scale)
            except ValueError as error:
                raise FormatError(self.name, cells.line, str(error)) from error
            if ends is not None:
                expected[scale] = ends
        if not expected:
            raise FormatError(self.name, cells.line, "The row has no expected score, such as 4-5 in “expected_whole”.")
        use, explanation = text("use").casefold(), " ".join(text("explanation").split())
        if use and use not in self.asked.uses:
            raise FormatError(self.name, cells.line, f"The use is one of: {', '.join(self.asked.uses)}.")
        if len(explanation) > LONGEST_EXPLANATION:
            problem = f"An explanation must have at most {LONGEST_EXPLANATION} characters."
            raise FormatError(self.name, cells.line, problem)
        return KnownAnswer(cells.line, expected, use, explanation)

    def _list_items(self, planned: PlannedCompound, answers: Mapping[int, KnownAnswer]) -> Iterator[KnownItem]:
        """Yield an item for each sentence where sentences are rated, else one for the compound."""
        lines = {number: each.line for number, each in planned.entry.sentences.items() if each.text}
        if self.asked.asks_sentences and lines:
            for number, line in lines.items():
                yield KnownItem(planned, number, answers[line])
            return
        own = answers[planned.entry.line]
        others = [answers[line] for line in lines.values() if answers[line].expected != own.expected]
        if others:
            problem = f"“{planned.entry.compound}” has another answer in line {own.line:,}."
            raise FormatError(self.name, others[0].line, problem)
        yield KnownItem(planned, None, own)

    def _require_asked(self, item: KnownItem) -> None:
        scales = find_scales(item.compound.head)
        if unasked := [scale for scale in item.answer.expected if scale not in scales]:
            problem = f"The {unasked[0]} of “{item.compound.entry.compound}” is not asked about: its head is unknown."
            raise FormatError(self.name, item.answer.line, problem)


def _assign_columns(tables: CombinedTables, language: str) -> tuple[dict[str, Sequence[str]], dict[str, Sequence[str]]]:
    """Return the columns of the answers, and those that say what these are about."""
    answers: dict[str, Sequence[str]] = dict(tables.propose(KNOWN_ROLES))
    taken = {column for columns in answers.values() for column in columns}
    free = [column for column in tables.columns if column not in taken]
    sample = [_take_columns(row, tables.columns, free) for row in tables.tables[0].read_sample(LOOKED_AT)]
    roles = [role for role in list_compound_roles(language) if role.name in ABOUT_ITEM]
    return answers, dict(propose_columns(roles, free, sample))


def _take_columns(row: Row, columns: Sequence[str], wanted: Collection[str]) -> Row:
    cells: list[Any] = [cell for column, cell in zip(columns, row.cells, strict=True) if column in wanted]
    return Row(row.line, cells)
