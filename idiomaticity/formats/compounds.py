"""Compounds with their sentences, from any table.

One row for each sentence (compound, sentence, and perhaps a span), or one for each compound (`frase1`, `frase2`, … and
`MeanS1`, …, as NCTTI has them); what several files contain about a compound is combined.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from annotation_site.tables.columns import ColumnsError
from annotation_site.tables.reading import RECOGNISED, TableOptions
from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.removed_characters import RemovedCharacters
from idiomaticity.formats.combined_tables import combine_tables
from idiomaticity.formats.compound_cells import (
    CONTEXT,
    LONGEST_COMPOUND,
    SentenceEntry,
    Unusable,
    part_words,
    read_class,
    read_listed,
    read_note,
    read_numbered,
    read_paraphrases,
    read_score,
    read_sentences,
    read_text,
)
from idiomaticity.formats.naming import Naming, settle_naming
from idiomaticity.formats.occurrence_files import NO_HEAD as NO_HEAD
from idiomaticity.formats.sentence_columns import SentenceColumns, StudyRow
from idiomaticity.scales.judgements import SCALES, Scale
from idiomaticity.scales.paraphrase_texts import normalise
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale

MOST_SENTENCES = 1_000
MOST_LABELS = 30
EMPTY = ("", None, ())
# What programs write in place of letters that an encoding lacks.
_LOST = re.compile(r".*\ufffd|[?\s]*\?[?\s]*\Z")
_LANGUAGE = re.compile(r"[^\W\d_]+([-_]\w+)*")
USUAL_NAMES = Naming()
# Published means of a compound: the names in sentences, and the scales, by role.
MEANS = {"head_mean": "mean of the head", "modifier_mean": "mean of the modifier", "type_score": "type score"}
_SCALES: dict[str, Scale] = dict(zip(MEANS, SCALES, strict=True))
TOLD_ONCE = ("head", "modifier", "compound_class", "decided_class", "note", *MEANS, "paraphrases")


@dataclass(slots=True)
class CompoundEntry:
    """A compound as read from the files; sentences are numbered from 1. One that was `marked` in a text need not have
    a head.
    """

    line: int
    compound: str
    head: str = ""
    modifier: str = ""
    compound_class: str = ""
    decided_class: str = ""
    note: str = ""
    type_score: float | None = None
    head_mean: float | None = None
    modifier_mean: float | None = None
    paraphrases: tuple[str, ...] = ()
    sentences: dict[int, SentenceEntry] = field(default_factory=dict)
    is_marked: bool = False

    @property
    def published_means(self) -> dict[Scale, float]:
        """Return the means by scale, without those that the files lack."""
        means: dict[Scale, float | None] = {scale: getattr(self, role) for role, scale in _SCALES.items()}
        return {scale: mean for scale, mean in means.items() if mean is not None}


def read_compounds(
    files: Sequence[tuple[bytes, str]],
    options: TableOptions = RECOGNISED,
    naming: Naming = USUAL_NAMES,
    scale: ScoreScale = PAPER_SCALE,
    removed: RemovedCharacters | None = None,
    languages: Collection[str] = (),
) -> tuple[list[CompoundEntry], list[Rejected]]:
    """Return compounds in the order in which they first appear, and the rows that cannot be used.

    Files are (content, name); type scores and means must be on the scale. What is removed from the rows is counted in
    `removed`. Rows that name their language must do so by one of `languages` (case-folded), if there are any. Raise
    ColumnsError where a file has no column of compounds, FormatError where it has no row.
    """
    compounds: dict[str, CompoundEntry] = {}
    rejected: list[Rejected] = []
    tables = combine_tables(files, options)
    naming, _ = settle_naming(tables, naming)
    columns = SentenceColumns(naming.columns)
    for cells in tables.read_cells(naming.columns):
        if isinstance(cells, Rejected):
            rejected.append(cells)
            continue
        row = naming.label_sentences(columns.split(cells))
        try:
            _require_language(languages, row.cells.get("language"))
            _add(compounds, row, naming, scale, is_marked=tables.is_marked)
        except Unusable as fault:
            rejected.append(reject(row.line, str(fault), str(row.cells.get("compound", ""))))
            continue
        if removed is not None:
            removed.count([cell for values in cells.values.values() for cell in values])
    _require_few_labels(compounds.values(), files[0][1])
    return list(compounds.values()), rejected


def _add(
    compounds: dict[str, CompoundEntry], row: StudyRow, naming: Naming, scale: ScoreScale, *, is_marked: bool
) -> None:
    """Read everything first, so that a row that cannot be used leaves nothing behind."""
    cells = row.cells
    single, listed = read_sentences(row), read_numbered(row) | read_listed(row)
    name = read_text(cells.get("compound", ""), "compound", LONGEST_COMPOUND)
    new = CompoundEntry(
        line=row.line,
        compound=part_words(name, [sentence.text for sentence in (*single, *listed.values())]),
        head=read_text(cells.get("head", ""), "head", LONGEST_COMPOUND),
        modifier=read_text(cells.get("modifier", ""), "modifier", LONGEST_COMPOUND),
        compound_class=read_class(cells.get("compound_class", ""), naming),
        decided_class=read_class(cells.get("decided_class", ""), naming),
        note=read_note(cells.get("note", "")),
        **{role: read_score(cells.get(role, ""), name) for role, name in MEANS.items()},
        paraphrases=read_paraphrases(cells.get("paraphrases", "")),
        sentences=listed,
        is_marked=is_marked,
    )
    sentences = [*new.sentences.values(), *single]
    for sentence in sentences:
        sentence.label = naming.find_label(sentence.label)
    if not new.compound:
        raise Unusable("The row has no compound.")
    if _LOST.match(new.compound):
        raise Unusable("The letters of this compound were lost when the file was saved. Save it as UTF-8.")
    for role, mean in MEANS.items():
        _require_on_scale(scale, mean, [getattr(new, role)])
    _require_on_scale(scale, "mean", [sentence.mean for sentence in sentences])
    entry = compounds.get(normalise(new.compound), new)
    if entry is not new:
        _require_agreement(entry, new)
    _require_new([*entry.sentences.values(), *new.sentences.values()], single)
    compounds[normalise(new.compound)] = entry
    if entry is not new:
        _merge(entry, new)
    first = max(entry.sentences, default=0) + 1
    entry.sentences |= dict(enumerate(single, start=first))


def _require_on_scale(scale: ScoreScale, name: str, scores: Iterable[float | None]) -> None:
    for score in scores:
        if score is not None and not scale.spans(score):
            raise Unusable(f"The {name} “{score:g}” is not a number from {scale.lowest} to {scale.highest}.")


def _require_few_labels(entries: Iterable[CompoundEntry], name: str) -> None:
    """Raise ColumnsError where the labels look like another content, such as a note, so that a person can say so."""
    labels = {sentence.label for entry in entries for sentence in entry.sentences.values()}
    if len(labels) > MOST_LABELS:
        fault = f"The column of labels has {len(labels):,} different values, more than {MOST_LABELS} labels."
        raise ColumnsError(name, None, fault)


def _require_language(own: Collection[str], given: object) -> None:
    """Raise Unusable for a row that names another language than the study's, by a tag or a word."""
    if not own or not isinstance(given, str) or not _LANGUAGE.fullmatch(given):
        return
    name = given.casefold()
    if name not in own and re.split("[-_]", name)[0] not in own:
        raise Unusable(f"The row is in “{given[:20]}”, which is not the language of the project.")


