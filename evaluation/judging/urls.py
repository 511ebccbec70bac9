"""URLs of judging rounds."""

from django.urls import URLPattern, path

from annotation_site.assignments.urls import work_pages
from annotation_site.projects.models import Project
from evaluation.judging.api import quality as quality_api
from evaluation.judging.api import rounds as rounds_api
from evaluation.judging.views import files, quality, rounds

pages: list[URLPattern] = [
    *work_pages(Project.Kind.EVALUATION, "judge"),
    path("<slug:slug>/rounds/", rounds.judgement_rounds, name="judgement_rounds"),
    path("<slug:slug>/rounds/<int:number>/", rounds.judgement_round, name="judgement_round"),
    path("<slug:slug>/rounds/<int:number>/wording/", rounds.judgement_wording, name="judgement_wording"),
    path("<slug:slug>/rounds/<int:number>/close/", rounds.judgement_round_close, name="judgement_round_close"),
    path("<slug:slug>/rounds/<int:number>/quality/", quality.judgement_quality, name="judgement_quality"),
    path(
        "<slug:slug>/rounds/<int:number>/quality.csv",
        quality.judgement_quality_table,
        name="judgement_quality_table",
    ),
    path("<slug:slug>/judges/<int:pk>/", quality.judge_quality, name="judge_quality"),
    path("<slug:slug>/rounds/<int:number>/answers.csv", rounds.judgement_table, name="judgement_table"),
    path(
        "<slug:slug>/rounds/<int:number>/<slug:table>.<slug:ending>",
        files.judgement_results,
        name="judgement_results",
    ),
    path("<slug:slug>/test-sets/<int:pk>/rounds/new/", rounds.judgement_round_new, name="judgement_round_new"),
]

project_api: list[URLPattern] = [
    path("judgement-rounds/", rounds_api.JudgementRoundsView.as_view(), name="judgement-rounds"),
    path("judgement-rounds/<int:number>/", rounds_api.JudgementRoundView.as_view(), name="judgement-round"),
    path(
        "judgement-rounds/<int:number>/quality/",
        quality_api.JudgementQualityView.as_view(),
        name="judgement-quality",
    ),
    path("judgement-rounds/<int:number>/answers/", rounds_api.JudgementTableView.as_view(), name="judgement-table"),
]
