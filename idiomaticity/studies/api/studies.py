"""A study's settings in the API: as one document, and a new project with them."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import CREATORS, admits, project_of
from annotation_site.texts.faults import FormatError
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from annotation_site.web.exceptions import DomainError
from idiomaticity.projects import access
from idiomaticity.studies.api.shapes import StartedStudy, StudyFile, StudyRequest, check_study
from idiomaticity.studies.queries.carried import read_study
from idiomaticity.studies.services.starting import start_study
from idiomaticity.studies.study_files import FORMAT, VERSION, check_format


class StudyView(APIView):
    """The settings of one study."""

    @describe("study_detail", answers={200: StudyFile})
    @access.admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Give the study's settings as a study file has them."""
        return Response({"format": FORMAT, "version": VERSION, **read_study(project_of(request))})


class StudiesView(APIView):
    """New projects with the settings of a study."""

    @describe("study_start", request=StudyRequest, answers={201: StartedStudy})
    @admits(CREATORS)
    def post(self, request: Request) -> Response:
        """Start a project with the settings of a study file; the person who starts it becomes its manager."""
        body = read_body(request, StudyRequest)
        try:
            study = check_study(check_format(body["study"], "study"), "study")
        except FormatError as error:
            raise DomainError(str(error)) from error
        name = body.get("name") or study["name"]
        started = start_study(user=person(request), name=name, request_id=body["request_id"], study=study)
        return Response({"slug": started.project.slug, "left": started.left}, status=201)
