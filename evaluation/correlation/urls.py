from django.urls import URLPattern, path

from evaluation.correlation import api
from evaluation.correlation.views import correlations, studies

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/people/", correlations.correlations, name="correlations"),
    path("<slug:slug>/test-sets/<int:pk>/people/new/", studies.study_new, name="study_new"),
    path("<slug:slug>/test-sets/people/preview/<int:job_pk>/", studies.pages.preview_or_confirm, name="study_preview"),
    path("<slug:slug>/test-sets/people/preview/<int:job_pk>/again/", studies.pages.again, name="study_again"),
    path(
        "<slug:slug>/test-sets/<int:pk>/people/round-<int:judging_round>/mt-metrics-eval.zip",
        correlations.eval_set,
        name="eval_set_of_round",
    ),
    path(
        "<slug:slug>/test-sets/<int:pk>/people/study-<int:study>/mt-metrics-eval.zip",
        correlations.eval_set,
        name="eval_set_of_study",
    ),
    path("<slug:slug>/test-sets/people/of-job/<int:pk>/", correlations.correlation_of_job, name="correlation_of_job"),
    path("<slug:slug>/test-sets/<int:pk>/people/<int:number>/", correlations.correlation, name="correlation"),
    path(
        "<slug:slug>/test-sets/<int:pk>/people/<int:number>/<slug:plot>.svg",
        correlations.correlation_plot,
        name="correlation_plot",
    ),
    path(
        "<slug:slug>/test-sets/<int:pk>/people/<int:number>/<slug:table>.<slug:ending>",
        correlations.correlation_table,
        name="correlation_table",
    ),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/correlations/", api.CorrelationsView.as_view(), name="correlations"),
    path("test-sets/<int:pk>/correlations/<int:number>/", api.CorrelationView.as_view(), name="correlation"),
    path(
        "test-sets/<int:pk>/judging-rounds/<int:judging_round>/mt-metrics-eval.zip",
        api.EvalSetOfRoundView.as_view(),
        name="eval-set-of-round",
    ),
    path(
        "test-sets/<int:pk>/studies/<int:study>/mt-metrics-eval.zip",
        api.EvalSetOfStudyView.as_view(),
        name="eval-set-of-study",
    ),
    path("test-sets/<int:pk>/studies/", api.HumanStudiesView.as_view(), name="human-studies"),
]
