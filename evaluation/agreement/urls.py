"""Addresses of agreement on links from before it was shown by the page that every kind has."""

from django.urls import URLPattern, path

from annotation_site.agreement.views import lead_on

_TABLE, _PLOT = "projects:agreement_table", "projects:agreement_plot"

pages: list[URLPattern] = [
    path("<slug:slug>/agreement/", lead_on("projects:agreement"), name="agreement_moved"),
    path("<slug:slug>/agreement/table.csv", lead_on(_TABLE, table="pairs", ending="csv"), name="agreement_table_moved"),
    path("<slug:slug>/agreement/<slug:table>.csv", lead_on(_TABLE, ending="csv"), name="agreement_file_moved"),
    path("<slug:slug>/agreement/annotators.svg", lead_on(_PLOT, figure="pairs"), name="agreement_pairs_plot_moved"),
    path("<slug:slug>/agreement/<slug:figure>.svg", lead_on(_PLOT), name="agreement_plot_moved"),
]
