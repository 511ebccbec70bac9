"""The jobs that preview and import text; an import is complete or does not happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any

from django.db.models import F

from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.jobs.files import describe_files, local_copies, uploads_of
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.previews.storing import FinishedWork, Importing, importing, store_submissions
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.members import admit_annotator, prepare_imported_annotator
from annotation_site.texts.names import LONGEST_IDENTIFIER
from expressions.adjudication.models import PassageDifference
from expressions.adjudication.services import note_differences
from expressions.candidates.models import Candidate, OwnCandidate
from expressions.imports.texts import (
    FittedMarks,
    ImportedText,
    TextFiles,
    fit_marks,
    name_unknown,
    read_readings,
    read_text,
)
from expressions.marks.marking import Mark
from expressions.marks.models import Mark as StoredMark
from expressions.marks.queries import make_rules
from expressions.passages.cutting import CutPassage, find_identifier
from expressions.passages.models import LONGEST_DOCUMENT, Passage, PassageSentence

SHOWN_PASSAGES = 5
BATCH = 500


@contextmanager
def _open_text(run: JobRun) -> Iterator[ImportedText]:
    """Give the text of the job's files; what cannot be read is refused in a sentence that names file and line."""
    uploads, asked = uploads_of(run), run.parameters
    copies = {str(place): upload.pk for place, upload in enumerate(uploads)}
    with local_copies(run.job.project, copies) as paths:
        ordered = [paths[str(place)] for place in range(len(uploads))]
        files = TextFiles(ordered, run.job.project.expressions.language, asked["format_name"], asked["encoding"])
        if asked["use"] == "text":
            yield read_text(files)
        else:
            yield read_readings(files, [PurePath(upload.name).stem for upload in uploads])


def _count_words(text: ImportedText, passage: CutPassage) -> list[int]:
    return [len(text.sentences[place].words) for place in passage.sentences]


@job(
    "expression_preview",
    "Preview of text",
    result=ResultPage("expressions:import_preview", "Show preview", by="job"),
)
def preview_text(run: JobRun) -> None:
    """Read the files once and report the passages to import, and the marks that would be kept or left out."""
    project = run.job.project
    categories, renamed, refused = Counter[str](), Counter[tuple[str, str]](), Counter[str]()
    with _open_text(run) as text:
        passages = list(text.cut(run.parameters["passage_words"]))
        kept = Counter[int]()
        for passage in passages:
            rules = make_rules(project, _count_words(text, passage))
            for reader in range(len(text.readers)):
                fitted = fit_marks(text.read_passage(passage, reader), rules)
                kept[reader] += len(fitted.marks)
                categories.update(mark.category for mark in fitted.marks)
                renamed.update(fitted.renamed)
                refused.update(fitted.refused)
        shown = [_show_passage(text, passage) for passage in passages[:SHOWN_PASSAGES]]
    with run.completing() as result:
        result |= {
            "counts": {
                "sentences": len(text.sentences),
                "words": sum(passage.words for passage in passages),
                "passages": len(passages),
                "documents": len({passage.document for passage in passages if passage.document}),
                "marks": categories.total(),
                "refused": refused.total(),
                "ignored": text.ignored,
            },
            "longest": max((passage.words for passage in passages), default=0),
            "readers": [{"name": name, "marks": kept[reader]} for reader, name in enumerate(text.readers)],
            # Lists, because the database does not keep the order of an object's keys.
            "categories": [{"name": name, "count": count} for name, count in categories.most_common()],
            "renamed": [{"before": old, "after": new, "count": n} for (old, new), n in renamed.most_common()],
            "refused": [{"reason": reason, "count": count} for reason, count in refused.most_common()],
            "editions": name_unknown(refused),
            "shown": shown,
            "notes": list(text.notes),
            "files": describe_files(uploads_of(run)),
        }


def _show_passage(text: ImportedText, passage: CutPassage) -> dict[str, Any]:
    sentences = [text.sentences[place].place_words()[0] for place in passage.sentences]
    return {"document": passage.document, "words": passage.words, "sentences": sentences}


def find_brought_passages(imported: Job) -> Brought:
    """Return the passages of an import, and the readings that came with them."""
    first, last = imported.result["numbers"]
    items = Item.versions.filter(project=imported.project_id, number__range=(first, last))
    keys = list(items.values_list("pk", flat=True))
    members = Membership.objects.filter(pk__in=imported.result["members"])
    brought = Assignment.objects.filter(annotator__in=members, item__in=keys)

    def find_work() -> list[str]:
        others = Assignment.objects.filter(annotator__in=members).exclude(item__in=keys).count()
        return [f"{others:,} other readings by its annotators"] if others else []

    def prepare(project: Project) -> None:
        brought.update(state=Assignment.State.RETURNED)

    def settle(project: Project) -> None:
        Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - imported.result["passages"])

    rows = {"passages": items, "annotators": members}
    parts = frozenset({Passage, PassageSentence, PassageDifference, StoredMark, Submission, Candidate, OwnCandidate})
    return Brought(rows, parts=parts, find_work=find_work, prepare=prepare, settle=settle)


