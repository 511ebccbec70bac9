"""Predictors for tests, made through the services and job bodies."""

import gzip
from uuid import uuid4

import numpy as np
from django.core.files.base import ContentFile

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.predictors.jobs.predictors import correlate_again, take_predictor
from idiomaticity.predictors.jobs.previewing import preview_predictor
from idiomaticity.predictors.models import Predictor
from idiomaticity.predictors.services import PREDICTOR, request_predictor, request_predictor_preview
from tests.idiomaticity.predictors.probing.files import write_npz

TRANSLATIONS = b"word,it\nglass ceiling,soffitto di cristallo\nglass,vetro\nceiling,soffitto\n"
CORPUS = (
    b"The glass ceiling of the bank .\nA glass on the table , a ceiling above .\nOlive oil , and oil of the olive .\n"
)


def ask_for(project: Project, source: str, data: bytes, name: str = "", **options: object) -> Job:
    """Request a job that waits."""
    upload = store_upload(
        user=project.created_by, project=project, file=ContentFile(data), name=f"{source}.{_endings.get(source, 'csv')}"
    )
    return request_predictor(
        user=project.created_by,
        project=project,
        name=name or source,
        source=source,
        upload=upload,
        request_id=uuid4(),
        **options,  # type: ignore[arg-type]
    )


def work_on_predictor(job: Job) -> Job:
    """Work on it without the heartbeat, which has a connection of its own."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    body = take_predictor if job.kind == PREDICTOR else correlate_again
    body(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    return Job.objects.get(pk=job.pk)


def work_on_preview(job: Job) -> Job:
    """Preview a table without the heartbeat."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    preview_predictor(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    return Job.objects.get(pk=job.pk)


def preview_table(project: Project, source: str, data: bytes, name: str = "Previewed") -> Job:
    """Upload a table of a predictor, and preview it."""
    user = project.created_by
    upload = store_upload(user=user, project=project, file=ContentFile(data), name=f"{source}.csv")
    asked = {"user": user, "project": project, "name": name, "source": source, "upload": upload}
    return work_on_preview(request_predictor_preview(**asked, request_id=uuid4()))


def make_predictor(project: Project, source: str, data: bytes, name: str = "", **options: object) -> Predictor:
    """Upload a predictor and run its job."""
    job = work_on_predictor(ask_for(project, source, data, name, **options))
    return Predictor.objects.get(pk=job.result["predictor"])


def write_vectors(project: Project, seed: int = 1) -> bytes:
    """Random vectors of everything in the project."""
    random = np.random.default_rng(seed)
    compounds = list(Compound.objects.filter(project=project).order_by("number"))
    rows = [(each.text, row.number) for each in compounds for row in each.occurrences.order_by("number")]
    file = write_npz(
        compound=[text for text, _ in rows],
        sentence=[number for _, number in rows],
        in_sentence=random.normal(size=(len(rows), 8)),
        sentence_vector=random.normal(size=(len(rows), 6)),
        compounds=[each.text for each in compounds],
        **{part: random.normal(size=(len(compounds), 8)) for part in ("alone", "modifier", "head")},
    )
    return file.getvalue()


def make_study(project: Project) -> list[Predictor]:
    """One of each kind."""
    corpus = make_predictor(project, "corpus", gzip.compress(CORPUS), "Our corpus")
    return [
        corpus,
        make_predictor(project, "vectors", write_vectors(project), "Model A"),
        make_predictor(project, "similarities", b"compound,sentence,nc_out\nglass ceiling,1,0.4\n", "Model B"),
        make_predictor(project, "translations", TRANSLATIONS, "Dictionary", corpus=corpus),
    ]


_endings = {"vectors": "npz", "corpus": "txt"}
