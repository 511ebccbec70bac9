"""Job that transfers accepted hits into a test set, or into a file for another kind of project to import."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from alignment.formats import PARALLEL_FORMATS, Pair
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file
from annotation_site.texts.names import find_same_name
from annotation_site.texts.token_places import find_tokens, locate_tokens
from annotation_site.texts.tokens import tokenise
from annotation_site.web.exceptions import DomainError
from evaluation.finding.models import Finding, Hit
from evaluation.finding.queries import AcceptedHits, Sentence, read_accepted
from evaluation.imports.jobs.storing import store_segments
from evaluation.test_sets.files import MarkedText, SegmentRow
from evaluation.test_sets.models import TestSet

TEST_SET, TARGET_WORDS, OCCURRENCES = "test_set", "target_words", "occurrences"
# What the files of a finding are, in their order.
FINDING_PARTS = ("phrases", "text", "second text")
REPORT_EVERY = 500
# Sentences left out because their words cannot be placed; this many are reported.
SHOWN_LEFT_OUT = 20


@job("transfer", "Expressions transferred", result=ResultPage("evaluation:transferred", "Continue", by="job"))
def transfer_hits(run: JobRun) -> None:
    """Turn accepted hits into a test set or a file, if the person who asked may still see the hits."""
    findings = Finding.objects.for_user(run.job.requested_by).select_related("job")
    finding = findings.filter(pk=run.parameters["finding"]).first()
    if finding is None:
        raise DomainError("You no longer have access to these hits.")
    if run.parameters["use"] == TEST_SET:
        _make_test_set(run, finding)
    elif run.parameters["use"] == TARGET_WORDS:
        _store_file(run, finding, _make_pair_formatter(run, finding))
    else:
        _store_file(run, finding, _format_occurrences)


def _reporting(run: JobRun, sentences: Iterator[Sentence]) -> Iterator[Sentence]:
    for number, sentence in enumerate(sentences, start=1):
        if number % REPORT_EVERY == 0:
            run.report(number)
        yield sentence


def _make_test_set(run: JobRun, finding: Finding) -> None:
    project, parameters = run.job.project, run.parameters
    with run.completing() as result:
        # Two test sets of one name wait for each other here, and the second is refused.
        run.hold_project()
        if find_same_name(parameters["name"], project.test_sets.values_list("name", flat=True)):
            raise DomainError(f"This project already has a test set called “{parameters['name']}”.")
        test_set = TestSet.objects.create(
            project=project,
            name=parameters["name"],
            source_language=parameters["source_language"],
            target_language=parameters["target_language"],
            segment_count=0,
            expression_count=0,
            job=run.job,
            created_by=run.job.requested_by,
        )
        accepted = AcceptedHits(finding)
        store_segments(run, test_set, (_make_segment(finding, hits) for hits in accepted))
        if not test_set.segment_count:
            raise DomainError("There are no accepted hits to transfer.")
        parts = zip(FINDING_PARTS, finding.job.result["files"], strict=False)
        test_set.files = [*({"part": part, **file} for part, file in parts), accepted.describe()]
        test_set.save(update_fields=["files"])
        result |= {
            "test_set": test_set.pk,
            "counts": {"sentences": test_set.segment_count, "hits": test_set.expression_count},
            "summary": test_set.sum_up(),
        }


def _make_segment(finding: Finding, hits: Sentence) -> SegmentRow:
    """Return the segment, with expressions of the target side marked in the reference, others in the source."""
    sentence = hits[0].sentence
    if finding.side == Finding.Side.SOURCE:
        marked = tuple(MarkedText(hit.phrase.phrase, source_spans=_spans(hit)) for hit in hits)
        references = (sentence.other,) if sentence.other else ()
        return SegmentRow(sentence.line, sentence.text, references, marked, text_line=sentence.line)
    in_reference = []
    for hit in hits:
        text = " ".join(sentence.text[start:end] for start, end in hit.spans)
        in_reference.append(MarkedText(hit.phrase.phrase, reference_spans=_spans(hit), reference_text=text))
    return SegmentRow(sentence.line, sentence.other, (sentence.text,), tuple(in_reference), text_line=sentence.line)


def _spans(hit: Hit) -> tuple[tuple[int, int], ...]:
    return tuple((start, end) for start, end in hit.spans)


def _store_file(run: JobRun, finding: Finding, write: Callable[[Sentence], str]) -> None:
    """Write every sentence in the file's format, except those that raise ValueError; store the file as an upload."""
    counts = {"sentences": 0, "hits": 0, "left_out": 0}
    left_out: list[int] = []
    with tempfile.TemporaryFile() as file:
        for hits in _reporting(run, read_accepted(finding)):
            try:
                text = write(hits)
            except ValueError:
                counts["left_out"] += 1
                left_out.append(hits[0].sentence.line)
                del left_out[SHOWN_LEFT_OUT:]
                continue
            file.write(text.encode())
            counts["sentences"] += 1
            counts["hits"] += len(hits)
        if not counts["sentences"]:
            raise DomainError("There are no accepted hits to transfer.")
        with run.completing() as result:
            upload = keep_made_file(run.job, file, f"expressions-{finding.pk}-{run.job.pk}.jsonl")
            note = f"; {counts['left_out']:,} left out, because their spans do not match the tokens" if left_out else ""
            result |= {
                "upload": upload.pk,
                "counts": counts,
                "left_out": left_out,
                "summary": f"{counts['hits']:,} expression{'' if counts['hits'] == 1 else 's'} in "
                f"{counts['sentences']:,} sentence{'' if counts['sentences'] == 1 else 's'}{note}.",
            }


def _make_pair_formatter(run: JobRun, finding: Finding) -> Callable[[Sentence], str]:
    """Return a function that writes the tokens of both sides, with those of expressions as target words."""
    method = run.parameters["tokens"]
    languages = (finding.language, finding.other_language)

    def write(hits: Sentence) -> str:
        sentence = hits[0].sentence
        texts = (sentence.text, sentence.other)
        words, others = (
            tuple(tokenise(text, language, method)) for text, language in zip(texts, languages, strict=True)
        )
        token_spans = locate_tokens(words, sentence.text)
        marked = tuple(sorted({token for hit in hits for token in find_tokens(token_spans, _spans(hit))}))
        name = f"{finding.pk}-{sentence.line}"
        pair = Pair(name, *texts, words, others, sentence.line, marked, None)
        pair = pair if finding.side == Finding.Side.SOURCE else pair.reversed()
        (piece,) = next(PARALLEL_FORMATS["jsonl"].write([pair]))
        return piece

    return write


def _format_occurrences(hits: Sentence) -> str:
    """Return a row for each hit, with runs of spaces collapsed as the import of compounds does, and spans adjusted."""
    text = hits[0].sentence.text
    moved: list[int] = []
    sentence = ""
    for character in text:
        is_needless = character.isspace() and (not sentence or sentence[-1] == " ")
        moved.append(len(sentence))
        if not is_needless:
            sentence += " " if character.isspace() else character
    rows: list[dict[str, Any]] = []
    for hit in hits:
        spans = [[moved[start], moved[end - 1] + 1] for start, end in hit.spans]
        rows.append({"compound": hit.phrase.phrase, "sentence": sentence.rstrip(), "span": spans})
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
