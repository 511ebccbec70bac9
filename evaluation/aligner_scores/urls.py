from django.urls import URLPattern, path

from evaluation.aligner_scores.api import bands as bands_api
from evaluation.aligner_scores.api import systems as systems_api
from evaluation.aligner_scores.views import bands, files, scores, systems

pages: list[URLPattern] = [
    path("<slug:slug>/systems/", systems.systems, name="systems"),
    path("<slug:slug>/systems/release-<int:number>.svg", systems.systems_plot, name="systems_plot"),
    path("<slug:slug>/systems/release-<int:number>.<slug:ending>", files.systems_table, name="systems_table"),
    path("<slug:slug>/systems/new/", systems.system_new, name="system_new"),
    path("<slug:slug>/systems/aligner/", systems.aligner_new, name="aligner_new"),
    path("<slug:slug>/systems/release-<int:number>/frequency/", bands.band_scores_new, name="band_scores_new"),
    path("<slug:slug>/systems/frequency/<int:pk>/", bands.band_scores, name="band_scores"),
    path(
        "<slug:slug>/systems/frequency/<int:pk>.<slug:ending>",
        bands.band_scores_table,
        name="band_scores_table",
    ),
    path("<slug:slug>/systems/scoring/<int:number>/", systems.scoring, name="scoring"),
    path("<slug:slug>/scores/<int:pk>/", scores.score, name="score"),
]

project_api: list[URLPattern] = [
    path("systems/", systems_api.SystemsView.as_view(), name="systems"),
    path("scores/", systems_api.ScoresView.as_view(), name="scores"),
    path("systems/aligner/", bands_api.AlignerOutputsView.as_view(), name="systems-aligner"),
    path("scores/frequency/", bands_api.BandScoresListView.as_view(), name="band-scores"),
    path("scores/frequency/<int:pk>/", bands_api.BandScoresView.as_view(), name="band-scores-detail"),
    path("scores/<int:pk>/", systems_api.ScoreView.as_view(), name="score"),
]
