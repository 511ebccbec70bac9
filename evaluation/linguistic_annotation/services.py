"""Services for uploading lemmas and parts of speech of a stored text."""

from __future__ import annotations

from django.core.files.base import File
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import request_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.linguistic_annotation.jobs import already_has_lemmas
from evaluation.linguistic_annotation.queries import find_linguistic_annotation, list_parts, name_part
from evaluation.projects.job_names import LINGUISTIC_ANNOTATION_JOB
from evaluation.test_sets.files import CONLLU_ENDINGS, is_conllu
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


@transaction.atomic
def add_linguistic_annotation(
    *, user: User, project: Project, test_set: TestSet, of: str | Translation, file: File[bytes], file_name: str
) -> Job:
    """Store a CoNLL-U file and queue its import: `of` is a translation, or a part as `list_parts` names it.

    Existing scores stay as they are; later measurements use the lemmas, under a key of their own.
    """
    require(can_manage, user, project)
    if test_set.project_id != project.pk or (isinstance(of, Translation) and of.test_set_id != test_set.pk):
        raise DomainError("This test set does not belong to this project.")
    if isinstance(of, str) and of not in list_parts(test_set):
        raise DomainError("Give the source or an existing reference.")
    name = of.system.name if isinstance(of, Translation) else name_part(of)
    if find_linguistic_annotation(test_set, of):
        raise DomainError(already_has_lemmas(name))
    if not is_conllu(file_name):
        raise DomainError(f"Linguistic annotation must be a CoNLL-U file: {', '.join(CONLLU_ENDINGS)}.")
    translation, part = (of.pk, "") if isinstance(of, Translation) else (None, of)
    return request_reading(
        user=user,
        project=project,
        kind=LINGUISTIC_ANNOTATION_JOB,
        file=file,
        file_name=file_name,
        options={"test_set": test_set.pk, "translation": translation, "part": part},
        extra={"name": name},
    )
