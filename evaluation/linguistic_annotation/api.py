"""API for adding lemmas and parts of speech to stored texts."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.views import person, read_body
from annotation_site.web.exceptions import DomainError
from evaluation.linguistic_annotation.queries import list_parts, name_part
from evaluation.linguistic_annotation.services import add_linguistic_annotation
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


class LinguisticAnnotationFile(serializers.Serializer[Any]):
    """CoNLL-U, a sentence for each segment that has the text, with the same words: of a system's translations, or of
    the source or a reference as the test set names what came with lemmas."""

    file = serializers.FileField(max_length=255, allow_empty_file=True)
    system = serializers.CharField(max_length=120, default="", allow_blank=True)
    part = serializers.CharField(
        max_length=20, default="", allow_blank=True, help_text="source, reference, reference 2, …"
    )


class LinguisticAnnotationsView(FileView):
    """Lemmas of texts."""

    @describe(
        "linguistic_annotation_create",
        request={"multipart/form-data": LinguisticAnnotationFile},
        answers={202: JobDetail},
    )
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Add lemmas to a text; later measurements use them, and existing scores stay valid."""
        project = project_of(request)
        body = read_body(request, LinguisticAnnotationFile)
        refuse_unstorable(body["file"].name)
        test_set = fetch_test_set(request, pk)
        job = add_linguistic_annotation(
            user=person(request),
            project=project,
            test_set=test_set,
            of=_find_text(test_set, body["system"], body["part"]),
            file=body["file"],
            file_name=body["file"].name,
        )
        return Response(JobDetail(job).data, status=202)


def _find_text(test_set: TestSet, system: str, part: str) -> str | Translation:
    if bool(system) == bool(part):
        raise DomainError("Give a system, or a part (the source or a reference).")
    if system:
        translation: Translation = get_object_or_404(
            test_set.translations.select_related("system"), system__name=system
        )
        return translation
    parts = {name_part(part_name): part_name for part_name in list_parts(test_set)}
    if part not in parts:
        raise DomainError(f"The test set has these parts: {', '.join(parts)}.")
    return parts[part]
