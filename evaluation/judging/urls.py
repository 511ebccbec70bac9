"""URLs of judging rounds."""

from django.urls import URLPattern, path

from annotation_site.annotator_quality.urls import quality_api, quality_pages
from annotation_site.assignments.urls import work_pages
from annotation_site.projects.models import Project
from evaluation.judging.api import judging_rounds as judging_rounds_api
from evaluation.judging.queries.quality import JUDGING_QUALITY
from evaluation.judging.views import files, judging_rounds

pages: list[URLPattern] = [
    *work_pages(Project.Kind.EVALUATION, "judge"),
    path("<slug:slug>/judging-rounds/", judging_rounds.judging_rounds, name="judging_rounds"),
    path("<slug:slug>/judging-rounds/agreement/", judging_rounds.judging_agreement, name="judging_agreement"),
    path("<slug:slug>/judging-rounds/<int:number>/", judging_rounds.judging_round, name="judging_round"),
    path(
        "<slug:slug>/judging-rounds/<int:number>/wording/", judging_rounds.judgement_wording, name="judgement_wording"
    ),
    path(
        "<slug:slug>/judging-rounds/<int:number>/close/", judging_rounds.judging_round_close, name="judging_round_close"
    ),
    path(
        "<slug:slug>/judging-rounds/<int:number>/choose/",
        judging_rounds.judging_round_choose,
        name="judging_round_choose",
    ),
    path(
        "<slug:slug>/judging-rounds/<int:number>/reopen/",
        judging_rounds.judging_round_reopen,
        name="judging_round_reopen",
    ),
    *quality_pages(
        JUDGING_QUALITY,
        at="judging-rounds/<int:number>/annotator-quality/",
        file_at="judging-rounds/<int:number>/annotator-quality.csv",
        one_at="judges/<int:pk>/",
    ),
    path("<slug:slug>/judging-rounds/<int:number>/answers.csv", judging_rounds.judgement_table, name="judgement_table"),
    path(
        "<slug:slug>/judging-rounds/<int:number>/<slug:table>.<slug:ending>",
        files.judgement_results,
        name="judgement_results",
    ),
    path(
        "<slug:slug>/test-sets/<int:pk>/judging-rounds/new/", judging_rounds.judging_round_new, name="judging_round_new"
    ),
]

project_api: list[URLPattern] = [
    path("judging-rounds/", judging_rounds_api.JudgingRoundsView.as_view(), name="judging-rounds"),
    path("judging-rounds/own/", judging_rounds_api.OwnRoundsView.as_view(), name="own-judging-rounds"),
    path("judging-rounds/<int:number>/", judging_rounds_api.JudgingRoundView.as_view(), name="judging-round"),
    *quality_api(
        JUDGING_QUALITY,
        at="judging-rounds/<int:number>/annotator-quality/",
        name="judging-annotator-quality",
        shape="JudgingAnnotatorQualityRow",
    ),
    path(
        "judging-rounds/<int:number>/error-spans/",
        judging_rounds_api.ErrorSpansView.as_view(),
        name="judgement-error-spans",
    ),
    path(
        "judging-rounds/<int:number>/answers/", judging_rounds_api.JudgementTableView.as_view(), name="judgement-table"
    ),
]