@job(
    "expression_import",
    "Import of text",
    result=ResultPage("expressions:passages", "Show passages"),
    brings=find_brought_passages,
)
def import_text(run: JobRun) -> None:
    """Import the previewed text, and the readings that came with it as submissions of new annotators."""
    with importing(run) as current, _open_text(run) as text:
        project = current.project
        passages = list(text.cut(run.parameters["passage_words"]))
        current.require_as_previewed(passages=len(passages), sentences=len(text.sentences))
        members = [prepare_imported_annotator(project=project, name=name) for name in text.readers]
        for start in range(0, len(passages), BATCH):
            run.report(start, len(passages))
            _store_passages(current, text, passages[start : start + BATCH], start, members)
        current.count_items(len(passages))
        for member in members:
            member.submitted_count = len(passages)
            admit_annotator(member)
        if members:
            new = Item.objects.filter(project=project, number__gt=current.before)
            note_differences(new.values_list("pk", flat=True))
        current.record("import_passages", passages=len(passages), annotators=[member.pseudonym for member in members])
        current.result |= {
            "summary": _sum_up(len(passages), len(text.sentences), len(members)),
            "passages": len(passages),
            "members": [member.pk for member in members],
        }


def _store_passages(
    current: Importing, text: ImportedText, passages: Sequence[CutPassage], start: int, members: Sequence[Membership]
) -> None:
    """Store passages with their sentences, and readings of them: with these, their annotation is finished."""
    identifiers = [find_identifier(text.sentences[passage.sentences[0]])[-LONGEST_IDENTIFIER:] for passage in passages]
    items = current.make_items(identifiers, start=start, readings=len(members))
    Item.objects.bulk_create(items)
    stored = [
        Passage(item=item, document=passage.document[:LONGEST_DOCUMENT], word_count=passage.words)
        for item, passage in zip(items, passages, strict=True)
    ]
    Passage.objects.bulk_create(stored)
    sentences: list[PassageSentence] = []
    for row, passage in zip(stored, passages, strict=True):
        sentences += _make_sentences(row, text, passage)
    PassageSentence.objects.bulk_create(sentences, batch_size=2_000)
    if members:
        _store_readings(current.project, text, passages, items, members)


def _make_sentences(row: Passage, text: ImportedText, passage: CutPassage) -> Iterator[PassageSentence]:
    first_word = 0
    for place, number in enumerate(passage.sentences):
        sentence = text.sentences[number]
        words = len(sentence.words)
        yield PassageSentence(
            passage=row,
            place=place,
            source_sent_id=sentence.find_comment("source_sent_id") or "",
            text=sentence.place_words()[0],
            lines="\n".join(sentence.lines),
            column=sentence.column,
            first_word=first_word,
            word_count=words,
        )
        first_word += words


def _store_readings(
    project: Project,
    text: ImportedText,
    passages: Sequence[CutPassage],
    items: Sequence[Item],
    members: Sequence[Membership],
) -> None:
    work, readings = [], []
    for item, passage in zip(items, passages, strict=True):
        rules = make_rules(project, _count_words(text, passage))
        for reader, member in enumerate(members):
            fitted: FittedMarks = fit_marks(text.read_passage(passage, reader), rules)
            readings.append(fitted.marks)
            work.append(FinishedWork(item.pk, member, {"marks": [mark.to_json() for mark in fitted.marks]}))
    assignments = store_submissions(work)
    StoredMark.objects.bulk_create(list(_make_marks(assignments, readings)), batch_size=2_000)


def _make_marks(assignments: Sequence[Assignment], readings: Sequence[Sequence[Mark]]) -> Iterator[StoredMark]:
    for own, marks in zip(assignments, readings, strict=True):
        for mark in marks:
            yield StoredMark(assignment=own, origin=StoredMark.Origin.BROUGHT, **mark.to_json())


def _sum_up(passages: int, sentences: int, readers: int) -> str:
    """Return a summary of the import in one sentence for the job's page."""
    came = f"{passages:,} passage{'s' * (passages != 1)} with {sentences:,} sentence{'s' * (sentences != 1)} imported"
    return f"{came}, read by {readers} annotator{'s' * (readers != 1)}." if readers else f"{came}."
