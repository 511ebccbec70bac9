"""Handing suggested links in."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from alignment.api.access import fetch_project
from alignment.link_files import BASES, DETECT, FORMAT_NAMES
from alignment.services.suggestions import request_suggestions
from annotation_site.projects.api.base import MANAGER, person, read_body
from annotation_site.projects.api.jobs import FileView, JobDetail
from annotation_site.projects.api.schema import describe
from annotation_site.projects.parsers import refuse_unstorable


class SuggestionFile(serializers.Serializer[Any]):
    """A file of links, line 1 about pair 1."""

    request_id = serializers.UUIDField(help_text="Made anew for every request; the same one again gives the same job.")
    file = serializers.FileField(max_length=255, allow_empty_file=True)
    format = serializers.ChoiceField(choices=FORMAT_NAMES)
    base = serializers.ChoiceField(choices=BASES, default=DETECT)
    is_reversed = serializers.BooleanField(default=False)


class SuggestionsView(FileView):
    """Suggestions of a project."""

    @describe("suggestions_replace", request={"multipart/form-data": SuggestionFile}, answers={202: JobDetail})
    def post(self, request: Request, slug: str) -> Response:
        """Queue the replacement of the suggestions of all pairs that nobody has begun."""
        project = fetch_project(request, slug, *MANAGER)
        wanted = read_body(request, SuggestionFile)
        refuse_unstorable(wanted["file"].name)
        job = request_suggestions(
            user=person(request),
            project=project,
            file_name=wanted["file"].name,
            alignment_format=wanted.pop("format"),
            **wanted,
        )
        return Response(JobDetail(job).data, status=202)
