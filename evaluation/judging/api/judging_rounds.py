"""Judging rounds in the API: opening, results, answers in long form, closing."""

from dataclasses import asdict
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_annotate, can_manage, can_see_everyones_work, require_annotator
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person, read_body, read_filter
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import LONGEST_NAME, NameInBodyField
from evaluation.correlation.queries.human_scores import find_judging_round_report, list_judgements
from evaluation.judging.api.judging import MarkedSpanContent
from evaluation.judging.figures.agreement import RESAMPLES, SEED
from evaluation.judging.methods import find_scheme
from evaluation.judging.models import JudgingRound
from evaluation.judging.queries.given_marks import find_round_with_marks
from evaluation.judging.queries.judging import list_judging_rounds
from evaluation.judging.queries.order import list_open_rounds
from evaluation.judging.queries.ratings import describe_rated, list_rated, require_readable
from evaluation.judging.services.judging_rounds import (
    MOST_PAIRS,
    choose_judging_round,
    close_judging_round,
    reopen_judging_round,
    request_judging_round,
    reword_judging_round,
)
from evaluation.machine_judges.queries import find_machine_scores, list_machine_judgements
from evaluation.projects.access import admits

LARGEST = 2**31 - 1
OF = OpenApiParameter("of", str, enum=["machines"], description="`machines` gives machines’ answers instead.")


class JudgingRoundRow(serializers.ModelSerializer[JudgingRound]):
    """A judging round in a list."""

    test_set = serializers.IntegerField(source="test_set_id")
    required = serializers.IntegerField(  # type: ignore[assignment]
        help_text="Required judgements, without attention items. A judgement covers all outputs of an item."
    )
    given = serializers.IntegerField(help_text="Submitted judgements, without attention items.")
    given_marks = serializers.JSONField(
        read_only=True, help_text="Origin and number of the marks that judges begin with; null without any."
    )

    class Meta:
        model = JudgingRound
        fields = (
            "id",
            "number",
            "name",
            "test_set",
            "method",
            "scope",
            "wording",
            "required_count",
            "repeat_share",
            "attention_share",
            "hides_reference",
            "shows_reference",
            "shows_context",
            "by_document",
            "given_marks",
            "seed",
            "task_count",
            "state",
            "required",
            "given",
            "created_at",
            "closed_at",
        )


class JudgingRoundRequest(OperationRequest):
    """A new judging round. The same operation id returns the same job, and so the same judging round."""

    test_set = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    name = NameInBodyField(max_length=LONGEST_NAME)
    method = serializers.ChoiceField(choices=JudgingRound.Method.choices, default=JudgingRound.Method.SCORE.value)
    scope = serializers.ChoiceField(
        choices=JudgingRound.Scope.choices,
        default=JudgingRound.Scope.EXPRESSION.value,
        help_text="Whole segments: for methods esa and mqm.",
    )
    systems = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_NAME), default=list, help_text="By default, all systems."
    )
    required_count = serializers.IntegerField(min_value=1, max_value=50, default=3)
    wording = serializers.DictField(required=False, help_text="question, points by value, cannot_judge.")
    sample = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False, allow_null=True)
    pairs_per_expression = serializers.IntegerField(min_value=1, max_value=MOST_PAIRS, default=3)
    repeat_share = serializers.IntegerField(min_value=0, max_value=100, default=0)
    attention_share = serializers.IntegerField(
        min_value=0, max_value=100, default=0, help_text="Items that come back with one translation degraded (%)."
    )
    hides_reference = serializers.BooleanField(default=False)
    shows_reference = serializers.BooleanField(
        default=True, help_text="Without it, judges see source and outputs only."
    )
    shows_context = serializers.BooleanField(
        allow_null=True,
        default=None,
        help_text="Neighbouring sentences, of documents or with error spans; by default if the test set has documents "
        "or was found in a text.",
    )
    given_round = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST,
        required=False,
        allow_null=True,
        help_text="Number of a judging round with whose error spans judges begin.",
    )
    control_share = serializers.IntegerField(
        min_value=0, max_value=90, default=0, help_text="Items whose given marks are not shown (%)."
    )
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST, required=False, allow_null=True)


