from django.urls import URLPattern, path

from evaluation.test_sets.api import occurrences as occurrences_api
from evaluation.test_sets.api import test_sets as test_sets_api
from evaluation.test_sets.views import imports, occurrences, test_sets

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/", test_sets.test_sets, name="test_sets"),
    path("<slug:slug>/test-sets/new/", imports.pages.upload, name="test_set_new"),
    path("<slug:slug>/test-sets/preview/<int:job_pk>/", imports.pages.preview_or_confirm, name="test_set_preview"),
    path("<slug:slug>/test-sets/preview/<int:job_pk>/again/", imports.pages.again, name="test_set_again"),
    path("<slug:slug>/test-sets/of-job/<int:pk>/", test_sets.test_set_of_job, name="test_set_of_job"),
    path("<slug:slug>/test-sets/<int:pk>/jobs/", test_sets.test_set_jobs, name="test_set_jobs"),
    path("<slug:slug>/test-sets/<int:pk>/occurrences/", occurrences.occurrences, name="occurrences"),
    path("<slug:slug>/test-sets/<int:pk>/occurrences.svg", occurrences.occurrences_plot, name="occurrences_plot"),
    path(
        "<slug:slug>/test-sets/<int:pk>/occurrences.<slug:ending>",
        occurrences.occurrences_table,
        name="occurrences_table",
    ),
]

project_api: list[URLPattern] = [
    path("test-sets/", test_sets_api.TestSetsView.as_view(), name="test-sets"),
    path("test-sets/previews/<int:pk>/confirm/", test_sets_api.TestSetConfirmView.as_view(), name="test-set-confirm"),
    path("test-sets/<int:pk>/occurrences/", occurrences_api.OccurrencesView.as_view(), name="occurrences"),
]
