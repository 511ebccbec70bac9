from django.urls import URLPattern, path

from alignment.releases.api import reports as reports_api
from alignment.releases.views import releases, reports

pages: list[URLPattern] = [
    path("<slug:slug>/release/", releases.page.new, name="release_new"),
    path("<slug:slug>/release/preview/", releases.gold_preview, name="gold_preview"),
    path("<slug:slug>/releases/<int:number>/datasheet/", reports.datasheet, name="datasheet"),
    path("<slug:slug>/releases/<int:number>/changes/", reports.changes, name="changes"),
    path("<slug:slug>/changes/<int:pk>/", reports.changes_of_job, name="changes_of_job"),
]

project_api: list[URLPattern] = [
    path("releases/<int:number>/datasheet/", reports_api.DatasheetView.as_view(), name="release-datasheet"),
    path("releases/<int:number>/changes/", reports_api.ChangesView.as_view(), name="release-changes"),
]
