"""Services for uploading and deleting predictors, and for correlating them with new ratings."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.operations.services import record_operation
from annotation_site.previews.services import Preview, require_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.tables.columns import Assignment
from annotation_site.texts.lines import is_encoding
from annotation_site.texts.names import find_same_name
from annotation_site.web.exceptions import DomainError
from idiomaticity.predictors.models import Predictor
from idiomaticity.predictors.probing.corpus_words import WHOLE_SENTENCE, WIDEST_WINDOW
from idiomaticity.predictors.probing.table_columns import TABLES, list_roles
from idiomaticity.predictors.queries.values import OF_MODELS

PREDICTOR, CORRELATION = "predictor", "predictor_correlation"
PREVIEW = Preview("predictor_preview", becomes=PREDICTOR)
LONGEST_NAME = 80


@transaction.atomic
def request_predictor(
    *,
    user: User,
    project: Project,
    name: str,
    source: str,
    upload: Upload,
    request_id: UUID,
    encoding: str = "",
    window: int = WHOLE_SENTENCE,
    lemmas: bool = False,
    corpus: Predictor | None = None,
    columns: Assignment | None = None,
    reading: Mapping[str, str] | None = None,
) -> Job:
    """Queue the import of a file; options that do not apply to its source are ignored.

    `corpus` is the one whose DS is part of SS+DS; `columns` are those of each content of a table, proposed if omitted,
    which is read as `reading` says.
    """
    require(can_manage, user, project)
    # Its predictor has the name by now, so a repeated request would otherwise fail.
    earlier: Job | None = project.jobs.filter(kind=PREDICTOR, idempotency_key=str(request_id)).first()
    if earlier is not None:
        return earlier
    parameters = _ask(project, name, source, encoding, window, corpus, lemmas=lemmas)
    if source in TABLES:
        assignment, how = _require_columns(source, columns or {}), require_reading(reading or {})
        parameters |= {"columns": assignment} if assignment else {}
        parameters |= {"reading": how} if any(how.values()) else {}
    return request_job(
        user=user,
        project=project,
        kind=PREDICTOR,
        idempotency_key=str(request_id),
        parameters={**parameters, "upload": upload},
    )


@transaction.atomic
def request_predictor_preview(
    *,
    user: User,
    project: Project,
    name: str,
    source: str,
    upload: Upload,
    request_id: UUID,
    encoding: str = "",
    corpus: Predictor | None = None,
    columns: Assignment | None = None,
    reading: Mapping[str, str] | None = None,
) -> Job:
    """Queue a preview of a table of similarities or translations; nothing is stored until a manager confirms it."""
    require(can_manage, user, project)
    if source not in TABLES:
        raise DomainError("Only similarities and translations are tables.")
    parameters = _ask(project, name, source, encoding, WHOLE_SENTENCE, corpus)
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={
            **parameters,
            "columns": _require_columns(source, columns or {}),
            "reading": require_reading(reading or {"encoding": encoding}),
            "upload": upload,
        },
    )


@transaction.atomic
def confirm_predictor(*, user: User, project: Project, preview: Job) -> Job:
    """Queue the import of a preview by its columns; a repeated request returns the same job."""
    require(can_manage, user, project)
    result = PREVIEW.require_finished(project, preview)
    if result["missing"]:
        raise DomainError(result["missing"])
    chosen = {"columns": result["table"]["assignment"]}
    return PREVIEW.confirm(user=user, project=project, preview=preview, parameters=chosen)


def _ask(
    project: Project,
    name: str,
    source: str,
    encoding: str,
    window: int,
    corpus: Predictor | None,
    *,
    lemmas: bool = False,
) -> dict[str, Any]:
    """Return the parameters of a job, with the options that apply to the source."""
    name = " ".join(name.split())
    _require_fitting(project, name, source, window, encoding, corpus)
    options: dict[str, Any] = {}
    if source != Predictor.Source.VECTORS:
        options["encoding"] = encoding
    if source == Predictor.Source.CORPUS:
        options |= {"window": window, "lemmas": lemmas}
    if source == Predictor.Source.TRANSLATIONS:
        options["corpus"] = corpus.pk if corpus else None
    return {"name": name, "source": source, "options": options}


def _require_columns(source: str, columns: Assignment) -> dict[str, list[str]]:
    """Return the assignment as a parameter of a job; raise DomainError for a content that does not exist."""
    contents = [role.name for role in list_roles(source)]
    if unknown := [role for role in columns if role not in contents]:
        raise DomainError(f"There is no content called {unknown[0][:40]}. Choose from {', '.join(contents)}.")
    return {role: list(names) for role, names in columns.items() if names}


@transaction.atomic
def request_correlations(*, user: User, project: Project, request_id: UUID) -> Job:
    """Queue the correlation of every predictor with the present ratings."""
    require(can_manage, user, project)
    if not project.predictors.exists():
        raise DomainError("There are no predictors yet.")
    return request_job(
        user=user,
        project=project,
        kind=CORRELATION,
        idempotency_key=str(request_id),
        parameters={},
    )


@transaction.atomic
def remove_predictor(*, user: User, project: Project, predictor: Predictor) -> None:
    """Delete a predictor with all its values; its file and its job stay.

    Models that used the values of a deleted corpus are correlated again, with the latest corpus that remains.
    """
    require(can_manage, user, project)
    if predictor.project_id != project.pk:
        raise DomainError("This predictor does not belong to this project.")
    payload = {"name": predictor.name, "source": predictor.source, "files": predictor.files}
    record_operation(actor=user, project=project, kind="remove_predictor", payload=payload)
    was_corpus = predictor.source == Predictor.Source.CORPUS
    predictor.delete()
    if was_corpus and project.predictors.filter(source__in=OF_MODELS).exists():
        request_correlations(user=user, project=project, request_id=uuid4())


def _require_fitting(
    project: Project, name: str, source: str, window: int, encoding: str, corpus: Predictor | None
) -> None:
    if not name:
        raise DomainError("Give the predictor a name.")
    if len(name) > LONGEST_NAME:
        raise DomainError(f"The name is longer than {LONGEST_NAME} characters.")
    if source not in Predictor.Source.values:
        raise DomainError(f"The source must be one of: {', '.join(Predictor.Source.values)}.")
    if find_same_name(name, project.predictors.values_list("name", flat=True)):
        raise DomainError(f"This project already has a predictor called “{name}”.")
    if not 0 <= window <= WIDEST_WINDOW:
        raise DomainError(f"The window must be 0 (whole sentence) to {WIDEST_WINDOW} words.")
    if encoding and not is_encoding(encoding):
        raise DomainError(f"“{encoding}” is not an encoding.")
    if corpus is not None and (corpus.project_id != project.pk or corpus.source != Predictor.Source.CORPUS):
        raise DomainError("The predictor is not a corpus of this project.")
