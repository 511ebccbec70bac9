from django.urls import URLPattern, path

from idiomaticity.predictors import api
from idiomaticity.predictors.views import predictors, previews, tables

pages: list[URLPattern] = [
    path("<slug:slug>/predictors/", predictors.predictors, name="predictors"),
    path("<slug:slug>/predictors/jobs/", predictors.predictor_jobs, name="predictor_jobs"),
    path("<slug:slug>/predictors/new/", predictors.predictor_new, name="predictor_new"),
    path("<slug:slug>/predictors/preview/<int:job_pk>/", previews.pages.preview_or_confirm, name="predictor_preview"),
    path("<slug:slug>/predictors/preview/<int:job_pk>/again/", previews.pages.again, name="predictor_again"),
    path("<slug:slug>/predictors/again/", predictors.predictors_again, name="predictors_again"),
    path("<slug:slug>/predictors/correlations.csv", tables.correlations_table, name="correlations_table"),
    path("<slug:slug>/predictors/<int:pk>/", predictors.predictor, name="predictor"),
    path("<slug:slug>/predictors/<int:pk>/remove/", predictors.predictor_remove, name="predictor_remove"),
    path("<slug:slug>/predictors/<int:pk>/values.csv", tables.predictor_table, name="predictor_table"),
]

project_api: list[URLPattern] = [
    path("predictors/", api.PredictorsView.as_view(), name="predictors"),
    path("predictors/correlations/", api.CorrelationsView.as_view(), name="predictor-correlations"),
    path("predictors/<int:pk>/", api.PredictorView.as_view(), name="predictor"),
    path("predictors/<int:pk>/values/", api.PredictorValuesView.as_view(), name="predictor-values"),
]
