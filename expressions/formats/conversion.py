"""Conversion of sentences with expressions from one format to another, and what the other cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from annotation_site.texts.conllu import COLUMNS, DEPREL, FEATS, HEAD, LEMMA, UPOS, XPOS
from annotation_site.texts.faults import FormatError
from annotation_site.texts.files import replacing_files
from expressions.categories.presets import rename
from expressions.formats.conllulex import find_representable
from expressions.formats.registry import EXPRESSION_FORMATS, ExpressionFormat
from expressions.formats.sentences import UNKNOWN, MarkedSentence

_DEPS = DEPREL + 1
_LOSSES = {
    "columns": "{format} has no features and dependencies: those of {count:,} sentences were left out.",
    "lemmas": "{format} has no lemmas: those of {count:,} sentences were left out.",
    "tags": "{format} has no parts of speech: those of {count:,} sentences were left out.",
    "ranges": "{format} has no ranges of words that share a form: {count:,} were left out.",
    "empty nodes": "{format} has no empty nodes: {count:,} were left out.",
    "sentence comments": "{format} has no comments of sentences: those of {count:,} sentences were left out.",
    "categories": "{format} has no expressions: {count:,} were left out.",
    "overlaps": "{format} holds no expressions that overlap, and no NotMWE: {count:,} were left out.",
    "not marked": "{format} cannot say that nobody annotated a sentence: {count:,} look as if without expressions.",
    "comments": "{format} has no comments of expressions: {count:,} were left out.",
    "annotators": "{format} names no annotators: those of {count:,} expressions were left out.",
    "confidences": "{format} has no confidence: that of {count:,} expressions was left out.",
}


@dataclass(slots=True)
class Report:
    """Counts of a conversion, and what the new format cannot express."""

    sentences: int = 0
    expressions: int = 0
    lost: Counter[str] = field(default_factory=Counter)

    def explain(self, target: str) -> list[str]:
        """Return a sentence for each kind of loss."""
        return [_LOSSES[kind].format(format=target, count=count) for kind, count in sorted(self.lost.items())]


def convert_expressions(
    paths: Sequence[str],
    source: str,
    target: str,
    encoding: str | None = None,
    renames: tuple[str, str] | None = None,
) -> Report:
    """Write the files and return what was written; raise FormatError, with nothing written, for unusable input.

    `renames` are two editions of PARSEME's categories: names that changed between them are the new ones.
    """
    old, new = EXPRESSION_FORMATS[source], EXPRESSION_FORMATS[target]
    if new.writer is None:
        written = ", ".join(name for name, each in EXPRESSION_FORMATS.items() if each.writer)
        raise FormatError(paths[0], None, f"{target} is only read. Formats that are written: {written}.")
    if len(paths) != old.files + new.files:
        problem = f"From {source} to {target} takes {old.files + new.files} files, not {len(paths)}."
        raise FormatError(paths[0], None, problem)
    report = Report()
    with replacing_files(paths[old.files :]) as opened:
        sentences = _count(_rename(old.reader(paths[: old.files], encoding), renames), new, report)
        for pieces in new.writer(sentences):
            for file, piece in zip(opened, pieces, strict=True):
                file.write(piece.encode())
        if not report.sentences:
            raise FormatError(paths[0], None, "The file has no sentences.")
    return report


def _rename(sentences: Iterable[MarkedSentence], renames: tuple[str, str] | None) -> Iterator[MarkedSentence]:
    for sentence in sentences:
        if renames is None:
            yield sentence
            continue
        expressions = tuple(each._replace(category=rename(each.category, *renames)) for each in sentence.expressions)
        yield sentence.with_expressions(expressions)


def _count(sentences: Iterable[MarkedSentence], form: ExpressionFormat, report: Report) -> Iterator[MarkedSentence]:
    for sentence in sentences:
        report.sentences += 1
        report.expressions += len(sentence.expressions)
        losses = count_losses(sentence)
        report.lost.update({kind: count for kind, count in losses.items() if count and kind not in form.keeps})
        yield sentence


def count_losses(sentence: MarkedSentence) -> Mapping[str, int]:
    """Return how many details of each kind the sentence has, all of which some format cannot hold."""
    rows = sentence.conllu.rows
    comments = [each for each in sentence.conllu.comments if not _is_of_text(each)]
    return {
        "columns": int(_has_values(sentence, (XPOS, FEATS, HEAD, DEPREL, _DEPS))),
        "lemmas": int(_has_values(sentence, (LEMMA,))),
        "tags": int(_has_values(sentence, (UPOS,))),
        "ranges": sum(row.kind == "range" for row in rows),
        "empty nodes": sum(row.kind == "empty" for row in rows),
        "sentence comments": int(bool(comments)),
        "categories": len(sentence.expressions),
        "overlaps": len(sentence.expressions) - len(find_representable(sentence)),
        "not marked": int(sentence.unmarked_line is not None),
        "comments": sum(bool(each.comment) for each in sentence.expressions),
        "annotators": sum(bool(each.annotator) for each in sentence.expressions),
        "confidences": sum(each.confidence is not None for each in sentence.expressions),
    }


def _is_of_text(comment: str) -> bool:
    """Return whether every format says as much, by its own means."""
    return comment.lstrip("# ").partition("=")[0].strip() in ("text", "global.columns")


def _has_values(sentence: MarkedSentence, columns: Sequence[int]) -> bool:
    return any(row.cells[column] != UNKNOWN for row in sentence.conllu.rows for column in columns if column < COLUMNS)
