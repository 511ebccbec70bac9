from django.urls import URLPattern, path

from annotation_site.agreement.views import lead_on
from expressions.agreement import api

# Addresses from before every kind had the same page.
pages: list[URLPattern] = [
    path("<slug:slug>/agreement/", lead_on("projects:agreement"), name="agreement_moved"),
    path(
        "<slug:slug>/agreement.csv",
        lead_on("projects:agreement_table", table="pairs", ending="csv"),
        name="agreement_table_moved",
    ),
]

project_api: list[URLPattern] = [
    path("expression-agreement/", api.ExpressionAgreementView.as_view(), name="expression-agreement"),
]
