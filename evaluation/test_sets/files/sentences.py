"""Segments from line-aligned files: lines of text or CoNLL-U, with spans or links."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice

from alignment.formats import FormatError, Rejected
from alignment.formats.links.lines import LinkNotation, parse_links
from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits
from annotation_site.texts.conllu import ConlluWord, read_conllu
from annotation_site.texts.files import read_lines
from annotation_site.texts.in_step import drop_blank_end, is_blank_line, read_in_step
from annotation_site.texts.known_elsewhere import holds_word_lines
from annotation_site.texts.token_places import Span, locate_tokens
from evaluation.files.lines import check_line, read_texts
from evaluation.test_sets.files.cupt import PlacedSentence, read_expressions
from evaluation.test_sets.files.hits import is_hits, read_hits
from evaluation.test_sets.files.projection import AlignedTexts
from evaluation.test_sets.files.rows import MarkedText, SegmentRow, read_span_line, require_label, text_of

_SIGN_LINES = 50
CONLLU_ENDINGS = (".conllu", ".conll", ".cupt")
# Sure and Possible alike: whatever is linked is a word of the translation.
_ANY_LINK = LinkNotation(re.compile(r"(\d{1,6})([-p?])(\d{1,6})(?::?[SP])?"), 2, "{}-{}", "{}p{}", "3-4")
LINKED = ("source_tokens", "reference_tokens", "alignment")
ONE_A_LINE = ("spans", "reference_spans", "expressions", *LINKED)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of text, or a sentence of CoNLL-U with its words, expressions and lines; `line` is where it stands."""

    line: int
    text: str
    words: tuple[ConlluWord, ...] = ()
    expressions: tuple[MarkedText, ...] = ()
    lines: tuple[str, ...] = ()


def is_conllu(name: str) -> bool:
    return name.lower().endswith(CONLLU_ENDINGS)


def read_sentences(path: str) -> Generator[Sentence]:
    """Yield sentences of CoNLL-U or .cupt, or else lines, depending on the name's ending; raise FormatError."""
    if not is_conllu(path):
        texts = read_texts(path)
        first = list(islice(texts, _SIGN_LINES))
        # Each of its words would be a sentence.
        if holds_word_lines("\n".join(first).encode("utf-8", "replace")):
            raise FormatError(path, None, "This is CoNLL-U, a word a line. Rename it to end in .conllu or .cupt.")
        for number, line in enumerate(chain(first, texts), 1):
            yield Sentence(number, line)
        return
    with closing(read_lines(path)) as lines:
        for sentence in read_conllu(check_line(path, number, line) for number, line in enumerate(lines, 1)):
            if isinstance(sentence, Rejected):
                raise FormatError(path, sentence.line, sentence.reason)
            placed = PlacedSentence.of(sentence)
            yield Sentence(placed.line, placed.text, placed.words, read_expressions(path, placed), sentence.lines)


def read_sentence_files(
    files: Mapping[str, str],
    references: Sequence[str],
    units: SpanUnits = CODE_POINTS,
    blank: list[int] | None = None,
) -> Iterator[SegmentRow]:
    """Yield segments of line-aligned files. Lines that are blank in all of them are no segments: they are added to
    `blank`, and the others keep the numbers of theirs, so that outputs may have a line for each.

    The files are `source` and, if present, `spans` and `reference_spans` (label, tab, [(35, 48)] of each expression; or
    hits of `find-expressions`), `expressions` (words in the reference, separated by tabs), and `alignment` (links
    between source and first reference, counted from 0) with `source_tokens` and `reference_tokens`.
    """
    hits = read_hits(files["spans"]) if "spans" in files and is_hits(files["spans"]) else None
    names = [name for name in ("source", *ONE_A_LINE) if name in files and (name != "spans" or hits is None)]
    keeps_lines = _has_blank_lines(files["source"])
    for number, sentences in enumerate(_in_step([files[name] for name in names] + list(references)), 1):
        if all(is_blank_line(sentence.text) for sentence in sentences) and not (hits and number in hits):
            if blank is not None:
                blank.append(number)
            continue
        by_name = dict(zip(names, sentences, strict=False))
        if hits is not None:
            by_name["spans"] = Sentence(*hits.pop(number, (0, "")))
        row = _make_row(files, references, by_name, sentences[len(names) :], units)
        yield replace(row, text_line=number) if keeps_lines else row
    if hits:
        fault = f"There is no sentence {min(hits):,}; the text has {number:,}."
        raise FormatError(files["spans"], hits[min(hits)][0], fault)


def _has_blank_lines(path: str) -> bool:
    """Return whether a file of lines has blank ones before its end."""
    return not is_conllu(path) and any(map(is_blank_line, drop_blank_end(read_texts(path))))


def _in_step(paths: Sequence[str]) -> Iterator[tuple[Sentence, ...]]:
    """Yield the corresponding sentences of all files, without blank lines at their ends; raise FormatError if one has
    fewer than another.
    """
    is_empty = True
    with ExitStack() as stack:
        readers = [stack.enter_context(closing(read_sentences(path))) for path in paths]
        rows = read_in_step(
            readers,
            partial(_end_error, paths),
            is_blank=lambda sentence: is_blank_line(sentence.text),
            make_blank=lambda number: Sentence(number, ""),
        )
        for sentences in rows:
            is_empty = False
            yield sentences
    if is_empty:
        raise FormatError(paths[0], None, "The file is empty.")


