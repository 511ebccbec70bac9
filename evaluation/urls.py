"""Pages of the evaluation app."""

from django.urls import path

from evaluation.views import agreement, quality, rating_agreement, systems

app_name = "evaluation"
urlpatterns = [
    path("<slug:slug>/agreement/", agreement.agreement, name="agreement"),
    path("<slug:slug>/agreement/table.csv", agreement.agreement_table, name="agreement_table"),
    path("<slug:slug>/agreement/<slug:table>.csv", agreement.agreement_file, name="agreement_file"),
    path("<slug:slug>/agreement/intervals/", agreement.agreement_intervals, name="agreement_intervals"),
    path("<slug:slug>/agreement/frequency/", agreement.agreement_frequency, name="agreement_frequency"),
    path("<slug:slug>/agreement/<slug:figure>.svg", agreement.agreement_plot, name="agreement_plot"),
    path("<slug:slug>/quality/", quality.quality, name="quality"),
    path("<slug:slug>/quality/<int:pk>/", quality.quality_annotator, name="quality_annotator"),
    path("<slug:slug>/quality/<int:pk>/<slug:figure>.svg", quality.quality_plot, name="quality_plot"),
    path("<slug:slug>/ratings/", rating_agreement.rating_agreement, name="rating_agreement"),
    path("<slug:slug>/systems/", systems.systems, name="systems"),
    path("<slug:slug>/systems/release-<int:number>.svg", systems.systems_plot, name="systems_plot"),
    path("<slug:slug>/systems/new/", systems.system_new, name="system_new"),
    path("<slug:slug>/systems/scoring/<int:number>/", systems.scoring, name="scoring"),
    path("<slug:slug>/scores/<int:pk>/", systems.score, name="score"),
]
