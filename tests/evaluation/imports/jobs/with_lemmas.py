"""Test sets whose texts come from CoNLL-U, and their scores."""

from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile
from django.db import transaction

from annotation_site.jobs.models import Job
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import confirm_test_set, request_test_set_preview
from evaluation.translations.models import TranslationScore
from evaluation.translations.services import add_translations
from tests.evaluation.aligner_scores.test_runs import finish
from tests.evaluation.translated import keep, run
from tests.factories import make_project

SOURCE = "Mi sentivo in un negozio di lusso.\nSono andati.\n"
# Words that no tokeniser would make of these texts, lemmas that no dictionary has.
REFERENCE = [
    [("The", "the", "DET"), ("luxury", "luxury", "NOUN"), ("stores", "store", "NOUN"), ("glow", "glow", "VERB")],
    [("They", "they", "PRON"), ("dis", "dis", "ADV"), ("appeared", "appear", "VERB")],
]
OUTPUT = [
    [("The", "the", "DET"), ("luxury", "luxury", "NOUN"), ("trade", "trade", "NOUN"), ("glows", "glow", "VERB")],
    [("They", "they", "PRON"), ("re", "re", "ADV"), ("appeared", "appear", "VERB")],
]


def conllu(sentences: list[list[tuple[str, str, str]]]) -> str:
    return "\n".join(
        "".join(
            f"{place}\t{form}\t{lemma}\t{upos}\t_\t_\t0\t_\t_\t_\n" for place, (form, lemma, upos) in enumerate(each, 1)
        )
        for each in sentences
    )


def text(sentences: list[list[tuple[str, str, str]]]) -> str:
    return "".join(" ".join(form for form, *_ in each) + "\n" for each in sentences)


@transaction.atomic  # a real worker sees the jobs only when they are done
def take(
    reference: tuple[str, str],
    target: str = "en",
    name: str = "Stores",
    source: tuple[str, str] = ("s.txt", SOURCE),
    spans: str = "",
) -> TestSet:
    """Import a test set of files whose reference and source have these names and contents."""
    project = make_project(source_language="it", target_language=target)
    preview = request_test_set_preview(
        user=project.created_by,
        project=project,
        name=name,
        files={
            "source": keep(project, *source),
            **({"spans": keep(project, "s.spans", spans)} if spans else {}),
        },
        references=[keep(project, *reference)],
        request_id=uuid4(),
    )
    preview = run(preview, preview_test_set)
    job = confirm_test_set(user=project.created_by, project=project, preview=preview)
    return TestSet.objects.get(pk=run(job, import_test_set).result["test_set"])


def ask(test_set: TestSet, *measures: str, **options: Any) -> Job:
    project = test_set.project
    return request_measures(
        user=project.created_by, project=project, test_set=test_set, measures=measures or ("tesla",), **options
    )


def value(score: TranslationScore) -> float:
    found: float = score.result["figures"]["score"]["value"]
    return found


def scores(test_set: TestSet, *measures: str, **options: Any) -> list[TranslationScore]:
    """By a real worker; in the order of the systems."""
    job = finish(ask(test_set, *measures, **options))
    assert job.state == Job.State.SUCCEEDED, job.error
    return list(TranslationScore.objects.filter(job=job).order_by("translation"))


def upload_annotation(test_set: TestSet, name: str, data: str, file_name: str) -> None:
    """By a real worker."""
    project = test_set.project
    job = add_translations(
        user=project.created_by,
        project=project,
        test_set=test_set,
        files=[(file_name, ContentFile(data.encode()))],
        name=name,
    )
    assert finish(job).state == Job.State.SUCCEEDED, job.error