class JudgingRoundChange(serializers.Serializer[Any]):
    """New wording, or the end of the round; a closed one can be opened again within 24 hours."""

    wording = serializers.DictField(required=False)
    state = serializers.ChoiceField(choices=JudgingRound.State.choices, required=False)


class MachineSystem(serializers.Serializer[Any]):
    """The mean that a machine gives to a system."""

    system = serializers.CharField()
    judgements = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)


class MachineColumn(serializers.Serializer[Any]):
    """A machine that judged in the round; the report does not count its answers."""

    machine = serializers.IntegerField(source="machine.pk")
    pseudonym = serializers.CharField(source="machine.pseudonym")
    name = serializers.CharField(source="machine.name")
    model = serializers.CharField(source="machine.model")
    version = serializers.CharField(source="machine.version")
    judgements = serializers.IntegerField()
    systems = MachineSystem(many=True)


class JudgingRoundDetail(JudgingRoundRow):
    """A judging round with its results. Undefined figures are null, with the reason beside them."""

    report = serializers.DictField()
    machines = MachineColumn(many=True)

    class Meta:
        model = JudgingRound
        fields = (*JudgingRoundRow.Meta.fields, "report", "machines")


class AnnotatorMarks(serializers.Serializer[Any]):
    """One annotator's marks on a translation; the annotator `adjudicated` is the adjudicator."""

    annotator = serializers.CharField()
    score = serializers.FloatField(help_text="The score, or the weight of the marks where none is asked.")
    spans = MarkedSpanContent(many=True)


class RatedTranslationState(serializers.Serializer[Any]):
    """A translation with the judgements of all annotators."""

    text = serializers.CharField(allow_blank=True)
    systems = serializers.ListField(
        child=serializers.CharField(), help_text="Those that produced it; none for the hidden reference."
    )
    judgements = AnnotatorMarks(many=True)


class RatedItemRow(serializers.Serializer[Any]):
    """An item of a judging round with its translations, each with every annotator's marks."""

    number = serializers.IntegerField()
    segment = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    source_text = serializers.CharField()
    translations = RatedTranslationState(many=True)


class JudgementTable(serializers.Serializer[Any]):
    """Answers in long form."""

    columns = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField())


