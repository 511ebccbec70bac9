"""The questionnaire in the API, for managers."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from annotation_site.web.names import NameInBodyField
from idiomaticity.projects.access import admits
from idiomaticity.questionnaires.models import LONGEST_DEBRIEFING, Questionnaire
from idiomaticity.questionnaires.queries import find_questionnaire, is_answered
from idiomaticity.questionnaires.questions import KINDS, LONGEST_NAME, LONGEST_QUESTION, MOST_CHOICES, MOST_QUESTIONS
from idiomaticity.questionnaires.services import set_up_questionnaire


class RaterQuestionBody(serializers.Serializer[Any]):
    """A question about the rater; only a choice has choices."""

    name = NameInBodyField(max_length=LONGEST_NAME)
    kind = serializers.ChoiceField(choices=KINDS)
    text = serializers.CharField(max_length=LONGEST_QUESTION)
    choices = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_QUESTION), max_length=MOST_CHOICES, default=list
    )
    is_required = serializers.BooleanField(default=True)


class QuestionnaireBody(serializers.Serializer[Any]):
    """Questions in their order, the moment at which participants are asked, and the debriefing in Markdown."""

    questions = serializers.ListField(child=RaterQuestionBody(), max_length=MOST_QUESTIONS)
    moment = serializers.ChoiceField(choices=Questionnaire.Moment.choices, default="start")
    asks_annotators = serializers.BooleanField(default=False)
    debriefing = serializers.CharField(max_length=LONGEST_DEBRIEFING, allow_blank=True, default="")


class QuestionnaireState(QuestionnaireBody):
    """The questionnaire as it is; its questions are fixed once there are answers."""

    is_answered = serializers.BooleanField()


class QuestionnaireView(APIView):
    """Questions about raters."""

    @describe("questionnaire_detail", answers={200: QuestionnaireState})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Give the questionnaire, which may be empty."""
        project = project_of(request)
        return Response(_questionnaire_state(project))

    @describe("questionnaire_set_up", request=QuestionnaireBody, answers={200: QuestionnaireState})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Create the questionnaire or replace it."""
        project = project_of(request)
        set_up_questionnaire(user=person(request), project=project, **read_body(request, QuestionnaireBody))
        return Response(_questionnaire_state(project))


def _questionnaire_state(project: Project) -> dict[str, Any]:
    questionnaire = find_questionnaire(project)
    shown = {str(name): getattr(questionnaire, str(name)) for name in QuestionnaireBody().fields}
    return QuestionnaireState({**shown, "is_answered": is_answered(project)}).data
