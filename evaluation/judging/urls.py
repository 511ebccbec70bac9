"""Addresses of judging."""

from django.urls import URLPattern, path

from evaluation.judging.api import judging as judging_api
from evaluation.judging.api import quality as quality_api
from evaluation.judging.api import rounds as rounds_api
from evaluation.judging.views import files, judging, quality, rounds

pages: list[URLPattern] = [
    # An assignment names its project itself.
    path("judge/<int:pk>/", judging.judge, name="judge"),
    path("judge/<int:pk>/submit/", judging.submit, name="submit"),
    path("judge/<int:pk>/skip/", judging.skip, name="skip"),
    path("judge/<int:pk>/reopen/", judging.reopen, name="reopen"),
    path("judge/<int:pk>/take-up/", judging.take_up, name="take_up"),
    path("<slug:slug>/work/", judging.work, name="work"),
    path("<slug:slug>/work/next/", judging.work_next, name="work_next"),
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
    path("next-judgement/", judging_api.NextJudgementView.as_view(), name="next-judgement"),
    path("judgement-rounds/", rounds_api.JudgementRoundsView.as_view(), name="judgement-rounds"),
    path("judgement-rounds/<int:number>/", rounds_api.JudgementRoundView.as_view(), name="judgement-round"),
    path(
        "judgement-rounds/<int:number>/quality/",
        quality_api.JudgementQualityView.as_view(),
        name="judgement-quality",
    ),
    path("judgement-rounds/<int:number>/answers/", rounds_api.JudgementTableView.as_view(), name="judgement-table"),
]

judgement_api: list[URLPattern] = [
    path("", judging_api.JudgementView.as_view(), name="judgement-detail"),
    path("change/", judging_api.JudgementChangeView.as_view(), name="judgement-change"),
    path("submit/", judging_api.JudgementSubmitView.as_view(), name="judgement-submit"),
    path("skip/", judging_api.JudgementSkipView.as_view(), name="judgement-skip"),
    path("reopen/", judging_api.JudgementReopenView.as_view(), name="judgement-reopen"),
    path("take-up/", judging_api.JudgementTakeUpView.as_view(), name="judgement-take-up"),
]