class JudgingRoundsView(PagedView):
    """Judging rounds of a project."""

    serializer_class: Any = JudgingRoundRow

    @describe("judging_rounds_list", answers={200: JudgingRoundRow(many=True)})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str) -> Response:
        """List judging rounds, newest first."""
        project = project_of(request)
        return self.answer_page(list_judging_rounds(project))

    @describe("judging_round_open", request=JudgingRoundRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Queue a judging round with an item for every marked expression, or for pairs of its translations. The job's
        result names the judging round by its number.
        """
        project = project_of(request)
        body = read_body(request, JudgingRoundRequest)
        test_set = project.test_sets.filter(pk=body.pop("test_set")).first()
        if test_set is None:
            raise DomainError("There is no such test set in this project.")
        number = body.pop("given_round", None)
        given_round = None if number is None else find_round_with_marks(project, number)
        if number is not None and given_round is None:
            raise DomainError(f"There is no judging round {number} with error spans in this project.")
        job = request_judging_round(
            user=person(request), project=project, test_set=test_set, given_round=given_round, **body
        )
        return Response(JobDetail(job).data, status=202)


class OwnRoundRow(serializers.Serializer[Any]):
    """An open judging round of a judge, in the order in which they are finished."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    left = serializers.IntegerField(help_text="Items left for the judge.")
    is_next = serializers.BooleanField(help_text="The next item is of this round.")


class OwnRoundChoice(serializers.Serializer[Any]):
    """The round to finish first."""

    number = serializers.IntegerField(min_value=1, max_value=LARGEST)


class OwnRoundsView(APIView):
    """The open rounds of a judge, where there are several that do not come mixed."""

    @describe("own_judging_rounds_list", answers={200: OwnRoundRow(many=True)})
    @admits(can_annotate)
    def get(self, request: Request, slug: str) -> Response:
        """List them in the order in which the judge finishes them."""
        return self._answer(request)

    @describe("own_judging_round_choose", request=OwnRoundChoice, answers={200: OwnRoundRow(many=True)})
    @admits(can_annotate)
    def post(self, request: Request, slug: str) -> Response:
        """Choose the round that is finished first; an item that is open already stays the next."""
        project = project_of(request)
        judging_round = get_object_or_404(project.judging_rounds, number=read_body(request, OwnRoundChoice)["number"])
        choose_judging_round(user=person(request), project=project, judging_round=judging_round)
        return self._answer(request)

    def _answer(self, request: Request) -> Response:
        annotator = require_annotator(person(request), project_of(request))
        return Response(OwnRoundRow(list_open_rounds(annotator), many=True).data)


class JudgingRoundView(APIView):
    """One judging round."""

    @describe("judging_round_detail", answers={200: JudgingRoundDetail}, parameters=[WITH_EXCLUDED])
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Give systems' means, alpha by level, Pearson correlations between annotators' system means, and figures of
        each annotator.
        """
        project = project_of(request)
        judging_round = get_object_or_404(list_judging_rounds(project), number=number)
        switch = read_switch(project, request.query_params)
        found_report = find_judging_round_report(judging_round, with_excluded=switch.with_excluded)
        report = {**asdict(found_report), **asdict(switch), "resamples": RESAMPLES, "seed": SEED}
        machines = MachineColumn(find_machine_scores(judging_round), many=True).data
        return Response({**JudgingRoundRow(judging_round).data, "report": report, "machines": machines})

    @describe("judging_round_change", request=JudgingRoundChange, answers={200: JudgingRoundRow})
    @admits(can_manage)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change the round's wording, close it, or reopen it."""
        project = project_of(request)
        judging_round = get_object_or_404(list_judging_rounds(project), number=number)
        body = read_body(request, JudgingRoundChange)
        if "wording" in body:
            reword_judging_round(user=person(request), judging_round=judging_round, wording=body["wording"])
        if "state" in body:
            change = close_judging_round if body["state"] == JudgingRound.State.CLOSED else reopen_judging_round
            change(user=person(request), judging_round=judging_round)
        return Response(JudgingRoundRow(list_judging_rounds(project).get(pk=judging_round.pk)).data)


class ErrorSpansView(PagedView):
    """Error spans of a judging round."""

    serializer_class: Any = RatedItemRow

    @describe("judgement_error_spans", answers={200: RatedItemRow(many=True)}, parameters=[WITH_EXCLUDED])
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """List items in text order with the submitted marks of each annotator, and those that were adjudicated. Who
        judges in the project and does not manage it gets 403 while the judging round is open.
        """
        project = project_of(request)
        judging_round = get_object_or_404(project.judging_rounds, number=number)
        require_readable(person(request), judging_round)
        if find_scheme(judging_round.method) is None:
            raise DomainError("This judging round has no error spans.")
        switch = read_switch(project, request.query_params)
        tasks = self.paginate_queryset(list_rated(judging_round)) or []
        rows = describe_rated(judging_round, tasks, with_excluded=switch.with_excluded)
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)


class JudgementTableView(APIView):
    """Every answer of a judging round."""

    @describe("judgement_table", answers={200: JudgementTable}, parameters=[WITH_EXCLUDED, OF])
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Give submitted answers, or those of machines, with a row for every system that produced the judged output."""
        project = project_of(request)
        judging_round = get_object_or_404(project.judging_rounds, number=number)
        require_readable(person(request), judging_round)
        switch = read_switch(project, request.query_params)
        if read_filter(request, "of", ["machines"]):
            columns, *rows = list_machine_judgements(judging_round)
        else:
            columns, *rows = list_judgements(judging_round, with_excluded=switch.with_excluded)
        return Response({"columns": columns, "rows": rows})
