"""Reads of test sets: the list, the jobs at work on one, and its systems."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import find_at_work
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from evaluation.projects.job_names import (
    EXTERNAL_SCORES_JOB,
    LINGUISTIC_ANNOTATION_JOB,
    MEASURES_JOB,
    TEST_SET_IMPORT,
    TEST_SET_PREVIEW,
    TRANSLATIONS_JOB,
    WORD_ALIGNMENT_JOB,
)
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.test_sets.occurrences import ClassCount
from expressions.categories.compositionality import CLASSES

# What is done to a test set that is there.
WORK_ON_TEST_SETS = (TRANSLATIONS_JOB, WORD_ALIGNMENT_JOB, LINGUISTIC_ANNOTATION_JOB, EXTERNAL_SCORES_JOB, MEASURES_JOB)

FILE_NAMES = {
    "table": "Table",
    "source": "Source",
    "reference": "Reference",
    "spans": "Expressions in the source",
    "reference_spans": "Expressions in the reference",
    "expressions": "Expressions",
    "alignment": "Word alignment",
    "source_tokens": "Aligned words of the source",
    "reference_tokens": "Aligned words of the reference",
    "release": "Release",
    "phrases": "Phrases",
    "text": "Text",
    "second text": "Second text",
    "hits": "Accepted hits",
}


def describe_test_sets(projects: Collection[Project]) -> dict[int, str]:
    """Return the number of test sets in words, for projects that have any."""
    counted = TestSet.objects.filter(project__in=projects).order_by().values_list("project").annotate(n=Count("pk"))
    return {project: f"{count} test set{'' if count == 1 else 's'}" for project, count in counted}


def name_files(test_set: TestSet) -> list[dict[str, str]]:
    """Return the files of the test set, in the order and with the labels of the upload page."""
    order = list(FILE_NAMES)
    named = []
    for file in test_set.files:
        part, _, index = file["part"].partition("-")  # reference-0, reference-1, …
        label = f"{FILE_NAMES[part]} {int(index) + 1}" if index and int(index) else FILE_NAMES[part]
        named.append(((order.index(part), index), {"label": label, "name": file["name"], "sha256": file["sha256"]}))
    return [file for _, file in sorted(named, key=lambda entry: entry[0])]


def find_languages(project: Project) -> tuple[str, str]:
    """Return source and target language of the project's test sets."""
    settings = project.alignment if project.kind == Project.Kind.ALIGNMENT else project.evaluation
    return settings.source_language, settings.target_language


def releases_for_test_sets(user: User, project: Project) -> QuerySet[Release]:
    """Return releases of word alignment in the project's languages, in projects that the user manages, newest first."""
    source_language, target_language = find_languages(project)
    managed = can_manage.projects_of(user)
    releases = Release.objects.filter(
        project__in=managed,
        project__kind=Project.Kind.ALIGNMENT,
        project__alignment__source_language=source_language,
        project__alignment__target_language=target_language,
    )
    return releases.select_related("project").order_by("-pk")


def list_test_sets(project: Project) -> QuerySet[TestSet]:
    """Return test sets, newest first, with the number of systems."""
    return TestSet.objects.filter(project=project).annotate(system_count=Count("translations")).order_by("-pk")


def jobs_of_imports(project: Project) -> QuerySet[Job]:
    """Return previews and imports that are queued or running, and imports that failed recently."""
    return find_at_work(project, [TEST_SET_PREVIEW, TEST_SET_IMPORT])


def jobs_of_test_set(test_set: TestSet) -> QuerySet[Job]:
    """Return jobs on the test set that are queued or running, and those that failed recently."""
    jobs = find_at_work(test_set.project, list(WORK_ON_TEST_SETS))
    return jobs.filter(parameters__test_set=test_set.pk)


def read_marked_expressions(segment: Segment) -> list[dict[str, Any]]:
    """Return the segment's expressions as stored, in their order."""
    fields = ("label", "source_spans", "reference_spans", "reference_text", "expression_class", "category")
    return list(Expression.objects.filter(segment=segment).order_by("position").values(*fields))


def list_marked_expressions(test_set: TestSet) -> Iterator[tuple[str, str, list[tuple[int, int]]]]:
    """Yield label, class and source spans of every expression of the test set."""
    expressions = Expression.objects.filter(segment__test_set=test_set).order_by()
    for label, expression_class, spans in expressions.values_list(
        "label", "expression_class", "source_spans"
    ).iterator():
        yield label, expression_class, [(start, end) for start, end in spans]


def count_classes(test_set: TestSet) -> list[ClassCount]:
    """Return counts by class, in the order of CLASSES, unknown ones last; counted by the database."""
    marked = Expression.objects.filter(segment__test_set=test_set).order_by().values_list("expression_class")
    rows = marked.annotate(labels=Count("label", distinct=True), occurrences=Count("pk"))
    counts = {name: ClassCount(name, labels, occurrences) for name, labels, occurrences in rows}
    return [counts[name] for name in (*CLASSES, "") if name in counts]


def have_older_expressions(test_set: TestSet, scores: Iterable[Any]) -> bool:
    """Return whether scores were computed from expressions that have changed since; signatures identify them."""
    if not test_set.expressions_sha256:
        return False
    now = f"testset:{test_set.sha256[:12]}"
    return any(now not in score.signature for score in scores)


def find_segments(test_set: TestSet, label: str = "") -> QuerySet[Segment]:
    """Return the segments in order; with a label, those that contain the expression."""
    segments = test_set.segments.order_by("number").prefetch_related("expressions")
    if label:
        segments = segments.filter(Exists(Expression.objects.filter(segment=OuterRef("pk"), label=label)))
    return segments
