from django.urls import URLPattern, path

from annotation_site.agreement.views import lead_on
from evaluation.rating_agreement.api import plan as plan_api
from evaluation.rating_agreement.views import plan

pages: list[URLPattern] = [
    # Of agreement, which every kind shows on one page.
    path("<slug:slug>/ratings/", lead_on("projects:agreement"), name="rating_agreement_moved"),
    path("<slug:slug>/ratings/<slug:figure>.svg", lead_on("projects:agreement_plot"), name="rating_timeline_moved"),
    path(
        "<slug:slug>/ratings/<slug:table>.csv",
        lead_on("projects:agreement_table", ending="csv"),
        name="rating_table_moved",
    ),
    path("<slug:slug>/planner/", plan.rating_plan, name="rating_plan"),
    path("<slug:slug>/planner/widths.svg", plan.rating_plan_plot, name="rating_plan_plot"),
    path("<slug:slug>/planner/<slug:of>-precision.svg", plan.rating_precision_plot, name="rating_precision_plot"),
]

project_api: list[URLPattern] = [
    path("rating-plan/", plan_api.RatingPlanView.as_view(), name="rating-plan"),
    path("rating-precision/", plan_api.RatingPrecisionView.as_view(), name="rating-precision"),
]
