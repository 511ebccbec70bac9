"""Projects with passages for tests, made through the services and job bodies."""

from collections.abc import Sequence
from itertools import count
from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import create_project
from annotation_site.releases.models import Release
from expressions.candidates.jobs import measure_candidate_effects, propose_candidates
from expressions.candidates.services import request_candidates
from expressions.imports.jobs import import_text, preview_text
from expressions.imports.services import PASSAGES
from expressions.marks.marking import Mark
from expressions.releases.jobs import build_release
from expressions.releases.services import request_release
from tests.factories import lease, make_user

_numbers = count(1)
BODIES = {
    "expression_preview": preview_text,
    "expression_import": import_text,
    "expression_release": build_release,
    "expression_candidates": propose_candidates,
    "candidate_effects": measure_candidate_effects,
}
HEADER = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"
# Sentences of our own: words with lemma and part of speech.
RAIN = (("It", "it", "PRON"), ("rained", "rain", "VERB"), ("cats", "cat", "NOUN"), ("and", "and", "CCONJ"),
        ("dogs", "dog", "NOUN"), (".", ".", "PUNCT"))  # fmt: skip
DOUBT = (("She", "she", "PRON"), ("took", "take", "VERB"), ("every", "every", "DET"), ("doubt", "doubt", "NOUN"),
         ("into", "into", "ADP"), ("account", "account", "NOUN"), (".", ".", "PUNCT"))  # fmt: skip
DAY = (("They", "they", "PRON"), ("called", "call", "VERB"), ("it", "it", "PRON"), ("a", "a", "DET"),
       ("day", "day", "NOUN"), (".", ".", "PUNCT"))  # fmt: skip
TEXT = (RAIN, DOUBT, DAY)
Words = Sequence[tuple[str, str, str]]
# Marks of a sentence: words from 0, and a category.
Marks = Sequence[tuple[Sequence[int], str]]

# What two annotators mark in TEXT: they agree on the first sentence alone.
RAINED, TAKEN, CALLED = ([1, 2, 4], "VID"), ([1, 4, 5], "LVC.full"), ([1, 2, 3, 4], "VID")
FIRST = [[RAINED], [TAKEN], [CALLED]]
SECOND = [[RAINED], [([1, 4, 5], "VID")], []]


def write_cupt(sentences: Sequence[Words] = TEXT, marks: Sequence[Marks] | None = None, documents: bool = True) -> str:
    """Return a .cupt file of these sentences, each a document of its own, with the marks of each."""
    lines = [HEADER]
    for number, words in enumerate(sentences, start=1):
        cells = {place: list[str]() for place in range(len(words))}
        for key, (places, category) in enumerate(marks[number - 1] if marks else (), start=1):
            for place in places:
                cells[place].append(f"{key}:{category}" if place == places[0] else str(key))
        source = f"text-{number}" if documents else "text"
        lines.append(f"# source_sent_id = https://example.org/ {source} s{number}\n")
        lines.append(f"# text = {' '.join(word[0] for word in words[:-1])}{words[-1][0]}\n")
        for place, (form, lemma, upos) in enumerate(words):
            spacing = "SpaceAfter=No" if place == len(words) - 2 else "_"
            head, relation = (0, "root") if place == 0 else (1, "dep")
            row = [place + 1, form, lemma, upos, "_", "_", head, relation, "_", spacing, ";".join(cells[place]) or "*"]
            lines.append("\t".join(map(str, row)) + "\n")
        lines.append("\n")
    return "".join(lines)


def make_passage_project(manager: User | None = None, text: str | None = None, **settings: object) -> Project:
    """Make an English project with three passages of one sentence, or with the text given."""
    project = make_empty_project(manager, **settings)
    import_files(project, write_cupt() if text is None else text)
    project.refresh_from_db()
    return project


def make_empty_project(manager: User | None = None, **settings: object) -> Project:
    """Make an English project without text; settings as create_project takes them."""
    manager = manager or make_user(can_create_projects=True)
    if not manager.can_create_projects:
        User.objects.filter(pk=manager.pk).update(can_create_projects=True)
        manager.refresh_from_db()
    values: dict[str, Any] = {"name": f"Expressions {next(_numbers)}", "language": "en", **settings}
    return create_project(user=manager, kind=Project.Kind.EXPRESSIONS, **values)


def make_annotated_project() -> Project:
    """Make a project whose passages two annotators have read: they agree on one."""
    project = make_empty_project()
    import_files(project, write_cupt(TEXT, FIRST), write_cupt(TEXT, SECOND), use="readings")
    project.refresh_from_db()
    return project


def preview_files(project: Project, *texts: str, use: str = "text", **asked: Any) -> Job:
    """Preview files and return the finished job."""
    user = project.created_by
    uploads = [
        store_upload(user=user, project=project, file=ContentFile(text.encode()), name=f"reader-{number}.cupt")
        for number, text in enumerate(texts, start=1)
    ]
    job = PASSAGES.request_preview(user=user, project=project, uploads=uploads, request_id=uuid4(), use=use, **asked)
    return do(job)


def import_files(project: Project, *texts: str, use: str = "text", leave_out: bool = False, **asked: Any) -> Job:
    """Import files and return the finished job."""
    preview = preview_files(project, *texts, use=use, **asked)
    return do(PASSAGES.confirm_import(user=project.created_by, project=project, preview=preview, leave_out=leave_out))


def propose(
    project: Project, source: str = "lexicon", share: int = 0, *, gap: int = 3, text: str = "", **asked: Any
) -> Job:
    """Propose candidates, those of a file from its text, and return the finished job."""
    file = ContentFile(text.encode(), name="marks.cupt") if text else None
    terms = {"user": project.created_by, "project": project, "request_id": uuid4(), "file": file, **asked}
    return do(request_candidates(source=source, gap=gap, control_share=share, **terms))


def do(job: Job) -> Job:
    """Run the body of a job without the heartbeat, which would not see what is not committed."""
    if Job.objects.filter(pk=job.pk, state=Job.State.QUEUED).update(state=Job.State.RUNNING, attempt=1):
        BODIES[job.kind](JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    return Job.objects.get(pk=job.pk)


def submit_marks(annotator: Membership, *marks: tuple[Sequence[int], str]) -> int:
    """Lease the annotator's next passage, submit it with these marks, and return the assignment's key."""
    return int(submit_marking(lease(annotator), *marks).pk)


def submit_marking(assignment: Assignment, *marks: tuple[Sequence[int], str]) -> Assignment:
    """Submit the passage with these marks, and return the assignment."""
    return submit_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        marks=[Mark(tuple(words), category) for words, category in marks],
    )


def make_release(project: Project, **terms: Any) -> Release:
    """Release the project and return the release; `terms` as request_release takes them."""
    job = do(request_release(user=project.created_by, project=project, request_id=uuid4(), **terms))
    assert job.state == Job.State.SUCCEEDED, job.error
    release: Release = project.releases.get(number=job.result["release"])
    return release
