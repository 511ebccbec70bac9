from django.urls import URLPattern, path

from evaluation.rating_agreement.api import agreement as agreement_api
from evaluation.rating_agreement.api import plan as plan_api
from evaluation.rating_agreement.views import agreement, plan

pages: list[URLPattern] = [
    path("<slug:slug>/ratings/", agreement.rating_agreement, name="rating_agreement"),
    path("<slug:slug>/ratings/compute/", agreement.rating_agreement_compute, name="rating_agreement_compute"),
    path("<slug:slug>/ratings/<slug:step>.svg", agreement.rating_timeline, name="rating_timeline"),
    path("<slug:slug>/ratings/<slug:table>.csv", agreement.rating_table, name="rating_table"),
    path("<slug:slug>/planner/", plan.rating_plan, name="rating_plan"),
    path("<slug:slug>/planner/widths.svg", plan.rating_plan_plot, name="rating_plan_plot"),
    path("<slug:slug>/planner/<slug:of>-precision.svg", plan.rating_precision_plot, name="rating_precision_plot"),
]

project_api: list[URLPattern] = [
    path("rating-plan/", plan_api.RatingPlanView.as_view(), name="rating-plan"),
    path("rating-precision/", plan_api.RatingPrecisionView.as_view(), name="rating-precision"),
    path("rating-agreement/", agreement_api.RatingAgreementView.as_view(), name="rating-agreement"),
]
