"""The texts and programs of a study for a paper, in the API."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from idiomaticity.projects.access import admits
from idiomaticity.studies.views.paper import FILES, write_file


class PaperFile(serializers.Serializer[Any]):
    """A text in Markdown or BibTeX, or a program."""

    name = serializers.CharField(help_text=", ".join(FILES))
    title = serializers.CharField()
    text = serializers.CharField()


class StudyPaperView(APIView):
    """Texts and programs for a paper."""

    @describe("study_paper", answers={200: PaperFile(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List the texts, with settings and figures as they are now."""
        project = project_of(request)
        files = [{"name": name, "title": title, "text": write_file(project, name)} for name, title in FILES.items()]
        return Response(PaperFile(files, many=True).data)