def _end_error(paths: Sequence[str], shorter: int, longer: int, number: int) -> FormatError:
    path = paths[shorter]
    if is_conllu(path):
        problem = f"The file ends before sentence {number:,}, but {paths[longer]} has more lines."
        return FormatError(path, None, problem)
    return FormatError(path, number, f"The file ends before this line, but {paths[longer]} has more lines.")


def _make_row(
    files: Mapping[str, str],
    references: Sequence[str],
    lines: Mapping[str, Sentence],
    texts: Sequence[Sentence],
    units: SpanUnits,
) -> SegmentRow:
    source = lines["source"]
    if not source.text.strip():
        raise FormatError(files["source"], source.line, "The line is empty.")
    expressions = _mark(files, lines, texts[0] if references else None, units)
    if "alignment" in lines and any(expression.source_spans for expression in expressions):
        aligned = _align(files, references, lines, texts[0])
        expressions = tuple(aligned.project(expression) for expression in expressions)
    parts = {"source": source, **{f"reference-{index}": text for index, text in enumerate(texts)}}
    return SegmentRow(
        source.line,
        source.text,
        tuple(text.text for text in texts),
        expressions,
        words={part: sentence.words for part, sentence in parts.items() if sentence.words},
        lines=source.lines,
    )


def _mark(
    files: Mapping[str, str], lines: Mapping[str, Sentence], reference: Sentence | None, units: SpanUnits
) -> tuple[MarkedText, ...]:
    source = lines["source"]
    in_source = _parse_span_line(files, lines, "spans", source, units)
    in_reference: tuple[MarkedText, ...] = ()
    if "reference_spans" in lines and lines["reference_spans"].text.strip():
        if reference is None:
            fault = "Spans in the reference need a reference."
            raise FormatError(files["reference_spans"], lines["reference_spans"].line, fault)
        in_reference = _parse_span_line(files, lines, "reference_spans", reference, units)
    written = lines["expressions"] if "expressions" in lines else Sentence(0, "")
    texts = [text.strip() for text in written.text.split("\t")] if written.text.strip() else []
    # As many as .cupt marks are the translations of these; any other number are expressions of their own.
    counts = {len(in_reference), len(texts)} - {0}
    annotated, others = in_source or in_reference, source.expressions
    if not in_source and counts == {len(others)}:
        annotated, others = others, ()
    if not annotated:
        path = files.get("expressions", "")
        listed = [MarkedText(require_label(path, written.line, text), reference_text=text) for text in texts if text]
        return (*others, *listed)
    for part, count in (("reference_spans", len(in_reference)), ("expressions", len(texts))):
        if count and count != len(annotated):
            fault = f"Expressions in this line: {count}. In the file of spans: {len(annotated)}."
            raise FormatError(files[part], lines[part].line, fault)
    given = []
    for index, expression in enumerate(annotated):
        reference_spans = in_reference[index].source_spans if in_reference else ()
        text = texts[index] if texts else ""
        text = text or (text_of(reference.text, reference_spans) if reference else "")
        spans = () if annotated is in_reference else expression.source_spans
        given.append(replace(expression, source_spans=spans, reference_spans=reference_spans, reference_text=text))
    return (*others, *given)


def _parse_span_line(
    files: Mapping[str, str], lines: Mapping[str, Sentence], part: str, sentence: Sentence, units: SpanUnits
) -> tuple[MarkedText, ...]:
    if part not in lines:
        return ()
    return read_span_line(files[part], lines[part].line, lines[part].text, sentence.text, units)


def _align(
    files: Mapping[str, str], references: Sequence[str], lines: Mapping[str, Sentence], reference: Sentence
) -> AlignedTexts:
    source = lines["source"]
    sides = []
    for part, path, sentence in (
        ("source_tokens", files["source"], source),
        ("reference_tokens", references[0], reference),
    ):
        given = lines.get(part)
        tokens = given.text.split() if given else [word.form for word in sentence.words] or sentence.text.split()
        sides.append((tokens, files.get(part, path), (given or sentence).line))
    line = lines["alignment"]
    try:
        links = parse_links(line.text, 0, _ANY_LINK).links
    except ValueError as error:
        raise FormatError(files["alignment"], line.line, str(error)) from error
    for cell in links:
        for word, (tokens, _, _), side in zip(cell, sides, ("source", "reference"), strict=True):
            if word >= len(tokens):
                fault = f"The link {cell[0]}-{cell[1]} is outside the {side}, which has {len(tokens)} words."
                raise FormatError(files["alignment"], line.line, f"{fault} Words are counted from 0.")
    source_places, reference_places = (
        _locate(path, number, tokens, sentence)
        for (tokens, path, number), sentence in zip(sides, (source, reference), strict=True)
    )
    return AlignedTexts(source.text, reference.text, source_places, reference_places, frozenset(links))


def _locate(path: str, line: int, tokens: Sequence[str], sentence: Sentence) -> Sequence[Span]:
    if sentence.words and tokens == [word.form for word in sentence.words]:
        return [word.span for word in sentence.words]
    try:
        return locate_tokens(tokens, sentence.text)
    except ValueError as error:
        raise FormatError(path, line, str(error)) from error
