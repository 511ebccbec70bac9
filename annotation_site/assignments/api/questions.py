"""Questions that wait for an answer, and answering them."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.assignments.models import LONGEST_COMMENT, Comment
from annotation_site.assignments.services.questions import answer_question
from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.access import admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body


class QuestionRow(serializers.ModelSerializer[Comment]):
    """A question on an item; its author is named as in exports."""

    item = serializers.IntegerField(source="item.number")
    annotator = serializers.CharField(source="assignment.annotator.pseudonym", allow_null=True, default=None)

    class Meta:
        model = Comment
        fields = ("id", "item", "annotator", "text", "created_at", "answer", "answered_at")


class AnswerRequest(serializers.Serializer[Any]):
    """An answer to a question."""

    text = serializers.CharField(max_length=LONGEST_COMMENT)


class QuestionsView(PagedView):
    """Questions that wait."""

    serializer_class = QuestionRow

    @describe("questions_list", answers={200: QuestionRow(many=True)})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str) -> Response:
        """List the questions that you may answer, oldest first."""
        project = project_of(request)
        waiting = Comment.objects.to_answer(person(request)).filter(item__project=project)
        return self.answer_page(waiting.select_related("item", "assignment__annotator").order_by("pk"))


class AnswerView(APIView):
    """Answering one question."""

    @describe("question_answer", request=AnswerRequest, answers={200: QuestionRow})
    @admits(can_see_everyones_work)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Answer a pending question and notify its author. An answered one is 404."""
        project = project_of(request)
        body = read_body(request, AnswerRequest)
        answered = answer_question(user=person(request), project=project, comment_id=pk, text=body["text"])
        return Response(QuestionRow(answered).data)