def _require_new(there: Sequence[SentenceEntry], sentences: Sequence[SentenceEntry]) -> None:
    lines = {(sentence.text, sentence.spans, sentence.words): sentence.line for sentence in there}
    if len(lines) + len(sentences) > MOST_SENTENCES:
        raise Unusable(f"A compound can have at most {MOST_SENTENCES:,} sentences.")
    for sentence in sentences:
        content = (sentence.text, sentence.spans, sentence.words)
        if content in lines:
            raise Unusable(f"This sentence is a duplicate of line {lines[content]}.")
        lines[content] = sentence.line


def _require_agreement(entry: CompoundEntry, new: CompoundEntry) -> None:
    for name in TOLD_ONCE:
        before, now = getattr(entry, name), getattr(new, name)
        if now not in EMPTY and before not in (*EMPTY, now):
            raise Unusable(f"The {name.replace('_', ' ')} of this compound differs from an earlier row.")
    for number, sentence in new.sentences.items():
        earlier = entry.sentences.get(number)
        if earlier and earlier.text and sentence.text and earlier.text != sentence.text:
            raise Unusable(f"Sentence {number} of this compound occurs twice.")
        if earlier and earlier.label and sentence.label and earlier.label != sentence.label:
            raise Unusable(f"The label of sentence {number} of this compound differs from an earlier row.")


def _merge(entry: CompoundEntry, new: CompoundEntry) -> None:
    for name in TOLD_ONCE:
        if getattr(new, name) not in EMPTY:
            setattr(entry, name, getattr(new, name))
    for number, sentence in new.sentences.items():
        before = entry.sentences.setdefault(number, sentence)
        before.text, before.words = before.text or sentence.text, before.words or sentence.words
        before.spans = before.spans or sentence.spans
        before.mean = sentence.mean if before.mean is None else before.mean
        before.paraphrases = before.paraphrases or sentence.paraphrases
        for name in CONTEXT:
            setattr(before, name, getattr(before, name) or getattr(sentence, name))
