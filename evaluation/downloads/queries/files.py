"""The files of a test set: each is written from the database while it is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from annotation_site.tables.cells import write_csv
from annotation_site.texts.conllu import CUPT_HEADER, ConlluSentence, ConlluWord, read_conllu
from annotation_site.texts.token_places import fit_tokens
from evaluation.alignments.models import WordAlignment
from evaluation.downloads.archives import Files, stream_zip
from evaluation.downloads.queries.rows import (
    KnownSource,
    find_runs,
    list_alignments,
    list_translations,
    read_aligned_texts,
    read_known_sources,
    read_score_table,
    read_segments,
)
from evaluation.linguistic_annotation.queries import count_references
from evaluation.marked_expressions.marking import split_into_words
from evaluation.test_sets.files import SegmentRow
from evaluation.test_sets.files.writing import (
    make_source,
    write_cupt,
    write_line,
    write_segments,
    write_span_line,
)
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation
from expressions.formats.cupt import is_header


@dataclass(frozen=True, slots=True)
class Download:
    """A form in which a test set is downloaded: its contents, and what it cannot carry."""

    title: str
    contents: str
    limits: str
    media_type: str
    write: Callable[[TestSet], Iterator[bytes]]


def write_jsonl(test_set: TestSet) -> Iterator[bytes]:
    """Yield a line for each segment, with every translation."""
    translations = list_translations(test_set)
    names = [translation.system.name for translation in translations]
    for line in write_segments(read_segments(test_set, translations), names, find_runs(translations)):
        yield line.encode()


def write_lines(test_set: TestSet) -> Iterator[bytes]:
    """Yield an archive of files with a line for each segment."""
    translations = list_translations(test_set)
    files: list[tuple[str, Iterator[str]]] = [
        ("source.txt", (write_line(row.source) for row in read_segments(test_set)))
    ]
    files += _reference_files(test_set)
    if test_set.expression_count:
        files.append(("spans.txt", (write_span_line(row.expressions) for row in read_segments(test_set))))
    files += _reference_expressions(test_set)
    return stream_zip([*files, *_translation_files(test_set, translations)])


def write_cupt_files(test_set: TestSet) -> Iterator[bytes]:
    """Yield an archive with the source as .cupt, and a line for each segment of anything else."""
    source = ("source.cupt", _cupt_file_lines(test_set))
    translations = _translation_files(test_set, list_translations(test_set))
    return stream_zip([source, *_reference_files(test_set), *_reference_expressions(test_set), *translations])


def write_alignments(test_set: TestSet) -> Iterator[bytes]:
    """Yield an archive with links and tokens of every alignment."""
    return stream_zip(
        file
        for index, (name, alignment) in enumerate(list_alignments(test_set))
        for file in _alignment_files(f"{index:02}-{slugify(name or 'reference') or 'system'}", alignment)
    )


def write_segment_scores(test_set: TestSet) -> Iterator[bytes]:
    """Yield an archive with a table for each measure: a row for each segment, a column for each system."""
    return stream_zip((f"{name}.csv", write_csv(rows)) for name, rows in read_score_table(test_set))


def _reference_files(test_set: TestSet) -> list[tuple[str, Iterator[str]]]:
    return [
        (f"reference-{index + 1}.txt", _reference_lines(test_set, index)) for index in range(count_references(test_set))
    ]


def _reference_expressions(test_set: TestSet) -> list[tuple[str, Iterator[str]]]:
    if not test_set.expression_count:
        return []
    return [
        ("reference-spans.txt", (_format_reference_spans(row) for row in read_segments(test_set))),
        ("expressions.txt", (_format_reference_texts(row) for row in read_segments(test_set))),
    ]


def _reference_lines(test_set: TestSet, index: int) -> Iterator[str]:
    for row in read_segments(test_set):
        yield write_line(row.references[index] if index < len(row.references) else "")


def _translation_files(test_set: TestSet, translations: Sequence[Translation]) -> Iterator[tuple[str, Iterator[str]]]:
    for number, translation in enumerate(translations, 1):
        name = f"translations/{number:02}-{slugify(translation.system.name) or 'system'}.txt"
        yield name, (write_line(row.hypotheses[0]) for row in read_segments(test_set, [translation]))


def _format_reference_spans(row: SegmentRow) -> str:
    has_any = any(expression.reference_spans for expression in row.expressions)
    return write_span_line(row.expressions, in_reference=True) if has_any else "\n"


def _format_reference_texts(row: SegmentRow) -> str:
    texts = [write_line(expression.reference_text).rstrip("\n") for expression in row.expressions]
    return "\t".join(texts) + "\n" if any(texts) else "\n"


def _cupt_file_lines(test_set: TestSet) -> Iterator[str]:
    rows, header = read_segments(test_set), ""
    for sources in read_known_sources(test_set):
        # The chunk first: when it ends, no row has been taken from the next.
        for known, row in zip(sources, rows, strict=False):
            if not header:
                header = next(filter(is_header, known.lines), CUPT_HEADER)
                yield f"{header}\n"
            yield from (f"{line}\n" for line in _cupt_lines(row, known, header, test_set.source_language))
            yield "\n"


def _cupt_lines(row: SegmentRow, known: KnownSource, header: str, language: str) -> Sequence[str]:
    """Return the lines of a segment: as they came, else from the words with lemmas that came, else from its text."""
    if known.lines:
        (sentence,) = read_conllu([header, *known.lines])
        if isinstance(sentence, ConlluSentence) and (lines := write_cupt(sentence, row.source, row.expressions)):
            return lines
    fitted, spans = fit_tokens([word.form for word in known.words], row.source)
    words = list(known.words)
    if not words or fitted != row.source:
        cut = split_into_words(row.source, language, [expression.source_spans for expression in row.expressions])
        spans = [(word.start, word.end) for word in cut]
        words = [ConlluWord(word.text, None, None) for word in cut]
    lines = write_cupt(make_source(row.source, words, spans), row.source, row.expressions)
    assert lines is not None
    return lines


def _alignment_files(name: str, alignment: WordAlignment) -> Files:
    yield f"{name}.links.pharaoh", (f"{links}\n" for links, _, _ in read_aligned_texts(alignment))
    yield f"{name}.source-tokens.txt", (f"{source}\n" for _, source, _ in read_aligned_texts(alignment))
    yield f"{name}.target-tokens.txt", (f"{target}\n" for _, _, target in read_aligned_texts(alignment))


DOWNLOADS = {
    "test-set.jsonl": Download(
        "Test set (jsonl)",
        "Source, references, expressions with spans, classes and categories, and every translation, with the runs of "
        "systems. Import it as a table.",
        "Lemmas and parts of speech, alignments and scores are not included.",
        "application/x-ndjson",
        write_jsonl,
    ),
    "lines.zip": Download(
        "Line-parallel files",
        "One file each for source, references, spans, expressions in the reference, and every translation.",
        "Categories, lines of the whole text and runs of systems are not included. Line breaks and tabs in a segment "
        "become spaces. "
        "Every segment has as many references as the one with most; missing ones are empty.",
        "application/zip",
        write_lines,
    ),
    "cupt.zip": Download(
        "Source as .cupt",
        "A source that came as CoNLL-U or .cupt as it was, with every column and comment, others as words; and "
        "expressions with their categories; labels and classes in comments where the column cannot hold them, which "
        "other programs ignore. References, expressions in them and translations are plain lines.",
        "Lines of the whole text and runs of systems are not included. Line breaks and tabs in a segment become "
        "spaces, and spaces around it are dropped. Every segment has as many references as the one with most; missing "
        "ones are empty.",
        "application/zip",
        write_cupt_files,
    ),
    "alignments.zip": Download(
        "Alignments",
        "Links counted from 0 (Pharaoh) with the tokens of both sides, for the reference and every system.",
        "",
        "application/zip",
        write_alignments,
    ),
    "segment-scores.zip": Download(
        "Segment scores",
        "One table per measure, with a row for each segment and a column for each system. Import one as scores.",
        "",
        "application/zip",
        write_segment_scores,
    ),
}
